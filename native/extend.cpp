// Variables that have been removed, and the clauses removed with them: how a model is extended to them
// (Järvisalo & Biere 2010), and how they come back when they are named again (Fazekas, Biere & Scholl 2019).
//
// The removed clauses of a variable name no variable that was removed before it. So values are found from the
// last removed to the first: true if a clause needs it, else false, for some resolvent makes sure that no two
// clauses need both. And with a variable those removed after it come back that its clauses name.
// All clauses of a removed variable are kept, not those of one sign alone, although that would do for models:
// only so they can all come back, and nothing that was learned meanwhile is wrong then: it followed from
// them.
#include <algorithm>

#include "solver.hpp"

namespace satplay {

template <class Visit>
void Solver::each_clause(const Removal& removal, Visit visit) {
  for (std::size_t at = 0; at < removal.clauses.size();) {
    const ClauseId id = (ClauseId{removal.clauses[at + 1]} << 32) | removal.clauses[at];
    const std::size_t size = removal.clauses[at + 2];
    visit(id, Lits(&removal.clauses[at + 3], size));
    at += 3 + size;
  }
}

void Solver::save_clause(Removal& removal, ClauseId id, Lits lits) {
  removal.clauses.push_back(static_cast<std::uint32_t>(id));
  removal.clauses.push_back(static_cast<std::uint32_t>(id >> 32));
  removal.clauses.push_back(static_cast<std::uint32_t>(lits.size()));
  removal.clauses.insert(removal.clauses.end(), lits.begin(), lits.end());
}

void Solver::prepare_removal() {
  removal_of_.resize(variables(), 0);
  came_back_.resize(variables(), 0);
}

// From now on the variable is neither decided nor in any clause.
void Solver::remove_variable(Removal removal) {
  const Var var = removal.var;
  heap_.remove(var);
  dequeue(var);
  queue_search_ = queue_last_;
  target_assigned_ = best_assigned_ = 0;  // trails are shorter now
  removed_words_ += removal.clauses.size();
  removals_.push_back(std::move(removal));
  removal_of_[var] = static_cast<std::uint32_t>(removals_.size());
}

// Learned clauses that name a removed variable.
void Solver::forget_removed() {
  for (const Ref ref : learned_) {
    const Clause& clause = arena_[ref];
    if (!clause.garbage &&
        std::any_of(clause.begin(), clause.end(), [&](Lit lit) { return removed(variable(lit)); }))
      forget(ref);
  }
}

void Solver::extend_model() {
  for (auto removal = removals_.rbegin(); removal != removals_.rend(); ++removal) {
    if (removal->var == no_var) continue;
    const Lit lit = positive(removal->var);
    model_[lit] = -1;
    model_[negated(lit)] = 1;
    bool needed = false;
    each_clause(*removal, [&](ClauseId, Lits lits) {
      needed |= std::find(lits.begin(), lits.end(), lit) != lits.end() &&
                std::none_of(lits.begin(), lits.end(), [&](Lit other) { return model_[other] > 0; });
    });
    if (!needed) continue;
    model_[lit] = 1;
    model_[negated(lit)] = -1;
  }
}

void Solver::reactivate(Var named) {
  if (!removed(named)) return;
  backtrack(0);
  std::vector<Var> coming{named};
  std::vector<Removal> back;
  while (!coming.empty()) {
    const Var var = coming.back();
    coming.pop_back();
    if (!removed(var)) continue;
    statistics.reactivated++;
    back.push_back(std::exchange(removals_[removal_of_[var] - 1], {}));
    removal_of_[var] = 0;
    came_back_[var] = 1;
    heap_.push(var);
    enqueue(var);
    removed_words_ -= back.back().clauses.size();
    each_clause(back.back(), [&](ClauseId, Lits lits) {
      for (const Lit lit : lits) {
        if (removed(variable(lit))) coming.push_back(variable(lit));
      }
    });
  }
  while (!removals_.empty() && removals_.back().var == no_var) removals_.pop_back();
  for (const Removal& removal : back) {
    each_clause(removal, [&](ClauseId id, Lits lits) {
      std::vector<Lit> clause(lits.begin(), lits.end());
      add_clause(clause, id);
    });
  }
}

void Solver::reactivate_all() {
  for (std::size_t at = removals_.size(); at > 0; at--) {
    if (at <= removals_.size() && removals_[at - 1].var != no_var) reactivate(removals_[at - 1].var);
  }
}

void Solver::freeze(Var var) {
  reactivate(var);
  if (frozen_.size() <= var) frozen_.resize(variables(), 0);
  frozen_[var]++;
}

void Solver::melt(Var var) {
  if (var < frozen_.size() && frozen_[var] > 0) frozen_[var]--;
}

}  // namespace satplay
