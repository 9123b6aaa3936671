// Extends models to removed variables, and restores removed variables.
#include <algorithm>

#include "removed.hpp"
#include "solver.hpp"

namespace satplay {

void RemovedVariables::add(Removal removal) {
  INVARIANT(may_remove(removal.var));
  const Var var = removal.var;
  words_ += removal.clauses.size();
  removals_.push_back(std::move(removal));
  removal_of_[var] = static_cast<std::uint32_t>(removals_.size());
}

std::vector<Removal> RemovedVariables::restore(Var mentioned) {
  std::vector<Var> open{mentioned};
  std::vector<Removal> restored;
  while (!open.empty()) {
    const Var var = open.back();
    open.pop_back();
    if (!contains(var)) continue;
    restored.push_back(std::exchange(removals_[removal_of_[var] - 1], {}));
    removal_of_[var] = 0;
    keep(var);
    words_ -= restored.back().clauses.size();
    restored.back().each_clause([&](ClauseId, Lits lits) {
      for (const Lit lit : lits) {
        if (contains(variable(lit))) open.push_back(variable(lit));
      }
    });
  }
  while (!removals_.empty() && removals_.back().var == no_var) removals_.pop_back();
  return restored;
}

void RemovedVariables::extend(std::vector<std::int8_t>& model) const {
  for (auto removal = removals_.rbegin(); removal != removals_.rend(); ++removal) {
    if (removal->var == no_var) continue;
    const Lit lit = positive(removal->var);
    model[lit] = -1;
    model[negated(lit)] = 1;
    bool required = false;
    removal->each_clause([&](ClauseId, Lits lits) {
      required |= std::find(lits.begin(), lits.end(), lit) != lits.end() &&
                  std::none_of(lits.begin(), lits.end(), [&](Lit other) { return model[other] > 0; });
    });
    if (required) std::swap(model[lit], model[negated(lit)]);
    removal->each_clause([&](ClauseId, Lits lits) {
      INVARIANT(std::any_of(lits.begin(), lits.end(), [&](Lit other) { return model[other] > 0; }));
    });
  }
}

bool RemovedVariables::check() const {
  INVARIANT(removals_.empty() || removals_.back().var != no_var);
  for (std::uint32_t at = 0; at < removals_.size(); at++) {
    if (removals_[at].var == no_var) continue;
    INVARIANT(removal_of_[removals_[at].var] == at + 1);
    removals_[at].each_clause([&](ClauseId, Lits lits) {
      for (const Lit lit : lits) INVARIANT(!contains(variable(lit)) || removal_of_[variable(lit)] >= at + 1);
    });
  }
  return true;
}

// From now on the variable is neither decided nor in any clause.
void Solver::remove_variable(Removal removal) {
  INVARIANT(trail_.level() == 0 && !trail_.assigned(removal.var));
  decisions_.remove(removal.var);
  phases_.restart_target_and_best();  // trails are shorter now
  removed_.add(std::move(removal));
}

// Deletes learned clauses that mention a removed variable.
void Solver::delete_learned_with_removed() {
  for (const Ref ref : learned_.refs) {
    const Clause& clause = arena_[ref];
    if (!clause.garbage && mentions_removed(clause.lits())) delete_clause(ref);
  }
}

bool Solver::mentions_removed(Lits lits) const {
  return std::any_of(lits.begin(), lits.end(), [&](Lit lit) { return removed_.contains(variable(lit)); });
}

void Solver::reactivate(Var mentioned) {
  if (!removed_.contains(mentioned)) return;
  backtrack(0);
  const std::vector<Removal> restored = removed_.restore(mentioned);
  for (const Removal& removal : restored) {
    statistics.reactivated++;
    decisions_.restore(removal.var, false);
  }
  for (const Removal& removal : restored) {
    removal.each_clause([&](ClauseId id, Lits lits) {
      std::vector<Lit> clause(lits.begin(), lits.end());
      add_clause(clause, id);
    });
  }
}

void Solver::reactivate_all() {
  while (!removed_.empty()) reactivate(removed_.last());
}

void Solver::freeze(Var var) {
  reactivate(var);
  removed_.freeze(var, variables());
}

void Solver::melt(Var var) {
  removed_.melt(var);
}

}  // namespace satplay
