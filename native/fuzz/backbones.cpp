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

  struct Conditions {
    Limits limits;
    int interrupted = -1, failing_allocation = -1;
  };

  // What the backbone reports.
  struct Result {
    Literals forced, undecided;

    bool refutes(std::int32_t candidate) const {
      return !contains(forced, candidate) && !contains(undecided, candidate);
    }
  };

  // Returns false if the session is over.
  bool ask() {
    const Literals candidates = random_candidates();
    const Literals clauses = flat(formula_.clauses);
    const Backbone::Question question = random_question(candidates, clauses);
    const Conditions conditions = random_conditions();
    const auto& [limits, interrupted, failing_allocation] = conditions;
    out_ << "backbone " << as_text(candidates) << " assuming " << as_text(assumptions_)
         << (question.clauses ? " with" : " without") << " clauses, fresh from " << question.fresh << " to "
         << question.last << ",";
    print_conditions(out_, limits, interrupted, failing_allocation);
    try {
      Backbone backbone(engine_, question);
      const Stop stopped = run_under(conditions, backbone);
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

  // Literals of the last model that are not assumed.
  Literals random_candidates() {
    Literals candidates;
    const bool all = random_.one_in(2);
    for (const std::int32_t lit : engine_.model())
      if ((all || random_.one_in(2)) && !contains(assumptions_, lit) &&
          std::binary_search(formula_.variables.begin(), formula_.variables.end(), std::abs(lit)))
        candidates.push_back(lit);
    if (random_.one_in(2)) random_.shuffle(candidates);
    return candidates;
  }

  // The question refers to both arguments.
  Backbone::Question random_question(const Literals& candidates, const Literals& clauses) {
    Backbone::Question question{candidates, assumptions_, std::nullopt, 1, 0};
    if (!random_.one_in(3)) question.clauses = clauses;
    if (!random_.one_in(3)) {
      question.fresh = unused_;
      question.last = unused_ + random_.below(static_cast<int>(candidates.size()) + 1) - 1;
    }
    return question;
  }

  Conditions random_conditions() {
    Conditions conditions;
    if (random_.one_in(4)) conditions.limits.conflicts = random_.below(hard_ ? 400 : 4);
    if (random_.one_in(6)) conditions.limits.propagations = random_.below(hard_ ? 20'000 : 60);
    if (random_.one_in(10)) conditions.limits.seconds = 1e-6 * random_.below(2000);
    if (random_.one_in(20)) conditions.limits.memory_bytes = random_.below(40'000);
    if (random_.one_in(10)) conditions.interrupted = random_.below(300);
    if (random_.one_in(20)) conditions.failing_allocation = random_.below(200);
    return conditions;
  }

  Stop run_under(const Conditions& conditions, Backbone& backbone) {
    Flag stop;
    const Interrupter interrupter(conditions.interrupted, [&] {
      stop.raise();
      engine_.interrupt();
    });
    std::optional<AllocationFailure> failure;
    if (conditions.failing_allocation >= 0) failure.emplace(conditions.failing_allocation);
    return backbone.run(conditions.limits, [&] { return !stop.raised(); });
  }

  void judge(const Backbone::Question& question, const Backbone& backbone, Stop stopped) const {
    const Literals candidates(question.candidates.begin(), question.candidates.end());
    Result result{backbone.forced(), backbone.undecided()};
    inject_fault(result, candidates);
    out_ << "  // forced " << as_text(result.forced) << " undecided " << as_text(result.undecided)
         << std::endl;
    require(stopped != Stop::none || result.undecided.empty(), "not stopped, but literals are undecided");
    require(
        question.fresh <= backbone.fresh() && backbone.fresh() <= std::max(question.fresh, question.last + 1),
        "variables outside the fresh range were used");
    judge_lists(result, candidates);
    judge_candidates(result, candidates);
  }

  static void inject_fault(Result& result, const Literals& candidates) {
    if (sabotaging(Sabotage::forced_more)) {
      const auto one = std::find_if(candidates.begin(), candidates.end(),
                                    [&](std::int32_t lit) { return result.refutes(lit); });
      if (one != candidates.end()) result.forced.push_back(*one);
    }
    if (sabotaging(Sabotage::forced_less) && !result.forced.empty()) result.forced.pop_back();
  }

  // What is required of the lists, whatever the models are.
  static void judge_lists(const Result& result, const Literals& candidates) {
    for (const Literals* some : {&result.forced, &result.undecided})
      for (const std::int32_t lit : *some) {
        require(contains(candidates, lit), std::to_string(lit) + " is not a candidate");
        require(std::count(some->begin(), some->end(), lit) == 1, std::to_string(lit) + " is listed twice");
      }
  }

  void judge_candidates(const Result& result, const Literals& candidates) const {
    std::size_t judged = 0;
    for (const std::int32_t lit : candidates) {
      if (contains(result.undecided, lit)) {
        require(!contains(result.forced, lit), std::to_string(lit) + " is forced and undecided");
        continue;
      }
      if (hard_ && judged++ == max_checked) break;
      Literals negated = assumptions_;
      negated.push_back(-lit);
      const std::optional<bool> can_be_false = satisfiable_with(negated);
      const bool refuted = result.refutes(lit);
      if (can_be_false)
        require(*can_be_false == refuted, std::to_string(lit) + (refuted ? " is forced" : " is not forced"));
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
