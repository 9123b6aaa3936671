// Forgetting learned clauses by tiers of glue (Audemard & Simon 2009; Oh 2015), and collecting the garbage.
#include <algorithm>
#include <cmath>

#include "solver.hpp"

namespace satplay {

namespace {
constexpr std::int64_t conflicts_while_passing = 50;
}

// Clauses that something true follows from, now or after a backtrack.
template <typename Visit>
void Solver::each_reason(Visit visit) {
  for (const Lit lit : trail_) {
    Ref& reason = vars_[variable(lit)].reason;
    if (reason < by_theory) visit(reason);
  }
  for (Late& late : late_) visit(late.reason);
}

bool Solver::reduce_due() const {
  if (!options_.reduce) return false;
  return statistics.conflicts >= (passing() ? reduced_at_ + conflicts_while_passing : next_reduce_);
}

// While models are shown one after the other the search passes through every part of the space once: clauses
// learned in one part are hardly needed in the next.
bool Solver::passing() const {
  return enumerating_ && statistics.models > models_at_reduce_;
}

void Solver::reduce() {
  statistics.reductions++;
  const bool passing = this->passing();
  const std::int64_t tier1 = passing ? 1 : options_.tier1, share = passing ? 100 : options_.reduce_share;
  if (!enumerating_ && ticks_ - flushed_at_ > static_cast<std::int64_t>(arena_.size() / 4)) flush_root();
  if (contradictory_) return;
  each_reason([&](Ref reason) { arena_[reason].reason = 1; });
  std::vector<Ref> candidates;
  for (const Ref ref : learned_) {
    Clause& clause = arena_[ref];
    if (clause.garbage || clause.reason || clause.size <= 2) continue;
    if (clause.glue <= static_cast<std::uint32_t>(tier1)) continue;
    if (clause.used > 0) {
      clause.used--;
      continue;
    }
    candidates.push_back(ref);
  }
  std::stable_sort(candidates.begin(), candidates.end(), [&](Ref a, Ref b) {
    const Clause &first = arena_[a], &second = arena_[b];
    return first.glue != second.glue ? first.glue > second.glue : first.size > second.size;
  });
  const std::size_t target = candidates.size() * static_cast<std::size_t>(share) / 100;
  for (std::size_t i = 0; i < target; i++) forget(candidates[i]);
  each_reason([&](Ref reason) { arena_[reason].reason = 0; });
  collect_garbage();
  reduced_at_ = statistics.conflicts;
  models_at_reduce_ = statistics.models;
  next_reduce_ = statistics.conflicts +
                 static_cast<std::int64_t>(static_cast<double>(options_.reduce_first) *
                                           std::pow(static_cast<double>(statistics.reductions + 1),
                                                    static_cast<double>(options_.reduce_power) / 100));
}

void Solver::forget(Ref ref) {
  const Clause& clause = arena_[ref];
  prove_removed(arena_.id(ref), clause.lits());
  if (clause.learned) statistics.deleted++;
  arena_.mark_garbage(ref);
}

// Since the last time literals have become true for good: clauses with one go, and false ones leave their
// clauses. A clause that goes may stay watched until garbage is collected: it does nothing any more. In one
// that stays both watched literals are open, so that it is shortened where it lies.
void Solver::flush_root() {
  const std::size_t root = control_.empty() ? trail_.size() : control_[0];
  if (root == root_flushed_) return;
  backtrack(0);
  if (!propagate_root()) return;
  root_flushed_ = trail_.size();
  flushed_at_ = ticks_;
  for (std::vector<Ref>* list : {&given_, &learned_}) {
    std::erase_if(*list, [&](Ref ref) {
      if (arena_[ref].garbage) return true;
      bool shorter = false;
      for (const Lit lit : arena_[ref].lits()) {
        if (values_[lit] > 0) {
          forget(ref);
          return true;
        }
        shorter |= values_[lit] < 0;
      }
      if (shorter) shorten(ref);
      return false;
    });
  }
}

bool Solver::propagate_root() {
  const Ref conflict = propagate();
  if (conflict != no_ref) derive_empty(conflict);
  return conflict == no_ref;
}

void Solver::shorten(Ref ref) {
  Clause& clause = arena_[ref];
  if (proving()) {
    std::vector<Lit> left;
    hints_.clear();
    for (const Lit lit : clause.lits()) {
      if (values_[lit] == 0)
        left.push_back(lit);
      else if (hinting())
        hints_.push_back(unit_ids_[variable(lit)]);
    }
    hints_.push_back(arena_.id(ref));
    const ClauseId id = next_id();
    prove_added(id, left, hints_);
    prove_removed(arena_.id(ref), clause.lits());
    arena_.renumber(ref, id);
  }
  Lit* const end = std::remove_if(clause.begin(), clause.end(), [&](Lit lit) { return values_[lit] < 0; });
  arena_.shrink(ref, static_cast<std::uint32_t>(end - clause.begin()));
  clause.compared = 0;
  if (clause.size != 2) return;
  for (const std::size_t at : {0, 1}) {
    for (Watch& watch : watches_[clause[at]]) {
      if (watch.ref() == ref) watch = Watch::of(ref, clause[1 - at], true);
    }
  }
}

// Binary clauses first: they need no look at the clause.
void Solver::rebuild_watches() {
  for (std::vector<Watch>& list : watches_) list.clear();
  for (const bool binary : {true, false}) {
    for (const std::vector<Ref>* list : {&given_, &learned_}) {
      for (const Ref ref : *list) {
        const Clause& clause = arena_[ref];
        if (!clause.garbage && clause.size >= 2 && (clause.size == 2) == binary) watch(ref, clause);
      }
    }
  }
}

// Most clauses are given and stay where they are while learned ones come and go; only when much of the room
// among them is wasted are all moved. The old place of a clause tells where it went.
void Solver::collect_garbage() {
  const bool all = arena_.wasted_settled() > arena_.size() / 4;
  if (!all && arena_.wasted() == arena_.wasted_settled()) return;
  statistics.collections++;
  const Ref from = all ? 0 : arena_.settled();
  Arena old = arena_.take_from(from);
  const auto move_all = [&](std::vector<Ref>& list) {
    std::size_t kept = 0;
    for (const Ref ref : list) {
      if (ref < from) {
        if (!arena_[ref].garbage) list[kept++] = ref;
        continue;
      }
      Clause& clause = old[ref - from];
      if (clause.garbage) continue;
      const Ref to = arena_.add_copy(old, ref - from);
      clause.moved = 1;
      clause[0] = to;
      list[kept++] = to;
    }
    list.resize(kept);
  };
  move_all(given_);
  if (all) arena_.settle();
  move_all(learned_);
  for (std::vector<Watch>& list : watches_) {
    std::size_t kept = 0;
    for (const Watch watch : list) {
      if (watch.ref() < from) {
        list[kept++] = watch;
        continue;
      }
      const Clause& clause = old[watch.ref() - from];
      if (clause.moved) list[kept++] = Watch::of(clause[0], watch.blocker, watch.binary());
    }
    list.resize(kept);
  }
  each_reason([&](Ref& reason) {
    if (reason >= from) reason = old[reason - from][0];
  });
}

}  // namespace satplay
