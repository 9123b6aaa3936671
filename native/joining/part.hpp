// Parts of a proof: the lemmas that refute one cube, without numbers of their own, so that parts can be
// joined.
//
// The engine refutes the formula with the literals of a cube as unit clauses, and writes LRAT. `trim` reads
// it, drops the lemmas that the empty clause does not need, and *lifts* the others: a lemma that depends on
// literals of the cube gets their negations, and so follows from the formula alone. The last lemma is then a
// clause of negated literals of the cube.
//
// Bytes of a part: for each lemma the number of literals and the literals, the number of hints and the hints,
// the number of deletions and the deletions; all as unsigned numbers in groups of seven bits, the lowest
// first. A literal is 2 * variable + sign. A hint is 2 * the number of a given clause, or 2 * the distance to
// an earlier lemma + 1. A deletion is the distance to a lemma that no later one uses, or 0: the lemma itself.
#pragma once
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "../limits.hpp"

namespace satplay::joining {

struct Malformed : std::runtime_error {
  using std::runtime_error::runtime_error;
};
struct Interrupted : std::runtime_error {
  Interrupted() : std::runtime_error("the work on a proof was interrupted") {}
};

struct Part {
  std::vector<std::uint8_t> bytes;
  std::vector<std::int32_t> clause;  // the last lemma
};

// `given` is the number of clauses of the formula; the literals of the cube are the clauses after them.
// Throws Malformed if the text is no LRAT proof of the empty clause by reverse unit propagation.
Part trim(std::span<const char> lrat, std::int64_t given, std::span<const std::int32_t> cube,
          const Pulse& pulse);

// Writes a part as text to a file descriptor. Its lemmas are numbered from `first`; given clauses keep their
// numbers or, if `names` are given, get the names at their places. All lemmas but the last are deleted when
// they are no longer used. Returns the number of the last lemma.
std::int64_t write_part(std::span<const std::uint8_t> part, std::int64_t first,
                        std::span<const std::int64_t> names, int descriptor, const Pulse& pulse);

}  // namespace satplay::joining
