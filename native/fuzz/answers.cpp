// Questions to the engine, and what is demanded of its answers.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ostream>
#include <thread>
#include <unordered_set>

#include "failure.hpp"
#include "memory.hpp"
#include "sabotage.hpp"
#include "session.hpp"
#include "tally.hpp"

namespace satplay::fuzz {

namespace {

constexpr std::int64_t enough_conflicts = 2000;  // where the driver itself asks again

const char* word(Status status) {
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

// Whether the clauses may since have lost some that propagation could use but truth does not need.
template <class Counts>
bool simplified(const Counts& counts) {
  if constexpr (requires { counts.inprocessings; })
    return counts.inprocessings > 0;
  else
    return false;
}

void read_what_was_given_back() {
  Literals lits(100, 1);
  const volatile std::int32_t* const first = lits.data();
  Literals().swap(lits);
  if (*first != 0) std::abort();
}

bool contradict_themselves(const Literals& lits) {
  return std::any_of(lits.begin(), lits.end(),
                     [&](auto lit) { return std::find(lits.begin(), lits.end(), -lit) != lits.end(); });
}

Literals negations(Literals lits) {
  for (std::int32_t& lit : lits) lit = -lit;
  return lits;
}

}  // namespace

void Session::question(const Call& call, std::ostream& talk) {
  last_ = solve(call);
  last_assumptions_ = call.lits;
  talk << "  // " << word(last_.status) << " "
       << (last_.literals.size() > 100 ? "..." : listed(last_.literals)) << "\n";
  judge(last_, call);
}

// Whatever happens, a thread is waited for, and what comes afterwards is not disturbed.
void Session::disturb(const Call& call, const std::function<void(const Pulse&)>& work) {
  int pulses = 0;
  const Pulse pulse = [&] { return !(call.disturbance == Disturbance::pulse && ++pulses >= call.when); };
  struct Disturber {
    Recorder& recorder;
    std::thread thread;
    ~Disturber() {
      recorder.interrupt_at(0);
      if (thread.joinable()) thread.join();
    }
  } disturber{*recorder_, {}};
  if (call.disturbance == Disturbance::thread)
    disturber.thread = std::thread([&] {
      std::this_thread::sleep_for(std::chrono::microseconds(call.when));
      engine_->interrupt();
    });
  recorder_->interrupt_at(call.disturbance == Disturbance::line ? call.when : 0);
  work(pulse);
}

Answer Session::solve(const Call& call) {
  if (sabotaging(Sabotage::crash)) read_what_was_given_back();
  while (sabotaging(Sabotage::hang)) std::this_thread::yield();
  listing_.going = false;
  Answer answer;
  disturb(call, [&](const Pulse& pulse) { answer = ask(*engine_, call.lits, call.limits, pulse); });
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
      tally.refusals++;
      judge_.core(answer.literals, call.lits);
      hear_proof();
      if (record_ != Record::nothing && !contradict_themselves(answer.literals))
        demand(checker_->follows(negations(answer.literals)),
               "the proof does not end with the refusal of " + listed(answer.literals));
      if (record_ == Record::nothing || chance_.one_in(3))
        demand(judge_.refused(answer.literals) != false, "there is a model with " + listed(answer.literals));
      break;
    case Status::unknown:
      judge_stop(answer.stopped, call);
      return;
  }
  demand(answer.stopped == Stop::none, "there is an answer and a reason why there is none");
}

void Session::judge_stop(Stop stopped, const Call& call) const {
  const Limits& limits = call.limits;
  tally.stops++;
  switch (stopped) {
    case Stop::none:
      throw Failure("there is no answer, and no reason why");
    case Stop::time:
      demand(limits.seconds < 1e9, "out of time without a limit");
      break;
    case Stop::conflicts:
      demand(limits.conflicts >= 0, "out of conflicts without a limit");
      demand(engine_->statistics().conflicts - counters_.conflicts >= limits.conflicts,
             "out of conflicts too early");
      break;
    case Stop::propagations:
      demand(limits.propagations >= 0, "out of propagations without a limit");
      break;
    case Stop::memory:
      demand(limits.memory_bytes >= 0, "out of memory without a limit");
      break;
    case Stop::interrupted:
      demand(call.disturbance != Disturbance::none, "interrupted by nobody");
      break;
  }
}

void Session::propagate(const Literals& assumptions, std::ostream& talk) {
  tally.propagations++;
  listing_.going = false;
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
  talk << "  // " << (consistent ? "" : "conflict ") << listed(implied) << "\n";
  if (!consistent) {
    judge_.conflict(assumptions);
  } else {
    judge_.implied(implied, assumptions, chance_);
    if (!simplified(engine_->statistics())) judge_.complete(implied, assumptions);
  }
}

// -- asking again ----------------------------------------------------------------------------------

// A copy does exactly what the original does, down to the counters.
void Session::twin(const Call& call, std::ostream& talk) {
  const std::unique_ptr<Session> other = clone();
  Literals assumptions = call.lits;
  if (sabotaging(Sabotage::twin) && !assumptions.empty()) assumptions.pop_back();
  listing_.going = false;
  const Answer theirs = ask(*other->engine_, assumptions, call.limits, {});
  last_ = ask(*engine_, call.lits, call.limits, {});
  last_assumptions_ = call.lits;
  talk << "  // " << word(last_.status) << " " << listed(last_.literals) << "\n";
  judge(last_, call);
  demand(theirs == last_, std::string("a copy answers differently: ") + word(theirs.status) + " " +
                              listed(theirs.literals) + " instead of " + word(last_.status) + " " +
                              listed(last_.literals));
  demand(counters_of(other->engine_->statistics()) == counters_of(engine_->statistics()),
         "a copy went another way to the same answer");
}

// Every clause the engine has follows from those of which this is a model: deciding along it, propagation can
// only go along with it. Unless variables were resolved away: what they are is not decided but worked out.
void Session::retrace() {
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
      demand(truth.contains(lit), "wished for, " + std::to_string(lit) + " did not come");
    demand(engine_->statistics().conflicts == conflicts,
           "there was a conflict on the way to a wished-for model");
  }
  for (const std::int32_t lit : model) engine_->clear_phase(std::abs(lit));
}

void Session::again() {
  if (last_.status != Status::unsatisfiable) return;
  Call call;
  call.lits = last_.literals;
  call.limits.conflicts = enough_conflicts;
  const Answer answer = solve(call);
  judge(answer, call);
  demand(answer.status != Status::satisfiable, "a core is accepted the second time");
}

// An engine that ran out of memory on the way says so, and says so again whatever it is asked.
void Session::starve(const Call& call, std::ostream& talk) {
  const auto runs_out = [&](const auto& act) {
    try {
      act();
      return false;
    } catch (const std::bad_alloc&) {
      return true;
    }
  };
  listing_.going = false;
  failed_ = runs_out([&] {
    const Starvation starvation(call.when);
    engine_->solve(call.lits, call.limits, {});
  });
  talk << "  // " << (failed_ ? "out of memory" : "enough memory") << "\n";
  if (!failed_) return;
  Literals implied;
  demand(runs_out([&] { engine_->solve({}, {}, {}); }) && !sabotaging(Sabotage::memory),
         "solves on after it ran out of memory");
  demand(runs_out([&] { engine_->propagate({}, implied); }), "propagates on after it ran out of memory");
  demand(runs_out([&] { engine_->add({}); }), "takes clauses after it ran out of memory");
  demand(runs_out([&] { engine_->clone()->solve({}, {}, {}); }),
         "its copy solves on after it ran out of memory");
}

}  // namespace satplay::fuzz
