#include "meter.hpp"

namespace satplay::counting {

namespace {

constexpr std::int64_t units_between_looks = 1000;  // some microseconds; reading the clock takes 1% of that
constexpr auto time_between_pulses = std::chrono::milliseconds(10);
constexpr double forever = 1e9;  // seconds; more would overflow the clock

}  // namespace

void Meter::start(const Limits& limits, Pulse pulse) {
  limits_ = limits;
  pulse_ = std::move(pulse);
  conflicts_before_ = statistics.conflicts;
  propagations_before_ = statistics.propagations;
  stop_ = Stop::none;
  interrupted_.store(false, std::memory_order_relaxed);
  const auto now = Clock::now();
  deadline_.reset();
  if (limits.seconds && *limits.seconds < forever)
    deadline_ =
        now + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(*limits.seconds));
  next_pulse_ = now + time_between_pulses;
  left_ = 0;
}

void Meter::look() {
  left_ = units_between_looks;
  if (stop_ != Stop::none) return;
  const auto now = Clock::now();
  if (interrupted_.load(std::memory_order_relaxed)) {
    stop_ = Stop::interrupted;
  } else if (deadline_ && now >= *deadline_) {
    stop_ = Stop::time;
  } else if (now >= next_pulse_) {
    next_pulse_ = now + time_between_pulses;
    if (pulse_ && !pulse_()) stop_ = Stop::interrupted;
  }
}

void Meter::progress() const {
  rest();
  if (limits_.conflicts >= 0 && statistics.conflicts - conflicts_before_ > limits_.conflicts)
    throw Stopped{Stop::conflicts};
  if (limits_.propagations >= 0 && statistics.propagations - propagations_before_ > limits_.propagations)
    throw Stopped{Stop::propagations};
}

void Meter::memory(std::size_t bytes) const {
  if (limits_.memory_bytes >= 0 && bytes > static_cast<std::size_t>(limits_.memory_bytes))
    throw Stopped{Stop::memory};
}

}  // namespace satplay::counting
