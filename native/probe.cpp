// Failed literals: a literal whose propagation ends in a conflict is false (Le Berre 2001; Lynce &
// Marques-Silva 2003). Only roots of the binary implication graph are tried, literals that imply others by
// binary clauses and are implied by none: a literal that fails also fails at its root. A literal is not tried
// again until another variable has been assigned at level 0.
#include <algorithm>

#include "simplify.hpp"

namespace satplay {

void Prober::run(std::int64_t effort) {
  const std::int64_t until = solver_.work_.ticks + effort;
  for (const Lit lit : roots()) {
    if (solver_.work_.ticks >= until || solver_.out_of_limits()) break;
    // The unit learned is the negation of the literal that dominates the conflict; the root itself may need
    // another attempt.
    while (trail_.value(lit) == 0 && probe(lit)) {
      if (!solver_.propagate_root()) return;
    }
    solver_.probed_at_[lit] = static_cast<std::uint32_t>(trail_.size()) + 1;
  }
}

// Sorted by the number of literals they imply.
std::vector<Lit> Prober::roots() const {
  std::vector<std::uint32_t> occurrences(trail_.literals(), 0);  // in binary clauses
  for (const std::vector<Ref>* list : {&solver_.given_, &solver_.learned_.refs}) {
    for (const Ref ref : *list) {
      const Clause& clause = solver_.arena_[ref];
      if (clause.size != 2 || clause.garbage) continue;
      occurrences[clause[0]]++;
      occurrences[clause[1]]++;
    }
  }
  solver_.probed_at_.resize(trail_.literals(), 0);
  std::vector<Lit> roots;
  for (Lit lit = 0; lit < trail_.literals(); lit++) {
    if (trail_.value(lit) == 0 && occurrences[negated(lit)] > 0 && occurrences[lit] == 0 &&
        solver_.probed_at_[lit] <= trail_.size())
      roots.push_back(lit);
  }
  std::stable_sort(roots.begin(), roots.end(),
                   [&](Lit a, Lit b) { return occurrences[negated(a)] > occurrences[negated(b)]; });
  return roots;
}

// Whether the literal failed; then a unit clause has been learned.
bool Prober::probe(Lit lit) {
  solver_.statistics.probed++;
  solver_.work_.ticks++;
  solver_.decide(lit);
  const Ref conflict = solver_.propagate();
  if (conflict == no_ref)
    solver_.backtrack(0);
  else
    learn_failed(conflict);
  return conflict != no_ref;
}

// A conflict at level 1: its first unique implication point is false at level 0.
void Prober::learn_failed(Ref conflict) {
  INVARIANT(trail_.level() == 1);
  solver_.statistics.probes_failed++;
  solver_.explain_clause(conflict, no_lit);
  Lit uip = no_lit;
  std::size_t resolved = 0;
  for (std::size_t at = trail_.size();; resolved++) {
    do uip = trail_.at(--at);
    while (!analysis_.has(variable(uip), seen));
    if (analysis_.analyzed.size() - resolved == 1) break;
    analysis_.hints.add_reason(variable(uip));
    solver_.explain_clause(trail_.reason_of(uip), uip);
  }
  const Lit unit = negated(uip);
  const ClauseId id = solver_.next_id();
  solver_.proof_.add(
      id, Lits(&unit, 1),
      analysis_.hints.list(solver_.proof_, trail_, solver_.arena_, solver_.arena_.id(conflict)));
  analysis_.clear();
  solver_.backtrack(0);
  solver_.assert_new_unit(unit, id);
}

}  // namespace satplay
