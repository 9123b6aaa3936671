// Backtracking: removing levels from the trail, and everything that depends on it.
#include "solver.hpp"

namespace satplay {

void Solver::backtrack(std::uint32_t target) {
  if (target >= trail_.level()) return;
  LOG("level %u: backtrack to %u", trail_.level(), target);
  const bool by_scores = decides_by_scores();
  trail_.cut(target, [&](Lit lit) {
    phases_.save(lit);
    decisions_.unassign(variable(lit), by_scores);
  });
  const std::size_t end = trail_.size();
  enumeration_.backtrack(target);
  for (AttachedTheory& attached : theories_.attached) attached.backtrack(end);
  if (target == 0 && !theories_.unit_lemmas.empty()) assert_unit_lemmas();
  if (!trail_.has_out_of_order()) return;
  // Literals that are implied at a remaining level are assigned again, in the old order. Propagation finds
  // their consequences.
  const std::vector<Trail::OutOfOrder>& returning = trail_.take_implied_below(target, end);
  for (auto one = returning.rbegin(); one != returning.rend(); ++one) {
    if (trail_.value(one->lit) == 0) assign(one->lit, one->reason);
    if (trail_.value(one->lit) > 0) trail_.note_implied_since(one->lit, one->reason, one->level);
  }
}

}  // namespace satplay
