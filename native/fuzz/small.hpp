// Small formulas, and what trying everything says of them.
#pragma once
#include <cstdint>
#include <vector>

#include "chance.hpp"

namespace satplay::fuzz {

// A few clauses over a few variables, not all of which need to occur.
struct SmallFormula {
  Clauses clauses;
  Literals variables;  // ascending
};

// Over at most so many variables: the numbers after `before`, `stretch` apart.
SmallFormula random_formula(Chance& chance, int most_variables, std::int32_t before, std::int32_t stretch);

Literals flat(const Clauses& clauses);  // each closed by a 0

// Which assignments satisfy all clauses: one bit for each.
class TruthTable {
 public:
  explicit TruthTable(const SmallFormula& formula);

  void assume(std::int32_t literal);  // those without it are left out
  bool any() const;
  bool can_be(std::int32_t literal) const;
  // How many assignments to these variables can be completed.
  std::uint64_t count(const Literals& over) const;

 private:
  std::uint64_t word(std::int32_t literal, std::size_t at) const;
  std::size_t position(std::int32_t variable) const;

  Literals variables_;
  std::vector<std::uint64_t> bits_;
};

}  // namespace satplay::fuzz
