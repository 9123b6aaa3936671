// Splits a formula into cubes: the leaves of a binary tree of decisions, found by look-ahead.
#pragma once
#include <cstdint>
#include <vector>

#include "../limits.hpp"
#include "look_ahead.hpp"

namespace satplay::lookahead {

struct Cubes {
  std::vector<std::vector<std::int32_t>> cubes;  // in the order of the tree, so that neighbours are similar
  std::size_t refuted = 0;                       // cubes that the look-ahead has refuted
  bool satisfied = false;                        // some cube propagates to a model
};

// At most `most` cubes, at least one. Every assignment satisfies exactly one of them: they contain decisions
// alone, and refuted leaves are cubes, too, because unit propagation need not refute them again. The same
// formula always gives the same cubes. Throws Interrupted if the pulse says stop.
//
// The leaf that is split next is the one with the fewest assigned variables. A leaf is looked ahead when it
// is split, so the last ones cost nothing.
Cubes split(const ClauseTable& table, std::size_t most, const Pulse& pulse);

}  // namespace satplay::lookahead
