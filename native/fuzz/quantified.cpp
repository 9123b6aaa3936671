#include "quantified.hpp"

#include <algorithm>
#include <map>
#include <new>
#include <optional>
#include <ostream>
#include <stdexcept>

#include "../quantified/decide.hpp"
#include "allocation_failure.hpp"
#include "failure.hpp"
#include "interrupter.hpp"
#include "random.hpp"
#include "sabotage.hpp"
#include "small_formulas.hpp"
#include "stop_conditions.hpp"
#include "tally.hpp"

namespace satplay::fuzz {

namespace {

constexpr int max_variables = 11;
constexpr std::int32_t first_gate = 2'000'000'000 - 1'000'000;  // above every variable

// Values of some variables, and of gates.
using Assignment = std::map<std::int32_t, bool>;

bool value(const Assignment& assignment, std::int32_t lit) {
  return assignment.at(std::abs(lit)) == (lit > 0);
}

// A closed formula: its variables from the outside in, the universal ones negated.
struct Problem {
  SmallFormula formula;
  Literals prefix;  // as passed to decide(); variables missing here are existential and outermost
  Literals order;   // all variables

  explicit Problem(Random& random) {
    formula = random_formula(random, max_variables, 0, random.one_in(4) ? 100'003 : 1);
    Literals variables = formula.variables;
    random.shuffle(variables);
    const std::size_t free = random.one_in(3) ? static_cast<std::size_t>(random.below(3)) : 0;
    bool universal = random.one_in(2);
    for (std::size_t at = 0; at < variables.size(); at++) {
      if (at < free) {
        order.push_back(variables[at]);
        continue;
      }
      if (random.one_in(3)) universal = !universal;
      prefix.push_back(universal ? -variables[at] : variables[at]);
    }
    // Unless universal literals are rare, most random formulas are trivially false.
    if (!random.one_in(4)) {
      for (Literals& clause : formula.clauses) {
        int allowed = 1;
        std::erase_if(clause,
                      [&](std::int32_t lit) { return is_universal(std::abs(lit)) && allowed-- <= 0; });
      }
    }
    // Variables in neither prefix nor clauses are no variables of the formula.
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
  QuantifiedRun(std::uint64_t seed, std::ostream& out) : random_(seed), out_(out), problem_(random_) {
    out_ << "prefix " << as_text(problem_.prefix) << "\n";
    for (const Literals& clause : problem_.formula.clauses) out_ << as_text(clause) << "\n";
    Assignment empty;
    holds_ = problem_.holds(empty);
  }

  void run() {
    for (int rounds = random_.between(1, 3); rounds > 0; rounds--) ask();
    if (random_.one_in(8)) ask_malformed();
  }

 private:
  void ask() {
    const Literals clauses = flat(problem_.formula.clauses);
    // Near the greatest number, the gates of a strategy may run out of numbers.
    const std::int32_t gate = random_.one_in(12) ? INT32_MAX - random_.below(12) : first_gate;
    const quantified::Question question{problem_.prefix, clauses, !random_.one_in(3), random_.one_in(2),
                                        gate};
    Limits limits;
    if (random_.one_in(4)) limits.conflicts = random_.below(6);
    if (random_.one_in(6)) limits.propagations = random_.below(60);
    if (random_.one_in(10)) limits.seconds = 1e-6 * random_.below(500);
    if (random_.one_in(10)) limits.memory_bytes = random_.below(40'000);
    const int interrupted = random_.one_in(10) ? random_.below(200) : -1;
    const int failing_allocation = random_.one_in(12) ? random_.below(300) : -1;
    out_ << "decide" << (question.eliminate ? ", eliminate" : "")
         << (question.keep_strategy ? ", with strategy" : "") << ",";
    print_conditions(out_, limits, interrupted, failing_allocation);
    Flag stop;
    const Pulse pulse = [&] { return !stop.raised(); };
    std::optional<quantified::Answer> answer;
    Stop stopped = Stop::none;
    try {
      const Interrupter interrupter(interrupted, [&] { stop.raise(); });
      std::optional<AllocationFailure> failure;
      if (failing_allocation >= 0) failure.emplace(failing_allocation);
      quantified::Meter meter(limits, pulse);
      answer = quantified::decide(question, meter);
    } catch (const quantified::Stopped& why) {
      stopped = why.why;
    } catch (const std::bad_alloc&) {
      stopped = Stop::memory;
    }
    if (!answer) {
      tally.stops++;
      judge_stop(stopped, limits, interrupted, failing_allocation);
      return;
    }
    judge(question, *answer);
  }

  // A question that is not a formula is refused, whatever its limits.
  void ask_malformed() {
    Literals prefix = problem_.prefix, clauses = flat(problem_.formula.clauses);
    const int kind = random_.below(4);
    if (kind == 0) clauses.push_back(1);  // not closed
    if (kind == 1) prefix.push_back(0);
    if (kind == 2) {
      Literals& numbers = random_.one_in(2) ? prefix : clauses;
      numbers.insert(numbers.begin(), INT32_MIN);
    }
    if (kind == 3) prefix.insert(prefix.end(), {5, -5});  // bound twice
    out_ << "decide a malformed formula, kind " << kind << std::endl;
    bool refused = false;
    try {
      const Pulse pulse = [] { return true; };
      quantified::Meter meter(Limits{}, pulse);
      quantified::decide({prefix, clauses, true, true, first_gate}, meter);
    } catch (const std::invalid_argument&) {
      refused = true;
    }
    require(refused, "a malformed formula is accepted");
  }

  void judge(const quantified::Question& question, quantified::Answer& answer) {
    if (sabotaging(Sabotage::verdict)) answer.holds = !answer.holds;
    out_ << "  // " << (answer.holds ? "holds" : "fails") << " outermost " << as_text(answer.outermost)
         << std::endl;
    tally.models += answer.holds;
    tally.refutations += !answer.holds;
    require(answer.holds == holds_,
            holds_ ? "a true formula is called false" : "a false formula is called true");
    judge_outermost(answer.outermost);
    const bool may_be_missing = !question.keep_strategy || question.first_gate != first_gate;
    require(answer.strategy ? question.keep_strategy : may_be_missing,
            "a strategy is missing or was not requested");
    if (answer.strategy) {
      if (sabotaging(Sabotage::function) && !answer.strategy->functions.empty())
        answer.strategy->functions.back() *= -1;
      judge_strategy(*answer.strategy);
    }
  }

  // If the winner owns the outermost level, the values chosen there win.
  void judge_outermost(const Literals& choice) {
    Literals level;
    for (const std::int32_t lit : problem_.order) {
      if ((lit < 0) != (problem_.order.front() < 0)) break;
      level.push_back(std::abs(lit));
    }
    if (level.empty() || (problem_.order.front() < 0) == holds_) {
      require(choice.empty(), "values are chosen for an outermost level of the loser");
      return;
    }
    Assignment assignment;
    for (const std::int32_t lit : choice) {
      require(std::find(level.begin(), level.end(), std::abs(lit)) != level.end(),
              "a variable is not of the outermost level");
      require(assignment.emplace(std::abs(lit), lit > 0).second, "a variable has two values");
    }
    require(assignment.size() == level.size(), "a variable of the outermost level has no value");
    require(problem_.holds(assignment) == holds_, "the choice of the outermost level does not win");
  }

  // The functions win against all plays of the loser, and each depends only on outer variables.
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
        require(lit != 0 && assignment.contains(std::abs(lit)), "a function uses an unknown variable");
        const bool chosen = value(assignment, lit);
        const std::uint64_t outer = (std::uint64_t{1} << outer_loser_count(variable)) - 1;
        require(known.try_emplace({variable, play & outer}, chosen).first->second == chosen,
                "a function depends on an inner variable");
        values_[variable] = chosen;
      }
      assignment.insert(values_.begin(), values_.end());
      for (const std::int32_t lit : problem_.order)
        require(assignment.contains(std::abs(lit)), "a variable has no function");
      require(problem_.satisfied(assignment) == holds_, "the strategy loses");
    }
  }

  // The number of variables of the loser outside this variable of the winner.
  std::size_t outer_loser_count(std::int32_t variable) const {
    std::size_t count = 0;
    for (const std::int32_t lit : problem_.order) {
      if (std::abs(lit) == variable) return count;
      count += (lit < 0) == holds_;
    }
    throw Failure("a function of an unknown variable");
  }

  // Rows: a gate, the literals whose conjunction it is, 0.
  static void evaluate_gates(const Literals& rows, Assignment& assignment) {
    for (std::size_t at = 0; at < rows.size(); at++) {
      const std::int32_t gate = rows[at++];
      bool all = true;
      for (; at < rows.size() && rows[at] != 0; at++) {
        require(assignment.contains(std::abs(rows[at])), "a gate uses an unknown variable");
        all = all && value(assignment, rows[at]);
      }
      require(assignment.emplace(gate, all).second, "a gate is defined twice");
    }
  }

  Random random_;
  std::ostream& out_;
  const Problem problem_;
  bool holds_ = false;
  Assignment values_;  // of the winner's variables in the current play
};

}  // namespace

void fuzz_quantified(std::uint64_t seed, std::ostream& out) {
  QuantifiedRun(seed, out).run();
}

}  // namespace satplay::fuzz
