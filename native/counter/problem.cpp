#include "problem.hpp"

#include <algorithm>
#include <stdexcept>

namespace satplay::counting {

namespace {

std::vector<std::int32_t> variables_of(std::span<const std::int32_t> numbers) {
  std::vector<std::int32_t> found;
  found.reserve(numbers.size());
  for (const std::int32_t number : numbers) {
    if (number == INT32_MIN) throw std::invalid_argument("literals have 31 bits and a sign");
    if (number != 0) found.push_back(std::abs(number));
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace

std::size_t Problem::bytes() const {
  std::size_t sum = clauses.capacity() * sizeof(clauses[0]) + shown.capacity();
  for (const auto& clause : clauses) sum += clause.capacity() * sizeof(Lit);
  return sum;
}

Problem read_problem(std::span<const std::int32_t> clauses, std::int32_t declared,
                     const std::optional<std::vector<std::int32_t>>& shown) {
  if (!clauses.empty() && clauses.back() != 0)
    throw std::invalid_argument("the last clause is not closed by 0");
  const std::vector<std::int32_t> names = variables_of(clauses);
  if (!names.empty() && names.back() > declared)
    throw std::invalid_argument("a literal beyond the variables");
  const auto inside = [&](std::int32_t name) {
    return static_cast<Var>(std::lower_bound(names.begin(), names.end(), name) - names.begin());
  };

  Problem problem;
  problem.variables = static_cast<Var>(names.size());
  if (shown) {
    problem.shown.assign(names.size(), 0);
    for (const std::int32_t name : variables_of(*shown)) {
      if (name > declared) throw std::invalid_argument("a shown variable beyond the variables");
      const Var var = inside(name);
      if (var < names.size() && names[var] == name)
        problem.shown[var] = 1;
      else
        ++problem.free;
    }
  } else {
    problem.shown.assign(names.size(), 1);
    problem.free = static_cast<std::uint64_t>(declared) - names.size();
  }
  std::vector<Lit> clause;
  for (const std::int32_t number : clauses) {
    if (number != 0) {
      clause.push_back(literal(inside(std::abs(number)), number < 0));
    } else {
      problem.clauses.push_back(clause);
      clause.clear();
    }
  }
  return problem;
}

}  // namespace satplay::counting
