// Recursive model rotation (Belov & Marques-Silva, "Accelerating MUS extraction with recursive model
// rotation", 2011): a model of all groups but one shows that this one is needed. After flipping a literal
// that satisfies it, if only one other group is violated, the model shows that this other group is needed,
// and so on, without a solve call. Groups already known are visited too, once per rotation (Nadel, Ryvchin &
// Strichman 2014).
#include "../invariant.hpp"
#include "groups.hpp"

namespace satplay {

namespace {
constexpr std::size_t steps_between_looks = 100'000;  // well under a millisecond of work
}

void Groups::flip(Lit lit) {
  INVARIANT(!true_[lit] && true_[negated(lit)]);
  true_[lit] = 1;
  true_[negated(lit)] = 0;
  for (const Index clause : table_.with(lit)) trues_[clause]++;
  for (const Index clause : table_.with(negated(lit))) trues_[clause]--;
}

// The only other group violated when a literal becomes true; -1 if there is none or more than one.
Groups::Group Groups::broken_by(Lit flipped, Group broken) {
  Group found = -1;
  for (const Index clause : table_.with(negated(flipped))) {
    if (trues_[clause] != 1 || !alive(clause)) continue;
    const Group group = group_[clause];
    if (group < 0 || group == broken || (found >= 0 && group != found)) return -1;
    found = group;
  }
  return found;
}

// The literals that satisfy a group by one flip: they occur in all its false clauses.
void Groups::propose(Group broken) {
  const std::size_t begin = proposed_.size();
  bool first = true;
  for (const Index clause : clauses_of(broken)) {
    if (trues_[clause] != 0) continue;
    const std::span<const Lit> here = table_.lits(clause);
    if (first) {
      proposed_.insert(proposed_.end(), here.begin(), here.end());
      first = false;
      continue;
    }
    const auto shared =
        std::remove_if(proposed_.begin() + static_cast<std::ptrdiff_t>(begin), proposed_.end(),
                       [&](Lit lit) { return std::find(here.begin(), here.end(), lit) == here.end(); });
    proposed_.erase(shared, proposed_.end());
  }
}

void Groups::rotate(Group broken) {
  rotation_++;
  turns_.clear();
  proposed_.clear();
  std::size_t steps = 0;
  const auto turn = [&](Group group, Lit flipped) {
    steps += clauses_of(group).size();
    visited_[static_cast<std::size_t>(group)] = rotation_;
    const std::size_t begin = proposed_.size();
    propose(group);
    turns_.push_back({group, flipped, begin, proposed_.size()});
  };
  INVARIANT(only_broken(broken));
  turn(broken, no_lit);
  while (!turns_.empty()) {
    if (steps > steps_between_looks) {
      if (out_of_limits()) return;
      steps = 0;
    }
    Turn& here = turns_.back();
    if (here.next == here.end) {
      const Lit flipped = here.flipped;
      turns_.pop_back();
      proposed_.resize(turns_.empty() ? 0 : turns_.back().end);
      if (flipped != no_lit) flip(negated(flipped));
      continue;
    }
    const Lit lit = proposed_[here.next++];
    const Group group = broken_by(lit, here.broken);
    steps += 1 + table_.with(negated(lit)).size();
    if (group < 0 || visited_[static_cast<std::size_t>(group)] == rotation_) continue;
    if (state(group) == State::open) {
      need(group);
      rotated_++;
    }
    flip(lit);
    INVARIANT(only_broken(group));
    turn(group, lit);
  }
  INVARIANT(only_broken(broken));  // all flips are undone
}

}  // namespace satplay
