// A second opinion: a small solver that shares nothing with the engine. It learns at the first unique
// implication point, decides by how often variables met conflicts, never restarts and never forgets.
#pragma once
#include <optional>

#include "chance.hpp"

namespace satplay::fuzz {

// Whether the clauses can be satisfied together with the assumptions; no answer after that many conflicts.
std::optional<bool> satisfiable(const Clauses& clauses, const Literals& assumptions, int most_conflicts);

}  // namespace satplay::fuzz
