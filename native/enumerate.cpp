// Enumerates all models in one search, without blocking clauses: after a model has been
// reported, the last decision is flipped (Grumberg, Schuster & Yadgar 2004). The level of a flipped decision
// stays until everything below it has been enumerated: no backjump or restart goes below it (Toda & Soh
// 2016). Learned clauses follow from the clauses alone, so that nothing has to be undone at the end.
//
// With a projection onto some of the variables, they are decided first, and only their decisions are flipped.
// In order: they are decided in the given order, false first.
#include <algorithm>

#include "solver.hpp"

namespace satplay {

void Solver::start_enumeration(Lits assumptions, Lits projection, bool over_all, bool in_order) {
  stop_enumeration();
  backtrack(0);
  if (over_all) reactivate_all();
  for (const Lit lit : projection) reactivate(variable(lit));
  for (const Lit lit : assumptions) reactivate(variable(lit));

  enumeration_.start(assumptions, projection, over_all, in_order);
  if (contradictory_) enumeration_.set_exhausted();
  assumed_levels_ = static_cast<std::uint32_t>(assumptions.size());
  decisions_.prepare(variables(), [&](Var var) { return removed_.contains(var); });
}

void Solver::stop_enumeration() {
  if (!enumeration_.active()) return;
  enumeration_.stop();
  decisions_.clear_first();
  assumed_levels_ = 0;
  backtrack(0);
  decisions_.search_queue_from_end();
}

namespace {
constexpr auto patience = std::chrono::milliseconds(20);  // after that, the models found so far are returned
}

// Takes in variables and clauses that were added since the last call; false if a limit was reached.
bool Solver::prepare_enumeration() {
  // Variables that were mentioned since the start do not appear in models.
  if (variables() > enumeration_.projection().size()) enumeration_.project();
  if (!enumeration_.over_all() && !decisions_.has_first())
    decisions_.decide_first(enumeration_.projection(), variables());
  if (pending_ == 0) return true;
  watch_pending(true);
  if (!contradictory_ && stopped() != Stop::none) return false;
  if (!contradictory_ && propagate_root()) flush_root();
  if (contradictory_) enumeration_.set_exhausted();
  return true;
}

// Satisfiable if the maximum has been reported, or some models after a while; unsatisfiable if there are no
// more. After a limit has stopped it, the next call continues.
Status Solver::next_models(std::size_t most, const std::function<void()>& report, const Limits& limits,
                           const Pulse& pulse) {
  limits_.start(limits, pulse, statistics);
  if (stopped() != Stop::none || !prepare_enumeration()) return Status::unknown;
  Status status = enumeration_.exhausted() ? Status::unsatisfiable : Status::satisfiable;
  const auto soon = std::chrono::steady_clock::now() + patience;
  for (std::size_t count = 0; count < most && status == Status::satisfiable; count++) {
    if (enumeration_.take_reported()) flip_last_decision();
    status = enumeration_.exhausted() ? Status::unsatisfiable : search_next_model();
    if (status != Status::satisfiable) break;
    enumeration_.set_reported();
    statistics.models++;
    report();
    if (std::chrono::steady_clock::now() > soon) break;
  }
  if (status == Status::unsatisfiable) {
    enumeration_.set_exhausted();
    backtrack(0);
  }
  proof_.flush();
  return status;
}

// Everything below the last decision that is not flipped yet has been enumerated: that decision is flipped.
// Without one, the enumeration is complete.
void Solver::flip_last_decision() {
  const auto exhausted = [&](std::uint32_t level) {
    if (enumeration_.is_flipped(level)) return true;
    return !enumeration_.over_all() && !decisions_.is_first(variable(trail_.decision(level)));
  };
  std::uint32_t last = trail_.level();
  while (last > assumed_levels_ && exhausted(last)) last--;
  if (last <= assumed_levels_) {
    enumeration_.set_exhausted();
    return;
  }
  enumeration_.set_flip(negated(trail_.decision(last)));
  backtrack(last - 1);
}

Lit Solver::next_enumerated() {
  if (enumeration_.in_order()) {
    const Lit lit = enumeration_.next_in_order(trail_);
    if (lit != no_lit) return lit;
  } else if (!enumeration_.over_all()) {
    const Var var = decisions_.next_first(trail_);
    if (var != no_var) return choose_phase(var);
  }
  const Var var = decisions_.next(trail_, decides_by_scores());
  return var == no_var ? no_lit : choose_phase(var);
}

// Decides the flipped literal, or goes further back if it is false already.
void Solver::decide_flip() {
  const Lit lit = enumeration_.take_flip();
  if (trail_.value(lit) == 0) {
    decide(lit);
    enumeration_.add_flipped(trail_.level());
  } else if (trail_.value(lit) < 0) {
    flip_last_decision();
  }
}

// False if the next assumption is false.
bool Solver::assume_next() {
  const Lit assumption = enumeration_.assumptions()[trail_.level()];
  if (trail_.value(assumption) < 0) return false;
  assume(assumption);
  return true;
}

Status Solver::search_next_model() {
  for (;;) {
    const Ref conflict = propagate_all();
    if (conflict != no_ref) {
      enumeration_.cancel_flip();  // below this level there are no models, with either value
      learn_from(conflict);
    }
    if (contradictory_ || enumeration_.exhausted()) return Status::unsatisfiable;
    if (out_of_limits()) return Status::unknown;
    if (conflict != no_ref) continue;
    if (trail_.level() < assumed_levels_) {
      if (!assume_next()) return Status::unsatisfiable;
    } else if (enumeration_.has_flip()) {
      decide_flip();
    } else if (restart_due()) {
      restart();
    } else if (learned_.reduction_due(statistics, true)) {
      reduce();
    } else if (decide_or_save_model(next_enumerated())) {
      return Status::satisfiable;
    }
    if (contradictory_ || enumeration_.exhausted()) return Status::unsatisfiable;
  }
}

}  // namespace satplay
