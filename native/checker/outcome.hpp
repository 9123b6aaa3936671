// The outcome of a check, and its report.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace satplay::checker {

struct Outcome {
  enum class Verdict { verified, refused, out_of_time, out_of_memory, interrupted };

  Verdict verdict = Verdict::verified;
  std::uint64_t line = 0;          // of the first bad line; 0 if every line follows but the goal does not
  std::uint64_t offset = 0;        // in bytes, of the same
  std::string reason;              // why that line is bad
  std::uint64_t additions = 0;     // clauses added until the goal is reached
  std::uint64_t needed = 0;        // added clauses that the refutation uses
  std::uint64_t not_there = 0;     // deletions of a clause that does not exist
  std::uint64_t kept_units = 0;    // deletions of a unit clause, which have no effect
  std::vector<std::int64_t> core;  // original clauses that the refutation uses, from 0
};

}  // namespace satplay::checker
