// One limit shared by several calls of an engine: computes the limit of the next call. The pulse is also
// called between short calls.
#pragma once
#include <algorithm>
#include <chrono>

#include "engine.hpp"

namespace satplay {

class Budget {
 public:
  Budget(const Engine& engine, const Limits& limits, const Pulse& pulse)
      : engine_(engine),
        limits_(limits),
        pulse_(pulse),
        begun_(Clock::now()),
        next_pulse_(begun_ + time_between_pulses) {
    conflicts_ = engine.statistics().conflicts;
    propagations_ = engine.statistics().propagations;
  }

  // Whether the limit is reached. Cheap enough to be called every few microseconds.
  bool spent() {
    if (stopped_ != Stop::none) return true;
    const Clock::time_point now = Clock::now();
    if (seconds_left(now) <= 0) {
      stopped_ = Stop::time;
    } else if (now >= next_pulse_) {
      next_pulse_ = now + time_between_pulses;
      if (pulse_ && !pulse_()) stopped_ = Stop::interrupted;
    }
    return stopped_ != Stop::none;
  }

  // The limit of the next call.
  Limits left() const {
    Limits left = limits_;
    const auto less = [](std::int64_t bound, std::int64_t spent) {
      return bound < 0 ? bound : std::max<std::int64_t>(0, bound - spent);
    };
    left.seconds = seconds_left(Clock::now());
    left.conflicts = less(left.conflicts, conflicts());
    left.propagations = less(left.propagations, propagations());
    return left;
  }

  std::int64_t conflicts() const { return engine_.statistics().conflicts - conflicts_; }
  std::int64_t propagations() const { return engine_.statistics().propagations - propagations_; }

  const Pulse& pulse() const { return pulse_; }
  Stop stopped() const { return stopped_; }
  void stop(Stop why) { stopped_ = why; }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr auto time_between_pulses = std::chrono::milliseconds(10);

  double seconds_left(Clock::time_point now) const {
    return limits_.seconds - std::chrono::duration<double>(now - begun_).count();
  }

  const Engine& engine_;
  const Limits limits_;
  const Pulse& pulse_;
  const Clock::time_point begun_;
  Clock::time_point next_pulse_;
  std::int64_t conflicts_ = 0, propagations_ = 0;
  Stop stopped_ = Stop::none;
};

}  // namespace satplay
