// Sets of groups of clauses, asked at random: the other thing that the driver drives.
#pragma once
#include <cstdint>
#include <iosfwd>

namespace satplay::fuzz {

// One session with Groups, or one with HittingSets; everything it says is judged. Throws Failure.
void play_groups(std::uint64_t seed, std::ostream& talk);

}  // namespace satplay::fuzz
