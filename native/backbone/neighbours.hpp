// Finds models near a known one without an engine: a literal that no clause needs can be flipped alone, and a
// local search from a model with one literal flipped often finds another model.
#pragma once
#include <cstdint>
#include <vector>

#include "../formula/clause_table.hpp"

namespace satplay {

class Neighbours {
 public:
  // Flat clauses, each closed by a 0; the variables of `fixed` keep their values. Throws
  // std::invalid_argument if the last clause is not closed.
  Neighbours(ExternalLits clauses, ExternalLits fixed);

  // Starts from a model: literals sorted by variable, at least one for every variable that occurs.
  void start(ExternalLits model);

  bool occurs(std::int32_t literal) const { return table_.occurs(literal); }  // whether its variable occurs
  // In the current model, for literals of variables that occur and are not fixed:
  bool holds(std::int32_t literal) const { return true_[table_.internal(literal)] != 0; }
  bool can_turn(std::int32_t literal) const { return breaks_[variable(table_.internal(literal))] == 0; }

  // Searches a model in which this literal is true, with at most `most_flips` flips. If none is found, the
  // current model does not change.
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
  // By clause: the number of true literals, the sum of their variables.
  std::vector<std::uint32_t> trues_, sums_;
  std::vector<std::uint32_t> breaks_;  // by variable: clauses that would become false
  std::vector<Index> broken_, place_;  // the false clauses; by clause: its index there
  std::vector<Lit> flipped_;           // literals flipped since the current model
  std::int64_t flips_ = 0;
  std::uint64_t random_ = 0x9e3779b97f4a7c15u;
};

}  // namespace satplay
