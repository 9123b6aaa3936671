// Calls a function every 10 ms during long work; it can stop the work.
#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <utility>

namespace satplay::mastermind {

struct Interrupted {};

class Pulse {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Pulse(std::function<bool()> beat) : beat_(std::move(beat)), next_(Clock::now() + interval) {}

  // Reports work of about this number of nanoseconds. Throws Interrupted.
  void spent(std::size_t work) {
    budget_ -= static_cast<std::int64_t>(work);
    if (budget_ < 0) look();
  }

 private:
  static constexpr auto interval = std::chrono::milliseconds(10);
  static constexpr std::int64_t between_looks = 1'000'000;

  void look() {
    budget_ = between_looks;
    const auto now = Clock::now();
    if (now < next_) return;
    next_ = now + interval;
    if (!beat_()) throw Interrupted{};
  }

  std::function<bool()> beat_;
  Clock::time_point next_;
  std::int64_t budget_ = between_looks;
};

}  // namespace satplay::mastermind
