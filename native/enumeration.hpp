// The state of an enumeration: which variables models are projected onto, and which part of the search space
// has been exhausted.
//
// A decision is flipped when everything below its first value has been enumerated. The level of a flipped
// decision stays until everything below the second value has been enumerated, too.
//
// Invariant: levels of flipped decisions ascend, and are levels of the trail above those of the assumptions.
#pragma once
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "invariant.hpp"
#include "literal.hpp"
#include "trail.hpp"

namespace satplay {

class Enumeration {
 public:
  void start(Lits assumptions, Lits projection, bool over_all, bool in_order) {
    active_ = true;
    over_all_ = over_all;
    in_order_ = in_order;
    reported_ = exhausted_ = false;
    flip_ = no_lit;
    next_in_order_ = 0;
    assumptions_.assign(assumptions.begin(), assumptions.end());
    projection_.assign(projection.begin(), projection.end());
    INVARIANT(flipped_.empty());
  }
  void stop() {
    active_ = false;
    flipped_.clear();
  }
  bool active() const { return active_; }

  const std::vector<Lit>& assumptions() const { return assumptions_; }
  const std::vector<Lit>& projection() const { return projection_; }
  bool over_all() const { return over_all_; }
  void project() { over_all_ = false; }  // there are other variables than those of the projection
  bool in_order() const { return in_order_; }

  // The last model has been reported, and the search has not left it yet.
  void set_reported() { reported_ = true; }
  bool take_reported() { return std::exchange(reported_, false); }
  void set_exhausted() {
    exhausted_ = true;
    flipped_.clear();
  }
  bool exhausted() const { return exhausted_; }

  // -- flipped decisions --
  std::uint32_t last_flipped() const { return flipped_.empty() ? 0 : flipped_.back(); }
  bool is_flipped(std::uint32_t level) const {
    return std::binary_search(flipped_.begin(), flipped_.end(), level);
  }
  void add_flipped(std::uint32_t level) {
    INVARIANT(level > last_flipped());
    flipped_.push_back(level);
  }
  void backtrack(std::uint32_t level) {
    next_in_order_ = 0;
    while (last_flipped() > level) flipped_.pop_back();
  }
  // The literal to decide next, because its negation has been exhausted at this place.
  void set_flip(Lit lit) { flip_ = lit; }
  void cancel_flip() { flip_ = no_lit; }
  bool has_flip() const { return flip_ != no_lit; }
  Lit take_flip() { return std::exchange(flip_, no_lit); }

  // In order: the negation of the first unassigned projection literal, or no_lit.
  Lit next_in_order(const Trail& trail) {
    for (; next_in_order_ < projection_.size(); next_in_order_++) {
      if (trail.value(projection_[next_in_order_]) == 0) return negated(projection_[next_in_order_]);
    }
    return no_lit;
  }

  bool check(const Trail& trail) const {
    INVARIANT(active_ || flipped_.empty());
    for (std::size_t at = 0; at < flipped_.size(); at++) {
      INVARIANT(flipped_[at] > (at == 0 ? assumptions_.size() : flipped_[at - 1]));
      INVARIANT(flipped_[at] <= trail.level());
    }
    return true;
  }

 private:
  bool active_ = false, over_all_ = false, in_order_ = false, reported_ = false, exhausted_ = false;
  std::vector<Lit> assumptions_, projection_;
  std::vector<std::uint32_t> flipped_;  // levels
  Lit flip_ = no_lit;
  std::size_t next_in_order_ = 0;
};

}  // namespace satplay
