#include "problem.hpp"

#include <algorithm>
#include <stdexcept>

namespace satplay::counting {

namespace {

// Ascending, without duplicates.
std::vector<std::int32_t> variables_of(std::span<const std::int32_t> numbers, Meter& meter) {
  std::int32_t greatest = 0;
  for (const std::int32_t number : numbers) {
    if (number == INT32_MIN) throw std::invalid_argument("literals have 31 bits and a sign");
    greatest = std::max(greatest, std::abs(number));
    meter.work(1);
    meter.rest();
  }
  std::vector<std::int32_t> found;
  // A table costs less than sorting, unless it is mostly empty.
  if (static_cast<std::size_t>(greatest) <= 16 * numbers.size()) {
    std::vector<bool> named(static_cast<std::size_t>(greatest) + 1);
    for (const std::int32_t number : numbers) {
      named.at(static_cast<std::size_t>(std::abs(number))) = true;
      meter.work(1);
      meter.rest();
    }
    for (std::int32_t name = 1; name <= greatest; ++name)
      if (named[static_cast<std::size_t>(name)]) found.push_back(name);
  } else {
    for (const std::int32_t number : numbers)
      if (number != 0) found.push_back(std::abs(number));
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
  }
  return found;
}

}  // namespace

std::size_t Problem::bytes() const {
  std::size_t sum = clauses.capacity() * sizeof(clauses[0]) + projected.capacity();
  for (const auto& clause : clauses) sum += clause.capacity() * sizeof(Lit);
  return sum;
}

Problem read_problem(std::span<const std::int32_t> clauses, std::int32_t declared,
                     const std::optional<std::vector<std::int32_t>>& projected, Meter& meter) {
  if (!clauses.empty() && clauses.back() != 0)
    throw std::invalid_argument("the last clause is not closed by 0");
  const std::vector<std::int32_t> names = variables_of(clauses, meter);
  if (!names.empty() && names.back() > declared)
    throw std::invalid_argument("a literal beyond the variables");
  const bool dense = static_cast<std::size_t>(declared) == names.size();  // then they are simply 1 .. n
  const auto internal = [&](std::int32_t name) {
    if (dense) return static_cast<Var>(name - 1);
    return static_cast<Var>(std::lower_bound(names.begin(), names.end(), name) - names.begin());
  };

  Problem problem;
  problem.variables = static_cast<Var>(names.size());
  if (projected) {
    problem.projected.assign(names.size(), 0);
    for (const std::int32_t name : variables_of(*projected, meter)) {
      if (name > declared) throw std::invalid_argument("a projection variable beyond the variables");
      const Var var = internal(name);
      if (var < names.size() && names[var] == name)
        problem.projected[var] = 1;
      else
        ++problem.free;
    }
  } else {
    problem.projected.assign(names.size(), 1);
    problem.free = static_cast<std::uint64_t>(declared) - names.size();
  }
  std::vector<Lit> clause;
  for (const std::int32_t number : clauses) {
    if (number != 0) {
      clause.push_back(literal(internal(std::abs(number)), number < 0));
    } else {
      meter.work(1 + clause.size());
      meter.rest();
      problem.clauses.push_back(clause);
      clause.clear();
    }
  }
  return problem;
}

}  // namespace satplay::counting
