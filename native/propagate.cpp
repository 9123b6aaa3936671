// Unit propagation with two watched literals (Moskewicz et al. 2001), blocking literals (Chu, Harwood &
// Stuckey 2008; Sörensson & Eén 2009), and binary clauses that are handled inside the watch list.
#include <limits>
#include <utility>

#include "solver.hpp"

namespace satplay {

void Solver::assign(Lit lit, Ref reason) {
  if (trail_.level() == 0 && reason != no_ref) {
    if (proof_.active()) derive_root_unit(lit, reason);
    reason = no_ref;  // always true: no clause has to be kept for it
  }
  trail_.assign(lit, reason);
}

void Solver::decide(Lit lit) {
  LOG("level %u: decide %d", trail_.level() + 1, proof_.external(lit));
  INVARIANT(!removed_.contains(variable(lit)));
  trail_.open_level();
  trail_.assign(lit, no_ref);
}

// Every assumption has its own level, which is empty if it is already true.
void Solver::assume(Lit lit) {
  INVARIANT(trail_.value(lit) >= 0);
  if (trail_.value(lit) > 0)
    trail_.open_level();
  else
    decide(lit);
}

namespace {
constexpr std::int64_t ticks_between_looks = 1 << 18;  // some milliseconds of work
}

// Returns the clause that became false, or no_ref. With `may_stop` a limit ends it between two literals: then
// the trail is not fully propagated, and the caller must not go on.
Ref Solver::propagate(bool may_stop) {
  // One function because this is the hottest loop: its state stays in registers.
  Ref conflict = no_ref;
  std::int64_t ticks = 0;
  const std::int64_t next_look = may_stop ? ticks_between_looks : std::numeric_limits<std::int64_t>::max();
  const std::size_t before = trail_.propagated();
  const std::int8_t* const values = trail_.values().data();
  while (conflict == no_ref && !trail_.fully_propagated()) {
    if (ticks >= next_look) [[unlikely]] {
      work_.ticks += std::exchange(ticks, 0);
      if (out_of_limits()) break;
    }
    const Lit false_lit = negated(trail_.next_to_propagate());
    WatchList& list = watches_[false_lit];
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
        out[-1].blocker = *spare;  // the clause is true: keep the watch, with this literal as blocker
      } else if (spare != last) {
        const Lit replacement = *spare;
        lits[0] = other;
        lits[1] = replacement;
        *spare = false_lit;
        watches_.push_back(replacement, Watch::of(watch.ref(), other, false));
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
  work_.ticks += ticks;
  statistics.propagations += static_cast<std::int64_t>(trail_.propagated() - before);
  if (conflict != no_ref)
    LOG("level %u: conflict in a clause of %u literals", trail_.level(), arena_[conflict].size);
  return conflict;
}

// At level 0, where a conflict refutes the formula; false on conflict.
bool Solver::propagate_root(bool may_stop) {
  INVARIANT(trail_.level() == 0);
  const Ref conflict = propagate(may_stop);
  if (conflict != no_ref) derive_empty(conflict);
  return conflict == no_ref;
}

}  // namespace satplay
