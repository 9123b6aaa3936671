// Counts of what happened in the runs so far, to detect runs that exercise nothing.
#pragma once
#include <array>
#include <bit>
#include <cstdint>

#include "../solver.hpp"

namespace satplay::fuzz {

// All statistics of the engine are 64-bit numbers; viewed as an array, so that new ones are included.
using Counters = std::array<std::int64_t, sizeof(Statistics) / sizeof(std::int64_t)>;
inline Counters counters_of(const Statistics& statistics) {
  return std::bit_cast<Counters>(statistics);
}

struct Tally {
  std::int64_t runs = 0, models = 0, refutations = 0, stops = 0, propagations = 0, proof_lines = 0,
               undecided = 0, theories = 0, enumerated = 0, exhausted = 0;
  Counters counters{};

  void add(const Tally& other) {
    runs += other.runs;
    models += other.models;
    refutations += other.refutations;
    stops += other.stops;
    propagations += other.propagations;
    proof_lines += other.proof_lines;
    undecided += other.undecided;
    theories += other.theories;
    enumerated += other.enumerated;
    exhausted += other.exhausted;
    for (std::size_t at = 0; at < counters.size(); at++) counters[at] += other.counters[at];
  }
};

inline Tally tally;

}  // namespace satplay::fuzz
