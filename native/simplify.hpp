// The simplification techniques, one class each, constructed for one round. They work at level 0, on clauses
// without literals assigned there, with the parts of the solver that each class names; `effort` is a limit in
// ticks.
#pragma once
#include <cstdint>
#include <utility>
#include <vector>

#include "solver.hpp"

namespace satplay {

// probe.cpp
class Prober {
 public:
  explicit Prober(Solver& solver) : solver_(solver), trail_(solver.trail_), analysis_(solver.analysis_) {}
  void run(std::int64_t effort);

 private:
  std::vector<Lit> roots() const;
  bool probe(Lit lit);
  void learn_failed(Ref conflict);

  Solver& solver_;
  Trail& trail_;
  Analysis& analysis_;
};

// equivalent.cpp
class EquivalentLiterals {
 public:
  explicit EquivalentLiterals(Solver& solver);
  void run();

 private:
  void find_components();
  void visit_component(Lit root);
  void close_component(Lit root);
  void choose_representative(std::uint32_t component);
  bool link_component(Lit root);
  void remove_represented();
  void substitute(std::vector<Ref>& list);
  void substitute_clause(std::vector<Ref>& list, Ref ref);
  void delete_links();

  Solver& solver_;
  Trail& trail_;
  Arena& arena_;
  ProofLog& proof_;

  std::vector<Lit> members_;                 // of all components with two literals or more
  std::vector<std::uint32_t> begins_;        // where each component begins in members_
  std::vector<std::uint32_t> component_of_;  // by literal: 1 + its component, or 0
  std::vector<Lit> representative_;          // by literal
  std::vector<ClauseId> link_;  // by literal: id of the clause "its representative implies it", or 0
  std::vector<Lit> derived_;
  std::vector<ClauseId> hints_;

  // of the depth-first search
  static constexpr std::uint32_t done = UINT32_MAX;
  std::vector<std::uint32_t> lowest_;  // by literal: 0 not yet visited, `done`, or Tarjan's low link
  std::vector<Lit> open_;              // visited, and not yet in a component
  std::uint32_t visited_ = 0;
};

// vivify.cpp
class Vivifier {
 public:
  explicit Vivifier(Solver& solver)
      : solver_(solver),
        trail_(solver.trail_),
        arena_(solver.arena_),
        analysis_(solver.analysis_),
        proof_(solver.proof_) {}
  void run(std::int64_t effort);

 private:
  struct Candidate {
    Ref ref;
    std::uint32_t begin, end;  // in orders_: its literals in the order they are tried
  };
  // How the attempt to make all literals of a clause false ended.
  struct Outcome {
    Ref conflict = no_ref;    // a clause became false
    Lit implied = no_lit;     // a literal of the clause became true
    bool by_learned = false;  // a learned clause was needed for that
  };
  void run_on(bool learned, std::uint32_t least_glue, std::uint32_t most_glue, std::int64_t until);
  std::vector<Candidate> candidates(bool learned, std::uint32_t least_glue, std::uint32_t most_glue,
                                    std::size_t most);
  bool sooner(Lit a, Lit b) const {
    return occurrences_[a] != occurrences_[b] ? occurrences_[a] > occurrences_[b] : a < b;
  }
  void vivify(Ref ref, Lits order);
  void backtrack_to_shared(Ref ref, Lits order);
  Outcome try_false(Lits order);
  void derive(Ref ref, Outcome& outcome);
  bool explain_by_decisions();
  void shorten(Ref ref, const Outcome& outcome);
  void watch_again(Ref ref, std::uint32_t most);

  Solver& solver_;
  Trail& trail_;
  Arena& arena_;
  Analysis& analysis_;
  ProofLog& proof_;
  std::vector<std::uint32_t> occurrences_;  // by literal
  std::vector<Lit> orders_;                 // of all candidates, one after the other
  std::vector<Lit> derived_;
};

// subsume.cpp
class Subsumption {
 public:
  explicit Subsumption(Solver& solver)
      : solver_(solver), trail_(solver.trail_), arena_(solver.arena_), stamped_(solver.lit_set_) {}
  void run(std::int64_t effort);

 private:
  struct Candidate {
    Ref ref;
    std::uint64_t signature;  // a bit for each variable, modulo 64
  };
  std::vector<Candidate> candidates(std::vector<std::uint8_t>& fresh);
  bool reduce(Candidate& subject);
  Ref find_subsuming(const Candidate& subject, Lit& flipped);
  bool subsumes(Ref ref, Lit& flipped) const;
  void strengthen(Candidate& subject, Ref by, Lit dropped);
  void move_irredundant();

  Solver& solver_;
  Trail& trail_;
  Arena& arena_;
  LitSet& stamped_;                                // the literals of the clause that is compared
  std::vector<std::uint32_t> occurrences_;         // by literal
  std::vector<std::vector<Candidate>> connected_;  // by literal
  std::vector<Lit> derived_;
};

// eliminate.cpp
class Eliminator {
 public:
  explicit Eliminator(Solver& solver)
      : solver_(solver),
        trail_(solver.trail_),
        arena_(solver.arena_),
        proof_(solver.proof_),
        stamped_(solver.lit_set_) {}
  void run(std::int64_t effort);

 private:
  bool run_pass(std::int64_t until);
  std::vector<std::pair<std::size_t, Var>> candidates() const;
  bool eliminate(Var var);
  bool few_resolvents(const std::vector<Ref>& with, const std::vector<Ref>& without, Lit pivot);
  void drop_deleted(Lit lit);
  bool resolve(Ref first, Ref second, Lit pivot);
  void add_resolvent(Ref first, Ref second);

  Solver& solver_;
  Trail& trail_;
  Arena& arena_;
  ProofLog& proof_;
  LitSet& stamped_;
  std::vector<std::vector<Ref>> occurrences_;  // by literal: the given clauses that contain it
  std::vector<Lit> resolvent_, false_lits_;    // of the last two clauses resolved
};

}  // namespace satplay
