// Decides a quantified formula: simplification, then search.
#pragma once
#include <optional>

#include "strategy.hpp"

namespace satplay::quantified {

struct Question {
  std::span<const std::int32_t> prefix;  // as in read_formula
  std::span<const std::int32_t> clauses;
  bool eliminate = true;  // variable elimination
  bool keep_strategy = false;
  std::int32_t first_gate = 1;  // the number of the strategy's first gate
};

struct Answer {
  bool holds = false;
  std::vector<std::int32_t> outermost;  // the winner's values, if the winner owns the outermost level
  std::optional<Strategy> strategy;     // absent if the gate numbers would exceed 31 bits
  std::int64_t refinements = 0;
};

Answer decide(const Question& question, Meter& meter);

}  // namespace satplay::quantified
