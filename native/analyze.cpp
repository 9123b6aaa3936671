// Conflict analysis: the clause learned at the first unique implication point (Marques-Silva & Sakallah
// 1996).
#include <algorithm>

#include "marks.hpp"
#include "solver.hpp"

namespace satplay {

// A literal of a reason: below the conflict's level it goes into the lesson, at that level it waits to be
// resolved.
void Solver::analyze_literal(Lit lit, std::uint32_t& open) {
  const Var var = variable(lit);
  std::uint8_t& mark = marks_[var];
  if (mark & seen) return;
  const VarState& state = vars_[var];
  if (state.level == 0) {
    if (hinting() && !(mark & unit_hinted)) {
      mark |= unit_hinted;
      hint_units_.push_back(var);
    }
    return;
  }
  mark |= seen;
  analyzed_.push_back(var);
  if (state.level == level()) {
    open++;
  } else {
    lesson_.push_back(lit);
    level_seen_[state.level] = level_stamp_;
  }
}

void Solver::analyze_reason(Ref ref, Lit except, std::uint32_t& open) {
  Clause& clause = arena_[ref];
  if (clause.learned) bump_clause(clause);
  for (const Lit lit : clause.lits()) {
    if (lit != except) analyze_literal(lit, open);
  }
}

// A learned clause that is used stays longer, and longer still if it spans fewer levels than it did.
void Solver::bump_clause(Clause& clause) {
  clause.used = clause.glue <= static_cast<std::uint32_t>(options_.tier2) ? 2 : 1;
  if (clause.glue <= static_cast<std::uint32_t>(options_.tier1)) return;
  const std::uint32_t glue = glue_of(clause.lits());
  if (glue < clause.glue) {
    clause.glue = glue & 0xffffffu;
    if (glue <= static_cast<std::uint32_t>(options_.tier2)) clause.used = 2;
  }
}

std::uint32_t Solver::glue_of(Lits lits) {
  std::uint32_t glue = 0;
  ++glue_stamp_;
  for (const Lit lit : lits) {
    const std::uint32_t at = vars_[variable(lit)].level;
    if (glue_seen_[at] != glue_stamp_) {
      glue_seen_[at] = glue_stamp_;
      glue++;
    }
  }
  return glue;
}

// Learns a clause from a conflict above level 0, jumps back to where it is unit, and asserts it.
void Solver::analyze(Ref conflict) {
  std::uint32_t highest = 0;
  for (const Lit lit : arena_[conflict].lits()) highest = std::max(highest, vars_[variable(lit)].level);
  if (highest == 0) {
    backtrack(0);
    derive_empty(conflict);
    return;
  }
  backtrack(highest);
  update_target_and_best();

  if (level_seen_.size() <= level()) level_seen_.resize(2 * level() + 2, 0);
  if (glue_seen_.size() <= level()) glue_seen_.resize(2 * level() + 2, 0);
  ++level_stamp_;
  lesson_.assign(1, no_lit);
  hints_.clear();
  hint_vars_.clear();
  std::uint32_t open = 0;
  analyze_reason(conflict, no_lit, open);
  std::size_t at = trail_.size();
  Lit uip = no_lit;
  for (;;) {
    do uip = trail_[--at];
    while (!(marks_[variable(uip)] & seen));
    if (--open == 0) break;
    if (hinting()) hint_vars_.push_back(variable(uip));
    analyze_reason(reason_of(variable(uip)), uip, open);
  }
  lesson_[0] = negated(uip);

  const std::uint32_t glue = glue_of(lesson_);
  if (options_.minimise) minimize();
  if (options_.strengthen) strengthen_by_binary(glue);
  const std::uint32_t final_glue = std::min<std::uint32_t>(glue, static_cast<std::uint32_t>(lesson_.size()));

  // The second literal is one of the highest remaining level: the two are watched.
  std::uint32_t jump = 0;
  for (std::size_t i = 1; i < lesson_.size(); i++) {
    const std::uint32_t other = vars_[variable(lesson_[i])].level;
    if (other > jump) {
      jump = other;
      std::swap(lesson_[1], lesson_[i]);
    }
  }
  glue_fast_.update(glue);
  glue_slow_.update(glue);
  bump_analyzed();

  const ClauseId id = next_id();
  if (proving()) {
    if (hinting()) {
      std::sort(hint_vars_.begin(), hint_vars_.end(),
                [&](Var a, Var b) { return vars_[a].trail < vars_[b].trail; });
      for (const Var var : hint_units_) hints_.insert(hints_.begin(), unit_ids_[var]);
      for (const Var var : hint_vars_) hints_.push_back(arena_.id(vars_[var].reason));
      hints_.push_back(arena_.id(conflict));
    }
    prove_added(id, lesson_, hints_);
  }
  clear_analyzed();
  statistics.learned++;
  const std::uint32_t target = landing(jump);
  backtrack(target);
  if (lesson_.size() == 1 && target == 0) {
    take_unit(lesson_[0], id);
    return;
  }
  // A unit clause is stored only to be a reason above level 0.
  const Ref ref =
      lesson_.size() > 1 ? attach(lesson_, true, final_glue, id) : arena_.add(lesson_, true, 1, id);
  arena_[ref].used = 1 + (final_glue <= static_cast<std::uint32_t>(options_.tier2));
  learned_.push_back(ref);
  if (jump > target) return;
  if (values_[lesson_[0]] == 0) {
    assign(lesson_[0], ref);
    outlast(lesson_[0], ref, jump);
  } else if (level() == 0) {  // its negation has been implied since an earlier level, and outlasted the jump
    derive_empty(ref);
  } else {
    analyze(ref);
  }
}

// Where the search goes on after a conflict. Far jumps take back much that will be found again: then one
// level is enough (chronological backtracking: Nadel & Ryvchin 2018).
std::uint32_t Solver::landing(std::uint32_t jump) {
  if (enumerating_) {
    if (level() > floor()) return std::max(jump, floor());
    exhaust(level());
    return exhausted_ ? 0 : level();
  }
  if (options_.chrono && level() - jump > static_cast<std::uint32_t>(options_.chrono)) {
    statistics.chronological++;
    return level() - 1;
  }
  return jump;
}

// Variables of the conflict are decided sooner from now on.
void Solver::bump_analyzed() {
  if (by_scores()) {
    for (const Var var : analyzed_) bump_score(var);
    score_bump_ *= 1000.0 / static_cast<double>(1000 - options_.decay);
    if (score_bump_ > 1e150) {
      heap_.scale(1 / score_bump_);
      front_.scale(1 / score_bump_);
      score_bump_ = 1;
    }
  } else {
    // In the order they already have, so that they keep it among themselves (Biere & Fröhlich 2015).
    std::sort(analyzed_.begin(), analyzed_.end(), [&](Var a, Var b) { return stamps_[a] < stamps_[b]; });
    for (const Var var : analyzed_) bump_queue(var);
  }
}

void Solver::clear_analyzed() {
  for (const Var var : analyzed_) marks_[var] = 0;
  for (const Var var : minimized_) marks_[var] = 0;
  for (const Var var : hint_units_) marks_[var] = 0;
  analyzed_.clear();
  minimized_.clear();
  hint_units_.clear();
}

// Which assumptions make the assumption `refused` false; all decisions on the trail are assumptions.
void Solver::analyze_final(Lit refused) {
  failed_.assign(values_.size(), 0);
  failed_[refused] = 1;
  std::vector<Lit> clause{negated(refused)};
  const VarState& state = vars_[variable(refused)];
  if (state.level == 0) return;  // the unit clause that denies it is in the proof already
  hints_.clear();
  hint_vars_.clear();
  marks_[variable(refused)] |= seen;
  analyzed_.push_back(variable(refused));
  for (std::size_t at = trail_.size(); at > control_[0]; at--) {
    const Lit lit = trail_[at - 1];
    const Var var = variable(lit);
    if (!(marks_[var] & seen)) continue;
    if (vars_[var].reason == no_ref) {
      failed_[lit] = 1;
      if (lit != negated(refused)) clause.push_back(negated(lit));
      continue;
    }
    hint_vars_.push_back(var);
    for (const Lit other : arena_[reason_of(var)].lits()) {
      const Var next = variable(other);
      if (marks_[next] & seen) continue;
      if (vars_[next].level == 0) {
        if (hinting() && !(marks_[next] & unit_hinted)) {
          marks_[next] |= unit_hinted;
          hint_units_.push_back(next);
        }
        continue;
      }
      marks_[next] |= seen;
      analyzed_.push_back(next);
    }
  }
  if (proving() && !hint_vars_.empty()) {  // two assumptions that contradict each other need no clause
    if (hinting()) {
      for (const Var var : hint_units_) hints_.push_back(unit_ids_[var]);
      for (auto var = hint_vars_.rbegin(); var != hint_vars_.rend(); ++var)
        hints_.push_back(arena_.id(vars_[*var].reason));
    }
    prove_added(next_id(), clause, hints_);
  }
  clear_analyzed();
}

}  // namespace satplay
