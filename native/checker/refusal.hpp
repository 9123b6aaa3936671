// How a proof is refused, in whatever format it is.
#pragma once
#include <string>
#include <utility>

#include "outcome.hpp"
#include "reader.hpp"

namespace satplay::checker {

// At the line that was read last. The rest is read all the same: what is not well written is not judged.
inline void refuse_line(Outcome& outcome, Reader& reader, std::string reason) {
  outcome.verdict = Outcome::Verdict::refused;
  outcome.line = reader.line();
  outcome.offset = reader.offset();
  outcome.reason = std::move(reason);
  for (Step step; reader.next(step);) continue;
}

// Every line follows, and still the goal is not reached.
inline void refuse_end(Outcome& outcome, bool has_goal) {
  outcome.verdict = Outcome::Verdict::refused;
  outcome.reason = has_goal ? "the proof ends without reaching its goal"
                            : "the proof ends without reaching the empty clause";
}

}  // namespace satplay::checker
