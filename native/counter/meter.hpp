// The limits of one call: resources used so far, and a pulse every few milliseconds that can end it.
//
// A count that was stopped continues later, so no step may be stopped that could not be finished then: `work`
// only counts, and the algorithms call `rest` or `progress` where they can be stopped.
#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>

namespace satplay::counting {

enum class Stop { none, time, conflicts, propagations, memory, interrupted };  // as Python counts them

// Thrown where work may be given up; the counter makes a lower bound of what it has.
struct Stopped {
  Stop why;
};

struct Limits {
  std::optional<double> seconds;
  std::int64_t conflicts = -1;  // negative: without bound, here and below
  std::int64_t propagations = -1;
  std::int64_t memory_bytes = -1;
};

struct Statistics {  // of all calls
  std::int64_t decisions = 0;
  std::int64_t propagations = 0;
  std::int64_t conflicts = 0;
  std::int64_t learned = 0;
  std::int64_t checks = 0;  // questions whether a component can be satisfied
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

  // A unit is about a clause looked at. Throws nothing of its own.
  void work(std::size_t units) {
    left_ -= static_cast<std::int64_t>(units);
    if (left_ < 0) look();
  }
  // What was begun can be begun anew: here time and interruptions are heeded.
  void rest() const {
    if (stop_ != Stop::none) throw Stopped{stop_};
  }
  // Something has been done that stays. All limits are heeded; those on conflicts and propagations only here,
  // so that even with the smallest every call gets somewhere.
  void progress() const;
  void memory(std::size_t bytes) const;  // so much is in use
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
