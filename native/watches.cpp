#include "watches.hpp"

namespace satplay {

namespace {
constexpr std::size_t least_together = 1
                                       << 16;  // entries; fewer are reserved list by list, with room to grow
}

[[gnu::noinline]] void WatchMemory::grow(WatchList& list) {
  move(list, std::bit_ceil(std::max<std::size_t>(list.size_ + 1, 2)));
}

void Watches::reserve_more(const std::vector<std::uint32_t>& counts) {
  const auto needed = [&](Lit lit) { return counts[lit] > 0 ? lists_[lit].size() + counts[lit] : 0; };
  std::size_t total = 0;
  for (Lit lit = 0; lit < counts.size(); lit++) total += needed(lit);
  const bool together = total >= least_together;
  if (together) memory_.reserve_block(total);
  for (Lit lit = 0; lit < counts.size(); lit++) {
    const std::size_t room = needed(lit);
    if (room <= lists_[lit].capacity()) continue;
    if (together)
      memory_.lay_out(lists_[lit], room);
    else
      memory_.reserve(lists_[lit], room);
  }
}

Watches::Watches(const Watches& other) : lists_(other.lists_.size()) {
  std::size_t total = 0;
  for (const List& list : other.lists_) total += list.size();
  if (total > 0) memory_.reserve_block(total);
  for (Lit lit = 0; lit < lists_.size(); lit++) memory_.copy(other.lists_[lit], lists_[lit]);
}

std::size_t Watches::remove(Ref ref, const Clause& clause) {
  std::size_t searched = 0;
  for (const std::size_t at : {0, 1}) {
    List& list = lists_[clause[at]];
    const auto found =
        std::find_if(list.begin(), list.end(), [&](Watch watch) { return watch.ref() == ref; });
    INVARIANT(found != list.end());
    searched += list.size() / 8;
    list.erase(found);
  }
  return searched;
}

void Watches::make_binary(Ref ref, const Clause& clause) {
  INVARIANT(clause.size == 2);
  for (const std::size_t at : {0, 1}) {
    for (Watch& watch : lists_[clause[at]]) {
      if (watch.ref() == ref) watch = Watch::of(ref, clause[1 - at], true);
    }
  }
}

bool Watches::check(const Arena& arena, const std::vector<std::vector<Ref>>& watched,
                    const Trail& trail) const {
  std::size_t entries = 0, expected = 0;
  for (Lit lit = 0; lit < lists_.size(); lit++) {
    for (const Watch watch : lists_[lit]) {
      const Clause& clause = arena[watch.ref()];
      if (clause.garbage) continue;
      entries++;
      INVARIANT(clause.size >= 2 && watch.binary() == (clause.size == 2));
      INVARIANT(clause[0] == lit || clause[1] == lit);
      INVARIANT(watch.blocker != lit);
      // A blocker that is false at level 0 may have been removed from the clause: it never blocks again.
      INVARIANT(trail.root_value(watch.blocker) < 0 ||
                std::find(clause.begin(), clause.end(), watch.blocker) != clause.end());
    }
  }
  for (const std::vector<Ref>& list : watched) {
    for (const Ref ref : list) {
      const Clause& clause = arena[ref];
      if (clause.garbage || clause.size < 2) continue;
      expected += 2;
      if (!trail.fully_propagated()) continue;
      if (trail.value(clause[0]) >= 0 && trail.value(clause[1]) >= 0) continue;
      INVARIANT(std::any_of(clause.begin(), clause.end(), [&](Lit lit) { return trail.value(lit) > 0; }));
    }
  }
  INVARIANT(entries == expected);  // with the above: each clause in two lists
  return true;
}

}  // namespace satplay
