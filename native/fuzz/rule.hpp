// The rule of a theory as data. Its definition is independent of the implementation of the theory, and so can
// be used to check it.
#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "random.hpp"

namespace satplay::fuzz {

struct AtomEdge {  // an edge that exists if the atom is true (`negative`: false)
  int from, to;
  bool negative;
};

struct Rule {
  enum class Kind {
    at_most,               // at most `number` atoms are true
    parity,                // the number of true atoms has the parity of `number`
    connected,             // the true atoms are edges that connect all `number` vertices
    connected_multigraph,  // the same, with several edges per literal: theories/connected.hpp
  };
  Kind kind = Kind::at_most;
  int number = 0;
  std::uint64_t seed = 0;  // determines the edges and the behaviour of the theory

  bool allows(const std::vector<bool>& truth) const;  // by position
  std::pair<int, int> edge(std::size_t place) const;  // the vertices that the atom connects; may be equal
  std::vector<AtomEdge> edges_of(std::size_t place) const;
};

inline constexpr std::size_t max_atoms = 10;  // so that all their values can be enumerated

// The rule in CNF: one clause for each forbidden assignment.
Clauses forbidden(const Rule& rule, const Literals& atoms);

std::string as_text(const Rule& rule);

}  // namespace satplay::fuzz
