#include "small_formulas.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>

namespace satplay::fuzz {

namespace {

constexpr std::size_t variables_per_word = 6;  // their 64 assignments are the bits of one word
constexpr std::array<std::uint64_t, variables_per_word> patterns{0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc,
                                                                 0xf0f0f0f0f0f0f0f0, 0xff00ff00ff00ff00,
                                                                 0xffff0000ffff0000, 0xffffffff00000000};

}  // namespace

SmallFormula random_formula(Random& random, int max_variables, std::int32_t before, std::int32_t stretch) {
  SmallFormula formula;
  const int variables = random.one_in(2) ? max_variables : random.between(1, max_variables);
  for (int at = 1; at <= variables; at++) formula.variables.push_back(before + stretch * at);
  const bool uniform = random.one_in(2);  // random 3-SAT around the threshold
  const int count = uniform ? variables * random.between(10, 40) / 10 : random.below(2 * variables + 4);
  const int widest = random.between(2, 6);
  for (int number = 0; number < count; number++) {
    Literals clause;
    const int width = uniform              ? 3
                      : random.one_in(200) ? 0
                      : random.one_in(20)  ? 1
                                           : random.between(2, widest);
    for (int at = 0; at < width; at++) clause.push_back(random.either_sign(random.one_of(formula.variables)));
    formula.clauses.push_back(clause);
  }
  return formula;
}

Literals flat(const Clauses& clauses) {
  Literals all;
  for (const Literals& clause : clauses) {
    all.insert(all.end(), clause.begin(), clause.end());
    all.push_back(0);
  }
  return all;
}

TruthTable::TruthTable(const SmallFormula& formula) : variables_(formula.variables) {
  const std::size_t count = variables_.size();
  if (count < variables_per_word)
    bits_.assign(1, (std::uint64_t{1} << (std::size_t{1} << count)) - 1);
  else
    bits_.assign(std::size_t{1} << (count - variables_per_word), UINT64_MAX);
  for (const Literals& clause : formula.clauses)
    for (std::size_t at = 0; at < bits_.size(); at++) {
      std::uint64_t satisfied = 0;
      for (const std::int32_t literal : clause) satisfied |= word(literal, at);
      bits_[at] &= satisfied;
    }
}

std::size_t TruthTable::position(std::int32_t variable) const {
  return static_cast<std::size_t>(std::lower_bound(variables_.begin(), variables_.end(), variable) -
                                  variables_.begin());
}

std::uint64_t TruthTable::word(std::int32_t literal, std::size_t at) const {
  const std::size_t place = position(std::abs(literal));
  const std::uint64_t positive = place < variables_per_word                      ? patterns[place]
                                 : (at >> (place - variables_per_word) & 1) != 0 ? UINT64_MAX
                                                                                 : 0;
  return literal > 0 ? positive : ~positive;
}

void TruthTable::assume(std::int32_t literal) {
  for (std::size_t at = 0; at < bits_.size(); at++) bits_[at] &= word(literal, at);
}

bool TruthTable::any() const {
  return std::any_of(bits_.begin(), bits_.end(), [](std::uint64_t bits) { return bits != 0; });
}

bool TruthTable::can_be(std::int32_t literal) const {
  for (std::size_t at = 0; at < bits_.size(); at++)
    if ((bits_[at] & word(literal, at)) != 0) return true;
  return false;
}

std::uint64_t TruthTable::count(const Literals& over) const {
  std::size_t mask = 0;
  for (const std::int32_t variable : over) mask |= std::size_t{1} << position(variable);
  std::vector<bool> seen(std::size_t{1} << variables_.size());
  for (std::size_t at = 0; at < bits_.size(); at++)
    for (std::uint64_t left = bits_[at]; left != 0; left &= left - 1)
      seen[(at << variables_per_word | static_cast<std::size_t>(std::countr_zero(left))) & mask] = true;
  return static_cast<std::uint64_t>(std::count(seen.begin(), seen.end(), true));
}

}  // namespace satplay::fuzz
