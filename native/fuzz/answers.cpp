// Solving and propagating, and the checks of the answers.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ostream>
#include <thread>
#include <unordered_set>

#include "allocation_failure.hpp"
#include "failure.hpp"
#include "sabotage.hpp"
#include "session.hpp"
#include "tally.hpp"

namespace satplay::fuzz {

namespace {

constexpr std::int64_t sufficient_conflicts = 2000;  // limit of the additional solve calls

const char* status_name(Status status) {
  return status == Status::satisfiable     ? "satisfiable"
         : status == Status::unsatisfiable ? "unsatisfiable"
                                           : "unknown";
}

Answer ask(Engine& engine, const Literals& assumptions, const Limits& limits, const Pulse& pulse) {
  Answer answer;
  answer.status = engine.solve(assumptions, limits, pulse);
  answer.stopped = engine.stopped();
  if (answer.status == Status::satisfiable) answer.literals = engine.model();
  if (answer.status == Status::unsatisfiable) answer.literals = engine.core();
  return answer;
}

// Whether inprocessing may have removed redundant clauses, after which propagation can be weaker.
template <class Counts>
bool simplified(const Counts& counts) {
  if constexpr (requires { counts.inprocessings; })
    return counts.inprocessings > 0;
  else
    return false;
}

void read_freed_memory() {
  Literals lits(100, 1);
  const volatile std::int32_t* const first = lits.data();
  Literals().swap(lits);
  if (*first != 0) std::abort();
}

bool is_contradictory(const Literals& lits) {
  return std::any_of(lits.begin(), lits.end(),
                     [&](auto lit) { return std::find(lits.begin(), lits.end(), -lit) != lits.end(); });
}

Literals negations(Literals lits) {
  for (std::int32_t& lit : lits) lit = -lit;
  return lits;
}

}  // namespace

void Session::solve_and_judge(const Call& call, std::ostream& out) {
  last_ = solve(call);
  last_assumptions_ = call.lits;
  out << "  // " << status_name(last_.status) << " "
      << (last_.literals.size() > 100 ? "..." : as_text(last_.literals)) << "\n";
  judge(last_, call);
}

// Even if `work` throws, the interrupting thread is joined and later calls are not interrupted.
void Session::run_with_interruption(const Call& call, const std::function<void(const Pulse&)>& work) {
  int pulses = 0;
  const Pulse pulse = [&] { return !(call.interruption == Interruption::pulse && ++pulses >= call.when); };
  struct Interrupter {
    Recorder& recorder;
    std::thread thread;
    ~Interrupter() {
      recorder.interrupt_at(0);
      if (thread.joinable()) thread.join();
    }
  } interrupter{*recorder_, {}};
  if (call.interruption == Interruption::thread)
    interrupter.thread = std::thread([&] {
      std::this_thread::sleep_for(std::chrono::microseconds(call.when));
      engine_->interrupt();
    });
  recorder_->interrupt_at(call.interruption == Interruption::line ? call.when : 0);
  work(pulse);
}

Answer Session::solve(const Call& call) {
  if (sabotaging(Sabotage::crash)) read_freed_memory();
  while (sabotaging(Sabotage::hang)) std::this_thread::yield();
  listing_.active = false;
  Answer answer;
  run_with_interruption(call,
                        [&](const Pulse& pulse) { answer = ask(*engine_, call.lits, call.limits, pulse); });
  if (sabotaging(Sabotage::unsat) && answer.status == Status::satisfiable)
    answer = {Status::unsatisfiable, Stop::none, {}};
  if (sabotaging(Sabotage::unknown)) answer = {};
  if (answer.status == Status::satisfiable && !answer.literals.empty() && sabotaging(Sabotage::model))
    answer.literals[0] *= -1;
  if (answer.status == Status::unsatisfiable && !answer.literals.empty() && sabotaging(Sabotage::core))
    answer.literals.pop_back();
  return answer;
}

void Session::judge(const Answer& answer, const Call& call) {
  switch (answer.status) {
    case Status::satisfiable:
      tally.models++;
      judge_.model(answer.literals, call.lits, declared_);
      break;
    case Status::unsatisfiable:
      tally.refutations++;
      judge_.core(answer.literals, call.lits);
      check_proof();
      if (record_ != Record::nothing && !is_contradictory(answer.literals))
        require(checker_->follows(negations(answer.literals)),
                "the proof does not refute the core " + as_text(answer.literals));
      if (record_ == Record::nothing || random_.one_in(3))
        require(judge_.unsatisfiable(answer.literals) != false,
                "the core is satisfiable: " + as_text(answer.literals));
      break;
    case Status::unknown:
      judge_stop(answer.stopped, call);
      return;
  }
  require(answer.stopped == Stop::none, "an answer was given together with a reason for stopping");
}

void Session::judge_stop(Stop stopped, const Call& call) const {
  const Limits& limits = call.limits;
  tally.stops++;
  switch (stopped) {
    case Stop::none:
      throw Failure("no answer and no reason for stopping");
    case Stop::time:
      require(limits.seconds < 1e9, "out of time without a limit");
      break;
    case Stop::conflicts:
      require(limits.conflicts >= 0, "out of conflicts without a limit");
      require(engine_->statistics().conflicts - counters_.conflicts >= limits.conflicts,
              "stopped before the conflict limit was reached");
      break;
    case Stop::propagations:
      require(limits.propagations >= 0, "out of propagations without a limit");
      break;
    case Stop::memory:
      require(limits.memory_bytes >= 0, "out of memory without a limit");
      break;
    case Stop::decisions:
      require(limits.decisions >= 0, "out of decisions without a limit");
      require(engine_->statistics().decisions - counters_.decisions > limits.decisions,
              "stopped before the decision limit was reached");
      break;
    case Stop::interrupted:
      require(call.interruption != Interruption::none, "stopped as interrupted without an interruption");
      break;
  }
}

void Session::propagate(const Literals& assumptions, std::ostream& out) {
  tally.propagations++;
  listing_.active = false;
  Literals implied;
  bool consistent = engine_->propagate(assumptions, implied);
  if (sabotaging(Sabotage::conflict)) consistent = false;
  if (sabotaging(Sabotage::overlooked) && !implied.empty()) implied.pop_back();
  if (sabotaging(Sabotage::implied))
    for (const std::int32_t variable : judge_.mentioned()) {
      if (std::find(implied.begin(), implied.end(), variable) == implied.end() &&
          std::find(implied.begin(), implied.end(), -variable) == implied.end())
        implied.push_back(variable);
    }
  out << "  // " << (consistent ? "" : "conflict ") << as_text(implied) << "\n";
  if (!consistent) {
    judge_.conflict(assumptions);
  } else {
    judge_.implied(implied, assumptions, random_);
    if (!simplified(engine_->statistics())) judge_.complete(implied, assumptions);
  }
}

// -- repeated solve calls ----------------------------------------------------------------------------------

// A clone gives the same answer as the original, with the same statistics.
void Session::compare_with_clone(const Call& call, std::ostream& out) {
  const std::unique_ptr<Session> copy = clone();
  Literals assumptions = call.lits;
  if (sabotaging(Sabotage::twin) && !assumptions.empty()) assumptions.pop_back();
  listing_.active = false;
  const Answer copy_answer = ask(*copy->engine_, assumptions, call.limits, {});
  last_ = ask(*engine_, call.lits, call.limits, {});
  last_assumptions_ = call.lits;
  out << "  // " << status_name(last_.status) << " " << as_text(last_.literals) << "\n";
  judge(last_, call);
  require(copy_answer == last_, std::string("a clone answers differently: ") +
                                    status_name(copy_answer.status) + " " + as_text(copy_answer.literals) +
                                    " instead of " + status_name(last_.status) + " " +
                                    as_text(last_.literals));
  require(counters_of(copy->engine_->statistics()) == counters_of(engine_->statistics()),
          "a clone gives the same answer with different statistics");
}

// With the last model as phases the engine finds the same model without a conflict, because all its clauses
// are implied by the original ones. Not after variable elimination: eliminated variables are not decided.
void Session::repeat_model() {
  if (last_.status != Status::satisfiable || options_.pure) return;
  Literals model;
  for (const std::int32_t lit : last_.literals)
    if (judge_.mentioned().contains(std::abs(lit))) model.push_back(lit);
  for (const std::int32_t lit : model) engine_->set_phase(lit);
  const std::int64_t conflicts = engine_->statistics().conflicts;
  Call call;
  call.lits = last_assumptions_;
  const Answer answer = solve(call);
  judge(answer, call);
  if (!simplified(engine_->statistics())) {
    const std::unordered_set<std::int32_t> truth(answer.literals.begin(), answer.literals.end());
    for (const std::int32_t lit : model)
      require(truth.contains(lit), "the model does not follow the phase " + std::to_string(lit));
    require(engine_->statistics().conflicts == conflicts,
            "a conflict occurred although the phases are a model");
  }
  for (const std::int32_t lit : model) engine_->clear_phase(std::abs(lit));
}

void Session::repeat_core() {
  if (last_.status != Status::unsatisfiable) return;
  Call call;
  call.lits = last_.literals;
  call.limits.conflicts = sufficient_conflicts;
  const Answer answer = solve(call);
  judge(answer, call);
  require(answer.status != Status::satisfiable, "a core is satisfiable when it is assumed again");
}

// After an allocation failure every further call throws std::bad_alloc.
void Session::fail_allocation(const Call& call, std::ostream& out) {
  const auto runs_out = [&](const auto& act) {
    try {
      act();
      return false;
    } catch (const std::bad_alloc&) {
      return true;
    }
  };
  listing_.active = false;
  failed_ = runs_out([&] {
    const AllocationFailure failure(call.when);
    engine_->solve(call.lits, call.limits, {});
  });
  out << "  // " << (failed_ ? "out of memory" : "enough memory") << "\n";
  if (!failed_) return;
  Literals implied;
  require(runs_out([&] { engine_->solve({}, {}, {}); }) && !sabotaging(Sabotage::memory),
          "solve() succeeds after an allocation failure");
  require(runs_out([&] { engine_->propagate({}, implied); }),
          "propagate() succeeds after an allocation failure");
  require(runs_out([&] { engine_->add({}); }), "add() succeeds after an allocation failure");
  require(runs_out([&] { engine_->clone()->solve({}, {}, {}); }),
          "a clone solves after an allocation failure");
}

}  // namespace satplay::fuzz
