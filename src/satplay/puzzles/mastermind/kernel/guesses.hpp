// The guesses worth trying.
#pragma once
#include <bit>
#include <optional>

#include "board.hpp"

namespace satplay::mastermind {

// Symbols that were in no guess so far are interchangeable, and so are those that are in no candidate: a
// guess takes candidates apart like the one in which they appear in order. That one is the smallest of its
// kind, so nothing is lost where the smallest of equally good guesses is played. Where repeats are allowed
// the smallest absent symbol stands for all of them.
class Guesses {
 public:
  Guesses(const Shape& shape, Symbols used, Symbols absent)
      : shape_(shape), absent_(absent), fresh_(shape.all() & ~used & ~absent), row_(shape.length) {}

  // All of them in lexicographic order, one after the other; nothing where there are more.
  std::optional<std::vector<Symbol>> list(std::size_t most) {
    rows_.clear();
    most_ = most;
    if (!extend(0, 0)) return std::nullopt;
    return std::move(rows_);
  }

  bool holds(std::span<const Symbol> code) const {
    Symbols placed = 0;
    for (const Symbol symbol : code) {
      if ((open(placed) >> symbol & 1) == 0) return false;
      placed |= bit(symbol);
    }
    return true;
  }

 private:
  // What may stand to the right of these.
  Symbols open(Symbols placed) const {
    const Symbols known = shape_.all() & ~fresh_ & ~absent_;
    const Symbols candidates = known | (fresh_ & placed) | first(fresh_ & ~placed);
    if (shape_.repeats) return candidates | first(absent_);
    return (candidates | first(absent_ & ~placed)) & ~placed;
  }
  static Symbols first(Symbols set) { return set & (~set + 1); }

  bool extend(std::size_t position, Symbols placed) {
    if (position == shape_.length) {
      if (rows_.size() == most_ * shape_.length) return false;
      rows_.insert(rows_.end(), row_.begin(), row_.end());
      return true;
    }
    for (Symbols left = open(placed); left != 0; left &= left - 1) {
      row_[position] = static_cast<Symbol>(std::countr_zero(left));
      if (!extend(position + 1, placed | bit(row_[position]))) return false;
    }
    return true;
  }

  Shape shape_;
  Symbols absent_, fresh_;
  std::vector<Symbol> row_, rows_;
  std::size_t most_ = 0;
};

}  // namespace satplay::mastermind
