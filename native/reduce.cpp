// Forgetting learned clauses by tiers of glue (Audemard & Simon 2009; Oh 2015), and collecting the garbage.
#include <algorithm>
#include <cmath>

#include "solver.hpp"

namespace satplay {

bool Solver::reduce_due() const {
  return options_.reduce && statistics.conflicts >= next_reduce_;
}

void Solver::reduce() {
  statistics.reductions++;
  flush_root();
  if (contradictory_) return;
  for (const Lit lit : trail_) {
    const Ref reason = vars_[variable(lit)].reason;
    if (reason != no_ref) arena_[reason].reason = 1;
  }
  std::vector<Ref> candidates;
  for (const Ref ref : learned_) {
    Clause& clause = arena_[ref];
    if (clause.garbage || clause.reason || clause.size == 2) continue;
    if (clause.glue <= static_cast<std::uint32_t>(options_.tier1)) continue;
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
  const std::size_t target = candidates.size() * static_cast<std::size_t>(options_.reduce_share) / 100;
  for (std::size_t i = 0; i < target; i++) forget(candidates[i]);
  for (const Lit lit : trail_) {
    const Ref reason = vars_[variable(lit)].reason;
    if (reason != no_ref) arena_[reason].reason = 0;
  }
  collect_garbage();
  next_reduce_ = statistics.conflicts +
                 static_cast<std::int64_t>(static_cast<double>(options_.reduce_first) *
                                           std::sqrt(static_cast<double>(statistics.reductions + 1)));
}

void Solver::forget(Ref ref) {
  const Clause& clause = arena_[ref];
  prove_removed(clause.id(), clause.lits());
  if (clause.learned) statistics.deleted++;
  arena_.mark_garbage(ref);
}

// Since the last time literals have become true for good: clauses with one go, and false ones leave their
// clauses.
void Solver::flush_root() {
  const std::size_t root = control_.empty() ? trail_.size() : control_[0];
  if (root == root_flushed_) return;
  backtrack(0);
  if (propagate_root()) root_flushed_ = trail_.size();
  if (contradictory_) return;
  for (std::vector<Ref>* list : {&given_, &learned_}) {
    const std::size_t count = list->size();  // shortened clauses are appended to the same list
    for (std::size_t i = 0; i < count; i++) {
      const Ref ref = (*list)[i];
      if (arena_[ref].garbage) continue;
      const Lits lits = arena_[ref].lits();
      if (std::any_of(lits.begin(), lits.end(), [&](Lit lit) { return values_[lit] > 0; })) {
        forget(ref);
      } else if (std::any_of(lits.begin(), lits.end(), [&](Lit lit) { return values_[lit] < 0; })) {
        shorten(ref, *list);
      }
    }
  }
  rebuild_watches();
}

bool Solver::propagate_root() {
  const Ref conflict = propagate();
  if (conflict != no_ref) derive_empty(conflict);
  return conflict == no_ref;
}

// Replace a clause by what is left of it when its false literals are gone; at level 0 and after propagation
// at least two are left.
void Solver::shorten(Ref ref, std::vector<Ref>& list) {
  std::vector<Lit> left;
  hints_.clear();
  for (const Lit lit : arena_[ref].lits()) {
    if (values_[lit] == 0)
      left.push_back(lit);
    else if (hinting())
      hints_.push_back(unit_ids_[variable(lit)]);
  }
  hints_.push_back(arena_[ref].id());
  const ClauseId id = next_id();
  prove_added(id, left, hints_);
  const std::uint32_t glue =
      std::min<std::uint32_t>(arena_[ref].glue, static_cast<std::uint32_t>(left.size()));
  const bool learned = arena_[ref].learned;
  const std::uint32_t used = arena_[ref].used;
  forget(ref);
  const Ref shorter = arena_.add(left, learned, glue, id);
  arena_[shorter].used = used & 3u;
  list.push_back(shorter);
}

// Binary clauses first: they need no look at the clause.
void Solver::rebuild_watches() {
  for (std::vector<Watch>& list : watches_) list.clear();
  for (const bool binary : {true, false}) {
    for (const std::vector<Ref>* list : {&given_, &learned_}) {
      for (const Ref ref : *list) {
        const Clause& clause = arena_[ref];
        if (!clause.garbage && (clause.size == 2) == binary) watch(ref, clause);
      }
    }
  }
}

// Copies what is left into a new arena. The old place of a clause tells where it went.
void Solver::collect_garbage() {
  if (arena_.wasted() == 0) return;
  statistics.collections++;
  Arena fresh;
  fresh.reserve(arena_.size() - arena_.wasted());
  const auto move_all = [&](std::vector<Ref>& list) {
    std::size_t kept = 0;
    for (const Ref ref : list) {
      Clause& clause = arena_[ref];
      if (clause.garbage) continue;
      const Ref to = fresh.add(clause.lits(), clause.learned, clause.glue, clause.id());
      fresh[to].used = clause.used;
      fresh[to].vivified = clause.vivified;
      clause.moved = 1;
      clause.id_low = to;
      list[kept++] = to;
    }
    list.resize(kept);
  };
  move_all(given_);
  move_all(learned_);
  for (std::vector<Watch>& list : watches_) {
    std::size_t kept = 0;
    for (const Watch watch : list) {
      const Clause& clause = arena_[watch.ref()];
      if (clause.moved) list[kept++] = Watch::of(clause.id_low, watch.blocker, watch.binary());
    }
    list.resize(kept);
  }
  for (const Lit lit : trail_) {
    Ref& reason = vars_[variable(lit)].reason;
    if (reason != no_ref) reason = arena_[reason].id_low;
  }
  arena_.swap(fresh);
}

}  // namespace satplay
