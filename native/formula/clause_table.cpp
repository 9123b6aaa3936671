#include "clause_table.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

#include "../invariant.hpp"

namespace satplay {

std::vector<std::size_t> ClauseTable::read(ExternalLits clauses) {
  if (!clauses.empty() && clauses.back() != 0)
    throw std::invalid_argument("the last clause must be terminated by 0");
  name_variables(clauses);
  std::vector<std::size_t> numbers;
  std::vector<Lit> clause;
  std::size_t number = 0;
  for (const std::int32_t literal : clauses) {
    if (literal != 0) {
      clause.push_back(internal(literal));
      continue;
    }
    std::sort(clause.begin(), clause.end());
    clause.erase(std::unique(clause.begin(), clause.end()), clause.end());
    const bool tautology = std::adjacent_find(clause.begin(), clause.end(), [](Lit a, Lit b) {
                             return variable(a) == variable(b);
                           }) != clause.end();
    if (!tautology) {
      lits_.insert(lits_.end(), clause.begin(), clause.end());
      begins_.push_back(lits_.size());
      numbers.push_back(number);
    }
    number++;
    clause.clear();
  }
  if (size() >= UINT32_MAX) throw std::invalid_argument("too many clauses");
  with_begins_ = begins_of(2 * names_.size(), [&](auto&& count) {
    for (const Lit lit : lits_) count(lit);
  });
  with_.resize(lits_.size());
  std::vector<std::size_t> at = with_begins_;
  for (Index index = 0; index < size(); index++)
    for (const Lit lit : lits(index)) with_[at[lit]++] = index;
  INVARIANT(begins_.back() == lits_.size() && with_begins_.back() == with_.size());
  return numbers;
}

void ClauseTable::name_variables(ExternalLits clauses) {
  std::int32_t greatest = 0;
  for (const std::int32_t literal : clauses) {
    if (literal == INT32_MIN) throw std::invalid_argument("a literal out of range");
    greatest = std::max(greatest, std::abs(literal));
  }
  if (static_cast<std::size_t>(greatest) <= 4 * clauses.size()) {  // a table costs less than sorting
    std::vector<bool> occurs(static_cast<std::size_t>(greatest) + 1);
    for (const std::int32_t literal : clauses) occurs[static_cast<std::size_t>(std::abs(literal))] = true;
    for (std::int32_t name = 1; name <= greatest; name++)
      if (occurs[static_cast<std::size_t>(name)]) names_.push_back(name);
  } else {
    for (const std::int32_t literal : clauses)
      if (literal != 0) names_.push_back(std::abs(literal));
    std::sort(names_.begin(), names_.end());
    names_.erase(std::unique(names_.begin(), names_.end()), names_.end());
    names_.shrink_to_fit();
  }
}

bool ClauseTable::occurs(std::int32_t literal) const {
  return std::binary_search(names_.begin(), names_.end(), std::abs(literal));
}

Lit ClauseTable::internal(std::int32_t literal) const {
  const std::int32_t name = std::abs(literal);
  const bool simple = static_cast<std::size_t>(names_.back()) == names_.size();  // the variables are 1 .. n
  const auto var = simple ? name - 1 : std::lower_bound(names_.begin(), names_.end(), name) - names_.begin();
  INVARIANT(static_cast<std::size_t>(var) < names_.size() && names_[static_cast<std::size_t>(var)] == name);
  return satplay::literal(static_cast<Var>(var), literal < 0);
}

std::size_t ClauseTable::bytes() const {
  const auto of = [](const auto&... vectors) { return ((vectors.capacity() * sizeof(vectors[0])) + ...); };
  return of(names_, lits_, begins_, with_begins_, with_);
}

}  // namespace satplay
