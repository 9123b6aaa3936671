// Unit propagation with two watched literals (Moskewicz et al. 2001), blocking literals (Chu, Harwood &
// Stuckey 2008; Sörensson & Eén 2009), and binary clauses that are decided inside the watch list.
#include "solver.hpp"

namespace satplay {

void Solver::assign(Lit lit, Ref reason) {
  if (control_.empty() && reason != no_ref) {
    if (proving()) note_root_unit(lit, reason);
    reason = no_ref;  // true for good: no clause need be kept for it
  }
  values_[lit] = 1;
  values_[negated(lit)] = -1;
  vars_[variable(lit)] = {level(), reason, static_cast<std::uint32_t>(trail_.size())};
  trail_.push_back(lit);
}

// A true literal follows from a clause since an earlier level than the one at which it became true (Nadel &
// Ryvchin 2018): it is to outlast a backtrack to there. Kept in the order of the trail.
void Solver::outlast(Lit lit, Ref reason, std::uint32_t since) {
  const VarState& state = vars_[variable(lit)];
  if (since >= state.level) return;
  auto place = late_.end();
  while (place != late_.begin() && vars_[variable(place[-1].lit)].trail > state.trail) --place;
  late_.insert(place, {lit, since, reason});
}

void Solver::decide(Lit lit) {
  control_.push_back(static_cast<std::uint32_t>(trail_.size()));
  assign(lit, no_ref);
}

// The answer is the clause that became false, or no_ref.
Ref Solver::propagate() {
  Ref conflict = no_ref;
  std::int64_t ticks = 0;
  const std::size_t before = propagated_;
  const std::int8_t* const values = values_.data();
  while (conflict == no_ref && propagated_ < trail_.size()) {
    const Lit false_lit = negated(trail_[propagated_++]);
    std::vector<Watch>& list = watches_[false_lit];
    const Watch* in = list.data();
    const Watch* const end = in + list.size();
    Watch* out = list.data();
    ticks += 1 + static_cast<std::int64_t>(list.size() / 8);
    while (in != end) {
      const Watch watch = *out++ = *in++;
      const int blocked = values[watch.blocker];
      if (blocked > 0) continue;
      if (watch.binary()) {
        if (blocked < 0) {
          conflict = watch.ref();
          break;
        }
        assign(watch.blocker, watch.ref());
        continue;
      }
      ticks++;
      Clause& clause = arena_[watch.ref()];
      Lit* const lits = clause.begin();
      const Lit other = lits[0] ^ lits[1] ^ false_lit;
      const int other_value = values[other];
      if (other_value > 0) {
        out[-1].blocker = other;
        continue;
      }
      Lit* spare = lits + 2;
      Lit* const last = lits + clause.size;
      int spare_value = -1;
      while (spare != last && (spare_value = values[*spare]) < 0) spare++;
      if (spare_value > 0) {
        out[-1].blocker = *spare;  // true anyway: keep watching, and look there first next time
      } else if (spare != last) {
        const Lit replacement = *spare;
        lits[0] = other;
        lits[1] = replacement;
        *spare = false_lit;
        watches_[replacement].push_back(Watch::of(watch.ref(), other, false));
        out--;
      } else if (other_value == 0) {
        assign(other, watch.ref());
      } else {
        conflict = watch.ref();
        break;
      }
    }
    while (in != end) *out++ = *in++;
    list.resize(static_cast<std::size_t>(out - list.data()));
  }
  ticks_ += ticks;
  statistics.propagations += static_cast<std::int64_t>(propagated_ - before);
  return conflict;
}

void Solver::backtrack(std::uint32_t target) {
  if (target >= level()) return;
  const std::size_t cut = control_[target];
  const bool by_scores = this->by_scores();
  for (std::size_t at = trail_.size(); at > cut; at--) {
    const Lit lit = trail_[at - 1];
    const Var var = variable(lit);
    values_[lit] = values_[negated(lit)] = 0;
    phases_[var].saved = is_negative(lit) ? -1 : 1;
    if (by_scores) {
      heap_.push(var);
      if (fronted(var)) front_.push(var);
    } else if (stamps_[var] > stamps_[queue_search_])
      queue_search_ = var;
  }
  trail_.resize(cut);
  control_.resize(target);
  propagated_ = cut;
  next_over_ = 0;
  while (!flips_.empty() && flips_.back() > target) flips_.pop_back();
  for (AttachedTheory& attached : theories_) attached.heard = std::min(attached.heard, cut);
  if (target == 0 && !unit_lemmas_.empty()) take_unit_lemmas();
  if (late_.empty()) return;
  // What has been implied since a level that stays is assigned again, in the old order; what it implies is
  // found by propagation.
  returning_.clear();
  while (!late_.empty() && vars_[variable(late_.back().lit)].trail >= cut) {
    if (late_.back().since <= target) returning_.push_back(late_.back());
    late_.pop_back();
  }
  for (auto late = returning_.rbegin(); late != returning_.rend(); ++late) {
    if (values_[late->lit] == 0) assign(late->lit, late->reason);
    if (values_[late->lit] > 0) outlast(late->lit, late->reason, late->since);
  }
}

}  // namespace satplay
