#include "formula.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <unordered_map>

#include "../invariant.hpp"

namespace satplay::quantified {

namespace {

// Maps external variable numbers, which may be sparse, to internal variables.
class Numbering {
 public:
  explicit Numbering(std::int32_t greatest, std::size_t count) {
    if (static_cast<std::size_t>(greatest) <= 16 * count + 1024)
      dense_.assign(static_cast<std::size_t>(greatest) + 1, no_var);
    else
      sparse_.reserve(count);
  }
  Var& operator[](std::int32_t name) {
    if (!dense_.empty()) return dense_[static_cast<std::size_t>(name)];
    return sparse_.try_emplace(name, no_var).first->second;
  }

 private:
  std::vector<Var> dense_;
  std::unordered_map<std::int32_t, Var> sparse_;
};

std::int32_t greatest_of(std::span<const std::int32_t> numbers, Meter& meter) {
  std::int32_t greatest = 0;
  for (const std::int32_t number : numbers) {
    if (number == INT32_MIN) throw std::invalid_argument("literals have 31 bits and a sign");
    greatest = std::max(greatest, std::abs(number));
    meter.work(1);
  }
  return greatest;
}

}  // namespace

void Prefix::append(bool is_universal) {
  if (universal.empty() || (universal.back() != 0) != is_universal) {
    universal.push_back(is_universal);
    begins.push_back(begins.back());
  }
  level.push_back(static_cast<std::uint32_t>(universal.size() - 1));
  begins.back()++;
  INVARIANT(begins.size() == universal.size() + 1 && begins.back() == level.size());
  INVARIANT(universal.size() < 2 || universal.back() != universal[universal.size() - 2]);
}

std::size_t Formula::bytes() const {
  std::size_t sum = clauses.capacity() * sizeof(Clause) + names.capacity() * sizeof(names[0]) +
                    prefix.level.capacity() * sizeof(std::uint32_t);
  for (const Clause& clause : clauses) sum += clause.capacity() * sizeof(Lit);
  return sum;
}

Formula read_formula(std::span<const std::int32_t> prefix, std::span<const std::int32_t> clauses,
                     Meter& meter) {
  if (!clauses.empty() && clauses.back() != 0)
    throw std::invalid_argument("the last clause is not closed by 0");
  Numbering internal(std::max(greatest_of(prefix, meter), greatest_of(clauses, meter)),
                     prefix.size() + clauses.size());
  constexpr Var bound = no_var - 1;
  for (const std::int32_t number : prefix) {
    if (number == 0) throw std::invalid_argument("a variable must not be 0");
    if (internal[std::abs(number)] == bound) throw std::invalid_argument("a variable bound twice");
    internal[std::abs(number)] = bound;
  }
  Formula formula;
  for (const std::int32_t number : clauses)
    if (number != 0 && internal[std::abs(number)] == no_var) {
      internal[std::abs(number)] = bound - 1;
      formula.names.push_back(std::abs(number));
    }
  std::sort(formula.names.begin(), formula.names.end());
  const std::size_t free = formula.names.size();
  for (const std::int32_t number : prefix) formula.names.push_back(std::abs(number));
  for (std::size_t i = 0; i < formula.names.size(); i++) {
    internal[formula.names[i]] = static_cast<Var>(i);
    formula.origin.push_back(static_cast<Var>(i));
    formula.prefix.append(i >= free && prefix[i - free] < 0);
    meter.work(1);
  }

  Clause clause;
  for (const std::int32_t number : clauses) {
    if (number != 0) {
      clause.push_back(literal(internal[std::abs(number)], number < 0));
      continue;
    }
    meter.work(1 + clause.size());
    std::sort(clause.begin(), clause.end());
    clause.erase(std::unique(clause.begin(), clause.end()), clause.end());
    const auto opposite = [](Lit a, Lit b) { return a == negated(b); };
    if (std::adjacent_find(clause.begin(), clause.end(), opposite) == clause.end())
      formula.clauses.push_back(clause);
    clause.clear();
  }
  return formula;
}

}  // namespace satplay::quantified
