// Conflict analysis: the clause learned at the first unique implication point (Marques-Silva & Sakallah
// 1996), in steps: collect the clause, minimise it, choose its watched literals, reward the variables, write
// the proof, backtrack and assert.
#include <algorithm>

#include "solver.hpp"

namespace satplay {

void Solver::analyze(Ref conflict) {
  while (conflict != no_ref && !contradictory_) conflict = analyze_conflict(conflict);
}

// Learns a clause from a false one, backtracks to where it is unit, and asserts it. Returns the learned
// clause if it is false even there, otherwise no_ref.
Ref Solver::analyze_conflict(Ref conflict) {
  std::uint32_t conflict_level = 0;
  for (const Lit lit : arena_[conflict].lits()) {
    INVARIANT(trail_.value(lit) < 0);
    conflict_level = std::max(conflict_level, trail_.level_of(lit));
  }
  backtrack(conflict_level);
  if (conflict_level == 0) {
    derive_empty(conflict);
    return no_ref;
  }
  update_target_and_best();

  collect_first_uip(conflict);
  INVARIANT(check_learned(conflict_level));
  const std::uint32_t glue = analysis_.glue(analysis_.clause, trail_);
  if (options_.minimise) minimize();
  if (options_.strengthen) strengthen_by_binary(glue);
  INVARIANT(check_learned(conflict_level));
  const std::uint32_t assertion_level = order_watches();
  restarts_.learned(glue);
  bump_analyzed();
  const ClauseId id = prove_learned(conflict);
  analysis_.clear();
  statistics.learned++;
  return learn(id, std::min(glue, static_cast<std::uint32_t>(analysis_.clause.size())), assertion_level);
}

// Whether the clause in analysis_ is false, and its first literal the only one of the conflict level.
bool Solver::check_learned(std::uint32_t conflict_level) const {
  const std::vector<Lit>& clause = analysis_.clause;
  INVARIANT(trail_.level() == conflict_level);
  INVARIANT(trail_.value(clause[0]) < 0 && trail_.level_of(clause[0]) == conflict_level);
  for (std::size_t i = 1; i < clause.size(); i++) {
    INVARIANT(trail_.value(clause[i]) < 0);
    INVARIANT(trail_.level_of(clause[i]) > 0 && trail_.level_of(clause[i]) < conflict_level);
  }
  return true;
}

// Adds a literal of a reason: below the conflict level it belongs to the learned clause, otherwise it remains
// to be resolved.
void Solver::analyze_literal(Lit lit, std::uint32_t& open) {
  const Var var = variable(lit);
  if (analysis_.has(var, seen)) return;
  const std::uint32_t level = trail_[var].level;
  if (level == 0) {
    if (proof_.hinting()) analysis_.hint_unit(var);
    return;
  }
  analysis_.mark_seen(var);
  if (level == trail_.level()) {
    open++;
  } else {
    analysis_.clause.push_back(lit);
    analysis_.levels.add(level);
  }
}

void Solver::analyze_reason(Ref ref, Lit except, std::uint32_t& open) {
  Clause& clause = arena_[ref];
  if (clause.learned) learned_.use(clause, [&] { return analysis_.glue(clause.lits(), trail_); });
  for (const Lit lit : clause.lits()) {
    if (lit != except) analyze_literal(lit, open);
  }
}

// Resolves the conflict with reasons, backwards along the trail, until one literal of the conflict level is
// left: the first unique implication point. Its negation comes first in the learned clause.
void Solver::collect_first_uip(Ref conflict) {
  INVARIANT(analysis_.analyzed.empty() && analysis_.hints.units().empty());
  analysis_.levels.clear(trail_.level());
  analysis_.clause.assign(1, no_lit);
  std::uint32_t open = 0;
  analyze_reason(conflict, no_lit, open);
  std::size_t at = trail_.size();
  Lit uip = no_lit;
  for (;;) {
    INVARIANT(open > 0);
    do uip = trail_.at(--at);
    while (!analysis_.has(variable(uip), seen));
    if (--open == 0) break;
    if (proof_.hinting()) analysis_.hints.add_reason(variable(uip));
    analyze_reason(reason_of(variable(uip)), uip, open);
  }
  analysis_.clause[0] = negated(uip);
}

// Moves a literal of the highest remaining level to the second place: the first two literals are watched.
// Returns that level: there the clause is unit.
std::uint32_t Solver::order_watches() {
  std::vector<Lit>& clause = analysis_.clause;
  std::uint32_t highest = 0;
  for (std::size_t i = 1; i < clause.size(); i++) {
    const std::uint32_t level = trail_.level_of(clause[i]);
    if (level > highest) {
      highest = level;
      std::swap(clause[1], clause[i]);
    }
  }
  INVARIANT(highest == (clause.size() > 1 ? trail_.level_of(clause[1]) : 0));
  INVARIANT(highest < trail_.level());
  return highest;
}

// Bumps the variables of the conflict.
void Solver::bump_analyzed() {
  if (decides_by_scores())
    decisions_.bump_scores(analysis_.analyzed, options_.decay);
  else
    decisions_.bump_queue(analysis_.analyzed, trail_);
}

ClauseId Solver::prove_learned(Ref conflict) {
  const ClauseId id = proof_.next_id();
  if (proof_.active())
    proof_.add(id, analysis_.clause, analysis_.hints.list(proof_, trail_, arena_, arena_.id(conflict)));
  return id;
}

// The backtrack level after a conflict. A long backjump removes many assignments that would be found again:
// then one level is enough (chronological backtracking: Nadel & Ryvchin 2018). An enumeration does not leave
// the level of a flipped decision before it is exhausted.
std::uint32_t Solver::backtrack_level(std::uint32_t assertion_level) {
  if (enumeration_.active()) {
    if (trail_.level() > fixed_levels()) return std::max(assertion_level, fixed_levels());
    flip_last_decision();
    return enumeration_.exhausted() ? 0 : trail_.level();
  }
  if (options_.chrono && trail_.level() - assertion_level > static_cast<std::uint32_t>(options_.chrono)) {
    statistics.chronological++;
    return trail_.level() - 1;
  }
  return assertion_level;
}

// Backtracks, stores the learned clause and asserts its first literal, if that is possible where the search
// continues. Returns the clause if it is false even there, otherwise no_ref.
Ref Solver::learn(ClauseId id, std::uint32_t glue, std::uint32_t assertion_level) {
  const std::vector<Lit>& clause = analysis_.clause;
  const std::uint32_t target = backtrack_level(assertion_level);
  LOG("learn a clause of %zu literals, glue %u, unit at level %u", clause.size(), glue, assertion_level);
  backtrack(target);
  if (clause.size() == 1 && target == 0) {
    assert_unit(clause[0], id);
    return no_ref;
  }
  // A unit clause is stored only to be a reason above level 0.
  const Ref ref = clause.size() > 1 ? attach(clause, true, glue, id) : arena_.add(clause, true, 1, id);
  learned_.add(arena_, ref, learned_.initial_use(glue));
  if (assertion_level > target) return no_ref;  // an enumeration went further back: not unit there
  INVARIANT(std::all_of(clause.begin() + 1, clause.end(), [&](Lit lit) { return trail_.value(lit) < 0; }));
  if (trail_.value(clause[0]) == 0) {
    assign(clause[0], ref);
    trail_.note_implied_since(clause[0], ref, assertion_level);
    return no_ref;
  }
  // Its negation is implied at an earlier level, and was assigned again by the backtrack.
  INVARIANT(trail_.value(clause[0]) < 0);
  if (trail_.level() > 0) return ref;
  derive_empty(ref);
  return no_ref;
}

// Computes the core: the assumptions that make the assumption `refused` false. All decisions on the trail are
// assumptions.
void Solver::analyze_final(Lit refused) {
  INVARIANT(trail_.value(refused) < 0 && trail_.level() <= assumed_levels_);
  failed_.assign(trail_.literals(), 0);
  failed_[refused] = 1;
  std::vector<Lit> clause{negated(refused)};
  if (trail_.level_of(refused) == 0) return;  // the proof has its negation as a unit clause already
  analysis_.mark_seen(variable(refused));
  for (std::size_t at = trail_.size(); at > trail_.root_size(); at--) {
    const Lit lit = trail_.at(at - 1);
    const Var var = variable(lit);
    if (!analysis_.has(var, seen)) continue;
    if (trail_[var].reason == no_ref) {
      failed_[lit] = 1;
      if (lit != negated(refused)) clause.push_back(negated(lit));
      continue;
    }
    analysis_.hints.add_reason(var);
    explain_clause(reason_of(var), lit);
  }
  if (proof_.active() && analysis_.hints.reasons() > 0) {  // two opposite assumptions need no clause
    const ClauseId id = proof_.next_id();
    proof_.add(id, clause, analysis_.hints.list(proof_, trail_, arena_, 0));
  }
  analysis_.clear();
}

}  // namespace satplay
