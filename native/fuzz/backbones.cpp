#include "backbones.hpp"

#include <algorithm>
#include <new>
#include <optional>
#include <ostream>

#include "../backbone/backbone.hpp"
#include "chance.hpp"
#include "disturber.hpp"
#include "failure.hpp"
#include "memory.hpp"
#include "oracle.hpp"
#include "sabotage.hpp"
#include "script.hpp"
#include "small.hpp"
#include "stops.hpp"
#include "tally.hpp"

namespace satplay::fuzz {

namespace {

constexpr int enough_conflicts = 20'000;  // for the second opinion
constexpr int most_variables = 12;        // of which everything is tried
constexpr std::size_t most_judged = 12;   // candidates, where each takes a second opinion

bool contains(const Literals& lits, std::int32_t lit) {
  return std::find(lits.begin(), lits.end(), lit) != lits.end();
}

class BackboneSession {
 public:
  BackboneSession(std::uint64_t seed, std::ostream& talk)
      : chance_(seed), talk_(talk), engine_(random_script(chance_.next()).options) {
    const std::int32_t stretch = chance_.one_in(4) ? 1'000'003 : 1;
    hard_ = chance_.one_in(40);
    if (hard_) {  // enough for local search to be tried
      const int variables = chance_.between(50, 80);
      for (int at = 1; at <= variables; at++) formula_.variables.push_back(stretch * at);
      for (int left = variables * chance_.between(36, 42) / 10; left > 0; left--) {
        Literals clause;
        for (int at = 0; at < 3; at++)
          clause.push_back(chance_.either_sign(chance_.one_of(formula_.variables)));
        formula_.clauses.push_back(clause);
      }
      // And a few of which no clause speaks.
      for (int left = chance_.below(3); left > 0; left--)
        formula_.variables.push_back(formula_.variables.back() + stretch);
    } else {
      formula_ = random_formula(chance_, most_variables, 0, stretch);
    }
    engine_.declare(formula_.variables.back());
    engine_.add_flat(flat(formula_.clauses));
    unused_ = formula_.variables.back() + 1;
    for (const Literals& clause : formula_.clauses) talk_ << listed(clause) << "\n";
  }

  void play() {
    for (int rounds = hard_ ? 1 : chance_.between(1, 5); rounds > 0; rounds--) {
      if (chance_.one_in(3)) add();
      if (assumptions_.empty() || chance_.one_in(2)) {
        assumptions_.clear();
        for (int left = chance_.one_in(2) ? chance_.between(1, 3) : 0; left > 0; left--)
          assumptions_.push_back(chance_.either_sign(chance_.one_of(formula_.variables)));
      }
      if (!first_model() || !ask()) break;
    }
    const Counters now = counters_of(engine_.statistics());
    for (std::size_t at = 0; at < now.size(); at++) tally.counters[at] += now[at];
  }

 private:
  void add() {
    Literals clause;
    for (int width = chance_.between(2, 4); width > 0; width--)
      clause.push_back(chance_.either_sign(chance_.one_of(formula_.variables)));
    talk_ << "add " << listed(clause) << std::endl;
    engine_.add(clause);
    formula_.clauses.push_back(clause);
  }

  // Everything, or the second opinion; nothing where it is too hard.
  std::optional<bool> satisfiable_with(const Literals& assumed) const {
    if (hard_) {
      const auto answer = fuzz::satisfiable(formula_.clauses, assumed, enough_conflicts);
      tally.undecided += !answer;
      return answer;
    }
    TruthTable table(formula_);
    for (const std::int32_t lit : assumed) table.assume(lit);
    return table.any();
  }

  // False: there is none, and no backbone to ask for.
  bool first_model() {
    const Status status = engine_.solve(assumptions_, {}, {});
    const std::optional<bool> known = satisfiable_with(assumptions_);
    demand(status != Status::unknown, "no answer without a limit");
    demand(!known || *known == (status == Status::satisfiable), "the session is spoilt");
    if (status == Status::unsatisfiable) {
      tally.refusals++;
      return !assumptions_.empty() && (assumptions_.clear(), first_model());
    }
    tally.models++;
    return true;
  }

  // False: the end of the session.
  bool ask() {
    Literals candidates;
    const bool all = chance_.one_in(2);
    for (const std::int32_t lit : engine_.model())
      if ((all || chance_.one_in(2)) && !contains(assumptions_, lit) &&
          std::binary_search(formula_.variables.begin(), formula_.variables.end(), std::abs(lit)))
        candidates.push_back(lit);
    if (chance_.one_in(2)) chance_.shuffle(candidates);
    const Literals clauses = flat(formula_.clauses);
    Backbone::Question question{candidates, assumptions_, std::nullopt, 1, 0};
    if (!chance_.one_in(3)) question.clauses = clauses;
    if (!chance_.one_in(3)) {
      question.fresh = unused_;
      question.last = unused_ + chance_.below(static_cast<int>(candidates.size()) + 1) - 1;
    }
    Limits limits;
    if (chance_.one_in(4)) limits.conflicts = chance_.below(hard_ ? 400 : 4);
    if (chance_.one_in(6)) limits.propagations = chance_.below(hard_ ? 20'000 : 60);
    if (chance_.one_in(10)) limits.seconds = 1e-6 * chance_.below(2000);
    if (chance_.one_in(20)) limits.memory_bytes = chance_.below(40'000);
    const int interrupted = chance_.one_in(10) ? chance_.below(300) : -1;
    const int starved = chance_.one_in(20) ? chance_.below(200) : -1;
    talk_ << "backbone " << listed(candidates) << " assuming " << listed(assumptions_)
          << (question.clauses ? " with" : " without") << " clauses, fresh from " << question.fresh << " to "
          << question.last << ", conflicts " << limits.conflicts << " propagations " << limits.propagations
          << " seconds " << limits.seconds << " memory " << limits.memory_bytes << " interrupted after "
          << interrupted << " starved after " << starved << std::endl;
    Flag stop;
    try {
      Backbone backbone(engine_, question);
      Stop stopped{};
      {
        const Disturber disturber(interrupted, [&] {
          stop.raise();
          engine_.interrupt();
        });
        std::optional<Starvation> starvation;
        if (starved >= 0) starvation.emplace(starved);
        stopped = backbone.run(limits, [&] { return !stop.raised(); });
      }
      judge(question, backbone, stopped);
      if (stopped != Stop::none) {
        tally.stops++;
        judge_stop(stopped, limits, interrupted, starved);
      }
      if (question.last >= question.fresh) unused_ = backbone.fresh();
    } catch (const std::bad_alloc&) {
      demand(starved >= 0, "out of memory, though there is enough");
      return false;
    }
    return starved < 0;
  }

  void judge(const Backbone::Question& question, const Backbone& backbone, Stop stopped) {
    const Literals candidates(question.candidates.begin(), question.candidates.end());
    Literals forced = backbone.forced();
    const Literals undecided = backbone.undecided();
    const auto struck = [&](std::int32_t lit) { return !contains(forced, lit) && !contains(undecided, lit); };
    if (sabotaging(Sabotage::forced_more))
      if (const auto one = std::find_if(candidates.begin(), candidates.end(), struck);
          one != candidates.end())
        forced.push_back(*one);
    if (sabotaging(Sabotage::forced_less) && !forced.empty()) forced.pop_back();
    talk_ << "  // forced " << listed(forced) << " undecided " << listed(undecided) << std::endl;
    demand(stopped != Stop::none || undecided.empty(), "it ended, but not everything is known");
    demand(
        question.fresh <= backbone.fresh() && backbone.fresh() <= std::max(question.fresh, question.last + 1),
        "variables were used that it has not got");
    for (const Literals& some : {forced, undecided})
      for (const std::int32_t lit : some) {
        demand(contains(candidates, lit), "nobody asked about " + std::to_string(lit));
        demand(std::count(some.begin(), some.end(), lit) == 1, std::to_string(lit) + " is there twice");
      }
    std::size_t judged = 0;
    for (const std::int32_t lit : candidates) {
      if (contains(undecided, lit)) {
        demand(!contains(forced, lit), std::to_string(lit) + " is forced and undecided");
        continue;
      }
      if (hard_ && judged++ == most_judged) break;
      Literals denied = assumptions_;
      denied.push_back(-lit);
      const std::optional<bool> can_be_false = satisfiable_with(denied);
      if (can_be_false)
        demand(*can_be_false == struck(lit),
               std::to_string(lit) + (struck(lit) ? " is forced" : " is not forced"));
    }
  }

  Chance chance_;
  std::ostream& talk_;
  Engine engine_;
  SmallFormula formula_;
  bool hard_ = false;
  Literals assumptions_;
  std::int32_t unused_ = 1;  // variables from here on are nobody's
};

}  // namespace

void play_backbones(std::uint64_t seed, std::ostream& talk) {
  BackboneSession(seed, talk).play();
}

}  // namespace satplay::fuzz
