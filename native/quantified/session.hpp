// The abstraction of one level: a SAT session of whoever chooses its variables.
//
// For him each clause of the formula has an outer part, of which only is known whether it is satisfied; a
// part of this level; and an inner part, which is left to the levels further inside. Literals called `open`
// say that a key is not satisfied: of an outer level they are assumed, of this level they are chosen.
#pragma once
#include <unordered_map>
#include <vector>

#include "keys.hpp"

namespace satplay::quantified {

class Session {
 public:
  Session(const Formula& formula, const Keys& keys, std::uint32_t level, Meter& meter);

  // Can its owner go on, when of the outer keys these are satisfied? If not, core() are keys that alone keep
  // him from it: those that are not satisfied, or for a universal level those that are.
  bool choose(const std::vector<std::uint8_t>& satisfied, Meter& meter);
  const std::vector<Key>& core() const { return core_; }
  // The value that was chosen for a literal of this level.
  bool value(Lit lit) const { return solver_.model_value(lit - first_) > 0; }

  // His choice lost because of these keys, of outer levels and this one: one of them has to be otherwise.
  void refine(const std::vector<Key>& keys);

  bool universal() const { return universal_; }
  std::size_t bytes() const { return solver_.bytes(); }

 private:
  struct Outer {
    Key key;
    Lit open;
  };
  Lit open(Key key);
  Lit outer(Key key);
  Lit plain(const Keys& keys, const Keys::Row& row) const;
  Lit inside(Lit lit) const { return lit - first_; }
  void add(std::vector<Lit>& clause) { solver_.add_clause(clause, solver_.next_id()); }
  void state_existential(const Keys& keys, Meter& meter);
  void state_universal(const Keys& keys, Meter& meter);

  const std::uint32_t level_;
  const bool universal_;
  const Lit first_;  // of the level's first variable
  Solver solver_;
  std::vector<Outer> outer_;
  std::unordered_map<Key, Lit> open_;
  std::vector<Lit> clause_, assumed_;
  std::vector<Key> core_;
};

}  // namespace satplay::quantified
