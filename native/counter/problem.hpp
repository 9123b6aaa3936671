// What is to be counted: assignments to the projection variables that can be completed to a model of the
// clauses.
#pragma once
#include "../literal.hpp"
#include "meter.hpp"

namespace satplay::counting {

struct Problem {
  Var variables = 0;
  std::vector<std::vector<Lit>> clauses;
  std::vector<std::uint8_t> projected;  // by variable: whether it is counted over
  std::uint64_t free = 0;      // projection variables that no clause mentions: each doubles the count
  bool contradictory = false;  // no model at all

  std::size_t bytes() const;
};

// From DIMACS numbers, however sparse, to dense variables. Each clause is closed by a 0. Counted over are the
// variables that `projected` lists, each once, or all `declared` ones; std::invalid_argument if a clause is
// not closed or a number is out of range. Reading a million clauses takes a while, over which the meter
// watches.
Problem read_problem(std::span<const std::int32_t> clauses, std::int32_t declared,
                     const std::optional<std::vector<std::int32_t>>& projected, Meter& meter);

}  // namespace satplay::counting
