// The search: propagate; on a conflict learn and backtrack; otherwise decide.
#include <algorithm>
#include <bit>

#include "solver.hpp"

namespace satplay {

// Cheap enough for every step of the search.
bool Solver::out_of_limits() {
  return limits_.exceeded(statistics, work_, [&] { return bytes(); });
}

// Like the above, but always consults the clock.
bool Solver::out_of_limits_now() {
  limits_.look_next_time();
  return out_of_limits();
}

namespace {
constexpr std::size_t small_arena = 20'000;  // words: checked at every occasion
}

// For large formulas checks are done at growing intervals, so that fuzzing stays fast.
bool Solver::check_now() const {
  if (contradictory_ || pending_ > 0) return true;
  const auto occasions = static_cast<std::uint64_t>(statistics.restarts + statistics.reductions +
                                                    statistics.inprocessings + statistics.models);
  if (arena_.size() > small_arena && !std::has_single_bit(occasions)) return true;
  INVARIANT(trail_.check(arena_));
  INVARIANT(arena_.check(given_, false) && arena_.check(learned_.refs, true) && learned_.check(arena_));
  INVARIANT(watches_.check(arena_, {given_, learned_.refs}, trail_));
  INVARIANT(decisions_.check(trail_, decides_by_scores(), [&](Var var) { return removed_.contains(var); }));
  INVARIANT(analysis_.check() && enumeration_.check(trail_) && removed_.check());
  for (const std::vector<Ref>* list : {&given_, &learned_.refs}) {
    for (const Ref ref : *list) INVARIANT(arena_[ref].garbage || !mentions_removed(arena_[ref].lits()));
  }
  return true;
}

Status Solver::solve(Lits assumptions, const Limits& limits, const Pulse& pulse) {
  stop_enumeration();
  limits_.start(limits, pulse, statistics);
  if (stopped() != Stop::none) return Status::unknown;
  if (answered_by_last_model(assumptions)) return Status::satisfiable;
  failed_.assign(trail_.literals(), 0);
  backtrack(0);
  for (const Lit lit : assumptions) freeze(variable(lit));
  watch_pending(true);  // after freezing, which may restore clauses
  const Status status = contradictory_            ? Status::unsatisfiable
                        : stopped() != Stop::none ? Status::unknown
                                                  : solve_frozen(assumptions);
  for (const Lit lit : assumptions) melt(variable(lit));
  if (status != Status::unknown) limits_.clear();  // a limit may have stopped a simplification
  proof_.flush();
  return status;
}

// Whether the last model satisfies these assumptions, too. If the caller prefers certain phases, another
// model may have them.
bool Solver::answered_by_last_model(Lits assumptions) const {
  return model_holds_ && !phases_.has_preferences() &&
         std::all_of(assumptions.begin(), assumptions.end(), [&](Lit lit) { return model_value(lit) > 0; });
}

void Solver::save_model() {
  INVARIANT(check_now());
  model_ = trail_.values();
  removed_.extend(model_);
  model_holds_ = true;
}

// With the variables of the assumptions frozen: simplification does not remove them during this call.
Status Solver::solve_frozen(Lits assumptions) {
  if (preprocess_due()) {
    inprocess();
    if (contradictory_) return Status::unsatisfiable;
  }
  if (options_.pure) {
    if (!propagate_root()) return Status::unsatisfiable;
    find_pure();
  }
  if (lucky_due(assumptions) && lucky()) return Status::satisfiable;
  assumed_levels_ = static_cast<std::uint32_t>(assumptions.size());
  const Status status = search(assumptions);
  backtrack(0);
  assumed_levels_ = 0;
  return status;
}

void Solver::learn_from(Ref conflict) {
  statistics.conflicts++;
  decisions_.restart_pure();
  if (trail_.level() == 0)
    derive_empty(conflict);
  else
    analyze(conflict);
}

// Restarts, rephases, reduces or simplifies if that is due; false if nothing is.
bool Solver::maintain() {
  if (restart_due()) {
    restart();
    switch_mode_if_due();
  } else if (options_.rephase && statistics.conflicts >= schedule_.next_rephase) {
    rephase();
  } else if (learned_.reduction_due(statistics, enumeration_.active())) {
    reduce();
  } else if (inprocess_due()) {
    inprocess();
  } else {
    return false;
  }
  return true;
}

// Decides the literal. Without one all variables are assigned: then the model is saved, unless a theory
// refuses it. Returns whether a model was saved.
bool Solver::decide_or_save_model(Lit lit) {
  if (lit != no_lit) {
    statistics.decisions++;
    decide(lit);
    return false;
  }
  Ref conflict = no_ref;
  const bool agreed = theories_agree(conflict);
  if (agreed)
    save_model();
  else if (conflict != no_ref)
    learn_from(conflict);
  return agreed;
}

Status Solver::search(Lits assumptions) {
  for (;;) {
    const Ref conflict = propagate_all();
    if (conflict != no_ref) learn_from(conflict);
    if (contradictory_) return Status::unsatisfiable;
    if (out_of_limits()) return Status::unknown;
    if (conflict != no_ref || maintain()) {
      if (contradictory_) return Status::unsatisfiable;
      continue;
    }
    if (trail_.level() < assumptions.size()) {
      const Lit assumption = assumptions[trail_.level()];
      if (trail_.value(assumption) < 0) {
        analyze_final(assumption);
        return Status::unsatisfiable;
      }
      assume(assumption);
      continue;
    }
    if (decide_or_save_model(next_decision())) return Status::satisfiable;
    if (contradictory_) return Status::unsatisfiable;
  }
}

bool Solver::propagate_only(Lits assumptions, std::vector<Lit>& implied) {
  implied.clear();
  stop_enumeration();
  backtrack(0);
  reactivate_all();  // the answer covers every variable
  watch_pending(false);
  if (contradictory_ || !propagate_root()) return false;
  bool consistent = true;
  for (const Lit lit : assumptions) {
    if (trail_.value(lit) > 0) continue;
    consistent = trail_.value(lit) == 0;
    if (!consistent) break;
    decide(lit);
    consistent = propagate() == no_ref;
    if (!consistent) break;
  }
  implied.assign(trail_.lits().begin(), trail_.lits().end());
  std::vector<Phases::State> phases = phases_.copy();
  backtrack(0);
  phases_.restore(std::move(phases));
  return consistent;
}

}  // namespace satplay
