// Resource limits of one question, and the monitor that enforces them during the search.
#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>

#include "statistics.hpp"

namespace satplay {

enum class Status { unknown, satisfiable, unsatisfiable };
enum class Stop { none, time, conflicts, propagations, memory, interrupted, decisions };

struct Limits {
  double seconds = std::numeric_limits<double>::infinity();
  std::int64_t conflicts = -1;  // -1: unlimited
  std::int64_t propagations = -1;
  std::int64_t memory_bytes = -1;
  std::int64_t decisions = -1;
};

// Called from time to time while solving; returns whether to continue.
using Pulse = std::function<bool()>;

// A flag that another thread may raise; a copy starts lowered.
class Flag {
 public:
  Flag() = default;
  Flag(const Flag&) noexcept {}
  Flag& operator=(const Flag&) noexcept { return *this; }
  void raise() noexcept { raised_.store(true, std::memory_order_relaxed); }
  void lower() noexcept { raised_.store(false, std::memory_order_relaxed); }
  bool raised() const noexcept { return raised_.load(std::memory_order_relaxed); }

 private:
  std::atomic<bool> raised_{false};
};

// Interrupts of a session from other threads. An interrupt ends with the question that it stops; a halt lasts
// until `resume`. Both in one number, because the search reads it at every step. A copy starts without them.
class Interrupts {
 public:
  Interrupts() = default;
  Interrupts(const Interrupts&) noexcept {}
  Interrupts& operator=(const Interrupts&) noexcept { return *this; }
  void interrupt() noexcept { raised_.fetch_or(once, std::memory_order_relaxed); }
  void halt() noexcept { raised_.fetch_or(once | lasting, std::memory_order_relaxed); }
  void resume() noexcept { raised_.fetch_and(once, std::memory_order_relaxed); }
  void start_question() noexcept { raised_.fetch_and(lasting, std::memory_order_relaxed); }
  bool raised() const noexcept { return raised_.load(std::memory_order_relaxed) != 0; }

 private:
  static constexpr std::uint8_t once = 1, lasting = 2;
  std::atomic<std::uint8_t> raised_{0};
};

// Work done, in ticks: about one per cache line touched. Schedules depend on ticks and never on seconds, so
// that the same formula is always solved in the same way.
struct Work {
  std::int64_t ticks = 0;
  std::int64_t simplifying = 0;  // the part of it that simplification and local search took
  std::int64_t searching() const { return ticks - simplifying; }
};

// Watches the limits of the current question. Cheap checks run at every step of the search; the clock, the
// memory and the pulse are consulted only after a certain amount of work.
class LimitMonitor {
 public:
  void start(const Limits& limits, const Pulse& pulse, const Statistics& statistics);

  // Whether a limit is exceeded; `bytes` is a function that returns the memory in use.
  template <class Bytes>
  bool exceeded(const Statistics& statistics, const Work& work, Bytes bytes) {
    if (interrupts_.raised()) {
      stopped_ = Stop::interrupted;
    } else if (limits_.conflicts >= 0 && statistics.conflicts - conflicts_ > limits_.conflicts) {
      stopped_ = Stop::conflicts;
    } else if (limits_.propagations >= 0 && statistics.propagations - propagations_ > limits_.propagations) {
      stopped_ = Stop::propagations;
    } else if (limits_.decisions >= 0 && statistics.decisions - decisions_ > limits_.decisions) {
      stopped_ = Stop::decisions;
    } else if (work.ticks >= next_look_) {
      next_look_ = work.ticks + ticks_between_looks;
      look(limits_.memory_bytes >= 0 ? bytes() : 0);
    }
    return stopped_ != Stop::none;
  }
  // The next check consults the clock, however little work has been done.
  void look_next_time() { next_look_ = 0; }

  Stop stopped() const { return stopped_; }
  void clear() { stopped_ = Stop::none; }
  void interrupt() noexcept { interrupts_.interrupt(); }
  void halt() noexcept { interrupts_.halt(); }
  void resume() noexcept { interrupts_.resume(); }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::int64_t ticks_between_looks = 50'000;  // well under a millisecond of work
  static constexpr auto time_between_pulses = std::chrono::milliseconds(10);

  void look(std::size_t bytes);

  Limits limits_;
  std::int64_t conflicts_ = 0, propagations_ = 0, decisions_ = 0;  // before this question
  Clock::time_point deadline_, next_pulse_;
  bool timed_ = false;
  std::int64_t next_look_ = 0;  // in ticks
  const Pulse* pulse_ = nullptr;
  Stop stopped_ = Stop::none;
  Interrupts interrupts_;
};

}  // namespace satplay
