// Marks on variables and literals while clauses are derived.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "literal.hpp"

namespace satplay {

// Bit flags of a variable during conflict analysis.
enum Mark : std::uint8_t {
  seen = 1,         // reached from the conflict
  removable = 2,    // implied by the other literals of the learned clause
  poisoned = 4,     // tried, and not implied
  unit_hinted = 8,  // assigned at level 0, and in the hints
  dropped = 16,     // removed from the learned clause
  explained = 32,   // its reason is in the hints
};

// A set of literals that is emptied in constant time.
class LitSet {
 public:
  void clear(std::size_t literals) {
    if (stamps_.size() < literals) stamps_.resize(literals, 0);
    if (++stamp_ > 0) return;
    std::fill(stamps_.begin(), stamps_.end(), 0);  // once in four thousand million times
    stamp_ = 1;
  }
  void add(Lit lit) { stamps_[lit] = stamp_; }
  void remove(Lit lit) { stamps_[lit] = 0; }
  bool has(Lit lit) const { return stamps_[lit] == stamp_; }

 private:
  std::vector<std::uint32_t> stamps_;  // by literal
  std::uint32_t stamp_ = 0;
};

// A set of decision levels that is emptied in constant time.
class LevelSet {
 public:
  void clear(std::uint32_t highest) {
    if (stamps_.size() <= highest) stamps_.resize(2 * std::size_t{highest} + 2, 0);
    stamp_++;
  }
  void add(std::uint32_t level) { stamps_[level] = stamp_; }
  bool has(std::uint32_t level) const { return stamps_[level] == stamp_; }

 private:
  std::vector<std::uint64_t> stamps_;  // by level
  std::uint64_t stamp_ = 0;
};

}  // namespace satplay
