// What conflict analysis remembers of a variable, as bits.
#pragma once
#include <cstdint>

namespace satplay {

enum Mark : std::uint8_t {
  seen = 1,         // part of the conflict
  removable = 2,    // implied by the other literals of the lesson
  poisoned = 4,     // tried, and not implied
  unit_hinted = 8,  // of level 0, and named in the hints
  dropped = 16,     // was in the lesson and is no more
  explained = 32,   // its reason is named in the hints
};

}  // namespace satplay
