// Failed literals: a literal whose propagation ends in a conflict is false (Le Berre 2001; Lynce &
// Marques-Silva 2003). Only roots of the binary implication graph are tried, literals that imply others by
// binary clauses and are implied by none: what fails below a root fails at the root. A literal is not tried
// again until another variable has been fixed.
#include <algorithm>

#include "marks.hpp"
#include "solver.hpp"

namespace satplay {

void Solver::probe(std::int64_t effort) {
  const std::int64_t until = ticks_ + effort;
  occurrences_.assign(values_.size(), 0);  // in binary clauses
  for (const std::vector<Ref>* list : {&given_, &learned_}) {
    for (const Ref ref : *list) {
      const Clause& clause = arena_[ref];
      if (clause.size != 2 || clause.garbage) continue;
      occurrences_[clause[0]]++;
      occurrences_[clause[1]]++;
    }
  }
  probe_tried_.resize(values_.size(), 0);
  std::vector<Lit> roots;
  for (Lit lit = 0; lit < values_.size(); lit++) {
    if (values_[lit] == 0 && occurrences_[negated(lit)] > 0 && occurrences_[lit] == 0 &&
        probe_tried_[lit] <= trail_.size())
      roots.push_back(lit);
  }
  std::stable_sort(roots.begin(), roots.end(),
                   [&](Lit a, Lit b) { return occurrences_[negated(a)] > occurrences_[negated(b)]; });
  for (const Lit lit : roots) {
    if (ticks_ >= until || out_of_limits()) break;
    // The unit learned denies what dominates the conflict; the root itself may need another turn.
    while (values_[lit] == 0) {
      statistics.probed++;
      ticks_++;
      decide(lit);
      const Ref conflict = propagate();
      if (conflict == no_ref) {
        backtrack(0);
        break;
      }
      learn_failed(conflict);
      if (!propagate_root()) return;
    }
    probe_tried_[lit] = static_cast<std::uint32_t>(trail_.size()) + 1;
  }
}

// A conflict at level 1: the literal nearest to it that all its causes go through is false for good.
void Solver::learn_failed(Ref conflict) {
  statistics.probes_failed++;
  hint_vars_.clear();
  explain_clause(conflict, no_lit);
  Lit uip = no_lit;
  std::size_t resolved = 0;
  for (std::size_t at = trail_.size();; resolved++) {
    do uip = trail_[--at];
    while (!(marks_[variable(uip)] & seen));
    if (analyzed_.size() - resolved == 1) break;
    hint_vars_.push_back(variable(uip));
    explain_clause(vars_[variable(uip)].reason, uip);
  }
  const Lit unit = negated(uip);
  const ClauseId id = next_id();
  if (proving()) {
    order_hints();
    hints_.push_back(arena_.id(conflict));
    prove_added(id, Lits(&unit, 1), hints_);
  }
  clear_analyzed();
  backtrack(0);
  learn_unit(unit, id);
}

}  // namespace satplay
