// The order in which variables are decided: by score (VSIDS: Moskewicz et al. 2001; Eén & Sörensson 2003) or
// by the queue of recent conflicts (VMTF). Both orders are kept, but only the one in use is updated when
// literals are unassigned; `prepare` makes the other one valid again.
//
// During an enumeration the projection variables come first, by the same scores.
#pragma once
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "heap.hpp"
#include "literal.hpp"
#include "queue.hpp"
#include "trail.hpp"

namespace satplay {

class Decisions {
 public:
  void add_variable(Var var) {
    queue_.add_variable();
    scores_.grow(var + 1);
    restore(var, false);
  }
  void reserve(std::size_t variables) {
    queue_.reserve(variables);
    scores_.reserve(variables);
  }

  // A removed variable is not decided until it is restored.
  void remove(Var var) {
    scores_.remove(var);
    queue_.remove(var);
  }
  void restore(Var var, bool assigned) {
    scores_.push(var);
    queue_.push_back(var, assigned);
  }

  // Makes both orders valid for any trail.
  template <class Removed>
  void prepare(std::size_t variables, Removed removed) {
    queue_.search_from_end();
    for (Var var = 0; var < variables; var++) {
      if (!removed(var)) scores_.push(var);
    }
  }

  void search_queue_from_end() { queue_.search_from_end(); }

  void unassign(Var var, bool by_scores) {
    if (by_scores) {
      scores_.push(var);
      if (is_first(var)) first_scores_.push(var);
    } else {
      queue_.unassign(var);
    }
  }

  // The next variable to decide, or no_var if all are assigned.
  Var next(const Trail& trail, bool by_scores) {
    if (!by_scores) return queue_.next(trail);
    drop_assigned(scores_, trail);
    return scores_.empty() ? no_var : scores_.top();
  }
  bool before(Var one, Var other, bool by_scores) const {
    return by_scores ? scores_.score(one) > scores_.score(other) : queue_.stamp(one) > queue_.stamp(other);
  }

  // Bumps the variables of a conflict.
  void bump_scores(const std::vector<Var>& vars, std::int64_t decay_per_mille);
  void bump_queue(std::vector<Var>& vars, const Trail& trail);

  // -- pure literals: decided before all others, if that option is on --
  void set_pure(std::vector<Lit> lits) {
    pure_ = std::move(lits);
    next_pure_ = 0;
  }
  void restart_pure() { next_pure_ = 0; }
  template <class Removed>
  Lit next_pure(const Trail& trail, Removed removed) {
    for (; next_pure_ < pure_.size(); next_pure_++) {
      const Lit lit = pure_[next_pure_];
      if (trail.value(lit) == 0 && !removed(variable(lit))) return lit;
    }
    return no_lit;
  }

  // -- the variables that come first --
  bool has_first() const { return !first_.empty(); }
  bool is_first(Var var) const { return var < first_.size() && first_[var] != 0; }
  void decide_first(Lits lits, std::size_t variables);
  void clear_first() { first_.clear(); }
  Var next_first(const Trail& trail) {
    drop_assigned(first_scores_, trail);
    return first_scores_.empty() ? no_var : first_scores_.top();
  }

  // Whether both structures are sound, and no unassigned variable is missing from the order in use; linear.
  template <class Removed>
  bool check(const Trail& trail, bool by_scores, Removed removed) const {
    INVARIANT(scores_.check() && first_scores_.check() && queue_.check());
    if (!by_scores) return queue_.check_search(trail);
    for (Var var = 0; var < trail.variables(); var++) {
      INVARIANT(!removed(var) || !scores_.contains(var));
      if (trail.assigned(var) || removed(var)) continue;
      INVARIANT(scores_.contains(var));
      INVARIANT(!is_first(var) || first_scores_.contains(var));
    }
    return true;
  }

 private:
  static void drop_assigned(ScoreHeap& heap, const Trail& trail) {
    while (!heap.empty() && trail.assigned(heap.top())) heap.pop();
  }

  DecisionQueue queue_;
  ScoreHeap scores_, first_scores_;
  double score_bump_ = 1;
  std::vector<std::uint8_t> first_;  // by variable; empty: none
  std::vector<Lit> pure_;
  std::size_t next_pure_ = 0;
};

}  // namespace satplay
