// What all models share, asked again and again in one session: what the driver makes of the backbone.
#pragma once
#include <cstdint>
#include <iosfwd>

namespace satplay::fuzz {

// One session; what is forced and what is not is judged literal by literal. Throws Failure.
void play_backbones(std::uint64_t seed, std::ostream& talk);

}  // namespace satplay::fuzz
