// The limits of one call: resources used so far, and a pulse every few milliseconds that can stop it.
//
// A stopped count can be continued, so a step may only be stopped if it can be repeated: `work` only counts,
// and the algorithms call `rest` or `progress` where they can be stopped.
#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>

namespace satplay::counting {

enum class Stop { none, time, conflicts, propagations, memory, interrupted };  // same values in Python

// Thrown where work can be stopped; the counter returns a lower bound.
struct Stopped {
  Stop why;
};

struct Limits {
  std::optional<double> seconds;
  std::int64_t conflicts = -1;  // negative: unlimited, here and below
  std::int64_t propagations = -1;
  std::int64_t memory_bytes = -1;
};

struct Statistics {  // of all calls
  std::int64_t decisions = 0;
  std::int64_t propagations = 0;
  std::int64_t conflicts = 0;
  std::int64_t learned = 0;
  std::int64_t checks = 0;  // satisfiability checks of components
  std::int64_t components = 0;
  std::int64_t cache_hits = 0;
  std::int64_t cache_entries = 0;
  std::int64_t cache_evicted = 0;
  std::int64_t cache_bytes = 0;
  std::int64_t variables = 0;  // left by the simplification
  std::int64_t clauses = 0;
};

using Pulse = std::function<bool()>;  // false: stop

class Meter {
 public:
  Statistics statistics;

  void start(const Limits& limits, Pulse pulse);
  void interrupt() noexcept { interrupted_.store(true, std::memory_order_relaxed); }

  // One unit is about one clause visited. Does not throw Stopped.
  void work(std::size_t units) {
    left_ -= static_cast<std::int64_t>(units);
    if (left_ < 0) look();
  }
  // The current step can be repeated: checks the time limit and interruptions.
  void rest() const {
    if (stop_ != Stop::none) throw Stopped{stop_};
  }
  // A step is finished: checks all limits. Conflicts and propagations are checked only here, so that every
  // call makes progress even with the smallest limits.
  void progress() const;
  void memory(std::size_t bytes) const;  // memory in use
  const Limits& limits() const { return limits_; }

 private:
  using Clock = std::chrono::steady_clock;
  void look();

  Limits limits_;
  Pulse pulse_;
  std::optional<Clock::time_point> deadline_;
  Clock::time_point next_pulse_;
  std::int64_t conflicts_before_ = 0, propagations_before_ = 0;
  Stop stop_ = Stop::none;
  std::int64_t left_ = 0;
  std::atomic<bool> interrupted_ = false;
};

}  // namespace satplay::counting
