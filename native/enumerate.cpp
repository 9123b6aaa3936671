// All models, one after the other, inside one search and without a clause for each: when a model has been
// shown, the last decision is turned round, and its other value is done with (Grumberg, Schuster & Yadgar
// 2004). A level of a turned decision stays until all under it has been seen: jumps and restarts end there
// (Toda & Soh 2016). What is learned follows from the clauses alone, so that nothing is left behind when it
// is over.
//
// Over some of the variables only: they are decided first, and only their decisions are turned.
// In order: they are decided in the order given, false first.
#include <algorithm>

#include "solver.hpp"

namespace satplay {

void Solver::start_enumeration(Lits assumptions, Lits over, bool over_all, bool in_order) {
  end_enumeration();
  backtrack(0);
  if (over_all) reactivate_all();
  for (const Lit lit : over) reactivate(variable(lit));
  for (const Lit lit : assumptions) reactivate(variable(lit));

  enumerating_ = true;
  over_all_ = over_all;
  in_order_ = in_order;
  shown_ = false;
  exhausted_ = contradictory_;
  flip_ = no_lit;
  next_over_ = 0;
  under_.assign(assumptions.begin(), assumptions.end());
  over_.assign(over.begin(), over.end());
  assumed_ = static_cast<std::uint32_t>(under_.size());
  prepare_decisions();
}

void Solver::end_enumeration() {
  if (!enumerating_) return;
  enumerating_ = false;
  flips_.clear();
  projected_.clear();
  assumed_ = 0;
  backtrack(0);
  queue_search_ = queue_last_;
}

namespace {
constexpr auto patience = std::chrono::milliseconds(20);  // then those who wait get what there is
}

// Satisfiable when so many have been shown or some after a while, unsatisfiable when there is none any more.
// When a limit stops it, it can be asked again and goes on.
Status Solver::next_models(std::size_t most, const std::function<void()>& show, const Limits& limits,
                           const Pulse& pulse) {
  if (variables() > over_.size()) over_all_ = false;  // some have been named since: no model shows them
  if (!over_all_ && projected_.empty()) {
    projected_.assign(variables(), 0);
    front_ = ScoreHeap();
    front_.grow(variables());
    for (const Lit lit : over_) {
      const Var var = variable(lit);
      if (projected_[var]) continue;
      projected_[var] = 1;
      front_.raise(var, heap_.score(var));
      front_.push(var);
    }
  }
  start(limits, pulse);
  if (!pending_.empty()) {
    connect_pending(true);
    if (!contradictory_ && stopped_ != Stop::none) return Status::unknown;
    if (!contradictory_ && propagate_root()) flush_root();
    exhausted_ |= contradictory_;
  }
  Status status = exhausted_ ? Status::unsatisfiable : Status::satisfiable;
  const auto soon = std::chrono::steady_clock::now() + patience;
  for (std::size_t count = 0; count < most && status == Status::satisfiable; count++) {
    if (std::exchange(shown_, false)) exhaust(level());
    status = exhausted_ ? Status::unsatisfiable : enumerate();
    if (status != Status::satisfiable) break;
    shown_ = true;
    statistics.models++;
    show();
    if (std::chrono::steady_clock::now() > soon) break;
  }
  if (status == Status::unsatisfiable) {
    exhausted_ = true;
    flips_.clear();
    backtrack(0);
  }
  if (proving()) proof_->flush();
  return status;
}

// Everything under the last decision that is not turned yet has been seen: it is turned.
void Solver::exhaust(std::uint32_t from) {
  const auto done = [&](std::uint32_t at) {
    return std::binary_search(flips_.begin(), flips_.end(), at) ||
           !projected(variable(trail_[control_[at - 1]]));
  };
  std::uint32_t last = from;
  while (last > assumed_ && done(last)) last--;
  if (last <= assumed_) {
    exhausted_ = true;
    return;
  }
  flip_ = negated(trail_[control_[last - 1]]);
  backtrack(last - 1);
}

Lit Solver::next_enumerated() {
  if (in_order_) {
    for (; next_over_ < over_.size(); next_over_++) {
      if (values_[over_[next_over_]] == 0) return negated(over_[next_over_]);
    }
  } else if (!over_all_) {
    while (!front_.empty() && values_[positive(front_.top())] != 0) front_.pop();
    if (!front_.empty()) return decide_phase(front_.top());
  }
  const Var var = next_variable();
  return var == no_var ? no_lit : decide_phase(var);
}

Status Solver::enumerate() {
  for (;;) {
    Ref conflict = propagate_all();
    if (conflict != no_ref) {
      flip_ = no_lit;  // under this level there is nothing, whichever way
      learn_from(conflict);
    }
    if (contradictory_ || exhausted_) return Status::unsatisfiable;
    if (out_of_limits()) return Status::unknown;
    if (conflict != no_ref) continue;
    if (level() < assumed_) {
      const Lit assumption = under_[level()];
      if (values_[assumption] < 0) return Status::unsatisfiable;
      if (values_[assumption] > 0)
        control_.push_back(static_cast<std::uint32_t>(trail_.size()));
      else
        decide(assumption);
    } else if (flip_ != no_lit) {
      const Lit lit = std::exchange(flip_, no_lit);
      if (values_[lit] == 0) {
        decide(lit);
        flips_.push_back(level());
      } else if (values_[lit] < 0) {
        exhaust(level());
        if (exhausted_) return Status::unsatisfiable;
      }
    } else if (restart_due()) {
      restart();
    } else if (reduce_due()) {
      reduce();
    } else {
      const Lit lit = next_enumerated();
      if (lit != no_lit) {
        statistics.decisions++;
        decide(lit);
        continue;
      }
      if (!theories_agree(conflict)) {
        if (conflict != no_ref) learn_from(conflict);
        if (contradictory_ || exhausted_) return Status::unsatisfiable;
        continue;
      }
      keep_model();
      return Status::satisfiable;
    }
  }
}

}  // namespace satplay
