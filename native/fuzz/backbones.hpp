// Repeated backbone queries in one session: fuzzes native/backbone/.
#pragma once
#include <cstdint>
#include <iosfwd>

namespace satplay::fuzz {

// Runs one session and checks each literal reported as forced or not forced. Throws Failure.
void fuzz_backbones(std::uint64_t seed, std::ostream& out);

}  // namespace satplay::fuzz
