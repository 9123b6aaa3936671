// Unit propagation with universal reduction, and pure literals, to a fixed point; in time linear in the size
// of the formula. It decides monotone circuits with constant inputs.
//
// A universal literal without an inner existential literal can be removed from a clause, because the
// universal player makes it false (universal reduction: Kleine Büning, Karpinski & Flögel 1995).
#pragma once
#include <vector>

#include "formula.hpp"

namespace satplay::quantified {

// Literals of a clause removed by universal reduction: from `end` to `before`, without assigned ones. If the
// rest of the clause becomes false, the universal player must make them false too: the strategy of the
// simplified formula is extended accordingly.
struct Reduction {
  std::uint32_t clause, end, before;
  std::uint32_t time;  // the number of variables that had a value
};

class Simplifier {
 public:
  // Afterwards take() returns the simplified formula.
  Simplifier(Formula&& formula, Meter& meter);

  bool decided() const { return lost_ || clauses_left_ == 0; }
  bool holds() const { return !lost_; }

  // The literals that became true, in order: units and pure literals. The winner's literals are part of the
  // winner's strategy.
  const std::vector<Lit>& values() const { return queue_; }
  const std::vector<Reduction>& reductions() const { return reductions_; }
  // The literals of the clause from `begin` to `end` that were unassigned at that time.
  std::vector<Lit> open_then(const Reduction& reduction, std::size_t begin, std::size_t end) const;
  const Formula& formula() const { return formula_; }
  // The remaining clauses, over the remaining variables.
  Formula rest() const;
  std::size_t bytes() const;

 private:
  static constexpr std::uint32_t never = UINT32_MAX;
  struct State {
    std::uint32_t end;   // of the remaining literals; the last one is existential and unassigned
    std::uint32_t open;  // number of unassigned ones
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
  std::vector<std::uint32_t> counts_;  // by literal: number of clauses with it
  std::vector<std::size_t> begins_;    // by literal, in `with_`
  std::vector<std::uint32_t> with_;    // clauses with that literal
  std::vector<std::int8_t> values_;    // by variable, once propagated
  std::vector<Lit> queue_;             // literals that become true
  std::size_t next_ = 0;               // first literal of the queue that is not propagated
  std::vector<Var> maybe_pure_;
  std::vector<std::uint32_t> times_;  // by variable: its position in the queue
  std::vector<Reduction> reductions_;
  std::size_t clauses_left_ = 0;
  bool lost_ = false;
};

}  // namespace satplay::quantified
