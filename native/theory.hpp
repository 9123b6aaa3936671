// A theory: a rule that clauses would say at too great length, such as "all of this hangs together". It
// watches over some variables, its atoms, and takes part in the search (DPLL(T): Ganzinger, Hagen,
// Nieuwenhuis, Oliveras & Tinelli 2004; the calls are much like those of IPASIR-UP: Fazekas et al. 2023).
//
// A theory knows nothing of the solver. It speaks of its atoms by their places in the list that it was
// attached with: 2 * place is the atom, one more its negation.
#pragma once
#include <memory>
#include <vector>

#include "literal.hpp"

namespace satplay {

class Theory {
 public:
  // What follows, as the theory finds it.
  class Findings {
   public:
    // True now. Why is asked for only if somebody needs to know.
    void imply(Lit lit) { implied_.push_back(lit); }
    // True always. If it is false now, that is a conflict.
    void add_clause(Lits lits) {
      clauses_.insert(clauses_.end(), lits.begin(), lits.end());
      clauses_.push_back(no_lit);
    }
    bool empty() const { return implied_.empty() && clauses_.empty(); }
    void clear() {
      implied_.clear();
      clauses_.clear();
    }
    const std::vector<Lit>& implied() const { return implied_; }
    const std::vector<Lit>& clauses() const { return clauses_; }  // no_lit after each

   private:
    std::vector<Lit> implied_, clauses_;
  };

  virtual ~Theory() = default;

  // A literal has become true.
  virtual void assign(Lit lit) = 0;
  // Of the literals that have become true only the first `kept` still are.
  virtual void backtrack(std::size_t kept) = 0;
  // What follows from those that are true. Nothing need be found: `check` has the last word.
  virtual void propagate(Findings& findings) = 0;
  // A clause that is true always: `implied`, which was implied, and literals that were false when it was.
  virtual void explain(Lit implied, std::vector<Lit>& clause) = 0;
  // All atoms have a value. Unless something is found, they are allowed.
  virtual void check(Findings& findings) = 0;
  // A copy, with all that it was told.
  virtual std::unique_ptr<Theory> clone() const = 0;
};

}  // namespace satplay
