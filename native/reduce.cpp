// Deletes learned clauses, removes literals assigned at level 0 from all clauses, and collects garbage.
#include <algorithm>
#include <cmath>

#include "learned.hpp"
#include "solver.hpp"

namespace satplay {

LearnedClauses::LearnedClauses(const Options& options)
    : reduces_(options.reduce != 0),
      tier1_(static_cast<std::uint32_t>(options.tier1)),
      tier2_(static_cast<std::uint32_t>(options.tier2)),
      next_reduction_(options.reduce_first) {}

std::vector<Ref> LearnedClauses::take_unused(Arena& arena, std::uint32_t tier1, std::int64_t percent) {
  std::vector<Ref> unused;
  for (const Ref ref : refs) {
    Clause& clause = arena[ref];
    if (clause.garbage || clause.reason || clause.size <= 2 || clause.glue <= tier1) continue;
    if (clause.used > 0)
      clause.used--;
    else
      unused.push_back(ref);
  }
  std::stable_sort(unused.begin(), unused.end(), [&](Ref a, Ref b) {
    const Clause &first = arena[a], &second = arena[b];
    return first.glue != second.glue ? first.glue > second.glue : first.size > second.size;
  });
  unused.resize(unused.size() * static_cast<std::size_t>(percent) / 100);
  return unused;
}

void LearnedClauses::reduced(const Statistics& statistics, const Options& options) {
  conflicts_at_reduction_ = statistics.conflicts;
  models_at_reduction_ = statistics.models;
  next_reduction_ = statistics.conflicts +
                    static_cast<std::int64_t>(static_cast<double>(options.reduce_first) *
                                              std::pow(static_cast<double>(statistics.reductions + 1),
                                                       static_cast<double>(options.reduce_power) / 100));
}

bool LearnedClauses::check(const Arena& arena) const {
  for (const Ref ref : refs) {
    const Clause& clause = arena[ref];
    INVARIANT(clause.learned && clause.size > 0 && !clause.moved && !clause.reason);
  }
  return true;
}

void Solver::reduce() {
  statistics.reductions++;
  const bool passing = learned_.passing(statistics, enumeration_.active());
  if (!enumeration_.active() && work_.ticks - flushed_at_ > static_cast<std::int64_t>(arena_.size() / 4))
    flush_root();
  if (contradictory_) return;
  trail_.each_reason([&](Ref reason) { arena_[reason].reason = 1; });
  const std::vector<Ref> unused =
      learned_.take_unused(arena_, passing ? 1 : learned_.tier1(), passing ? 100 : options_.reduce_share);
  for (const Ref ref : unused) delete_clause(ref);
  trail_.each_reason([&](Ref reason) { arena_[reason].reason = 0; });
  LOG("reduce: delete %zu of %zu learned clauses", unused.size(), learned_.refs.size());
  collect_garbage();
  learned_.reduced(statistics, options_);
  INVARIANT(check_now());
}

void Solver::delete_clause(Ref ref) {
  const Clause& clause = arena_[ref];
  INVARIANT(!clause.garbage && !clause.reason);
  proof_.remove(arena_.id(ref), clause.lits());
  if (clause.learned) statistics.deleted++;
  arena_.mark_garbage(ref);
}

// Deletes clauses with a literal that became true at level 0 since the last time, and removes false literals
// from the others. A deleted clause may remain watched until garbage is collected: it is always true. In a
// clause that stays both watched literals are unassigned, so that it is shortened in place.
void Solver::flush_root() {
  if (trail_.root_size() == root_flushed_) return;
  backtrack(0);
  if (!propagate_root()) return;
  root_flushed_ = trail_.size();
  flushed_at_ = work_.ticks;
  for (std::vector<Ref>* list : {&given_, &learned_.refs}) {
    std::erase_if(*list, [&](Ref ref) {
      if (arena_[ref].garbage) return true;
      bool shorter = false;
      for (const Lit lit : arena_[ref].lits()) {
        if (trail_.value(lit) > 0) {
          delete_clause(ref);
          return true;
        }
        shorter |= trail_.value(lit) < 0;
      }
      if (shorter) shorten(ref);
      return false;
    });
  }
}

void Solver::shorten(Ref ref) {
  Clause& clause = arena_[ref];
  INVARIANT(trail_.level() == 0 && trail_.value(clause[0]) == 0 && trail_.value(clause[1]) == 0);
  if (proof_.active()) {
    std::vector<Lit> open;
    for (const Lit lit : clause.lits()) {
      if (trail_.value(lit) == 0) open.push_back(lit);
    }
    const ClauseId id = next_id();
    proof_.add(id, open, proof_.hints_at_root(clause.lits(), trail_, arena_.id(ref)));
    proof_.remove(arena_.id(ref), clause.lits());
    arena_.renumber(ref, id);
  }
  Lit* const end =
      std::remove_if(clause.begin(), clause.end(), [&](Lit lit) { return trail_.value(lit) < 0; });
  arena_.shrink(ref, static_cast<std::uint32_t>(end - clause.begin()));
  clause.compared = 0;
  if (clause.size == 2) watches_.make_binary(ref, clause);
}

// Binary clauses first: propagation need not read them.
void Solver::rebuild_watches() {
  INVARIANT(trail_.level() == 0 && pending_ == 0);
  watches_.clear();
  for (const bool binary : {true, false}) {
    for (const std::vector<Ref>* list : {&given_, &learned_.refs}) {
      for (const Ref ref : *list) {
        const Clause& clause = arena_[ref];
        if (!clause.garbage && clause.size >= 2 && (clause.size == 2) == binary) watches_.add(ref, clause);
      }
    }
  }
}

// Most clauses are given and stay in place while learned ones come and go; all are moved only if much of the
// space among the given ones is wasted. The old copy of a moved clause stores its new reference.
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
  move_all(learned_.refs);
  for (WatchList& list : watches_) {
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
  trail_.each_reason([&](Ref& reason) {
    if (reason < from) return;
    INVARIANT(old[reason - from].moved);
    reason = old[reason - from][0];
  });
}

}  // namespace satplay
