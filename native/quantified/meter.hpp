// The limits of one call: resources used so far, and a pulse every few milliseconds that can stop it. A
// stopped call is not continued, so it can be stopped anywhere, by throwing `Stopped`.
#pragma once
#include <chrono>
#include <cstdint>

#include "../solver.hpp"

namespace satplay::quantified {

struct Stopped {
  Stop why;
};

class Meter {
 public:
  Meter(const Limits& limits, const Pulse& pulse) : limits_(limits), pulse_(pulse) {}

  // One unit is about one literal visited.
  void work(std::size_t units) {
    left_ -= static_cast<std::int64_t>(units);
    if (left_ < 0) look();
  }
  void memory(std::size_t bytes) const;  // memory in use, without the solvers
  bool limits_memory() const { return limits_.memory_bytes >= 0; }

  // A query to one of many solvers, within the remaining limits.
  Status ask(Solver& solver, Lits assumptions);

  std::int64_t conflicts = 0, propagations = 0, questions = 0;

 private:
  using Clock = std::chrono::steady_clock;
  void look();
  Limits rest() const;

  const Limits limits_;
  const Pulse& pulse_;
  const Clock::time_point begun_ = Clock::now();
  Clock::time_point next_pulse_ = begun_;
  std::int64_t left_ = 0;
};

}  // namespace satplay::quantified
