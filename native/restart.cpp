// Restarts, and switching between stable and focused mode.
#include "restart.hpp"

#include "solver.hpp"

namespace satplay {

namespace {

// Luby's sequence 1, 1, 2, 1, 1, 2, 4, ... from i = 1 (Luby, Sinclair & Zuckerman 1993).
std::int64_t luby(std::int64_t i) {
  for (;;) {
    std::int64_t power = 1;
    while (power < i + 1) power <<= 1;
    if (i + 1 == power) return power / 2;
    i -= power / 2 - 1;
  }
}

}  // namespace

Restarts::Restarts(const Options& options)
    : enabled_(options.restarts != 0),
      switching_(options.mode == 2),
      least_conflicts_(options.restart_least),
      luby_unit_(options.luby_unit),
      first_period_conflicts_(options.mode_switch),
      margin_(1 + static_cast<double>(options.restart_margin) / 100),
      stable_(options.mode == 1) {}

void Restarts::restarted(std::int64_t conflicts) {
  next_ = conflicts + (stable_ ? luby_unit_ * luby(luby_round_++) : least_conflicts_);
}

void Restarts::switch_mode(std::int64_t switches, std::int64_t conflicts, std::int64_t ticks) {
  const std::int64_t round = switches / 2 + 1;
  period_ticks_ = first_period_ticks_ * round * round;
  period_start_ = ticks;
  stable_ = !stable_;
  luby_round_ = stable_ ? 1 : luby_round_;
  next_ = conflicts + (stable_ ? luby_unit_ : least_conflicts_);
}

bool Solver::restart_due() const {
  return trail_.level() > fixed_levels() && restarts_.due(statistics.conflicts);
}

// Levels whose decisions would be taken again are kept (van der Tak, Ramos & Heule 2011).
void Solver::restart() {
  statistics.restarts++;
  std::uint32_t keep = std::min<std::uint32_t>(fixed_levels(), trail_.level());
  const bool by_scores = decides_by_scores();
  const Var next = decisions_.next(trail_, by_scores);
  if (next != no_var) {
    while (keep < trail_.level() && trail_.begin_of(keep + 1) < trail_.size() &&
           decisions_.before(variable(trail_.at(trail_.begin_of(keep + 1))), next, by_scores))
      keep++;
  }
  LOG("restart %lld keeps %u of %u levels", static_cast<long long>(statistics.restarts), keep,
      trail_.level());
  INVARIANT(check_now());
  backtrack(keep);
  restarts_.restarted(statistics.conflicts);
}

void Solver::switch_mode_if_due() {
  if (!restarts_.switch_due(statistics.conflicts, work_.ticks)) return;
  statistics.mode_switches++;
  backtrack(0);
  restarts_.switch_mode(statistics.mode_switches, statistics.conflicts, work_.ticks);
  LOG("switch to %s mode", restarts_.stable() ? "stable" : "focused");
  phases_.restart_target();
  decisions_.prepare(variables(), [&](Var var) { return removed_.contains(var); });
}

}  // namespace satplay
