// Refusing a proof, in any format.
#pragma once
#include <string>
#include <utility>

#include "outcome.hpp"
#include "reader.hpp"

namespace satplay::checker {

// Refuses the line read last. The rest is still read, because a syntax error takes precedence.
inline void refuse_line(Outcome& outcome, Reader& reader, std::string reason) {
  outcome.verdict = Outcome::Verdict::refused;
  outcome.line = reader.line();
  outcome.offset = reader.offset();
  outcome.reason = std::move(reason);
  for (Step step; reader.next(step);) continue;
}

// Every line follows, but the goal is not reached.
inline void refuse_end(Outcome& outcome, bool has_goal) {
  outcome.verdict = Outcome::Verdict::refused;
  outcome.reason = has_goal ? "the proof ends without reaching its goal"
                            : "the proof ends without reaching the empty clause";
}

}  // namespace satplay::checker
