// Minimal unsatisfiable subsets and hitting sets: fuzzes native/mus/.
#pragma once
#include <cstdint>
#include <iosfwd>

namespace satplay::fuzz {

// Runs one session with Groups or HittingSets and checks every answer. Throws Failure.
void fuzz_groups(std::uint64_t seed, std::ostream& out);

}  // namespace satplay::fuzz
