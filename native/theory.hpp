// A theory: a constraint that would need too many clauses, such as "this graph is connected". It observes
// some variables, its atoms, and takes part in the search (DPLL(T): Ganzinger, Hagen, Nieuwenhuis, Oliveras &
// Tinelli 2004; the interface is similar to IPASIR-UP: Fazekas et al. 2023).
//
// A theory is independent of the solver. It refers to its atoms by their index in the list that it was
// attached with: the literal 2 * index is the atom, 2 * index + 1 its negation.
#pragma once
#include <memory>
#include <vector>

#include "literal.hpp"

namespace satplay {

class Theory {
 public:
  // Collects the consequences that the theory finds.
  class Findings {
   public:
    // A literal implied by the current assignment. Its reason is requested only if it is needed.
    void imply(Lit lit) { implied_.push_back(lit); }
    // A valid clause. If it is false under the current assignment, that is a conflict.
    void add_clause(Lits lits) {
      clauses_.insert(clauses_.end(), lits.begin(), lits.end());
      clauses_.push_back(no_lit);
    }
    // Whether a limit has been reached. A propagation that takes long asks from time to time; what it leaves
    // undone, the next one does.
    bool out_of_limits() const { return exceeded_ != nullptr && exceeded_(context_); }
    void set_limits(void* context, bool (*exceeded)(void*)) {
      context_ = context;
      exceeded_ = exceeded;
    }
    bool empty() const { return implied_.empty() && clauses_.empty(); }
    void clear() {
      implied_.clear();
      clauses_.clear();
    }
    const std::vector<Lit>& implied() const { return implied_; }
    const std::vector<Lit>& clauses() const { return clauses_; }  // each terminated by no_lit

   private:
    std::vector<Lit> implied_, clauses_;
    void* context_ = nullptr;
    bool (*exceeded_)(void*) = nullptr;
  };

  virtual ~Theory() = default;

  // A literal has become true.
  virtual void assign(Lit lit) = 0;
  // Only the first `trail_length` of the literals that became true are still true.
  virtual void backtrack(std::size_t trail_length) = 0;
  // Finds consequences of the true literals. May be incomplete: `check` decides.
  virtual void propagate(Findings& findings) = 0;
  // The reason of `implied`: a valid clause of it and of literals that were false when it was implied.
  virtual void explain(Lit implied, std::vector<Lit>& clause) = 0;
  // Called when all atoms are assigned. The assignment is accepted unless a consequence is found.
  virtual void check(Findings& findings) = 0;
  // A copy, including its state.
  virtual std::unique_ptr<Theory> clone() const = 0;
};

}  // namespace satplay
