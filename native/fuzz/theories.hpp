// Simple theories that are lazy at random: a consequence is implied at once, added as a clause, or reported
// only in check(). They also check how the engine calls them. Beside them the theory of
// theories/connected.hpp.
#pragma once
#include <memory>

#include "../theory.hpp"
#include "rule.hpp"

namespace satplay::fuzz {

std::shared_ptr<Theory> make_theory(const Rule& rule, std::size_t atoms);

}  // namespace satplay::fuzz
