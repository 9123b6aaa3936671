// What one level has to know about the others: whether the outer part of a clause is satisfied. Clauses whose
// outer parts are equal share the answer, so the parts have names: keys.
//
// A key stands for a set of literals, all of whose levels are outer to a clause's innermost one: those of its
// `parent` and `lits`, which are of one level.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "formula.hpp"

namespace satplay::quantified {

using Key = std::uint32_t;
inline constexpr Key no_key = UINT32_MAX;  // the empty set: never satisfied

class Keys {
 public:
  struct Part {
    Key parent;
    std::uint32_t level;
    std::uint32_t begin, end;  // of its literals
  };
  // The innermost part of a clause, of an existential level.
  struct Ending {
    Key parent;
    std::uint32_t begin, end;
  };

  Keys(const Formula& formula, Meter& meter);

  std::size_t size() const { return parts_.size(); }
  const Part& operator[](Key key) const { return parts_[key]; }
  Lits lits(const Part& part) const { return {lits_.data() + part.begin, lits_.data() + part.end}; }
  Lits lits(const Ending& part) const { return {lits_.data() + part.begin, lits_.data() + part.end}; }
  const std::vector<Key>& of_level(std::size_t level) const { return of_level_[level]; }
  const std::vector<Ending>& endings(std::size_t level) const { return endings_[level]; }
  std::size_t bytes() const;

 private:
  std::vector<Part> parts_;
  std::vector<Lit> lits_;
  std::vector<std::vector<Key>> of_level_;
  std::vector<std::vector<Ending>> endings_;
};

}  // namespace satplay::quantified
