// Runs scripts, in this process or in a child process, and shortens those that fail.
#pragma once
#include <iosfwd>
#include <string>

#include "script.hpp"

namespace satplay::fuzz {

// Runs the script in this process. Throws Failure.
void run_script(const Script& script, std::ostream& out);

// Runs the script in a child process without output, so that crashes and endless loops are failures too.
// Returns the failure, empty if there is none.
std::string run_in_process(const Script& script, unsigned seconds);

// The shortest script found that still fails, with any failure (delta debugging: Zeller & Hildebrandt 2002).
Script shorten(Script script, double seconds);

}  // namespace satplay::fuzz
