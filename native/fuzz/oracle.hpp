// A small CDCL solver that shares no code with the engine: first unique implication point, variable
// activities, no restarts, no deletion.
#pragma once
#include <optional>

#include "random.hpp"

namespace satplay::fuzz {

// Whether the clauses are satisfiable under the assumptions; nullopt after `max_conflicts` conflicts.
std::optional<bool> satisfiable(const Clauses& clauses, const Literals& assumptions, int max_conflicts);

}  // namespace satplay::fuzz
