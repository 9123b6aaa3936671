// What needs no search: units, after universal reduction, and pure literals, until there are no more. Takes
// time linear in the size of the formula. A monotone circuit with constants at its leaves is decided by this
// alone.
//
// Universal literals with no existential one further inside can be removed: the universal player makes them
// false (universal reduction: Kleine Büning, Karpinski & Flögel 1995).
#pragma once
#include <vector>

#include "formula.hpp"

namespace satplay::quantified {

// Literals of a clause that were reduced away: from `end` to `before`, without those that had a value. If the
// rest of the clause becomes false, the universal player has to make them false, too: the strategy for the
// simplified formula has to be extended by that.
struct Reduction {
  std::uint32_t clause, end, before;
  std::uint32_t time;  // the number of variables that had a value
};

class Simplifier {
 public:
  // What is left of the formula is to be taken afterwards.
  Simplifier(Formula&& formula, Meter& meter);

  bool decided() const { return lost_ || clauses_left_ == 0; }
  bool holds() const { return !lost_; }

  // The literals that have become true, in order: forced ones, and choices that cost nothing. Those of the
  // winner are part of the winner's strategy.
  const std::vector<Lit>& values() const { return queue_; }
  const std::vector<Reduction>& reductions() const { return reductions_; }
  // Those literals of the clause from `begin` to `end` that had no value at that time.
  std::vector<Lit> open_then(const Reduction& reduction, std::size_t begin, std::size_t end) const;
  const Formula& formula() const { return formula_; }
  // The remaining clauses, over the remaining variables.
  Formula rest() const;
  std::size_t bytes() const;

 private:
  static constexpr std::uint32_t never = UINT32_MAX;
  struct State {
    std::uint32_t end;   // of the literals that count: the last of them is existential and open
    std::uint32_t open;  // how many of those have no value
    bool satisfied;
  };
  bool waiting(Var var) const { return times_[var] != never; }
  int value(Lit lit) const { return values_[variable(lit)] * (is_negative(lit) ? -1 : 1); }
  bool counts(std::size_t clause, Lit lit) const {
    return states_[clause].end > 0 && lit <= formula_.clauses[clause][states_[clause].end - 1];
  }
  void propagate(Meter& meter);
  void set(Lit lit);
  void satisfy(std::size_t clause, Lit lit);
  void shorten(std::size_t clause, Lit lit);
  void settle(std::size_t clause);
  void vanish(Lit lit);
  void take_pure(Var var);

  Formula formula_;
  std::vector<State> states_;          // by clause
  std::vector<std::uint32_t> counts_;  // by literal: clauses in which it counts
  std::vector<std::size_t> begins_;    // by literal, in `with_`
  std::vector<std::uint32_t> with_;    // clauses with that literal
  std::vector<std::int8_t> values_;    // by variable, once propagated
  std::vector<Lit> queue_;             // literals that become true
  std::size_t next_ = 0;               // of the queue: the first that is not propagated
  std::vector<Var> maybe_pure_;
  std::vector<std::uint32_t> times_;  // by variable: its place in the queue
  std::vector<Reduction> reductions_;
  std::size_t clauses_left_ = 0;
  bool lost_ = false;
};

}  // namespace satplay::quantified
