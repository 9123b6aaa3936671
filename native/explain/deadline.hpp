// The time limit of one call of the explainer, and its pulse.
#pragma once
#include <chrono>

#include "explainer.hpp"

namespace satplay::explaining {

struct Explainer::Deadline {
  Deadline(const Limits& limits, const Pulse& beat) : seconds(limits.seconds), pulse(beat) {}

  // Called every few microseconds; looks at the clock every few dozen calls.
  bool reached() {
    if (is_reached || calls++ % 32 != 0) return is_reached;
    const auto now = Clock::now();
    is_reached = std::chrono::duration<double>(now - begun).count() > seconds;
    if (!is_reached && now >= next_pulse) {
      next_pulse = now + std::chrono::milliseconds(10);
      is_reached = pulse && !pulse();
    }
    return is_reached;
  }

  using Clock = std::chrono::steady_clock;
  const double seconds;
  const Pulse& pulse;
  const Clock::time_point begun = Clock::now();
  Clock::time_point next_pulse = begun + std::chrono::milliseconds(10);
  unsigned calls = 0;
  bool is_reached = false;
};

}  // namespace satplay::explaining
