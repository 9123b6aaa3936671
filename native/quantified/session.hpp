// The abstraction of one level: a SAT session of the player who chooses its variables.
//
// For that player each clause of the formula has an outer part, of which only is known whether it is
// satisfied; a part of this level; and an inner part, which is left to the levels further inside. Literals
// called `open` mean that a key is not satisfied: of an outer level they are assumed, of this level they are
// chosen.
#pragma once
#include <unordered_map>
#include <vector>

#include "keys.hpp"

namespace satplay::quantified {

class Session {
 public:
  Session(const Formula& formula, const Keys& keys, std::uint32_t level, Meter& meter);

  // Can its owner go on, when of the outer keys these are satisfied? If not, core() are keys that
  // prevent it: keys that are not satisfied or, for a universal level, that are.
  bool choose(const std::vector<std::uint8_t>& satisfied, Meter& meter);
  const std::vector<Key>& core() const { return core_; }
  // The value that was chosen for a literal of this level.
  bool value(Lit lit) const { return solver_.model_value(lit - first_) > 0; }

  // The choice lost because of these keys, of outer levels and this one: one of them has to be otherwise.
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
  Lit internal(Lit lit) const { return lit - first_; }
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
