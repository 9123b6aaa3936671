#include "assignment.hpp"

namespace satplay::lookahead {

Assignment::Assignment(const ClauseTable& table)
    : table_(table), values_(2 * table.variables()), true_(table.size()), false_(table.size()) {}

bool Assignment::propagate_units() {
  for (Index clause = 0; clause < table_.size(); clause++) {
    const Lits lits = table_.lits(clause);
    if (lits.empty() || (lits.size() == 1 && !enqueue(lits[0]))) return false;
  }
  return propagate();
}

bool Assignment::assign(Lit lit) {
  return enqueue(lit) && propagate();
}

// False if the literal is false already.
bool Assignment::enqueue(Lit lit) {
  if (values_[lit] != 0) return values_[lit] > 0;
  values_[lit] = 1;
  values_[negated(lit)] = -1;
  trail_.push_back(lit);
  return true;
}

bool Assignment::propagate() {
  bool consistent = true;
  while (consistent && next_ < trail_.size()) {
    const Lit lit = trail_[next_++];
    const auto satisfied = table_.with(lit), shortened = table_.with(negated(lit));
    ticks_ += static_cast<std::int64_t>(satisfied.size() + shortened.size());
    for (const Index clause : satisfied) true_[clause]++;
    // After a conflict the counting goes on, because `undo` takes all of it back.
    for (const Index clause : shortened) {
      false_[clause]++;
      if (!consistent || true_[clause] > 0 || open(clause) > 1) continue;
      const Lit unit = open(clause) == 1 ? open_literal(clause) : no_lit;
      consistent = unit != no_lit && enqueue(unit);
    }
  }
  return consistent;
}

// The only literal that is not counted as false; it is false, too, if it waits to be counted.
Lit Assignment::open_literal(Index clause) const {
  for (const Lit lit : table_.lits(clause)) {
    if (values_[lit] >= 0) return lit;
  }
  return no_lit;
}

void Assignment::undo(std::size_t size) {
  while (trail_.size() > size) {
    const Lit lit = trail_.back();
    trail_.pop_back();
    values_[lit] = values_[negated(lit)] = 0;
    if (trail_.size() >= next_) continue;  // it was not counted yet
    for (const Index clause : table_.with(lit)) true_[clause]--;
    for (const Index clause : table_.with(negated(lit))) false_[clause]--;
    next_ = trail_.size();
  }
}

}  // namespace satplay::lookahead
