// What a theory demands of its atoms, as data and by definition: what the theories are judged by shares
// nothing with how they work.
#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "chance.hpp"

namespace satplay::fuzz {

struct Joint {  // an edge that is there if the atom is true, or if it is false
  int from, to;
  bool negative;
};

struct Rule {
  enum class Kind {
    at_most,    // at most `number` atoms are true
    parity,     // the number of true atoms is even or odd, as `number` is
    connected,  // the atoms are edges between `number` vertices: those that are true connect them all
    joined,  // the same of edges that an atom may have several of, or its negation: the engine's own theory
  };
  Kind kind = Kind::at_most;
  int number = 0;
  std::uint64_t seed = 0;  // which edges, and what the theory feels like doing when

  bool allows(const std::vector<bool>& truth) const;  // by place
  std::pair<int, int> edge(std::size_t place) const;  // which vertices the atom connects; may be one
  std::vector<Joint> joints(std::size_t place) const;
};

inline constexpr std::size_t most_atoms = 10;  // so that all their values can be gone through

// As clauses: one for each choice of values that is forbidden.
Clauses forbidden(const Rule& rule, const Literals& atoms);

std::string as_text(const Rule& rule);

}  // namespace satplay::fuzz
