// Lucky phases (Biere, Fazekas, Fleury & Heisinger 2020): before the first search, give every variable the
// same value, in ascending or descending order, as long as propagation permits. Unrolled circuits and other
// formulas whose variables are numbered in the order of events often have such a model, while the search may
// need thousands of conflicts to find one. The first conflict ends an attempt, so that other formulas lose
// little.
#include "solver.hpp"

namespace satplay {

// Once: later the search has learned more than this can find.
bool Solver::lucky_due(Lits assumptions) const {
  return options_.lucky && !schedule_.lucky_tried && statistics.conflicts == 0 && assumptions.empty() &&
         theories_.attached.empty() && !phases_.has_preferences();
}

// Whether a model has been found and saved.
bool Solver::lucky() {
  schedule_.lucky_tried = true;
  if (!propagate_root(true) || out_of_limits()) return false;
  std::vector<Phases::State> phases = phases_.copy();
  bool found = false;
  for (const bool negative : {true, false}) {
    for (const bool ascending : {true, false}) {
      if (!found && !out_of_limits()) found = decide_all(negative, ascending);
      backtrack(0);
    }
  }
  phases_.restore(std::move(phases));
  return found;
}

bool Solver::decide_all(bool negative, bool ascending) {
  const auto count = static_cast<Var>(variables());
  for (Var at = 0; at < count; at++) {
    const Var var = ascending ? at : count - 1 - at;
    if (trail_.assigned(var) || removed_.contains(var)) continue;
    decide(literal(var, negative));
    if (propagate(true) != no_ref || out_of_limits()) return false;
  }
  statistics.lucky++;
  save_model();
  return true;
}

}  // namespace satplay
