#include "backbones.hpp"

#include <algorithm>
#include <new>
#include <optional>
#include <ostream>

#include "../backbone/backbone.hpp"
#include "allocation_failure.hpp"
#include "failure.hpp"
#include "interrupter.hpp"
#include "oracle.hpp"
#include "random.hpp"
#include "sabotage.hpp"
#include "script.hpp"
#include "small_formulas.hpp"
#include "stop_conditions.hpp"
#include "tally.hpp"

namespace satplay::fuzz {

namespace {

constexpr int sufficient_conflicts = 20'000;  // of the oracle
constexpr int max_variables = 12;             // small enough for a truth table
constexpr std::size_t max_checked = 12;       // candidates of a hard formula, each checked by the oracle

bool contains(const Literals& lits, std::int32_t lit) {
  return std::find(lits.begin(), lits.end(), lit) != lits.end();
}

class BackboneSession {
 public:
  BackboneSession(std::uint64_t seed, std::ostream& out)
      : random_(seed), out_(out), engine_(random_script(random_.next()).options) {
    const std::int32_t stretch = random_.one_in(4) ? 1'000'003 : 1;
    hard_ = random_.one_in(40);
    if (hard_) {  // large enough for local search
      const int variables = random_.between(50, 80);
      for (int at = 1; at <= variables; at++) formula_.variables.push_back(stretch * at);
      for (int left = variables * random_.between(36, 42) / 10; left > 0; left--) {
        Literals clause;
        for (int at = 0; at < 3; at++)
          clause.push_back(random_.either_sign(random_.one_of(formula_.variables)));
        formula_.clauses.push_back(clause);
      }
      // A few variables that occur in no clause.
      for (int left = random_.below(3); left > 0; left--)
        formula_.variables.push_back(formula_.variables.back() + stretch);
    } else {
      formula_ = random_formula(random_, max_variables, 0, stretch);
    }
    engine_.declare(formula_.variables.back());
    engine_.add_flat(flat(formula_.clauses));
    unused_ = formula_.variables.back() + 1;
    for (const Literals& clause : formula_.clauses) out_ << as_text(clause) << "\n";
  }

  void run() {
    for (int rounds = hard_ ? 1 : random_.between(1, 5); rounds > 0; rounds--) {
      if (random_.one_in(3)) add();
      if (assumptions_.empty() || random_.one_in(2)) {
        assumptions_.clear();
        for (int left = random_.one_in(2) ? random_.between(1, 3) : 0; left > 0; left--)
          assumptions_.push_back(random_.either_sign(random_.one_of(formula_.variables)));
      }
      if (!first_model() || !ask()) break;
    }
    const Counters now = counters_of(engine_.statistics());
    for (std::size_t at = 0; at < now.size(); at++) tally.counters[at] += now[at];
  }

 private:
  void add() {
    Literals clause;
    for (int width = random_.between(2, 4); width > 0; width--)
      clause.push_back(random_.either_sign(random_.one_of(formula_.variables)));
    out_ << "add " << as_text(clause) << std::endl;
    engine_.add(clause);
    formula_.clauses.push_back(clause);
  }

  // By the truth table or, for a hard formula, by the oracle; nullopt if the oracle gives up.
  std::optional<bool> satisfiable_with(const Literals& assumed) const {
    if (hard_) {
      const auto answer = fuzz::satisfiable(formula_.clauses, assumed, sufficient_conflicts);
      tally.undecided += !answer;
      return answer;
    }
    TruthTable table(formula_);
    for (const std::int32_t lit : assumed) table.assume(lit);
    return table.any();
  }

  // Returns false if there is no model and so no backbone.
  bool first_model() {
    const Status status = engine_.solve(assumptions_, {}, {});
    const std::optional<bool> known = satisfiable_with(assumptions_);
    require(status != Status::unknown, "no answer without a limit");
    require(!known || *known == (status == Status::satisfiable), "a solve call gives a wrong answer");
    if (status == Status::unsatisfiable) {
      tally.refutations++;
      return !assumptions_.empty() && (assumptions_.clear(), first_model());
    }
    tally.models++;
    return true;
  }

  // Returns false if the session is over.
  bool ask() {
    Literals candidates;
    const bool all = random_.one_in(2);
    for (const std::int32_t lit : engine_.model())
      if ((all || random_.one_in(2)) && !contains(assumptions_, lit) &&
          std::binary_search(formula_.variables.begin(), formula_.variables.end(), std::abs(lit)))
        candidates.push_back(lit);
    if (random_.one_in(2)) random_.shuffle(candidates);
    const Literals clauses = flat(formula_.clauses);
    Backbone::Question question{candidates, assumptions_, std::nullopt, 1, 0};
    if (!random_.one_in(3)) question.clauses = clauses;
    if (!random_.one_in(3)) {
      question.fresh = unused_;
      question.last = unused_ + random_.below(static_cast<int>(candidates.size()) + 1) - 1;
    }
    Limits limits;
    if (random_.one_in(4)) limits.conflicts = random_.below(hard_ ? 400 : 4);
    if (random_.one_in(6)) limits.propagations = random_.below(hard_ ? 20'000 : 60);
    if (random_.one_in(10)) limits.seconds = 1e-6 * random_.below(2000);
    if (random_.one_in(20)) limits.memory_bytes = random_.below(40'000);
    const int interrupted = random_.one_in(10) ? random_.below(300) : -1;
    const int failing_allocation = random_.one_in(20) ? random_.below(200) : -1;
    out_ << "backbone " << as_text(candidates) << " assuming " << as_text(assumptions_)
         << (question.clauses ? " with" : " without") << " clauses, fresh from " << question.fresh << " to "
         << question.last << ",";
    print_conditions(out_, limits, interrupted, failing_allocation);
    Flag stop;
    try {
      Backbone backbone(engine_, question);
      Stop stopped{};
      {
        const Interrupter interrupter(interrupted, [&] {
          stop.raise();
          engine_.interrupt();
        });
        std::optional<AllocationFailure> failure;
        if (failing_allocation >= 0) failure.emplace(failing_allocation);
        stopped = backbone.run(limits, [&] { return !stop.raised(); });
      }
      judge(question, backbone, stopped);
      if (stopped != Stop::none) {
        tally.stops++;
        judge_stop(stopped, limits, interrupted, failing_allocation);
      }
      if (question.last >= question.fresh) unused_ = backbone.fresh();
    } catch (const std::bad_alloc&) {
      require(failing_allocation >= 0, "std::bad_alloc without an allocation failure");
      return false;
    }
    return failing_allocation < 0;
  }

  void judge(const Backbone::Question& question, const Backbone& backbone, Stop stopped) {
    const Literals candidates(question.candidates.begin(), question.candidates.end());
    Literals forced = backbone.forced();
    const Literals undecided = backbone.undecided();
    const auto refuted_candidate = [&](std::int32_t lit) {
      return !contains(forced, lit) && !contains(undecided, lit);
    };
    if (sabotaging(Sabotage::forced_more))
      if (const auto one = std::find_if(candidates.begin(), candidates.end(), refuted_candidate);
          one != candidates.end())
        forced.push_back(*one);
    if (sabotaging(Sabotage::forced_less) && !forced.empty()) forced.pop_back();
    out_ << "  // forced " << as_text(forced) << " undecided " << as_text(undecided) << std::endl;
    require(stopped != Stop::none || undecided.empty(), "not stopped, but literals are undecided");
    require(
        question.fresh <= backbone.fresh() && backbone.fresh() <= std::max(question.fresh, question.last + 1),
        "variables outside the fresh range were used");
    for (const Literals& some : {forced, undecided})
      for (const std::int32_t lit : some) {
        require(contains(candidates, lit), std::to_string(lit) + " is not a candidate");
        require(std::count(some.begin(), some.end(), lit) == 1, std::to_string(lit) + " is listed twice");
      }
    std::size_t judged = 0;
    for (const std::int32_t lit : candidates) {
      if (contains(undecided, lit)) {
        require(!contains(forced, lit), std::to_string(lit) + " is forced and undecided");
        continue;
      }
      if (hard_ && judged++ == max_checked) break;
      Literals negated = assumptions_;
      negated.push_back(-lit);
      const std::optional<bool> can_be_false = satisfiable_with(negated);
      if (can_be_false)
        require(*can_be_false == refuted_candidate(lit),
                std::to_string(lit) + (refuted_candidate(lit) ? " is forced" : " is not forced"));
    }
  }

  Random random_;
  std::ostream& out_;
  Engine engine_;
  SmallFormula formula_;
  bool hard_ = false;
  Literals assumptions_;
  std::int32_t unused_ = 1;  // the first unused variable
};

}  // namespace

void fuzz_backbones(std::uint64_t seed, std::ostream& out) {
  BackboneSession(seed, out).run();
}

}  // namespace satplay::fuzz
