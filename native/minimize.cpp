// Learned clause minimisation (Sörensson & Biere 2009, with poisoning by Van Gelder 2009), and strengthening
// by binary clauses (Glucose 2.1: Audemard & Simon 2012).
#include <algorithm>

#include "solver.hpp"

namespace satplay {

namespace {
constexpr int deepest = 1000;  // of the recursion; longer chains hardly ever succeed
}

// Whether a false literal follows from the other literals of the learned clause being false.
bool Solver::redundant(Lit lit, int depth) {
  const Var var = variable(lit);
  const Trail::State& state = trail_[var];
  const std::uint8_t mark = analysis_.marks[var];
  if (state.level == 0 || (mark & removable) || (depth > 0 && (mark & seen))) return true;
  if (state.reason >= by_theory || (mark & poisoned) || depth > deepest) return false;
  if (!analysis_.levels.has(state.level)) return false;  // the learned clause has no literal of that level
  bool implied = true;
  for (const Lit other : arena_[state.reason].lits()) {
    if (other == negated(lit)) continue;
    if (!redundant(other, depth + 1)) {
      implied = false;
      break;
    }
  }
  analysis_.marks[var] |= implied ? removable : poisoned;
  analysis_.minimized.push_back(var);
  return implied;
}

// Drops redundant literals. The first one stays.
void Solver::minimize() {
  std::vector<Lit>& clause = analysis_.clause;
  std::vector<Var> gone;
  const auto kept = std::remove_if(clause.begin() + 1, clause.end(), [&](Lit lit) {
    if (!redundant(lit, 0)) return false;
    gone.push_back(variable(lit));
    return true;
  });
  statistics.minimised += clause.end() - kept;
  clause.erase(kept, clause.end());
  if (proof_.hinting()) hint_dropped(std::move(gone));
}

// The hints contain the reasons on all paths back from dropped literals to those that stayed.
void Solver::hint_dropped(std::vector<Var> open) {
  for (const Var var : open) analysis_.marks[var] |= dropped;
  while (!open.empty()) {
    const Var var = open.back();
    open.pop_back();
    if (analysis_.has(var, explained)) continue;
    analysis_.marks[var] |= explained;
    analysis_.hints.add_reason(var);
    analysis_.minimized.push_back(var);
    for (const Lit other : arena_[trail_[var].reason].lits()) {
      const Var next = variable(other);
      if (next == var) continue;
      if (trail_[next].level == 0)
        analysis_.hint_unit(next);
      else if (!analysis_.has(next, seen) || analysis_.has(next, dropped))
        open.push_back(next);
    }
  }
}

// Drops literals whose negation is implied by the negation of the asserting literal through a binary clause.
void Solver::strengthen_by_binary(std::uint32_t glue) {
  std::vector<Lit>& clause = analysis_.clause;
  if (clause.size() > 30 || glue > 6) return;
  lit_set_.clear(trail_.literals());
  for (std::size_t i = 1; i < clause.size(); i++) lit_set_.add(clause[i]);
  std::size_t gone = 0;
  for (const Watch watch : watches_[clause[0]]) {
    if (!watch.binary() || trail_.value(watch.blocker) <= 0) continue;
    if (!lit_set_.has(negated(watch.blocker))) continue;
    lit_set_.remove(negated(watch.blocker));
    gone++;
    if (proof_.hinting()) analysis_.hints.add_clause(arena_.id(watch.ref()));
  }
  if (gone == 0) return;
  statistics.minimised += static_cast<std::int64_t>(gone);
  clause.erase(std::remove_if(clause.begin() + 1, clause.end(), [&](Lit lit) { return !lit_set_.has(lit); }),
               clause.end());
}

}  // namespace satplay
