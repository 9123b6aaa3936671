// The look-ahead at one node of the tree of cubes: tries both values of the candidates.
#pragma once
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <vector>

#include "../limits.hpp"
#include "assignment.hpp"

namespace satplay::lookahead {

struct Interrupted : std::runtime_error {
  Interrupted() : std::runtime_error("the look-ahead was interrupted") {}
};

// A value that propagates to a conflict is impossible (a failed literal): the other one is assigned for good.
// Of the other candidates the one is chosen for which the product over both values of the measure is largest:
// both halves of the split become easier. The measure is the weighted number of clauses that became shorter,
// where a clause of two literals counts five times as much as one of three, and so on (Heule, Dufour, van
// Zwieten & van Maaren, "March_eq", 2004; Heule & van Maaren, "Look-Ahead Based SAT Solvers", 2009).
class LookAhead {
 public:
  LookAhead(const ClauseTable& table, Assignment& assignment, const Pulse& pulse)
      : table_(table),
        assignment_(assignment),
        pulse_(pulse),
        is_touched_(table.size()),
        rank_(table.variables()) {}

  // False on conflict: the node is refuted. Failed literals stay assigned.
  bool run();
  // After `run`: the variable to split on and the value to try first; none if no clause is left open.
  std::optional<Lit> choice() const { return choice_; }

 private:
  using Index = ClauseTable::Index;

  void select_candidates();
  std::optional<double> measure(Lit lit);
  void beat();

  const ClauseTable& table_;
  Assignment& assignment_;
  const Pulse& pulse_;
  std::vector<Var> candidates_;
  std::vector<bool> is_touched_;  // by clause
  std::vector<Index> touched_;
  std::vector<double> rank_;  // by variable
  std::optional<Lit> choice_;
  std::int64_t next_beat_ = 0;
};

}  // namespace satplay::lookahead
