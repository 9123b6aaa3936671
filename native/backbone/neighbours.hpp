// Models near a known one, found without an engine: a literal that no clause needs can be flipped alone, and
// a local search from a model with one literal flipped often finds another model near by.
#pragma once
#include <cstdint>
#include <vector>

#include "../formula/clause_table.hpp"

namespace satplay {

class Neighbours {
 public:
  // Clauses lie flat, each closed by a 0; the variables of `fixed` keep their values. std::invalid_argument
  // where the last clause is not closed.
  Neighbours(ExternalLits clauses, ExternalLits fixed);

  // Start from a model: a literal for every variable that occurs, and others, in the order of the variables.
  void start(ExternalLits model);

  bool occurs(std::int32_t literal) const { return table_.occurs(literal); }  // its variable
  // In the present model, of literals of variables that occur and are not fixed:
  bool holds(std::int32_t literal) const { return true_[table_.internal(literal)] != 0; }
  bool can_turn(std::int32_t literal) const { return breaks_[variable(table_.internal(literal))] == 0; }

  // Look for a model in which this literal is true, with at most `most_flips` flips. If none is found the
  // current model stays.
  bool reach(std::int32_t literal, std::int64_t most_flips);

  std::size_t variables() const { return table_.variables(); }
  std::int64_t flips() const { return flips_; }

 private:
  using Index = ClauseTable::Index;

  void flip(Lit lit);
  Lit choose(Index broken);
  std::uint32_t chance(std::uint64_t below);
  bool counts_are_right() const;

  ClauseTable table_;
  std::vector<std::uint8_t> true_;         // by literal
  std::vector<std::uint8_t> fixed_, odd_;  // by variable
  // By clause: how many literals are true, the sum of their variables.
  std::vector<std::uint32_t> trues_, sums_;
  std::vector<std::uint32_t> breaks_;  // by variable: clauses that would become false
  std::vector<Index> broken_, place_;  // the false clauses; by clause, where in there
  std::vector<Lit> turned_;            // since the present model
  std::int64_t flips_ = 0;
  std::uint64_t random_ = 0x9e3779b97f4a7c15u;
};

}  // namespace satplay
