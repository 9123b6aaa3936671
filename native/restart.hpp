// When to restart, and the alternation of stable and focused mode (Oh 2015).
#pragma once
#include <cstdint>

#include "options.hpp"

namespace satplay {

// Exponential moving average that starts unbiased (as in Adam: Kingma & Ba 2015).
struct Average {
  double value = 0, biased = 0, alpha = 0, beta = 0, exponent = 1;
  explicit Average(double window) : alpha(1 / window), beta(1 - 1 / window) {}
  void update(double sample) {
    biased += alpha * (sample - biased);
    if (exponent > 1e-12) {
      exponent *= beta;
      value = biased / (1 - exponent);
    } else {
      value = biased;
    }
  }
};

class Restarts {
 public:
  explicit Restarts(const Options& options);

  bool stable() const { return stable_; }
  void learned(std::uint32_t glue) {
    glue_fast_.update(glue);
    glue_slow_.update(glue);
  }
  // Focused mode restarts when recently learned clauses are worse than the average (Audemard & Simon 2009,
  // with moving averages by Biere & Fröhlich 2015), stable mode by Luby's sequence.
  bool due(std::int64_t conflicts) const {
    if (!enabled_ || conflicts < next_) return false;
    return stable_ || glue_fast_.value > margin_ * glue_slow_.value;
  }
  void restarted(std::int64_t conflicts);

  // The first focused period is measured in conflicts; all others take the same amount of work times a
  // growing factor.
  bool switch_due(std::int64_t conflicts, std::int64_t ticks) {
    if (!switching_) return false;
    if (first_period_ticks_ != 0) return ticks >= period_start_ + period_ticks_;
    if (conflicts < first_period_conflicts_) return false;
    first_period_ticks_ = ticks > 1 ? ticks : 1;
    return true;
  }
  void switch_mode(std::int64_t switches, std::int64_t conflicts, std::int64_t ticks);
  // Work of simplification counts for neither mode.
  void exclude(std::int64_t ticks) { period_start_ += ticks; }

 private:
  bool enabled_, switching_;
  std::int64_t least_conflicts_, luby_unit_, first_period_conflicts_;
  double margin_;
  bool stable_;
  Average glue_fast_{33}, glue_slow_{1e5};
  std::int64_t next_ = 0;  // in conflicts
  std::int64_t luby_round_ = 1;
  std::int64_t first_period_ticks_ = 0, period_start_ = 0, period_ticks_ = 0;
};

}  // namespace satplay
