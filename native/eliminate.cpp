// Bounded variable elimination (Davis & Putnam 1960; Eén & Biere 2005): the clauses of a variable are
// replaced by their resolvents on it if these are not many more. Rare variables go first, and the bound is
// raised step by step when every variable has been tried under it (Oh 2015: many more eliminations pay).
// Only given clauses are resolved; learned clauses with the variable are deleted. The removed clauses are
// kept by removed.hpp, and are not deleted in the proof, so that they can be restored.
#include <algorithm>

#include "simplify.hpp"

namespace satplay {

namespace {
constexpr std::size_t longest = 100;  // no resolvents longer than this
constexpr int most_passes = 3;        // one elimination makes others possible
}  // namespace

void Eliminator::run(std::int64_t effort) {
  const std::int64_t until = solver_.work_.ticks + effort;
  solver_.removed_.grow(solver_.variables());
  solver_.elimination_tried_.resize(solver_.variables(), 0);
  occurrences_.resize(trail_.literals());
  for (const Ref ref : solver_.given_) {
    for (const Lit lit : arena_[ref].lits()) occurrences_[lit].push_back(ref);
  }
  const std::size_t before = solver_.removed_.count();
  bool complete = false;
  for (int pass = 0; pass < most_passes && !complete; pass++) {
    complete = run_pass(until);
    if (solver_.contradictory_) return;
  }
  std::int64_t& bound = solver_.elimination_bound_;
  const std::int64_t greatest = solver_.options_.eliminate_grow;
  if (complete && bound < greatest) bound = std::min(greatest, std::max<std::int64_t>(1, 2 * bound));
  if (solver_.removed_.count() == before) return;
  solver_.delete_learned_with_removed();
  solver_.rebuild_watches();
  solver_.propagate_root();
}

// Whether all candidates were tried, and none was eliminated.
bool Eliminator::run_pass(std::int64_t until) {
  bool any = false;
  for (const auto& [_, var] : candidates()) {
    if (solver_.work_.ticks >= until || solver_.out_of_limits()) return false;
    if (solver_.may_remove(var)) any |= eliminate(var);
    if (solver_.contradictory_) return false;
  }
  return !any;
}

// Variables with the most resolvents that they can have, fewest first.
std::vector<std::pair<std::size_t, Var>> Eliminator::candidates() const {
  const auto most = static_cast<std::size_t>(solver_.options_.eliminate_occurrences);
  std::vector<std::pair<std::size_t, Var>> candidates;
  for (Var var = 0; var < solver_.variables(); var++) {
    const std::size_t with = occurrences_[positive(var)].size(),
                      without = occurrences_[negated(positive(var))].size();
    if (with + without == 0 || with > 2 * most || without > 2 * most || !solver_.may_remove(var)) continue;
    candidates.emplace_back(with * without, var);
  }
  std::sort(candidates.begin(), candidates.end());
  return candidates;
}

// Drops deleted clauses from the list, and deletes clauses that became true.
void Eliminator::drop_deleted(Lit lit) {
  std::erase_if(occurrences_[lit], [&](Ref ref) {
    if (arena_[ref].garbage) return true;
    const Lits lits = arena_[ref].lits();
    if (std::none_of(lits.begin(), lits.end(), [&](Lit other) { return trail_.value(other) > 0; }))
      return false;
    solver_.delete_clause(ref);
    return true;
  });
}

// Whether the variable was eliminated.
bool Eliminator::eliminate(Var var) {
  const Lit pivot = positive(var);
  drop_deleted(pivot);
  drop_deleted(negated(pivot));
  const std::vector<Ref> with = occurrences_[pivot], without = occurrences_[negated(pivot)];
  const auto most = static_cast<std::size_t>(solver_.options_.eliminate_occurrences);
  solver_.work_.ticks += 1 + static_cast<std::int64_t>(with.size() + without.size());
  if (with.size() > most || without.size() > most) return false;
  const std::uint64_t tried = 1 + ((with.size() * 1'000'003 + without.size()) * 1'000'003 +
                                   static_cast<std::uint64_t>(solver_.elimination_bound_));
  if (std::exchange(solver_.elimination_tried_[var], tried) == tried) return false;
  if (!few_resolvents(with, without, pivot)) return false;
  for (const Ref first : with) {
    for (const Ref second : without) {
      if (resolve(first, second, pivot)) add_resolvent(first, second);
      if (solver_.contradictory_) return true;
    }
  }
  solver_.statistics.eliminated++;
  Removal removal{var, {}};
  for (const std::vector<Ref>* list : {&with, &without}) {
    for (const Ref ref : *list) {
      removal.add(arena_.id(ref), arena_[ref].lits());
      arena_.mark_garbage(ref);  // not deleted in the proof
    }
  }
  solver_.remove_variable(std::move(removal));
  return true;
}

bool Eliminator::few_resolvents(const std::vector<Ref>& with, const std::vector<Ref>& without, Lit pivot) {
  const std::size_t bound =
      with.size() + without.size() + static_cast<std::size_t>(solver_.elimination_bound_);
  std::size_t count = 0;
  for (const Ref first : with) {
    for (const Ref second : without) {
      if (!resolve(first, second, pivot)) continue;
      if (++count > bound || resolvent_.size() > longest) return false;
    }
  }
  return true;
}

// Computes the resolvent of two clauses, without literals that are false at level 0; false if it is always
// true.
bool Eliminator::resolve(Ref first, Ref second, Lit pivot) {
  solver_.work_.ticks += 2;
  resolvent_.clear();
  false_lits_.clear();
  stamped_.clear(trail_.literals());
  for (const Ref ref : {first, second}) {
    for (const Lit lit : arena_[ref].lits()) {
      if (variable(lit) == variable(pivot) || stamped_.has(lit)) continue;
      if (trail_.value(lit) > 0 || stamped_.has(negated(lit))) return false;
      stamped_.add(lit);
      (trail_.value(lit) == 0 ? resolvent_ : false_lits_).push_back(lit);
    }
  }
  return true;
}

void Eliminator::add_resolvent(Ref first, Ref second) {
  solver_.statistics.resolvents++;
  const ClauseId id = solver_.next_id();
  std::vector<ClauseId> hints;
  if (proof_.hinting()) {
    for (const Lit lit : false_lits_) hints.push_back(proof_.unit(variable(lit)));
    hints.push_back(arena_.id(first));
    hints.push_back(arena_.id(second));
  }
  proof_.add(id, resolvent_, hints);
  if (resolvent_.empty()) {
    solver_.contradictory_ = true;
  } else if (resolvent_.size() == 1) {
    solver_.assert_unit(resolvent_[0], id);
  } else {
    const Ref ref = arena_.add(resolvent_, false, 0, id);
    solver_.given_.push_back(ref);
    for (const Lit lit : resolvent_) occurrences_[lit].push_back(ref);
  }
}

}  // namespace satplay
