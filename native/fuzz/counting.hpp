// Model counts, run at once or in many stopped pieces: fuzzes native/counter/.
#pragma once
#include <cstdint>
#include <iosfwd>

namespace satplay::fuzz {

// Runs one count to its end and checks every lower bound against a truth table. Throws Failure.
void fuzz_counting(std::uint64_t seed, std::ostream& out);

}  // namespace satplay::fuzz
