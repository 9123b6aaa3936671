// Keys: the information that one level needs about outer levels, namely whether the outer parts of clauses
// are satisfied. Clauses with equal outer parts share a key, and so do clauses with equal inner parts,
// because inner levels cannot distinguish them.
//
// A clause, read from the outermost level, is a word whose letters are its literals of one level; keys are
// the states of the minimal automaton of these words (Revuz, "Minimisation of acyclic deterministic automata
// in linear time", 1992). The transitions into a state are its `rows`: a key is satisfied if each of its rows
// is, by its literals or by its parent.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "formula.hpp"

namespace satplay::quantified {

using Key = std::uint32_t;
inline constexpr Key no_key = UINT32_MAX;  // before the first literal: never satisfied

class Keys {
 public:
  // Literals of one level, after the prefix of the parent.
  struct Row {
    Key parent;
    std::uint32_t begin, end;  // of its literals
  };

  Keys(const Formula& formula, Meter& meter);

  std::size_t size() const { return levels_.size(); }
  std::uint32_t level(Key key) const { return levels_[key]; }
  std::span<const Row> rows(Key key) const {
    return {rows_.data() + row_begins_[key], rows_.data() + row_begins_[key + 1]};
  }
  Lits lits(const Row& row) const { return {lits_.data() + row.begin, lits_.data() + row.end}; }
  const std::vector<Key>& of_level(std::size_t level) const { return of_level_[level]; }
  // The last parts of clauses, always of an existential level.
  const std::vector<Row>& endings(std::size_t level) const { return endings_[level]; }
  std::size_t bytes() const;

 private:
  struct Tree;
  struct States;

  std::uint32_t letter_of(Lits lits, Tree& tree);
  void insert(const Clause& clause, const Prefix& prefix, Tree& tree);
  void collect_rows(const Tree& tree, const States& states, const Prefix& prefix);
  bool parents_are_outside() const;

  std::vector<Lit> lits_;
  std::vector<std::uint32_t> levels_;      // by key
  std::vector<std::uint32_t> row_begins_;  // by key
  std::vector<Row> rows_;
  std::vector<std::vector<Key>> of_level_;
  std::vector<std::vector<Row>> endings_;
};

}  // namespace satplay::quantified
