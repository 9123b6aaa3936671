#include "limits.hpp"

namespace satplay {

void LimitMonitor::start(const Limits& limits, const Pulse& pulse, const Statistics& statistics) {
  limits_ = limits;
  pulse_ = &pulse;
  conflicts_ = statistics.conflicts;
  propagations_ = statistics.propagations;
  decisions_ = statistics.decisions;
  interrupts_.start_question();
  stopped_ = interrupts_.raised() ? Stop::interrupted : Stop::none;  // a halted session answers nothing
  const Clock::time_point now = Clock::now();
  timed_ = limits.seconds < 1e9;
  if (timed_)
    deadline_ =
        now + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(limits.seconds));
  next_pulse_ = now + time_between_pulses;
  next_look_ = 0;
}

void LimitMonitor::look(std::size_t bytes) {
  const Clock::time_point now = Clock::now();
  if (timed_ && now >= deadline_) {
    stopped_ = Stop::time;
  } else if (limits_.memory_bytes >= 0 && bytes > static_cast<std::size_t>(limits_.memory_bytes)) {
    stopped_ = Stop::memory;
  } else if (now >= next_pulse_) {
    next_pulse_ = now + time_between_pulses;
    if (*pulse_ && !(*pulse_)()) stopped_ = Stop::interrupted;
  }
}

}  // namespace satplay
