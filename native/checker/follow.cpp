// Whether a clause follows by reverse unit propagation, or is a resolution asymmetric tautology.
#include <algorithm>

#include "drat.hpp"
#include "invariant.hpp"

namespace satplay::checker {

namespace {
constexpr Lit no_literal = UINT32_MAX;
}

// RUP (Goldberg & Novikov 2003): assuming all literals except `except` false leads to a conflict.
bool Drat::refuted(std::span<const Lit> lits, Lit except) {
  for (const Lit lit : lits) {
    if (lit == except || is_false(lit)) continue;
    if (is_true(lit)) {
      explain_literal(lit);
      return true;
    }
    pulse_.spent(1);
    assign(negated(lit), no_clause);
  }
  const Ref conflict = propagate();
  if (conflict == no_clause) return false;
  explain(conflict);
  return true;
}

bool Drat::follows(std::span<const Lit> lits, Lit pivot) {
  const std::size_t known = trail_.size();
  const bool result = refuted(lits, no_literal) ||
                      (!lits.empty() && !in_goal_[variable(pivot)] && every_resolvent_follows(pivot));
  undo(known);
  return result;
}

// RAT (Jarvisalo, Heule & Biere 2012), with the literals of the clause still assumed false.
bool Drat::every_resolvent_follows(Lit pivot) {
  if (!occurrences_indexed_) index_occurrences();
  const std::size_t assumed = trail_.size();
  for (std::uint32_t at = 0; at < occurs_.size(negated(pivot)); ++at) {
    const Ref ref = occurs_.items(negated(pivot))[at];
    pulse_.spent(1);
    if (clauses_.is(ref, Clauses::gone)) continue;
    const bool result = refuted(clauses_.lits(ref), negated(pivot));
    undo(assumed);
    if (!result) return false;
  }
  return true;
}

void Drat::index_occurrences() {
  occurrences_indexed_ = true;
  occurs_.resize(value_.size());
  for (Ref ref = clauses_.begin(); ref != clauses_.end(); ref = clauses_.after(ref)) {
    if (clauses_.is(ref, Clauses::tautology)) continue;
    pulse_.spent(2 * clauses_.size(ref));
    for (const Lit lit : clauses_.lits(ref)) occurs_.push(lit, ref);
  }
}

// -- clauses needed by a conflict
// ----------------------------------------------------------------------------

void Drat::explain(Ref conflict) {
  INVARIANT(std::ranges::all_of(clauses_.lits(conflict), [&](Lit lit) { return is_false(lit); }));
  if (!explaining_) return;
  use(conflict);
  for (const Lit lit : clauses_.lits(conflict)) waiting_.push_back(variable(lit));
  explain_waiting();
}

void Drat::explain_literal(Lit lit) {
  INVARIANT(is_true(lit));
  if (!explaining_) return;
  waiting_.push_back(variable(lit));
  explain_waiting();
}

// A variable stays explained until it is unassigned: its reasons are already marked as needed.
void Drat::explain_waiting() {
  while (!waiting_.empty()) {
    const std::uint32_t var = waiting_.back();
    waiting_.pop_back();
    if (explained_[var]) continue;
    explained_[var] = 1;
    const Ref reason = reason_[var];
    if (reason == no_clause) continue;
    INVARIANT(!clauses_.is(reason, Clauses::gone));
    use(reason);
    pulse_.spent(clauses_.size(reason));
    for (const Lit lit : clauses_.lits(reason)) {
      if (!explained_[variable(lit)]) waiting_.push_back(variable(lit));
    }
  }
}

void Drat::use(Ref ref) {
  if (clauses_.is(ref, Clauses::core)) return;
  clauses_.set(ref, Clauses::core);
  if (clauses_.size(ref) > 1) attach(ref);
}

}  // namespace satplay::checker
