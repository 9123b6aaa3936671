// A prenex formula inside: variables are numbered as the prefix has them, from the outside in, so that
// sorting a clause's literals sorts them by level.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "../literal.hpp"
#include "meter.hpp"

namespace satplay::quantified {

using Clause = std::vector<Lit>;

// Neighbouring blocks of one kind are one level, and empty ones none: kinds alternate.
struct Prefix {
  std::vector<std::uint32_t> level;     // by variable, ascending
  std::vector<std::uint8_t> universal;  // by level
  std::vector<Var> begins{0};           // by level: its first variable; one more at the end

  Var variables() const { return static_cast<Var>(level.size()); }
  std::size_t levels() const { return universal.size(); }
  bool is_universal(Var var) const { return universal[level[var]] != 0; }
  void append(bool is_universal);
};

struct Formula {
  Prefix prefix;
  std::vector<Clause> clauses;      // sorted, without tautologies and repetitions of a literal
  std::vector<std::int32_t> names;  // by variable: its number outside
  std::vector<Var> origin;          // by variable: what it was before anything was simplified

  std::size_t bytes() const;
};

// `prefix` has the variables from the outside in, the universal ones negated; variables of the clauses that
// it does not have are existential and outermost. Each clause is closed by a 0. std::invalid_argument if a
// number is out of range, a variable bound twice or the last clause not closed.
Formula read_formula(std::span<const std::int32_t> prefix, std::span<const std::int32_t> clauses,
                     Meter& meter);

}  // namespace satplay::quantified
