// Clauses over variables that are numbered without gaps, and the clauses of each literal: for algorithms that
// need no engine.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "../engine.hpp"

namespace satplay {

// The start of the entries of each key in an array sorted by key.
template <class Keys>
std::vector<std::size_t> begins_of(std::size_t keys, Keys&& each_key) {
  std::vector<std::size_t> begins(keys + 1, 0);
  each_key([&](std::size_t key) { begins[key + 1]++; });
  for (std::size_t key = 0; key < keys; key++) begins[key + 1] += begins[key];
  return begins;
}

class ClauseTable {
 public:
  using Index = std::uint32_t;  // of a clause; tautologies are left out

  // Flat clauses, each closed by a 0, otherwise throws std::invalid_argument. Returns the numbers, from 0, of
  // the clauses that are no tautologies. To be called once.
  std::vector<std::size_t> read(ExternalLits clauses);

  std::size_t size() const { return begins_.size() - 1; }
  std::span<const Lit> lits(Index clause) const {
    return {lits_.data() + begins_[clause], begins_[clause + 1] - begins_[clause]};
  }
  std::span<const Index> with(Lit lit) const {
    return {with_.data() + with_begins_[lit], with_begins_[lit + 1] - with_begins_[lit]};
  }

  std::size_t variables() const { return names_.size(); }
  std::int32_t name(Var var) const { return names_[var]; }
  bool occurs(std::int32_t literal) const;
  Lit internal(std::int32_t literal) const;  // of a variable that occurs
  std::size_t bytes() const;

 private:
  void name_variables(ExternalLits clauses);

  std::vector<std::int32_t> names_;  // by variable, ascending
  std::vector<Lit> lits_;
  std::vector<std::size_t> begins_{0}, with_begins_{0};
  std::vector<Index> with_;
};

}  // namespace satplay
