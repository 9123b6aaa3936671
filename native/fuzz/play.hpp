// Runs scripts: here, in a process of its own, and ever shorter ones.
#pragma once
#include <iosfwd>
#include <string>

#include "script.hpp"

namespace satplay::fuzz {

// Throws Failure.
void play(const Script& script, std::ostream& talk);

// In a process of its own, so that a crash or an endless loop is a failure like any other; silent. Empty when
// nothing was wrong, otherwise what was.
std::string play_apart(const Script& script, unsigned seconds);

// The shortest script found that still fails, whichever way (delta debugging: Zeller & Hildebrandt 2002).
Script shortened(Script script, double seconds);

}  // namespace satplay::fuzz
