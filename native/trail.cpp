#include "trail.hpp"

namespace satplay {

void Trail::note_implied_since(Lit lit, Ref reason, std::uint32_t level) {
  INVARIANT(values_[lit] > 0);
  const State& state = states_[variable(lit)];
  if (level >= state.level) return;
  auto place = out_of_order_.end();
  while (place != out_of_order_.begin() && position_of(place[-1].lit) > state.position) --place;
  out_of_order_.insert(place, {lit, level, reason});
}

const std::vector<Trail::OutOfOrder>& Trail::take_implied_below(std::uint32_t target, std::size_t end) {
  returning_.clear();
  while (!out_of_order_.empty() && position_of(out_of_order_.back().lit) >= end) {
    if (out_of_order_.back().level <= target) returning_.push_back(out_of_order_.back());
    out_of_order_.pop_back();
  }
  return returning_;
}

bool Trail::check(const Arena& arena) const {
  INVARIANT(propagated_ <= lits_.size());
  INVARIANT(std::is_sorted(control_.begin(), control_.end()));
  INVARIANT(control_.empty() || control_.back() <= lits_.size());
  std::uint32_t level = 0;
  for (std::size_t at = 0; at < lits_.size(); at++) {
    while (level < control_.size() && control_[level] <= at) level++;
    const Lit lit = lits_[at];
    const State& state = states_[variable(lit)];
    INVARIANT(values_[lit] == 1 && values_[negated(lit)] == -1);
    INVARIANT(state.position == at);
    INVARIANT(state.level == level);
    const bool first = level > 0 && control_[level - 1] == at;
    INVARIANT(state.reason == no_ref ? level == 0 || first : level > 0);
    if (state.reason >= by_theory) continue;
    const Clause& clause = arena[state.reason];
    INVARIANT(!clause.garbage);
    INVARIANT(clause[0] == lit || (clause.size > 1 && clause[1] == lit));  // it is watched
    for (const Lit other : clause.lits())
      INVARIANT(other == lit || (value(other) < 0 && position_of(other) < at));
  }
  return check_out_of_order(arena);
}

bool Trail::check_out_of_order(const Arena& arena) const {
  for (std::size_t at = 0; at < out_of_order_.size(); at++) {
    const OutOfOrder& one = out_of_order_[at];
    INVARIANT(value(one.lit) > 0 && one.level < level_of(one.lit));
    INVARIANT(at == 0 || position_of(out_of_order_[at - 1].lit) <= position_of(one.lit));
    const Clause& clause = arena[one.reason];
    INVARIANT(!clause.garbage);
    for (const Lit other : clause.lits())
      INVARIANT(other == one.lit || (value(other) < 0 && level_of(other) <= one.level));
  }
  return true;
}

}  // namespace satplay
