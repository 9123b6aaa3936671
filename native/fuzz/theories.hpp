// Theories for the engine to work with, each as plain as can be and as lazy as chance will have it: what
// follows is sometimes implied, sometimes given as a clause, sometimes kept back until the end. They also
// watch how they are called. Beside them the engine's own theory, as it is.
#pragma once
#include <memory>

#include "../theory.hpp"
#include "rule.hpp"

namespace satplay::fuzz {

std::shared_ptr<Theory> make_theory(const Rule& rule, std::size_t atoms);

}  // namespace satplay::fuzz
