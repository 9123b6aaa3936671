// Existential variables resolved away (bounded variable elimination: Eén & Biere 2005; for quantified
// formulas Biere, Lonsing & Seidl, "Blocked clause elimination for QBF", 2011): instead of the clauses with a
// variable, all their resolvents on it, where these are not more. Allowed if nothing in those clauses is
// further inside than the variable.
#pragma once
#include <vector>

#include "formula.hpp"

namespace satplay::quantified {

class Eliminator {
 public:
  // What was resolved away no longer occurs; resolvents are not yet reduced.
  Eliminator(Formula& formula, Meter& meter);

  // Afterwards such a variable is chosen by the clauses that had one of its literals: it is true if the rest
  // of one of them is false.
  struct Eliminated {
    Lit lit;
    std::vector<Clause> rests;
  };
  const std::vector<Eliminated>& eliminated() const { return eliminated_; }
  std::size_t bytes() const { return bytes_; }

 private:
  void gather(Lit lit, std::vector<std::uint32_t>& clauses);
  void try_out(Var var);
  bool resolve(const Clause& one, const Clause& other, Lit pivot);
  void add(Clause&& clause);

  Formula& formula_;
  Meter& meter_;
  std::vector<std::vector<std::uint32_t>> with_;  // by literal: clauses, some of them gone
  std::vector<std::uint8_t> gone_;                // by clause
  std::vector<std::uint32_t> positive_, negative_;
  std::vector<Clause> resolvents_;
  Clause resolvent_;
  std::vector<Eliminated> eliminated_;
  std::size_t bytes_ = 0;
};

}  // namespace satplay::quantified
