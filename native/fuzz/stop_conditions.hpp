// The conditions under which a call may stop: limits, an interruption, a failing allocation. Templates,
// because engine and counter have their own types of limits with the same member names.
#pragma once
#include <optional>
#include <ostream>
#include <string>

#include "failure.hpp"

namespace satplay::fuzz {

// The engine represents no time limit by infinity; the limits used here are a few milliseconds.
inline bool has_time_limit(double seconds) {
  return seconds < 1;
}
inline bool has_time_limit(const std::optional<double>& seconds) {
  return seconds.has_value();
}

inline double seconds_of(double seconds) {
  return seconds;
}
inline double seconds_of(const std::optional<double>& seconds) {
  return seconds.value_or(-1);
}

template <class Limits>
void print_conditions(std::ostream& out, const Limits& limits, int interrupted, int failing_allocation) {
  out << " conflicts " << limits.conflicts << " propagations " << limits.propagations << " seconds "
      << seconds_of(limits.seconds) << " memory " << limits.memory_bytes << " interrupted after "
      << interrupted << " failing allocation " << failing_allocation << std::endl;
}

// Checks the reason for stopping. Negative numbers: no interruption, no allocation failure.
template <class Stop, class Limits>
void judge_stop(Stop stopped, const Limits& limits, int interrupted, int failing_allocation) {
  const bool allowed = (stopped == Stop::time && has_time_limit(limits.seconds)) ||
                       (stopped == Stop::conflicts && limits.conflicts >= 0) ||
                       (stopped == Stop::propagations && limits.propagations >= 0) ||
                       (stopped == Stop::memory && (limits.memory_bytes >= 0 || failing_allocation >= 0)) ||
                       (stopped == Stop::interrupted && interrupted >= 0);
  require(allowed, "stopped without a limit, reason " + std::to_string(static_cast<int>(stopped)));
}

}  // namespace satplay::fuzz
