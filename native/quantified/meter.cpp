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

Status Meter::spend(Solver& solver, Lits assumptions, const Limits& limits) {
  work(1 + assumptions.size());
  const Statistics before = solver.statistics;
  const Status status = solver.solve(assumptions, limits, pulse_);
  conflicts += solver.statistics.conflicts - before.conflicts;
  propagations += solver.statistics.propagations - before.propagations;
  questions++;
  work(static_cast<std::size_t>(solver.statistics.propagations - before.propagations) +
       solver.variables() / 4);
  return status;
}

Status Meter::ask(Solver& solver, Lits assumptions) {
  const Status status = spend(solver, assumptions, rest());
  if (status == Status::unknown) throw Stopped{solver.stopped()};
  return status;
}

Status Meter::try_out(Solver& solver, Lits assumptions, std::int64_t most) {
  Limits limits = rest();
  const bool mine = limits.conflicts < 0 || limits.conflicts > most;
  if (mine) limits.conflicts = most;
  const Status status = spend(solver, assumptions, limits);
  if (status == Status::unknown && !(mine && solver.stopped() == Stop::conflicts))
    throw Stopped{solver.stopped()};
  return status;
}

}  // namespace satplay::quantified
