// The guesses that are not equivalent by symmetry.
#pragma once
#include <bit>
#include <optional>

#include "board.hpp"

namespace satplay::mastermind {

// Symbols that occur in no earlier guess are interchangeable, and so are symbols that occur in no candidate:
// a guess partitions the candidates like the equivalent guess in which such symbols appear in ascending
// order. That one is the smallest of its class, so a strategy that plays the smallest of equally good guesses
// is not affected. If repeats are allowed, the smallest absent symbol represents all absent ones.
class Guesses {
 public:
  Guesses(const Shape& shape, Symbols used, Symbols absent)
      : shape_(shape), absent_(absent), fresh_(shape.all() & ~used & ~absent), row_(shape.length) {}

  // All of them in lexicographic order, concatenated; nullopt if there are more than `most`.
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
  // The symbols that may follow after these.
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
