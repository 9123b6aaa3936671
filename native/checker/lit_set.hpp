// The literals of the current clause: without duplicates, in their order, with look-up in constant time.
#pragma once
#include <algorithm>
#include <cstdint>
#include <span>

#include "memory.hpp"
#include "numbering.hpp"
#include "pulse.hpp"

namespace satplay::checker {

class LitSet {
 public:
  explicit LitSet(Pulse& pulse) : pulse_(pulse) {}

  // Replaces the literals; returns whether they are a tautology. Calls `grow(count)` if new variables
  // increase their number to `count`.
  template <class Grow>
  bool read(std::span<const std::int32_t> lits, const Grow& grow) {
    if (++now_ == 0) {  // after four thousand million clauses
      std::fill(stamp_.begin(), stamp_.end(), 0);
      now_ = 1;
    }
    lits_.clear();
    bool is_tautology = false;
    pulse_.spent(1);
    for (const std::int32_t external : lits) {
      pulse_.spent(1);
      const Lit lit = numbering_(external);
      if (lit >= stamp_.size()) {
        const std::size_t variables = numbering_.count();
        grow(variables);
        stamp_.resize(2 * variables);
      }
      if (contains(lit)) continue;
      stamp_[lit] = now_;
      is_tautology = is_tautology || contains(negated(lit));
      lits_.push_back(lit);
    }
    return is_tautology;
  }

  bool contains(Lit lit) const { return stamp_[lit] == now_; }
  bool empty() const { return lits_.empty(); }
  std::size_t size() const { return lits_.size(); }
  Lit operator[](std::size_t at) const { return lits_[at]; }
  const Lit* begin() const { return lits_.data(); }
  const Lit* end() const { return lits_.data() + lits_.size(); }

 private:
  Pulse& pulse_;
  Numbering numbering_;
  Vector<std::uint32_t> stamp_;  // by literal: the last clause with it
  std::uint32_t now_ = 0;
  Vector<Lit> lits_;
};

}  // namespace satplay::checker
