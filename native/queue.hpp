// The decision queue of focused mode (VMTF, variables moved to the front: Ryan 2004; Biere & Fröhlich 2015).
// A doubly linked list; a variable that took part in a conflict moves to its end, where the next decision is
// searched for.
//
// Invariants: stamps ascend along the list; every variable behind the search position is assigned.
#pragma once
#include <cstdint>
#include <vector>

#include "invariant.hpp"
#include "literal.hpp"
#include "trail.hpp"

namespace satplay {

class DecisionQueue {
 public:
  void add_variable() {
    links_.emplace_back();
    stamps_.push_back(0);
  }
  void reserve(std::size_t variables) {
    links_.reserve(variables);
    stamps_.reserve(variables);
  }

  void push_back(Var var, bool assigned) {
    links_[var] = {last_, no_var};
    if (last_ != no_var) links_[last_].next = var;
    if (first_ == no_var) first_ = var;
    last_ = var;
    stamps_[var] = ++stamp_;
    if (!assigned) search_ = var;
  }
  void remove(Var var) {
    unlink(var);
    search_ = last_;
  }
  // A variable of a conflict moves to the end.
  void bump(Var var, bool assigned) {
    if (links_[var].next == no_var) return;  // last already
    if (search_ == var) search_ = links_[var].previous != no_var ? links_[var].previous : links_[var].next;
    unlink(var);
    push_back(var, assigned);
  }
  void unassign(Var var) {
    if (stamps_[var] > stamps_[search_]) search_ = var;
  }
  void search_from_end() { search_ = last_; }

  // The last unassigned variable, or no_var.
  Var next(const Trail& trail) {
    Var var = search_;
    while (var != no_var && trail.assigned(var)) var = links_[var].previous;
    if (var != no_var) search_ = var;
    return var;
  }
  std::uint64_t stamp(Var var) const { return stamps_[var]; }

  // Whether the list is well linked; linear. Not the search position: it is right only while the queue is in
  // use, see `search_from_end`.
  bool check() const {
    for (Var var = first_; var != no_var; var = links_[var].next) {
      const Link link = links_[var];
      INVARIANT(link.previous == no_var ? first_ == var : links_[link.previous].next == var);
      INVARIANT(link.next == no_var ? last_ == var : stamps_[link.next] > stamps_[var]);
    }
    return true;
  }
  // Whether every variable behind the search position is assigned; linear.
  bool check_search(const Trail& trail) const {
    for (Var var = last_; var != search_; var = links_[var].previous)
      INVARIANT(var != no_var && trail.assigned(var));
    return true;
  }

 private:
  struct Link {
    Var previous = no_var, next = no_var;
  };

  void unlink(Var var) {
    const Link link = links_[var];
    (link.previous == no_var ? first_ : links_[link.previous].next) = link.next;
    (link.next == no_var ? last_ : links_[link.next].previous) = link.previous;
  }

  std::vector<Link> links_;            // by variable
  std::vector<std::uint64_t> stamps_;  // by variable: when it was last moved
  std::uint64_t stamp_ = 0;
  Var first_ = no_var, last_ = no_var, search_ = no_var;
};

}  // namespace satplay
