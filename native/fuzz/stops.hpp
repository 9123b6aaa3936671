// Why a question may have been stopped: the engine and the counter have limits of their own, alike by name.
#pragma once
#include <optional>
#include <string>

#include "failure.hpp"

namespace satplay::fuzz {

// The engine's limit on time is infinite where there is none, and a few milliseconds where one is tried.
inline bool limited(double seconds) {
  return seconds < 1;
}
inline bool limited(const std::optional<double>& seconds) {
  return seconds.has_value();
}

// Negative: it was never interrupted, or never short of memory.
template <class Stop, class Limits>
void judge_stop(Stop stopped, const Limits& limits, int interrupted, int starved) {
  const bool allowed = (stopped == Stop::time && limited(limits.seconds)) ||
                       (stopped == Stop::conflicts && limits.conflicts >= 0) ||
                       (stopped == Stop::propagations && limits.propagations >= 0) ||
                       (stopped == Stop::memory && (limits.memory_bytes >= 0 || starved >= 0)) ||
                       (stopped == Stop::interrupted && interrupted >= 0);
  demand(allowed, "it was stopped by nothing: " + std::to_string(static_cast<int>(stopped)));
}

}  // namespace satplay::fuzz
