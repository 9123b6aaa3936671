// Learned clause minimisation (Sörensson & Biere 2009, with poisoning by Van Gelder 2009), and strengthening
// by binary clauses (Glucose 2.1: Audemard & Simon 2012).
#include <algorithm>

#include "marks.hpp"
#include "solver.hpp"

namespace satplay {

namespace {
constexpr int deepest = 1000;  // of the recursion; deeper chains hardly ever lead anywhere
}

// Whether a false literal follows from the other literals of the lesson being false.
bool Solver::redundant(Lit lit, int depth) {
  const Var var = variable(lit);
  const VarState& state = vars_[var];
  const std::uint8_t mark = marks_[var];
  if (state.level == 0 || (mark & removable) || (depth > 0 && (mark & seen))) return true;
  if (state.reason >= by_theory || (mark & poisoned) || depth > deepest) return false;
  if (level_seen_[state.level] != level_stamp_) return false;  // no literal of the lesson is of that level
  bool implied = true;
  for (const Lit other : arena_[state.reason].lits()) {
    if (other == negated(lit)) continue;
    if (!redundant(other, depth + 1)) {
      implied = false;
      break;
    }
  }
  marks_[var] |= implied ? removable : poisoned;
  minimized_.push_back(var);
  return implied;
}

void Solver::minimize() {
  std::vector<Var> gone;
  const auto kept = std::remove_if(lesson_.begin() + 1, lesson_.end(), [&](Lit lit) {
    if (!redundant(lit, 0)) return false;
    gone.push_back(variable(lit));
    return true;
  });
  statistics.minimised += lesson_.end() - kept;
  lesson_.erase(kept, lesson_.end());
  if (!hinting()) return;

  // The hints name the reasons along all ways back from what was dropped to what stayed.
  for (const Var var : gone) marks_[var] |= dropped;
  while (!gone.empty()) {
    const Var var = gone.back();
    gone.pop_back();
    if (marks_[var] & explained) continue;
    marks_[var] |= explained;
    hint_vars_.push_back(var);
    minimized_.push_back(var);
    for (const Lit other : arena_[vars_[var].reason].lits()) {
      const Var next = variable(other);
      if (next == var) continue;
      if (vars_[next].level == 0) {
        if (!(marks_[next] & unit_hinted)) {
          marks_[next] |= unit_hinted;
          hint_units_.push_back(next);
        }
      } else if (!(marks_[next] & seen) || (marks_[next] & dropped)) {
        gone.push_back(next);
      }
    }
  }
}

// Where a binary clause says that the asserted literal is true if another literal of the lesson is, that
// other literal can go.
void Solver::strengthen_by_binary(std::uint32_t glue) {
  if (lesson_.size() > 30 || glue > 6) return;
  if (lit_stamp_.size() < values_.size()) lit_stamp_.resize(values_.size(), 0);
  ++level_stamp_;
  for (std::size_t i = 1; i < lesson_.size(); i++) lit_stamp_[lesson_[i]] = level_stamp_;
  std::size_t gone = 0;
  for (const Watch watch : watches_[lesson_[0]]) {
    if (!watch.binary() || values_[watch.blocker] <= 0) continue;
    std::uint64_t& stamp = lit_stamp_[negated(watch.blocker)];
    if (stamp != level_stamp_) continue;
    stamp = 0;
    gone++;
    if (hinting())
      hints_.push_back(arena_.id(watch.ref()));  // unit as soon as the lesson is refuted: goes first
  }
  if (gone == 0) return;
  statistics.minimised += static_cast<std::int64_t>(gone);
  lesson_.erase(std::remove_if(lesson_.begin() + 1, lesson_.end(),
                               [&](Lit lit) { return lit_stamp_[lit] != level_stamp_; }),
                lesson_.end());
}

}  // namespace satplay
