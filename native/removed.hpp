// Variables that simplification removed, with the clauses removed with them: how a model is extended to them
// (Järvisalo & Biere 2010), and how they are restored when they are mentioned again (Fazekas, Biere & Scholl
// 2019).
//
// Invariant: the removed clauses of a variable mention no variable that was removed before it. So values are
// computed from the last removal to the first: true if a clause requires it, otherwise false; the resolvents
// ensure that no two clauses require opposite values. With a variable, those removed after it that its
// clauses mention are restored.
// All clauses of a removed variable are kept, although those with one sign are enough for models: only then
// all of them can be restored, and clauses learned in the meantime remain implied.
#pragma once
#include <cstdint>
#include <utility>
#include <vector>

#include "invariant.hpp"
#include "literal.hpp"

namespace satplay {

struct Removal {
  Var var = no_var;                    // no_var: restored
  std::vector<std::uint32_t> clauses;  // each: the two halves of its id, its size, its literals

  void add(ClauseId id, Lits lits) {
    clauses.push_back(static_cast<std::uint32_t>(id));
    clauses.push_back(static_cast<std::uint32_t>(id >> 32));
    clauses.push_back(static_cast<std::uint32_t>(lits.size()));
    clauses.insert(clauses.end(), lits.begin(), lits.end());
  }
  template <class Visit>
  void each_clause(Visit visit) const {
    for (std::size_t at = 0; at < clauses.size();) {
      const ClauseId id = (ClauseId{clauses[at + 1]} << 32) | clauses[at];
      const std::size_t size = clauses[at + 2];
      visit(id, Lits(&clauses[at + 3], size));
      at += 3 + size;
    }
  }
};

class RemovedVariables {
 public:
  bool contains(Var var) const { return var < removal_of_.size() && removal_of_[var] != 0; }
  bool empty() const { return removals_.empty(); }
  std::size_t count() const { return removals_.size(); }
  std::size_t words() const { return words_; }  // memory of the removed clauses
  Var last() const {
    INVARIANT(!removals_.empty() && removals_.back().var != no_var);
    return removals_.back().var;
  }

  // Resizes the tables for all variables; call before `may_remove`, `add` and `keep`.
  void grow(std::size_t variables) {
    removal_of_.resize(variables, 0);
    kept_.resize(variables, 0);
  }
  bool may_remove(Var var) const {
    return !contains(var) && !kept_[var] && (var >= frozen_.size() || frozen_[var] == 0);
  }
  // Prevents the removal of the variable from now on.
  void keep(Var var) { kept_[var] = 1; }
  void freeze(Var var, std::size_t variables) {
    if (frozen_.size() <= var) frozen_.resize(variables, 0);
    frozen_[var]++;
  }
  void melt(Var var) {
    if (var < frozen_.size() && frozen_[var] > 0) frozen_[var]--;
  }

  void add(Removal removal);
  // Removes a variable, and all that its clauses mention, from the removed ones; returns their removals.
  std::vector<Removal> restore(Var var);

  // Gives the removed variables values that satisfy their clauses.
  void extend(std::vector<std::int8_t>& model) const;

  // Whether no removal mentions a variable removed before it; linear in the removed clauses.
  bool check() const;

 private:
  std::vector<Removal> removals_;          // in the order of removal; the last one is not restored
  std::vector<std::uint32_t> removal_of_;  // by variable: 1 + index of its removal, 0 if there is none
  std::vector<std::uint8_t> kept_;         // by variable
  std::vector<std::uint32_t> frozen_;      // by variable: how many times
  std::size_t words_ = 0;
};

}  // namespace satplay
