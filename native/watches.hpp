// Watch lists (two watched literals: Moskewicz et al. 2001): for each literal the clauses to visit when it
// becomes false. The watched literals of a clause are its first two.
//
// Invariant, when propagation has reached the end of the trail without a conflict: if a watched literal is
// false, another literal of the clause is true.
#pragma once
#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "arena.hpp"
#include "trail.hpp"
#include "watch_list.hpp"

namespace satplay {

class Watches {
 public:
  using List = WatchList;

  Watches() = default;
  Watches(const Watches& other);
  Watches(Watches&& other) noexcept = default;
  Watches& operator=(Watches other) noexcept {
    lists_.swap(other.lists_);
    std::swap(memory_, other.memory_);
    return *this;
  }

  void add_variable() { lists_.resize(lists_.size() + 2); }
  void reserve(std::size_t variables) { lists_.reserve(2 * variables); }
  List& operator[](Lit lit) { return lists_[lit]; }
  const List& operator[](Lit lit) const { return lists_[lit]; }
  // Makes room for `counts[lit]` more entries in the list of each literal. Large formulas have their lists
  // laid out in one block.
  void reserve_more(const std::vector<std::uint32_t>& counts);
  std::vector<List>::iterator begin() { return lists_.begin(); }
  std::vector<List>::iterator end() { return lists_.end(); }

  void push_back(Lit lit, Watch watch) { memory_.push_back(lists_[lit], watch); }
  void add(Ref ref, const Clause& clause) {
    INVARIANT(clause.size >= 2 && clause[0] != clause[1] && !clause.garbage);
    const bool binary = clause.size == 2;
    push_back(clause[0], Watch::of(ref, clause[1], binary));
    push_back(clause[1], Watch::of(ref, clause[0], binary));
  }
  // Returns how many entries were searched.
  std::size_t remove(Ref ref, const Clause& clause);
  // A watched clause was shortened to two literals: its entries become binary.
  void make_binary(Ref ref, const Clause& clause);
  void clear() {
    for (List& list : lists_) list.clear();
  }

  // Whether exactly these clauses (and garbage) are watched, each at its first two literals; and the
  // invariant above if the trail is fully propagated. Linear in all clauses.
  bool check(const Arena& arena, const std::vector<std::vector<Ref>>& watched, const Trail& trail) const;

 private:
  std::vector<List> lists_;  // by literal
  WatchMemory memory_;
};

}  // namespace satplay
