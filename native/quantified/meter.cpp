#include "meter.hpp"

#include <algorithm>

namespace satplay::quantified {

namespace {
constexpr std::int64_t units_between_looks = 20'000;  // well under a millisecond
constexpr auto time_between_pulses = std::chrono::milliseconds(10);
}  // namespace

void Meter::look() {
  left_ = units_between_looks;
  const Clock::time_point now = Clock::now();
  if (std::chrono::duration<double>(now - begun_).count() >= limits_.seconds) throw Stopped{Stop::time};
  if (now < next_pulse_) return;
  next_pulse_ = now + time_between_pulses;
  if (pulse_ && !pulse_()) throw Stopped{Stop::interrupted};
}

void Meter::memory(std::size_t bytes) const {
  if (limits_memory() && bytes > static_cast<std::size_t>(limits_.memory_bytes)) throw Stopped{Stop::memory};
}

Limits Meter::rest() const {
  Limits rest = limits_;
  rest.seconds -= std::chrono::duration<double>(Clock::now() - begun_).count();
  if (rest.conflicts >= 0) rest.conflicts = std::max<std::int64_t>(0, rest.conflicts - conflicts);
  if (rest.propagations >= 0) rest.propagations = std::max<std::int64_t>(0, rest.propagations - propagations);
  return rest;
}

Status Meter::ask(Solver& solver, Lits assumptions) {
  work(1 + assumptions.size());
  const std::int64_t conflicts_before = solver.statistics.conflicts;
  const std::int64_t propagations_before = solver.statistics.propagations;
  const Status status = solver.solve(assumptions, rest(), pulse_);
  conflicts += solver.statistics.conflicts - conflicts_before;
  propagations += solver.statistics.propagations - propagations_before;
  questions++;
  work(static_cast<std::size_t>(solver.statistics.propagations - propagations_before) +
       solver.variables() / 4);
  if (status == Status::unknown) throw Stopped{solver.stopped()};
  return status;
}

}  // namespace satplay::quantified
