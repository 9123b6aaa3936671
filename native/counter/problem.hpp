// The problem: count the assignments to the projection variables that extend to a model of the clauses.
#pragma once
#include "../literal.hpp"
#include "meter.hpp"

namespace satplay::counting {

struct Problem {
  Var variables = 0;
  std::vector<std::vector<Lit>> clauses;
  std::vector<std::uint8_t> projected;  // by variable: whether it is counted over
  std::uint64_t free = 0;      // projection variables that occur in no clause: each doubles the count
  bool contradictory = false;  // no model at all

  std::size_t bytes() const;
};

// Maps DIMACS numbers, which may be sparse, to dense variables. Each clause is closed by a 0. The projection
// is `projected`, without duplicates, or all `declared` variables. Throws std::invalid_argument if a clause
// is not closed or a number is out of range, and stops at the limits of the meter.
Problem read_problem(std::span<const std::int32_t> clauses, std::int32_t declared,
                     const std::optional<std::vector<std::int32_t>>& projected, Meter& meter);

}  // namespace satplay::counting
