// A prenex formula. Variables are numbered in the order of the prefix, from the outermost, so that sorting
// the literals of a clause sorts them by level.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "../literal.hpp"
#include "meter.hpp"

namespace satplay::quantified {

using Clause = std::vector<Lit>;

// Consecutive blocks with the same quantifier form one level, and there are no empty levels: quantifiers
// alternate.
struct Prefix {
  std::vector<std::uint32_t> level;     // by variable, ascending
  std::vector<std::uint8_t> universal;  // by level
  std::vector<Var> begins{0};           // by level: its first variable; with a final entry

  Var variables() const { return static_cast<Var>(level.size()); }
  std::size_t levels() const { return universal.size(); }
  bool is_universal(Var var) const { return universal[level[var]] != 0; }
  void append(bool is_universal);
};

struct Formula {
  Prefix prefix;
  std::vector<Clause> clauses;      // sorted, without tautologies and duplicate literals
  std::vector<std::int32_t> names;  // by variable: its external number
  std::vector<Var> origin;          // by variable: its number before simplification

  std::size_t bytes() const;
};

// `prefix`: the variables from the outermost, universal ones negated; variables that occur only in clauses
// are existential and outermost. Each clause is closed by a 0. Throws std::invalid_argument if a number is
// out of range, a variable is bound twice or the last clause is not closed.
Formula read_formula(std::span<const std::int32_t> prefix, std::span<const std::int32_t> clauses,
                     Meter& meter);

}  // namespace satplay::quantified
