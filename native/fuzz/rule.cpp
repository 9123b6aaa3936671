#include "rule.hpp"

#include <algorithm>
#include <numeric>

namespace satplay::fuzz {

std::pair<int, int> Rule::edge(std::size_t place) const {
  Random random(seed + place);
  const int from = random.below(number), to = random.below(number);
  return {from, to};
}

std::vector<AtomEdge> Rule::edges_of(std::size_t place) const {
  if (kind == Kind::connected) {
    const auto [from, to] = edge(place);
    return {{from, to, false}};
  }
  Random random(seed + place);
  std::vector<AtomEdge> edges;
  for (int count = random.one_in(3) ? random.below(4) : 1; count > 0; count--) {
    const int from = random.below(number), to = random.below(number);
    edges.push_back({from, to, random.one_in(4)});
  }
  return edges;
}

bool Rule::allows(const std::vector<bool>& truth) const {
  const auto count = static_cast<int>(std::count(truth.begin(), truth.end(), true));
  switch (kind) {
    case Kind::at_most:
      return count <= number;
    case Kind::parity:
      return count % 2 == number % 2;
    case Kind::connected:
    case Kind::connected_multigraph:
      break;
  }
  std::vector<int> group(static_cast<std::size_t>(number));
  std::iota(group.begin(), group.end(), 0);
  for (std::size_t place = 0; place < truth.size(); place++) {
    for (const auto& [from, to, negative] : edges_of(place)) {
      if (truth[place] == negative) continue;
      const int merged = group[static_cast<std::size_t>(from)], into = group[static_cast<std::size_t>(to)];
      std::replace(group.begin(), group.end(), merged, into);
    }
  }
  return std::all_of(group.begin(), group.end(), [&](int other) { return other == group[0]; });
}

Clauses forbidden(const Rule& rule, const Literals& atoms) {
  Clauses clauses;
  for (unsigned row = 0; row < (1u << atoms.size()); row++) {
    std::vector<bool> truth;
    Literals clause;
    for (std::size_t place = 0; place < atoms.size(); place++) {
      truth.push_back(((row >> place) & 1u) != 0);
      clause.push_back(truth.back() ? -atoms[place] : atoms[place]);
    }
    if (!rule.allows(truth)) clauses.push_back(clause);
  }
  return clauses;
}

std::string as_text(const Rule& rule) {
  const std::string number = std::to_string(rule.number), seed = std::to_string(rule.seed);
  switch (rule.kind) {
    case Rule::Kind::at_most:
      return "{Rule::Kind::at_most, " + number + ", " + seed + "}";
    case Rule::Kind::parity:
      return "{Rule::Kind::parity, " + number + ", " + seed + "}";
    case Rule::Kind::connected:
      return "{Rule::Kind::connected, " + number + ", " + seed + "}";
    case Rule::Kind::connected_multigraph:
      return "{Rule::Kind::connected_multigraph, " + number + ", " + seed + "}";
  }
  return "";
}

}  // namespace satplay::fuzz
