// Models counted in one piece or in many: what the driver makes of the counter.
#pragma once
#include <cstdint>
#include <iosfwd>

namespace satplay::fuzz {

// One count to its end, with every bound on the way judged by trying everything. Throws Failure.
void play_counting(std::uint64_t seed, std::ostream& talk);

}  // namespace satplay::fuzz
