// The abstraction of one level: a SAT session of the player who chooses its variables.
//
// For that player each clause has an outer part, of which only the satisfaction is known, a part of this
// level, and an inner part, which is left to the inner levels. The literal `open` of a key means that it is
// not satisfied: for keys of outer levels it is assumed, for keys of this level it is chosen.
#pragma once
#include <unordered_map>
#include <vector>

#include "keys.hpp"

namespace satplay::quantified {

class Session {
 public:
  Session(const Formula& formula, const Keys& keys, std::uint32_t level, Meter& meter);

  // Whether the owner has a choice if these outer keys are satisfied. If not, core() are the keys that
  // prevent it: by not being satisfied or, for a universal level, by being satisfied.
  bool choose(const std::vector<std::uint8_t>& satisfied, Meter& meter);
  const std::vector<Key>& core() const { return core_; }
  // The value chosen for a literal of this level.
  bool value(Lit lit) const { return solver_.model_value(lit - first_) > 0; }

  // Refinement: the choice lost because of these keys of this and outer levels; one of them must change.
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
