// Decisions: which variable, with which value; and rephasing.
#include <algorithm>

#include "decisions.hpp"
#include "phases.hpp"
#include "solver.hpp"

namespace satplay {

void Decisions::bump_scores(const std::vector<Var>& vars, std::int64_t decay_per_mille) {
  for (const Var var : vars) {
    scores_.raise(var, score_bump_);
    if (is_first(var)) first_scores_.raise(var, score_bump_);
  }
  score_bump_ *= 1000.0 / static_cast<double>(1000 - decay_per_mille);
  if (score_bump_ > 1e150) {
    scores_.scale(1 / score_bump_);
    first_scores_.scale(1 / score_bump_);
    score_bump_ = 1;
  }
}

// In their current order, so that their relative order is preserved (Biere & Fröhlich 2015).
void Decisions::bump_queue(std::vector<Var>& vars, const Trail& trail) {
  std::sort(vars.begin(), vars.end(), [&](Var a, Var b) { return queue_.stamp(a) < queue_.stamp(b); });
  for (const Var var : vars) queue_.bump(var, trail.assigned(var));
}

void Decisions::decide_first(Lits lits, std::size_t variables) {
  first_.assign(variables, 0);
  first_scores_ = ScoreHeap();
  first_scores_.grow(variables);
  for (const Lit lit : lits) {
    const Var var = variable(lit);
    if (first_[var]) continue;
    first_[var] = 1;
    first_scores_.raise(var, scores_.score(var));
    first_scores_.push(var);
  }
}

Lit Phases::choose(Var var, const Options& options, bool stable) const {
  const State& state = states_[var];
  int sign = state.preferred;
  if (sign == 0 && (options.target_phases == 2 || (options.target_phases == 1 && stable)))
    sign = state.target;
  if (sign == 0 && options.phase_saving) sign = state.saved;
  if (sign == 0) sign = options.phase ? 1 : -1;
  return literal(var, sign < 0);
}

void Phases::update_target_and_best(Lits consistent) {
  if (consistent.size() > target_size_) {
    target_size_ = consistent.size();
    for (const Lit lit : consistent) states_[variable(lit)].target = sign(lit);
  }
  if (consistent.size() > best_size_) {
    best_size_ = consistent.size();
    for (const Lit lit : consistent) states_[variable(lit)].best = sign(lit);
  }
}

void Phases::rephase(Rephase kind, std::int8_t initial, std::mt19937_64& random) {
  for (State& state : states_) {
    switch (kind) {
      case Rephase::original:
        state.saved = initial;
        break;
      case Rephase::inverted:
        state.saved = static_cast<std::int8_t>(-initial);
        break;
      case Rephase::best:
        if (state.best) state.saved = state.best;
        state.best = 0;
        break;
      case Rephase::random:
        state.saved = (random() & 1) ? 1 : -1;
        break;
      case Rephase::walk:
        break;
    }
    state.target = 0;
  }
  target_size_ = 0;
  if (kind == Rephase::best) best_size_ = 0;
}

Lit Solver::choose_phase(Var var) const {
  return phases_.choose(var, options_, restarts_.stable());
}

// The next literal to decide; no_lit if every variable is assigned.
Lit Solver::next_decision() {
  const Lit pure = decisions_.next_pure(trail_, [&](Var var) { return removed_.contains(var); });
  if (pure != no_lit) return pure;
  const Var var = decisions_.next(trail_, decides_by_scores());
  return var == no_var ? no_lit : choose_phase(var);
}

// At a conflict: the levels below the current one are free of conflict.
void Solver::update_target_and_best() {
  if (!restarts_.stable() && options_.target_phases != 2) return;
  phases_.update_target_and_best(trail_.lits().first(trail_.begin_of(trail_.level())));
}

// Rephasing: resets the saved phases to the initial phases, their opposite, the best so far, random ones, or
// the result of local search.
void Solver::rephase() {
  backtrack(0);
  static constexpr Rephase schedule[] = {Rephase::walk,     Rephase::original, Rephase::walk,
                                         Rephase::inverted, Rephase::walk,     Rephase::best,
                                         Rephase::walk,     Rephase::random,   Rephase::best};
  const Rephase kind = schedule[static_cast<std::size_t>(statistics.rephased) % std::size(schedule)];
  phases_.rephase(kind, options_.phase ? 1 : -1, random_);
  if (kind == Rephase::walk && options_.walk) walk();
  statistics.rephased++;
  schedule_.next_rephase = statistics.conflicts + options_.rephase * (statistics.rephased + 1);
}

// Literals whose negation occurs in no given clause that is not yet satisfied. They are decided, not
// asserted: that needs no justification in a proof, and stays correct when clauses are added.
void Solver::find_pure() {
  std::vector<Lit> pure;
  std::vector<std::uint8_t> occurs(trail_.literals(), 0);
  for (const Ref ref : given_) {
    const Lits lits = arena_[ref].lits();
    if (std::any_of(lits.begin(), lits.end(), [&](Lit lit) { return trail_.value(lit) > 0; })) continue;
    for (const Lit lit : lits) occurs[lit] = 1;
  }
  for (Lit lit = 0; lit < occurs.size(); lit++) {
    if (occurs[lit] && !occurs[negated(lit)] && trail_.value(lit) == 0) pure.push_back(lit);
  }
  decisions_.set_pure(std::move(pure));
}

}  // namespace satplay
