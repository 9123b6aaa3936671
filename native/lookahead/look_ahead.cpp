#include "look_ahead.hpp"

#include <algorithm>
#include <array>

namespace satplay::lookahead {

namespace {

constexpr std::size_t most_candidates = 256, least_candidates = 64;
constexpr std::size_t candidates_share = 10;           // one variable in ten, between these bounds
constexpr int most_rounds = 10;                        // each follows a failed literal
constexpr std::int64_t ticks_between_beats = 200'000;  // about a millisecond of work

// The weight of a clause with this number of open literals.
double weight(std::size_t open) {
  static constexpr std::array<double, 8> weights{0, 0, 1, 0.2, 0.05, 0.01, 0.003, 0.001};
  return weights[std::min(open, weights.size() - 1)];
}

double product(double first, double second) {
  return 1024 * first * second + first + second;
}

}  // namespace

// The free variables with the largest product of weighted occurrences in the clauses that are left open.
void LookAhead::select_candidates() {
  std::vector<double> occurrences(2 * table_.variables());
  for (Index clause = 0; clause < table_.size(); clause++) {
    if (assignment_.satisfied(clause)) continue;
    const double each = weight(assignment_.open(clause));
    for (const Lit lit : table_.lits(clause)) occurrences[lit] += each;
  }
  candidates_.clear();
  for (Var var = 0; var < table_.variables(); var++) {
    const double first = occurrences[positive(var)], second = occurrences[negated(positive(var))];
    if (assignment_.assigned(var) || first + second == 0) continue;
    rank_[var] = product(first, second);
    candidates_.push_back(var);
  }
  const std::size_t share = candidates_.size() / candidates_share;
  const std::size_t count =
      std::min(candidates_.size(), std::clamp(share, least_candidates, most_candidates));
  const auto better = [&](Var a, Var b) { return rank_[a] != rank_[b] ? rank_[a] > rank_[b] : a < b; };
  std::partial_sort(candidates_.begin(), candidates_.begin() + static_cast<std::ptrdiff_t>(count),
                    candidates_.end(), better);
  candidates_.resize(count);
}

// None if the literal propagates to a conflict.
std::optional<double> LookAhead::measure(Lit lit) {
  beat();
  const std::size_t before = assignment_.trail().size();
  const bool consistent = assignment_.assign(lit);
  double sum = 0;
  if (consistent) {
    for (std::size_t at = before; at < assignment_.trail().size(); at++) {
      for (const Index clause : table_.with(negated(assignment_.trail()[at]))) {
        if (is_touched_[clause] || assignment_.satisfied(clause)) continue;
        is_touched_[clause] = true;
        touched_.push_back(clause);
        sum += weight(assignment_.open(clause));
      }
    }
    for (const Index clause : touched_) is_touched_[clause] = false;
    touched_.clear();
  }
  assignment_.undo(before);
  return consistent ? std::optional(sum) : std::nullopt;
}

bool LookAhead::run() {
  choice_.reset();
  select_candidates();
  bool has_failed = true;
  for (int round = 0; has_failed && round < most_rounds; round++) {
    has_failed = false;
    choice_.reset();
    double best = -1;
    for (const Var var : candidates_) {
      if (assignment_.assigned(var)) continue;
      const auto first = measure(positive(var)), second = measure(negated(positive(var)));
      if (!first || !second) {
        has_failed = true;
        if (!assignment_.assign(first ? positive(var) : negated(positive(var)))) return false;
        continue;
      }
      if (const double score = product(*first, *second); score > best) {
        best = score;
        // The value that leaves less to do comes first.
        choice_ = *first >= *second ? positive(var) : negated(positive(var));
      }
    }
  }
  // A failed literal of the last round may have assigned it.
  if (choice_ && assignment_.assigned(variable(*choice_))) choice_.reset();
  if (!choice_) {
    const auto free = std::find_if(candidates_.begin(), candidates_.end(),
                                   [&](Var var) { return !assignment_.assigned(var); });
    if (free != candidates_.end()) choice_ = positive(*free);
  }
  return true;
}

void LookAhead::beat() {
  if (assignment_.ticks() < next_beat_) return;
  next_beat_ = assignment_.ticks() + ticks_between_beats;
  if (pulse_ && !pulse_()) throw Interrupted();
}

}  // namespace satplay::lookahead
