// A theory attached to the solver: its atoms as internal literals, and the part of the trail it was informed
// of.
#pragma once
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "literal.hpp"
#include "theory.hpp"
#include "trail.hpp"

namespace satplay {

class AttachedTheory {
 public:
  // std::invalid_argument if two atoms are the same variable.
  AttachedTheory(std::shared_ptr<Theory> theory, std::vector<Lit> atoms);

  const std::vector<Lit>& atoms() const { return atoms_; }
  Theory* theory() const { return theory_.get(); }
  void clone() { theory_ = theory_->clone(); }

  // The theory's literal as an internal one; std::logic_error if it has no such atom.
  Lit internal(Lit lit) const;

  // Informs the theory of literals unassigned and assigned since the last call.
  void inform(const Trail& trail);
  // The trail was cut there.
  void backtrack(std::size_t trail_size) { informed_ = informed_ < trail_size ? informed_ : trail_size; }

  void propagate(Theory::Findings& findings) { theory_->propagate(findings); }
  void check(Theory::Findings& findings) { theory_->check(findings); }
  // The clause that implies a literal: the literal first, then the others from the highest level down.
  // std::logic_error unless the others were false before.
  std::vector<Lit> explain(Lit lit, const Trail& trail) const;

 private:
  std::shared_ptr<Theory> theory_;
  std::vector<Lit> atoms_;              // by index in the theory
  std::vector<Lit> theory_lits_;        // by variable: the theory's literal, or no_lit
  std::vector<std::size_t> positions_;  // trail positions of the literals that the theory was informed of
  std::size_t informed_ = 0;            // the theory was informed of the trail up to here
};

// All theories of a solver, and their results.
struct Theories {
  std::vector<AttachedTheory> attached;
  Theory::Findings findings;
  std::size_t propagations = 0;  // since the last look at the clock
  std::vector<Lit> lemma;        // the clause that is being added
  std::vector<std::pair<Lit, ClauseId>>
      unit_lemmas;  // found above level 0: asserted at the next backtrack to it
};

}  // namespace satplay
