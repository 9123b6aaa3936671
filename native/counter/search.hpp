// The assignment, unit propagation, and clause learning: everything of the counter that is a CDCL solver.
//
// Learned clauses only propagate; components consist of original clauses. This is sound by an invariant: a
// component is counted only while it and all its siblings are known to be satisfiable. A learned clause
// follows from all clauses; restricted to the current components C1, C2, ... it follows from their
// conjunction. Since they share no variables and each is satisfiable, its part in one of them follows from
// that component alone. Without the invariant a count could be too small next to an unsatisfiable sibling,
// and would have to be removed from the cache (Sang, Bacchus, Beame, Kautz & Pitassi, "Combining Component
// Caching and Clause Learning for Effective Model Counting", 2004).
#pragma once
#include "problem.hpp"

namespace satplay::counting {

class Search {
 public:
  Search(const Problem& problem, Meter& meter);

  // 1 true, -1 false, 0 unassigned
  int value(Lit lit) const { return values_[lit]; }
  bool is_open(Var var) const { return values_[positive(var)] == 0; }
  std::uint32_t level() const { return static_cast<std::uint32_t>(level_starts_.size()); }

  // Failed literal probing; returns false if there is no model. If stopped, another call continues.
  bool probe();
  // Starts a level with this decision; returns false if unit propagation refutes it, and learns a clause
  // then.
  bool assume(Lit lit);
  // Whether the original clauses over these unassigned variables are satisfiable. If so, the model is stored
  // as their phases; if not, the caller must leave the current level. The level is the same afterwards, even
  // if stopped; learned clauses make the next call shorter.
  bool satisfiable(std::span<const Var> vars);
  // Backtracks to this level, where everything is known to be satisfiable.
  void retreat(std::uint32_t level);

  Lit phase(Var var) const { return literal(var, !phases_[var]); }  // as in the last stored model
  double activity(Var var) const { return activities_[var]; }
  std::size_t bytes() const;

 private:
  // A clause in the arena: its size, its glue (0: original), its literals. The first is the one it implied.
  using Ref = std::uint32_t;
  static constexpr Ref none = UINT32_MAX;
  static constexpr std::uint32_t forgotten = UINT32_MAX;  // as glue
  static constexpr std::size_t header = 2;
  struct Watch {
    Ref clause;
    Lit blocker;  // if it is true, the clause is skipped
  };
  // A clause that is unit at a lower level than the one where it was learned: its literal is assigned again
  // whenever the search returns to a level in between.
  struct OutOfOrder {
    Ref clause;
    std::uint32_t level;
  };

  std::span<Lit> lits(Ref clause) { return {arena_.data() + clause + header, arena_[clause]}; }
  Ref add(std::span<const Lit> lits, std::uint32_t glue);
  void assign(Lit lit, Ref reason);
  void decide(Lit lit);
  bool satisfy(std::span<const Var> vars);
  Ref propagate();
  void backtrack(std::uint32_t level);

  // learn.cpp
  void learn(Ref conflict, std::uint32_t lowest);
  std::uint32_t analyze(Ref conflict);
  bool implied_by_others(Lit lit);
  std::uint32_t glue();
  void decay();
  void forget();
  void compact();

  Meter& meter_;
  std::vector<std::uint32_t> arena_;
  Ref learned_begin_ = 0;
  std::vector<std::vector<Watch>> watches_;  // by the literal that becomes false
  std::vector<std::int8_t> values_;          // by literal
  std::vector<std::uint32_t> levels_;        // by variable, and so are the next four
  std::vector<Ref> reasons_;
  std::vector<std::uint8_t> phases_, tried_, seen_;
  std::vector<double> activities_;
  std::vector<Lit> trail_;
  std::vector<std::uint32_t> level_starts_;
  std::size_t propagated_ = 0;
  std::vector<OutOfOrder> out_of_order_;
  std::vector<Lit> clause_;  // the one being learned
  std::vector<Var> order_;   // the open variables of the component being satisfied
  std::vector<std::uint32_t> glue_levels_;
  std::size_t learned_count_ = 0;
  std::size_t most_learned_;
  Lit next_to_probe_ = 0;
  std::size_t spent_on_probing_ = 0;
};

}  // namespace satplay::counting
