// A quantified formula decided: simplified, then searched.
#pragma once
#include <optional>

#include "strategy.hpp"

namespace satplay::quantified {

struct Question {
  std::span<const std::int32_t> prefix;  // as read_formula takes them
  std::span<const std::int32_t> clauses;
  bool eliminate = true;  // resolve variables away first
  bool keep_strategy = false;
  std::int32_t first_gate = 1;  // the number of the strategy's first gate
};

struct Answer {
  bool holds = false;
  std::vector<std::int32_t> outermost;  // the winner's values, if the outermost level is the winner's
  std::optional<Strategy> strategy;     // none where its gates would have numbers beyond 31 bits
  std::int64_t refinements = 0;
};

Answer decide(const Question& question, Meter& meter);

}  // namespace satplay::quantified
