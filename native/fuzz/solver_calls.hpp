// Sessions as satplay.Solver uses them: auxiliary variables, consequences, decision limits, halt and resume.
#pragma once
#include <cstdint>
#include <iosfwd>

namespace satplay::fuzz {

// Runs one session and compares each answer with a truth table. Throws Failure.
void fuzz_solver_calls(std::uint64_t seed, std::ostream& out);

}  // namespace satplay::fuzz
