// Decisions: VSIDS in stable mode (Moskewicz et al. 2001; Eén & Sörensson 2003), variables moved to the front
// in focused mode (VMTF: Ryan 2004; Biere & Fröhlich 2015); phases: saved (Pipatsrisawat & Darwiche 2007),
// target and best (Biere & Fleury 2020).
#include <algorithm>

#include "solver.hpp"

namespace satplay {

void Solver::bump_score(Var var) {
  heap_.raise(var, score_bump_);
  if (fronted(var)) front_.raise(var, score_bump_);
}

void Solver::enqueue(Var var) {
  links_[var] = {queue_last_, no_var};
  if (queue_last_ != no_var) links_[queue_last_].next = var;
  if (queue_first_ == no_var) queue_first_ = var;
  queue_last_ = var;
  stamps_[var] = ++stamp_;
  if (values_[positive(var)] == 0) queue_search_ = var;
}

void Solver::dequeue(Var var) {
  const Link link = links_[var];
  (link.previous == no_var ? queue_first_ : links_[link.previous].next) = link.next;
  (link.next == no_var ? queue_last_ : links_[link.next].previous) = link.previous;
}

void Solver::bump_queue(Var var) {
  if (links_[var].next == no_var) return;  // last already
  if (queue_search_ == var)
    queue_search_ = links_[var].previous != no_var ? links_[var].previous : links_[var].next;
  dequeue(var);
  enqueue(var);
}

Var Solver::next_variable() {
  if (by_scores()) {
    while (!heap_.empty() && values_[positive(heap_.top())] != 0) heap_.pop();
    return heap_.empty() ? no_var : heap_.top();
  }
  Var var = queue_search_;
  while (var != no_var && values_[positive(var)] != 0) var = links_[var].previous;
  if (var != no_var) queue_search_ = var;
  return var;
}

// Only the order in use is kept while the trail shrinks.
void Solver::prepare_decisions() {
  queue_search_ = queue_last_;
  for (Var var = 0; var < variables(); var++) heap_.push(var);
}

void Solver::wish(Var var, std::int8_t sign) {
  std::int8_t& wished = phases_[var].wished;
  wishes_ += static_cast<std::size_t>(sign != 0) - static_cast<std::size_t>(wished != 0);
  wished = sign;
}

Lit Solver::decide_phase(Var var) {
  const PhaseState& phase = phases_[var];
  int sign = phase.wished;
  if (sign == 0 && (options_.target_phases == 2 || (options_.target_phases == 1 && stable_)))
    sign = phase.target;
  if (sign == 0 && options_.phase_saving) sign = phase.saved;
  if (sign == 0) sign = options_.phase ? 1 : -1;
  return literal(var, sign < 0);
}

// The next literal to decide; no_lit when every variable is assigned.
Lit Solver::next_decision() {
  for (; pure_next_ < pure_.size(); pure_next_++) {
    if (values_[pure_[pure_next_]] == 0) return pure_[pure_next_];
  }
  const Var var = next_variable();
  return var == no_var ? no_lit : decide_phase(var);
}

// Before a backjump: was this the longest trail without a conflict, since the last rephasing or ever?
void Solver::update_target_and_best() {
  if (!stable_ && options_.target_phases != 2) return;
  const std::size_t consistent = control_.empty() ? 0 : control_.back();
  if (consistent > target_assigned_) {
    target_assigned_ = consistent;
    for (std::size_t at = 0; at < consistent; at++)
      phases_[variable(trail_[at])].target = is_negative(trail_[at]) ? -1 : 1;
  }
  if (consistent > best_assigned_) {
    best_assigned_ = consistent;
    for (std::size_t at = 0; at < consistent; at++)
      phases_[variable(trail_[at])].best = is_negative(trail_[at]) ? -1 : 1;
  }
}

// From time to time the search is sent somewhere else: to the initial phases, their opposite, the best so
// far, or anywhere.
void Solver::rephase() {
  backtrack(0);
  enum class Kind { original, inverted, best, random, walk };
  static constexpr Kind schedule[] = {Kind::walk, Kind::original, Kind::walk,   Kind::inverted, Kind::walk,
                                      Kind::best, Kind::walk,     Kind::random, Kind::best};
  const Kind kind = schedule[static_cast<std::size_t>(rephase_count_) % std::size(schedule)];
  const std::int8_t initial = options_.phase ? 1 : -1;
  for (PhaseState& phase : phases_) {
    switch (kind) {
      case Kind::original:
        phase.saved = initial;
        break;
      case Kind::inverted:
        phase.saved = static_cast<std::int8_t>(-initial);
        break;
      case Kind::best:
        if (phase.best) phase.saved = phase.best;
        break;
      case Kind::random:
        phase.saved = (chance_() & 1) ? 1 : -1;
        break;
      case Kind::walk:
        break;
    }
    phase.target = 0;
    if (kind == Kind::best) phase.best = 0;
  }
  target_assigned_ = 0;
  if (kind == Kind::walk && options_.walk) walk();
  if (kind == Kind::best) best_assigned_ = 0;
  rephase_count_++;
  statistics.rephased++;
  next_rephase_ = statistics.conflicts + options_.rephase * (rephase_count_ + 1);
}

// Literals whose negation occurs in no given clause that is not yet satisfied. Decided, not asserted: that
// needs no justification, and stays right when clauses are added.
void Solver::find_pure() {
  pure_.clear();
  pure_next_ = 0;
  std::vector<std::uint8_t> occurs(values_.size(), 0);
  for (const Ref ref : given_) {
    const Lits lits = arena_[ref].lits();
    if (std::any_of(lits.begin(), lits.end(), [&](Lit lit) { return values_[lit] > 0; })) continue;
    for (const Lit lit : lits) occurs[lit] = 1;
  }
  for (Lit lit = 0; lit < occurs.size(); lit++) {
    if (occurs[lit] && !occurs[negated(lit)] && values_[lit] == 0) pure_.push_back(lit);
  }
}

}  // namespace satplay
