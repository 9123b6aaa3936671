#include "quantified.hpp"

#include <algorithm>
#include <map>
#include <new>
#include <optional>
#include <ostream>

#include "../quantified/decide.hpp"
#include "chance.hpp"
#include "disturber.hpp"
#include "failure.hpp"
#include "memory.hpp"
#include "sabotage.hpp"
#include "small.hpp"
#include "stops.hpp"
#include "tally.hpp"

namespace satplay::fuzz {

namespace {

constexpr int most_variables = 11;
constexpr std::int32_t first_gate = 2'000'000'000 - 1'000'000;  // above every variable

// Values of some variables, and of gates.
using Assignment = std::map<std::int32_t, bool>;

bool value(const Assignment& assignment, std::int32_t lit) {
  return assignment.at(std::abs(lit)) == (lit > 0);
}

// A closed formula: its variables from the outside in, the universal ones negated.
struct Problem {
  SmallFormula formula;
  Literals prefix;  // as it is given: variables that are left out are existential and outermost
  Literals order;   // all variables

  explicit Problem(Chance& chance) {
    formula = random_formula(chance, most_variables, 0, chance.one_in(4) ? 100'003 : 1);
    Literals variables = formula.variables;
    chance.shuffle(variables);
    const std::size_t free = chance.one_in(3) ? static_cast<std::size_t>(chance.below(3)) : 0;
    bool universal = chance.one_in(2);
    for (std::size_t at = 0; at < variables.size(); at++) {
      if (at < free) {
        order.push_back(variables[at]);
        continue;
      }
      if (chance.one_in(3)) universal = !universal;
      prefix.push_back(universal ? -variables[at] : variables[at]);
    }
    // Most random formulas fail, and at once, unless universal literals are rare.
    if (!chance.one_in(4)) {
      for (Literals& clause : formula.clauses) {
        int allowed = 1;
        std::erase_if(clause,
                      [&](std::int32_t lit) { return is_universal(std::abs(lit)) && allowed-- <= 0; });
      }
    }
    // A variable that neither prefix nor clauses mention is none.
    std::erase_if(order, [&](std::int32_t variable) { return !mentions(variable); });
    order.insert(order.end(), prefix.begin(), prefix.end());
  }

  bool is_universal(std::int32_t variable) const {
    return std::find(prefix.begin(), prefix.end(), -variable) != prefix.end();
  }

  bool mentions(std::int32_t variable) const {
    return std::any_of(formula.clauses.begin(), formula.clauses.end(), [&](const Literals& clause) {
      return std::any_of(clause.begin(), clause.end(),
                         [&](std::int32_t lit) { return std::abs(lit) == variable; });
    });
  }

  bool satisfied(const Assignment& assignment) const {
    return std::all_of(formula.clauses.begin(), formula.clauses.end(), [&](const Literals& clause) {
      return std::any_of(clause.begin(), clause.end(),
                         [&](std::int32_t lit) { return value(assignment, lit); });
    });
  }

  // Whether the formula holds when the first variables of the order have the values assigned.
  bool holds(Assignment& assignment, std::size_t from = 0) const {
    while (from < order.size() && assignment.contains(std::abs(order[from]))) from++;
    if (from == order.size()) return satisfied(assignment);
    const std::int32_t variable = std::abs(order[from]);
    const bool universal = order[from] < 0;
    bool result = universal;
    for (const bool choice : {false, true}) {
      assignment[variable] = choice;
      if (holds(assignment, from + 1) != universal) {
        result = !universal;
        break;
      }
    }
    assignment.erase(variable);
    return result;
  }
};

class QuantifiedRun {
 public:
  QuantifiedRun(std::uint64_t seed, std::ostream& talk) : chance_(seed), talk_(talk), problem_(chance_) {
    talk_ << "prefix " << listed(problem_.prefix) << "\n";
    for (const Literals& clause : problem_.formula.clauses) talk_ << listed(clause) << "\n";
    Assignment empty;
    holds_ = problem_.holds(empty);
  }

  void play() {
    for (int rounds = chance_.between(1, 3); rounds > 0; rounds--) ask();
  }

 private:
  void ask() {
    const Literals clauses = flat(problem_.formula.clauses);
    const quantified::Question question{problem_.prefix, clauses, !chance_.one_in(3), chance_.one_in(2),
                                        first_gate};
    Limits limits;
    if (chance_.one_in(4)) limits.conflicts = chance_.below(6);
    if (chance_.one_in(6)) limits.propagations = chance_.below(60);
    if (chance_.one_in(10)) limits.seconds = 1e-6 * chance_.below(500);
    if (chance_.one_in(10)) limits.memory_bytes = chance_.below(40'000);
    const int interrupted = chance_.one_in(10) ? chance_.below(200) : -1;
    const int starved = chance_.one_in(12) ? chance_.below(300) : -1;
    talk_ << "decide" << (question.eliminate ? ", eliminate" : "")
          << (question.keep_strategy ? ", with strategy" : "") << ", conflicts " << limits.conflicts
          << " propagations " << limits.propagations << " seconds " << limits.seconds << " memory "
          << limits.memory_bytes << " interrupted after " << interrupted << " starved after " << starved
          << std::endl;
    Flag stop;
    const Pulse pulse = [&] { return !stop.raised(); };
    std::optional<quantified::Answer> answer;
    Stop stopped = Stop::none;
    try {
      const Disturber disturber(interrupted, [&] { stop.raise(); });
      std::optional<Starvation> starvation;
      if (starved >= 0) starvation.emplace(starved);
      quantified::Meter meter(limits, pulse);
      answer = quantified::decide(question, meter);
    } catch (const quantified::Stopped& why) {
      stopped = why.why;
    } catch (const std::bad_alloc&) {
      stopped = Stop::memory;
    }
    if (!answer) {
      tally.stops++;
      judge_stop(stopped, limits, interrupted, starved);
      return;
    }
    judge(question, *answer);
  }

  void judge(const quantified::Question& question, quantified::Answer& answer) {
    if (sabotaging(Sabotage::verdict)) answer.holds = !answer.holds;
    talk_ << "  // " << (answer.holds ? "holds" : "fails") << " outermost " << listed(answer.outermost)
          << std::endl;
    tally.models += answer.holds;
    tally.refusals += !answer.holds;
    demand(answer.holds == holds_, holds_ ? "it holds" : "it does not hold");
    judge_outermost(answer.outermost);
    demand(answer.strategy.has_value() == question.keep_strategy, "a strategy is there or not, as asked for");
    if (answer.strategy) {
      if (sabotaging(Sabotage::function) && !answer.strategy->functions.empty())
        answer.strategy->functions.back() *= -1;
      judge_strategy(*answer.strategy);
    }
  }

  // The winner's choice of the outermost level, if it is the winner's, wins.
  void judge_outermost(const Literals& choice) {
    Literals level;
    for (const std::int32_t lit : problem_.order) {
      if ((lit < 0) != (problem_.order.front() < 0)) break;
      level.push_back(std::abs(lit));
    }
    if (level.empty() || (problem_.order.front() < 0) == holds_) {
      demand(choice.empty(), "the outermost level is the loser's, but there is a choice");
      return;
    }
    Assignment assignment;
    for (const std::int32_t lit : choice) {
      demand(std::find(level.begin(), level.end(), std::abs(lit)) != level.end(),
             "not of the outermost level");
      demand(assignment.emplace(std::abs(lit), lit > 0).second, "a variable has two values");
    }
    demand(assignment.size() == level.size(), "a variable of the outermost level has no value");
    demand(problem_.holds(assignment) == holds_, "the choice of the outermost level does not win");
  }

  // Against all plays of the loser the functions win, and each depends on outer variables alone.
  void judge_strategy(const quantified::Strategy& strategy) {
    Literals loser;
    for (const std::int32_t lit : problem_.order)
      if ((lit < 0) == holds_) loser.push_back(std::abs(lit));
    std::map<std::pair<std::int32_t, std::uint64_t>, bool> known;  // by variable and outer values
    for (std::uint64_t play = 0; play < std::uint64_t{1} << loser.size(); play++) {
      Assignment assignment;
      for (std::size_t at = 0; at < loser.size(); at++) assignment[loser[at]] = (play >> at & 1) != 0;
      evaluate_gates(strategy.gates, assignment);
      for (std::size_t at = 0; at + 1 < strategy.functions.size(); at += 2) {
        const std::int32_t variable = strategy.functions[at], lit = strategy.functions[at + 1];
        demand(lit != 0 && assignment.contains(std::abs(lit)), "a function of something unknown");
        const bool chosen = value(assignment, lit);
        const std::uint64_t outer = (std::uint64_t{1} << losers_outside(variable)) - 1;
        demand(known.try_emplace({variable, play & outer}, chosen).first->second == chosen,
               "a function depends on an inner variable");
        values_[variable] = chosen;
      }
      assignment.insert(values_.begin(), values_.end());
      for (const std::int32_t lit : problem_.order)
        demand(assignment.contains(std::abs(lit)), "a variable without a function");
      demand(problem_.satisfied(assignment) == holds_, "the strategy loses");
    }
  }

  // How many variables of the loser come before this one of the winner.
  std::size_t losers_outside(std::int32_t variable) const {
    std::size_t count = 0;
    for (const std::int32_t lit : problem_.order) {
      if (std::abs(lit) == variable) return count;
      count += (lit < 0) == holds_;
    }
    throw Failure("a function of a variable that is not there");
  }

  // Rows: a gate, the literals whose conjunction it is, 0.
  static void evaluate_gates(const Literals& rows, Assignment& assignment) {
    for (std::size_t at = 0; at < rows.size(); at++) {
      const std::int32_t gate = rows[at++];
      bool all = true;
      for (; at < rows.size() && rows[at] != 0; at++) {
        demand(assignment.contains(std::abs(rows[at])), "a gate of something unknown");
        all = all && value(assignment, rows[at]);
      }
      demand(assignment.emplace(gate, all).second, "a gate is there twice");
    }
  }

  Chance chance_;
  std::ostream& talk_;
  const Problem problem_;
  bool holds_ = false;
  Assignment values_;  // of the winner's variables in the present play
};

}  // namespace

void play_quantified(std::uint64_t seed, std::ostream& talk) {
  QuantifiedRun(seed, talk).play();
}

}  // namespace satplay::fuzz
