// The state of one conflict analysis: marks on variables, and the clause that is learned.
//
// Invariant between two analyses: no variable is marked, and the lists are empty.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "invariant.hpp"
#include "literal.hpp"
#include "marks.hpp"
#include "proof_log.hpp"
#include "trail.hpp"

namespace satplay {

struct Analysis {
  std::vector<Lit> clause;          // the learned clause; its first literal is the asserting one
  std::vector<std::uint8_t> marks;  // by variable, see marks.hpp
  std::vector<Var> analyzed;        // variables marked as seen
  std::vector<Var> minimized;       // variables marked by minimisation
  LevelSet levels;                  // of the learned clause's literals
  HintCollector hints;

  void add_variable() { marks.push_back(0); }
  bool has(Var var, Mark mark) const { return (marks[var] & mark) != 0; }
  void mark_seen(Var var) {
    marks[var] |= seen;
    analyzed.push_back(var);
  }
  // A literal at level 0 that is false in a clause which was used.
  void hint_unit(Var var) {
    if (marks[var] & unit_hinted) return;
    marks[var] |= unit_hinted;
    hints.add_unit(var);
  }

  // Number of decision levels among the literals (LBD: Audemard & Simon 2009).
  std::uint32_t glue(Lits lits, const Trail& trail) {
    std::uint32_t glue = 0;
    glue_levels_.clear(trail.level());
    for (const Lit lit : lits) {
      const std::uint32_t level = trail.level_of(lit);
      if (glue_levels_.has(level)) continue;
      glue_levels_.add(level);
      glue++;
    }
    return glue;
  }

  void clear() {
    for (const Var var : analyzed) marks[var] = 0;
    for (const Var var : minimized) marks[var] = 0;
    for (const Var var : hints.units()) marks[var] = 0;
    analyzed.clear();
    minimized.clear();
    hints.clear();
  }
  // Whether nothing is marked; linear.
  bool check() const {
    INVARIANT(analyzed.empty() && minimized.empty());
    INVARIANT(std::all_of(marks.begin(), marks.end(), [](std::uint8_t mark) { return mark == 0; }));
    return true;
  }

 private:
  LevelSet glue_levels_;
};

}  // namespace satplay
