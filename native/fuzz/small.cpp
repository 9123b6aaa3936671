#include "small.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>

namespace satplay::fuzz {

namespace {

constexpr std::size_t in_a_word = 6;  // variables whose 64 assignments lie in one
constexpr std::array<std::uint64_t, in_a_word> patterns{0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc,
                                                        0xf0f0f0f0f0f0f0f0, 0xff00ff00ff00ff00,
                                                        0xffff0000ffff0000, 0xffffffff00000000};

}  // namespace

SmallFormula random_formula(Chance& chance, int most_variables, std::int32_t before, std::int32_t stretch) {
  SmallFormula formula;
  const int variables = chance.one_in(2) ? most_variables : chance.between(1, most_variables);
  for (int at = 1; at <= variables; at++) formula.variables.push_back(before + stretch * at);
  const bool uniform = chance.one_in(2);  // clauses of three literals, more or less near the threshold
  const int count = uniform ? variables * chance.between(10, 40) / 10 : chance.below(2 * variables + 4);
  const int widest = chance.between(2, 6);
  for (int number = 0; number < count; number++) {
    Literals clause;
    const int width = uniform              ? 3
                      : chance.one_in(200) ? 0
                      : chance.one_in(20)  ? 1
                                           : chance.between(2, widest);
    for (int at = 0; at < width; at++) clause.push_back(chance.either_sign(chance.one_of(formula.variables)));
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
  if (count < in_a_word)
    bits_.assign(1, (std::uint64_t{1} << (std::size_t{1} << count)) - 1);
  else
    bits_.assign(std::size_t{1} << (count - in_a_word), UINT64_MAX);
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
  const std::uint64_t positive = place < in_a_word                      ? patterns[place]
                                 : (at >> (place - in_a_word) & 1) != 0 ? UINT64_MAX
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
  std::size_t shown = 0;
  for (const std::int32_t variable : over) shown |= std::size_t{1} << position(variable);
  std::vector<bool> seen(std::size_t{1} << variables_.size());
  for (std::size_t at = 0; at < bits_.size(); at++)
    for (std::uint64_t left = bits_[at]; left != 0; left &= left - 1)
      seen[(at << in_a_word | static_cast<std::size_t>(std::countr_zero(left))) & shown] = true;
  return static_cast<std::uint64_t>(std::count(seen.begin(), seen.end(), true));
}

}  // namespace satplay::fuzz
