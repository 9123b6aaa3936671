// Small formulas and their truth tables.
#pragma once
#include <cstdint>
#include <vector>

#include "random.hpp"

namespace satplay::fuzz {

// A few clauses over a few variables, not all of which need to occur.
struct SmallFormula {
  Clauses clauses;
  Literals variables;  // ascending
};

// At most `max_variables` variables, numbered before + stretch, before + 2 * stretch, ...
SmallFormula random_formula(Random& random, int max_variables, std::int32_t before, std::int32_t stretch);

Literals flat(const Clauses& clauses);  // each closed by a 0

// One bit for each assignment: whether it satisfies all clauses.
class TruthTable {
 public:
  explicit TruthTable(const SmallFormula& formula);

  void assume(std::int32_t literal);  // removes the assignments without it
  bool any() const;
  bool can_be(std::int32_t literal) const;
  // The number of assignments to these variables that extend to a model.
  std::uint64_t count(const Literals& over) const;

 private:
  std::uint64_t word(std::int32_t literal, std::size_t at) const;
  std::size_t position(std::int32_t variable) const;

  Literals variables_;
  std::vector<std::uint64_t> bits_;
};

}  // namespace satplay::fuzz
