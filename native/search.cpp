// The search: propagate; on a conflict learn and jump back; otherwise decide. And the limits it obeys.
#include "solver.hpp"

namespace satplay {

namespace {
using Clock = std::chrono::steady_clock;
constexpr std::int64_t ticks_between_looks = 50'000;  // well under a millisecond of work
constexpr auto time_between_pulses = std::chrono::milliseconds(10);
}  // namespace

void Solver::start(const Limits& limits, const Pulse& pulse) {
  limits_ = limits;
  pulse_ = &pulse;
  at_start_ = statistics;
  stopped_ = Stop::none;
  interrupted_.lower();
  const Clock::time_point now = Clock::now();
  timed_ = limits.seconds < 1e9;
  if (timed_)
    deadline_ =
        now + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(limits.seconds));
  next_pulse_ = now + time_between_pulses;
  next_look_ = 0;
}

// Cheap enough to be asked at every turn of the loop.
bool Solver::out_of_limits() {
  if (interrupted_.raised()) {
    stopped_ = Stop::interrupted;
  } else if (limits_.conflicts >= 0 && statistics.conflicts - at_start_.conflicts > limits_.conflicts) {
    stopped_ = Stop::conflicts;
  } else if (limits_.propagations >= 0 &&
             statistics.propagations - at_start_.propagations > limits_.propagations) {
    stopped_ = Stop::propagations;
  } else if (ticks_ >= next_look_) {
    next_look_ = ticks_ + ticks_between_looks;
    const Clock::time_point now = Clock::now();
    if (timed_ && now >= deadline_) {
      stopped_ = Stop::time;
    } else if (limits_.memory_bytes >= 0 && bytes() > static_cast<std::size_t>(limits_.memory_bytes)) {
      stopped_ = Stop::memory;
    } else if (now >= next_pulse_) {
      next_pulse_ = now + time_between_pulses;
      if (*pulse_ && !(*pulse_)()) stopped_ = Stop::interrupted;
    }
  }
  return stopped_ != Stop::none;
}

// The same, with a look at the clock in any case.
bool Solver::out_of_limits_now() {
  next_look_ = 0;
  return out_of_limits();
}

Status Solver::solve(Lits assumptions, const Limits& limits, const Pulse& pulse) {
  end_enumeration();
  start(limits, pulse);
  if (answered_before(assumptions)) return Status::satisfiable;
  failed_.assign(values_.size(), 0);
  backtrack(0);
  for (const Lit lit : assumptions) freeze(variable(lit));
  connect_pending(true);  // after clauses that come back with what is assumed
  const Status status = contradictory_           ? Status::unsatisfiable
                        : stopped_ != Stop::none ? Status::unknown
                                                 : solve_frozen(assumptions);
  for (const Lit lit : assumptions) melt(variable(lit));
  if (status != Status::unknown) stopped_ = Stop::none;  // a simplification may have been cut short
  if (proving()) proof_->flush();
  return status;
}

// The last model may be one under these assumptions too. Where somebody wishes for certain phases, it might
// not be the one they wish for.
bool Solver::answered_before(Lits assumptions) const {
  return model_holds_ && wishes_ == 0 &&
         std::all_of(assumptions.begin(), assumptions.end(), [&](Lit lit) { return model_value(lit) > 0; });
}

void Solver::keep_model() {
  model_ = values_;
  extend_model();
  model_holds_ = true;
}

// With the variables of the assumptions frozen: they stay while this call lasts.
Status Solver::solve_frozen(Lits assumptions) {
  if (preprocess_due()) {
    inprocess();
    if (contradictory_) return Status::unsatisfiable;
  }
  if (options_.pure) {
    if (!propagate_root()) return Status::unsatisfiable;
    find_pure();
  }
  if (luck_due(assumptions) && lucky()) return Status::satisfiable;
  assumed_ = static_cast<std::uint32_t>(assumptions.size());
  const Status status = search(assumptions);
  backtrack(0);
  assumed_ = 0;
  return status;
}

void Solver::learn_from(Ref conflict) {
  statistics.conflicts++;
  pure_next_ = 0;
  if (level() == 0)
    derive_empty(conflict);
  else
    analyze(conflict);
}

Status Solver::search(Lits assumptions) {
  for (;;) {
    Ref conflict = propagate_all();
    if (conflict != no_ref) learn_from(conflict);
    if (contradictory_) return Status::unsatisfiable;
    if (out_of_limits()) return Status::unknown;
    if (conflict != no_ref) continue;
    if (restart_due()) {
      restart();
      switch_mode_if_due();
    } else if (options_.rephase && statistics.conflicts >= next_rephase_) {
      rephase();
    } else if (reduce_due()) {
      reduce();
      if (contradictory_) return Status::unsatisfiable;
    } else if (inprocess_due()) {
      inprocess();
      if (contradictory_) return Status::unsatisfiable;
    } else if (level() < assumptions.size()) {
      const Lit assumption = assumptions[level()];
      if (values_[assumption] < 0) {
        analyze_final(assumption);
        return Status::unsatisfiable;
      }
      if (values_[assumption] > 0)
        control_.push_back(static_cast<std::uint32_t>(trail_.size()));  // an empty level
      else
        decide(assumption);
    } else {
      const Lit lit = next_decision();
      if (lit == no_lit) {
        if (!theories_agree(conflict)) {
          if (conflict != no_ref) learn_from(conflict);
          if (contradictory_) return Status::unsatisfiable;
          continue;
        }
        keep_model();
        return Status::satisfiable;
      }
      statistics.decisions++;
      decide(lit);
    }
  }
}

bool Solver::propagate_only(Lits assumptions, std::vector<Lit>& implied) {
  implied.clear();
  end_enumeration();
  backtrack(0);
  reactivate_all();  // propagation is asked about every variable
  connect_pending(false);
  if (contradictory_ || !propagate_root()) return false;
  bool consistent = true;
  for (const Lit lit : assumptions) {
    if (values_[lit] > 0) continue;
    if (values_[lit] < 0) {
      consistent = false;
      break;
    }
    decide(lit);
    if (propagate() != no_ref) {
      consistent = false;
      break;
    }
  }
  implied.assign(trail_.begin(), trail_.end());
  // Phases are left as they were: looking is not searching.
  const std::vector<PhaseState> phases = phases_;
  backtrack(0);
  phases_ = phases;
  return consistent;
}

}  // namespace satplay
