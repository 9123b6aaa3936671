// The assignment, unit propagation, and clause learning: everything of the counter that is a CDCL solver.
//
// Learned clauses only propagate; components are made of the given clauses alone. What makes the two go
// together is a promise: a component is counted only while it and all its siblings are known to be
// satisfiable. A learned clause follows from all clauses; restricted to the components C1, C2, ... of the
// moment it follows from their conjunction, and since they share no variable and each can be satisfied, its
// part in one of them follows from that component alone. Without the promise a count could be too small where
// a sibling is contradictory, and would have to be removed from the cache again (Sang, Bacchus, Beame, Kautz
// & Pitassi, "Combining Component Caching and Clause Learning for Effective Model Counting", 2004).
#pragma once
#include "problem.hpp"

namespace satplay::counting {

class Search {
 public:
  Search(const Problem& problem, Meter& meter);

  // 1 true, -1 false, 0 open
  int value(Lit lit) const { return values_[lit]; }
  bool is_open(Var var) const { return values_[positive(var)] == 0; }
  std::uint32_t level() const { return static_cast<std::uint32_t>(level_starts_.size()); }

  // At the start: try each literal for a conflict; false when there is no model. When it is stopped another
  // call goes on.
  bool probe();
  // Open a level with this decision; false when unit propagation refutes it, which is learned from.
  bool assume(Lit lit);
  // Whether the given clauses over these open variables can be satisfied. If so the model found is kept as
  // their phases; if not, the level just opened must be left. The level is the same afterwards, even when it
  // is stopped: what was learned makes the next try shorter.
  bool satisfiable(std::span<const Var> vars);
  // Back to this level, where everything is known to be satisfiable.
  void retreat(std::uint32_t level);

  Lit phase(Var var) const { return literal(var, !phases_[var]); }  // as in the last model that was kept
  double activity(Var var) const { return activities_[var]; }
  std::size_t bytes() const;

 private:
  // A clause in the arena: its size, its glue (0: given), its literals. The first is the one it implied.
  using Ref = std::uint32_t;
  static constexpr Ref none = UINT32_MAX;
  static constexpr std::uint32_t forgotten = UINT32_MAX;  // as glue
  static constexpr std::size_t header = 2;
  struct Watch {
    Ref clause;
    Lit blocker;  // when it is true the clause need not be looked at
  };
  // A clause that was unit at a lower level than the one where it was learned: its literal is set again
  // whenever the search returns to a level in between.
  struct Late {
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
  std::vector<Late> late_;
  std::vector<Lit> clause_;  // the one being learned
  std::vector<Var> order_;   // the open variables of the component being satisfied
  std::vector<std::uint32_t> glue_levels_;
  std::size_t learned_count_ = 0;
  std::size_t most_learned_;
  Lit next_to_probe_ = 0;
  std::size_t spent_on_probing_ = 0;
};

}  // namespace satplay::counting
