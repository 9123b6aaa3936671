// Watch lists (two watched literals: Moskewicz et al. 2001): for each literal the clauses to visit when it
// becomes false. The watched literals of a clause are its first two.
//
// Invariant, when propagation has reached the end of the trail without a conflict: if a watched literal is
// false, another literal of the clause is true.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "arena.hpp"
#include "trail.hpp"

namespace satplay {

// One entry of a watch list: the clause, and another of its literals (the blocker). If the blocker is true,
// the clause need not be read; the blocker of a binary clause is its other literal.
struct Watch {
  Lit blocker;
  std::uint32_t tagged;

  static Watch of(Ref ref, Lit blocker, bool binary) { return {blocker, ref | (binary ? mask : 0)}; }
  bool binary() const { return (tagged & mask) != 0; }
  Ref ref() const { return tagged & ~mask; }
  static constexpr std::uint32_t mask = 1u << 31;
};

class Watches {
 public:
  using List = std::vector<Watch>;

  void add_variable() { lists_.resize(lists_.size() + 2); }
  void reserve(std::size_t variables) { lists_.reserve(2 * variables); }
  List& operator[](Lit lit) { return lists_[lit]; }
  const List& operator[](Lit lit) const { return lists_[lit]; }
  std::vector<List>::iterator begin() { return lists_.begin(); }
  std::vector<List>::iterator end() { return lists_.end(); }

  void add(Ref ref, const Clause& clause) {
    INVARIANT(clause.size >= 2 && clause[0] != clause[1] && !clause.garbage);
    const bool binary = clause.size == 2;
    lists_[clause[0]].push_back(Watch::of(ref, clause[1], binary));
    lists_[clause[1]].push_back(Watch::of(ref, clause[0], binary));
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
};

}  // namespace satplay
