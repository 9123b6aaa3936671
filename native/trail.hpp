// The trail: the assignment as the list of true literals in the order in which they were assigned, divided
// into decision levels.
//
// Invariants: levels never decrease along the trail. A literal without a reason is at level 0, or it is the
// decision and the first literal of its level; the level of an assumption that was already true has no
// decision. The reason of an implied literal is a clause whose other literals are false and stand earlier on
// the trail. A literal that follows from a clause at an earlier level than the one it was assigned at
// (out-of-order implied: Nadel & Ryvchin 2018) is recorded, so that a backtrack to a level in between assigns
// it again.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "arena.hpp"
#include "invariant.hpp"
#include "literal.hpp"

namespace satplay {

class Trail {
 public:
  struct State {
    std::uint32_t level = 0;
    Ref reason = no_ref;
    std::uint32_t position = 0;
  };
  struct OutOfOrder {
    Lit lit;
    std::uint32_t level;  // at which the reason became unit: lower than the level of the literal
    Ref reason;
  };

  void add_variable() {
    values_.resize(values_.size() + 2, 0);
    states_.emplace_back();
  }
  void reserve(std::size_t variables) {
    values_.reserve(2 * variables);
    states_.reserve(variables);
    lits_.reserve(variables);
  }
  std::size_t variables() const { return states_.size(); }
  std::size_t literals() const { return values_.size(); }

  // -- values: 1 true, -1 false, 0 unassigned --
  int value(Lit lit) const { return values_[lit]; }
  bool assigned(Var var) const { return values_[positive(var)] != 0; }
  const std::vector<std::int8_t>& values() const { return values_; }
  int root_value(Lit lit) const { return states_[variable(lit)].level == 0 ? values_[lit] : 0; }

  // -- of an assigned variable --
  const State& operator[](Var var) const { return states_[var]; }
  std::uint32_t level_of(Lit lit) const { return states_[variable(lit)].level; }
  std::uint32_t position_of(Lit lit) const { return states_[variable(lit)].position; }
  Ref reason_of(Lit lit) const { return states_[variable(lit)].reason; }
  void set_reason(Var var, Ref reason) { states_[var].reason = reason; }

  // -- the literals in order, and the levels --
  std::size_t size() const { return lits_.size(); }
  Lit at(std::size_t position) const { return lits_[position]; }
  Lits lits() const { return lits_; }
  std::uint32_t level() const { return static_cast<std::uint32_t>(control_.size()); }
  // Where a level (1 or higher) begins.
  std::size_t begin_of(std::uint32_t level) const { return control_[level - 1]; }
  std::size_t root_size() const { return control_.empty() ? lits_.size() : control_[0]; }
  Lit decision(std::uint32_t level) const {
    INVARIANT(begin_of(level) < size() && states_[variable(lits_[begin_of(level)])].reason == no_ref);
    return lits_[begin_of(level)];
  }

  void open_level() {
    INVARIANT(propagated_ == lits_.size());
    control_.push_back(static_cast<std::uint32_t>(lits_.size()));
  }
  void assign(Lit lit, Ref reason) {
    INVARIANT(values_[lit] == 0);
    values_[lit] = 1;
    values_[negated(lit)] = -1;
    states_[variable(lit)] = {level(), reason, static_cast<std::uint32_t>(lits_.size())};
    lits_.push_back(lit);
  }

  // -- propagation: the literals before this position have been propagated --
  std::size_t propagated() const { return propagated_; }
  bool fully_propagated() const { return propagated_ == lits_.size(); }
  Lit next_to_propagate() { return lits_[propagated_++]; }

  // Removes all levels above `target`; visits each literal after it became unassigned, the last one first.
  template <class Visit>
  void cut(std::uint32_t target, Visit visit) {
    INVARIANT(target < level());
    const std::size_t end = control_[target];
    for (std::size_t at = lits_.size(); at > end; at--) {
      const Lit lit = lits_[at - 1];
      values_[lit] = values_[negated(lit)] = 0;
      visit(lit);
    }
    lits_.resize(end);
    control_.resize(target);
    propagated_ = end;
  }

  // -- out-of-order implied literals, sorted by position --
  bool has_out_of_order() const { return !out_of_order_.empty(); }
  // Records that a true literal follows from `reason` since `level`, unless that is its own level.
  void note_implied_since(Lit lit, Ref reason, std::uint32_t level);
  // After a cut: forgets the records of unassigned literals. Returns those that still follow, the last one
  // first; valid until the next call.
  const std::vector<OutOfOrder>& take_implied_below(std::uint32_t target, std::size_t end);

  // Visits every clause that an assigned literal follows from, now or after a backtrack; a reason given by a
  // theory is no clause.
  template <class Visit>
  void each_reason(Visit visit) {
    for (const Lit lit : lits_) {
      Ref& reason = states_[variable(lit)].reason;
      if (reason < by_theory) visit(reason);
    }
    for (OutOfOrder& one : out_of_order_) visit(one.reason);
  }

  // Whether the invariants hold; linear in the trail and its reasons.
  bool check(const Arena& arena) const;

 private:
  bool check_out_of_order(const Arena& arena) const;

  std::vector<std::int8_t> values_;  // by literal
  std::vector<State> states_;        // by variable
  std::vector<Lit> lits_;
  std::vector<std::uint32_t> control_;  // where each level begins
  std::size_t propagated_ = 0;
  std::vector<OutOfOrder> out_of_order_, returning_;
};

}  // namespace satplay
