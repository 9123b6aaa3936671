// The outcome of a check, and its report.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace satplay::checker {

struct Outcome {
  enum class Verdict { verified, refused, out_of_time, out_of_memory, interrupted };

  Verdict verdict = Verdict::verified;
  std::uint64_t line = 0;          // of the first bad line; 0 when every line follows and the goal does not
  std::uint64_t offset = 0;        // in bytes, of the same
  std::string reason;              // why that line is bad
  std::uint64_t additions = 0;     // clauses added up to where the goal was reached
  std::uint64_t needed = 0;        // of those, the ones that the refutation uses
  std::uint64_t not_there = 0;     // deletions of a clause that is not there
  std::uint64_t kept_units = 0;    // deletions of a unit clause, which do nothing
  std::vector<std::int64_t> core;  // the given clauses that the refutation uses, from 0
};

}  // namespace satplay::checker
