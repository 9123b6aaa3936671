// Restarts: in focused mode when recent clauses are worse than the average (Audemard & Simon 2009, with
// moving averages by Biere & Fröhlich 2015), in stable mode by Luby's sequence (Luby, Sinclair & Zuckerman
// 1993); and the alternation of the two modes (Oh 2015).
#include "solver.hpp"

namespace satplay {

namespace {

// 1, 1, 2, 1, 1, 2, 4, ... from i = 1.
std::int64_t luby(std::int64_t i) {
  for (;;) {
    std::int64_t power = 1;
    while (power < i + 1) power <<= 1;
    if (i + 1 == power) return power / 2;
    i -= power / 2 - 1;
  }
}

}  // namespace

bool Solver::restart_due() {
  if (!options_.restarts || level() <= floor() || statistics.conflicts < next_restart_) return false;
  if (stable_) return true;
  const double margin = 1 + static_cast<double>(options_.restart_margin) / 100;
  return glue_fast_.value > margin * glue_slow_.value;
}

// Levels whose decisions would be taken again are kept (van der Tak, Ramos & Heule 2011).
void Solver::restart() {
  statistics.restarts++;
  std::uint32_t keep = std::min<std::uint32_t>(floor(), level());
  const Var next = next_variable();
  if (next != no_var) {
    const auto sooner = [&](Var var) {
      return by_scores() ? heap_.score(var) > heap_.score(next) : stamps_[var] > stamps_[next];
    };
    while (keep < level() && control_[keep] < trail_.size() && sooner(variable(trail_[control_[keep]])))
      keep++;
  }
  backtrack(keep);
  if (stable_) {
    next_restart_ = statistics.conflicts + options_.luby_unit * luby(luby_round_++);
  } else {
    next_restart_ = statistics.conflicts + options_.restart_least;
  }
}

// The first focused period is measured in conflicts; the others last as long in work done, with a growing
// factor.
void Solver::switch_mode_if_due() {
  if (options_.mode != 2) return;
  if (mode_switch_ticks_ == 0) {
    if (statistics.conflicts < next_mode_switch_) return;
    mode_switch_ticks_ = std::max<std::int64_t>(1, ticks_);
  } else if (ticks_ < mode_start_ticks_ + mode_length_) {
    return;
  }
  statistics.mode_switches++;
  const std::int64_t round = statistics.mode_switches / 2 + 1;
  mode_length_ = mode_switch_ticks_ * round * round;
  mode_start_ticks_ = ticks_;
  backtrack(0);
  stable_ = !stable_;
  target_assigned_ = 0;
  prepare_decisions();
  if (stable_) {
    luby_round_ = 1;
    next_restart_ = statistics.conflicts + options_.luby_unit;
  } else {
    next_restart_ = statistics.conflicts + options_.restart_least;
  }
}

}  // namespace satplay
