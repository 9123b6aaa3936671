// Luck before search (lucky phases: Biere, Fazekas, Fleury & Heisinger 2020): every variable the same value,
// in the order of their numbers or against it, as far as propagation lets it have it. Unrolled machines and
// other formulas that were written down in the order in which things happen often have such a model, and
// search may take thousands of conflicts to find any. The first conflict ends a try, so that others lose
// little.
#include "solver.hpp"

namespace satplay {

// Once: what has been learned since tells search more than this.
bool Solver::luck_due(Lits assumptions) const {
  return options_.lucky && !luck_tried_ && statistics.conflicts == 0 && assumptions.empty() &&
         theories_.empty() && wishes_ == 0;
}

// Whether a model has been found, and kept.
bool Solver::lucky() {
  luck_tried_ = true;
  if (!propagate_root()) return false;
  const std::vector<PhaseState> phases = phases_;  // looking is not searching
  bool found = false;
  for (const bool negative : {true, false}) {
    for (const bool ascending : {true, false}) {
      if (!found && !out_of_limits()) found = descend(negative, ascending);
      backtrack(0);
    }
  }
  phases_ = phases;
  return found;
}

bool Solver::descend(bool negative, bool ascending) {
  const auto count = static_cast<Var>(variables());
  for (Var at = 0; at < count; at++) {
    const Var var = ascending ? at : count - 1 - at;
    if (values_[positive(var)] != 0 || removed(var)) continue;
    decide(literal(var, negative));
    if (propagate() != no_ref || out_of_limits()) return false;
  }
  statistics.lucky++;
  keep_model();
  return true;
}

}  // namespace satplay
