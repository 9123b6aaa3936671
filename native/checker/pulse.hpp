// The time limit of a check: reads the clock at intervals and calls a callback every 10 ms.
#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

#include "stop.hpp"

namespace satplay::checker {

struct Progress {
  std::uint64_t read = 0;     // steps read so far
  std::uint64_t checked = 0;  // steps checked or skipped so far
};

class Pulse {
 public:
  using Clock = std::chrono::steady_clock;
  using Callback = std::function<bool(const Progress&)>;  // false: stop

  Pulse(std::optional<double> seconds, Callback callback)
      : callback_(std::move(callback)), next_(Clock::now() + interval) {
    // A limit of decades is no limit, and would overflow the clock.
    if (seconds && *seconds < 1e9)
      deadline_ =
          Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(*seconds));
    look();
  }

  // Reports work of about this number of memory accesses. Throws Stop.
  void spent(std::int64_t work) {
    budget_ -= work;
    if (budget_ < 0) look();
  }

  Progress progress;

 private:
  static constexpr auto interval = std::chrono::milliseconds(10);
  static constexpr std::int64_t between_looks = 20'000;

  void look() {
    budget_ = between_looks;
    const auto now = Clock::now();
    if (deadline_ && now >= *deadline_) throw Stop::time;
    if (now < next_) return;
    next_ = now + interval;
    if (!callback_(progress)) throw Stop::caller;
  }

  Callback callback_;
  std::optional<Clock::time_point> deadline_;
  Clock::time_point next_;
  std::int64_t budget_ = 0;
};

}  // namespace satplay::checker
