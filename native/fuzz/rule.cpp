#include "rule.hpp"

#include <algorithm>
#include <numeric>

namespace satplay::fuzz {

std::pair<int, int> Rule::edge(std::size_t place) const {
  Chance chance(seed + place);
  const int from = chance.below(number), to = chance.below(number);
  return {from, to};
}

std::vector<Joint> Rule::joints(std::size_t place) const {
  if (kind == Kind::connected) {
    const auto [from, to] = edge(place);
    return {{from, to, false}};
  }
  Chance chance(seed + place);
  std::vector<Joint> joints;
  for (int count = chance.one_in(3) ? chance.below(4) : 1; count > 0; count--) {
    const int from = chance.below(number), to = chance.below(number);
    joints.push_back({from, to, chance.one_in(4)});
  }
  return joints;
}

bool Rule::allows(const std::vector<bool>& truth) const {
  const auto count = static_cast<int>(std::count(truth.begin(), truth.end(), true));
  switch (kind) {
    case Kind::at_most:
      return count <= number;
    case Kind::parity:
      return count % 2 == number % 2;
    case Kind::connected:
    case Kind::joined:
      break;
  }
  std::vector<int> group(static_cast<std::size_t>(number));
  std::iota(group.begin(), group.end(), 0);
  for (std::size_t place = 0; place < truth.size(); place++) {
    for (const auto& [from, to, negative] : joints(place)) {
      if (truth[place] == negative) continue;
      const int gone = group[static_cast<std::size_t>(from)], kept = group[static_cast<std::size_t>(to)];
      std::replace(group.begin(), group.end(), gone, kept);
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
    case Rule::Kind::joined:
      return "{Rule::Kind::joined, " + number + ", " + seed + "}";
  }
  return "";
}

}  // namespace satplay::fuzz
