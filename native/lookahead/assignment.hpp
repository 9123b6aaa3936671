// A partial assignment of the variables of a clause table, and unit propagation that counts for each clause
// how many of its literals are true and false.  A look-ahead needs these numbers: they tell which clauses an
// assignment has shortened, and to what length.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "../formula/clause_table.hpp"

namespace satplay::lookahead {

class Assignment {
 public:
  using Index = ClauseTable::Index;

  explicit Assignment(const ClauseTable& table);

  // Assigns all unit clauses; false on conflict.
  bool propagate_units();
  // Makes the literal true and propagates; false on conflict. What was assigned stays until `undo`.
  bool assign(Lit lit);
  void undo(std::size_t size);

  bool assigned(Var var) const { return values_[2 * var] != 0; }
  bool is_true(Lit lit) const { return values_[lit] > 0; }
  const std::vector<Lit>& trail() const { return trail_; }
  bool satisfied(Index clause) const { return true_[clause] > 0; }
  // The number of literals without a value in a clause that is not satisfied.
  std::size_t open(Index clause) const { return table_.lits(clause).size() - false_[clause]; }
  std::int64_t ticks() const { return ticks_; }

 private:
  bool enqueue(Lit lit);
  bool propagate();
  Lit open_literal(Index clause) const;

  const ClauseTable& table_;
  std::vector<std::int8_t> values_;          // by literal: 1 true, -1 false
  std::vector<std::uint32_t> true_, false_;  // by clause
  std::vector<Lit> trail_;
  std::size_t next_ = 0;  // the literals of the trail before it are counted in the clauses
  std::int64_t ticks_ = 0;
};

}  // namespace satplay::lookahead
