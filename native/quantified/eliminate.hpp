// Eliminates existential variables by resolution (bounded variable elimination: Eén & Biere 2005; for
// quantified formulas Biere, Lonsing & Seidl, "Blocked clause elimination for QBF", 2011): replaces the
// clauses of a variable by all their resolvents on it, unless these are too many. Sound if these clauses have
// no inner variables.
#pragma once
#include <vector>

#include "formula.hpp"

namespace satplay::quantified {

class Eliminator {
 public:
  // Eliminated variables no longer occur; the resolvents are not yet universally reduced.
  Eliminator(Formula& formula, Meter& meter);

  // The value of an eliminated variable follows from the clauses with one of its literals: it is true if the
  // rest of one of them is false.
  struct Eliminated {
    Lit lit;
    std::vector<Clause> rests;
  };
  const std::vector<Eliminated>& eliminated() const { return eliminated_; }
  std::size_t bytes() const { return bytes_; }

 private:
  void gather(Lit lit, std::vector<std::uint32_t>& clauses);
  void try_out(Var var);
  bool collect_resolvents(Lit lit);
  void store_removed(Lit lit);
  bool resolve(const Clause& one, const Clause& other, Lit pivot);
  void add(Clause&& clause);

  Formula& formula_;
  Meter& meter_;
  std::vector<std::vector<std::uint32_t>> with_;  // by literal: clauses, some of them removed
  std::vector<std::uint8_t> gone_;                // by clause
  std::vector<std::uint32_t> positive_, negative_;
  std::vector<Clause> resolvents_;
  Clause resolvent_;
  std::vector<Eliminated> eliminated_;
  std::size_t bytes_ = 0;
};

}  // namespace satplay::quantified
