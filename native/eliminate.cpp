// Bounded variable elimination (Davis & Putnam 1960; Eén & Biere 2005): the clauses of a variable are
// replaced by their resolvents on it where these are not many more. Rare variables go first, and the bound
// is raised step by step when everything has been tried under it (Oh 2015: many more eliminations pay).
// Resolvents are taken of given clauses alone; learned clauses with the variable are forgotten. What is
// removed is kept by extend.cpp, and stays undeleted in the proof: so it can come back.
#include <algorithm>

#include "solver.hpp"

namespace satplay {

namespace {
constexpr std::size_t longest = 100;  // no resolvents longer than this
constexpr int most_passes = 3;        // one elimination makes others possible
}  // namespace

bool Solver::eliminable(Var var) const {
  return values_[positive(var)] == 0 && !removed(var) && !came_back_[var] && phases_[var].wished == 0 &&
         (var >= frozen_.size() || frozen_[var] == 0);
}

void Solver::eliminate(std::int64_t effort) {
  const std::int64_t until = ticks_ + effort;
  const auto most = static_cast<std::size_t>(options_.eliminate_occurrences);
  prepare_removal();
  eliminate_tried_.resize(variables(), 0);
  if (lit_stamp_.size() < values_.size()) lit_stamp_.resize(values_.size(), 0);
  Occurrences occurring(values_.size());
  for (const Ref ref : given_) {
    for (const Lit lit : arena_[ref].lits()) occurring[lit].push_back(ref);
  }
  const std::size_t before = removals_.size();
  bool complete = false;
  for (int pass = 0; pass < most_passes && !complete && !contradictory_; pass++) {
    complete = true;
    std::vector<std::pair<std::size_t, Var>> schedule;
    for (Var var = 0; var < variables(); var++) {
      const std::size_t with = occurring[positive(var)].size(),
                        without = occurring[negated(positive(var))].size();
      if (with + without == 0 || with > 2 * most || without > 2 * most || !eliminable(var)) continue;
      schedule.emplace_back(with * without, var);
    }
    std::sort(schedule.begin(), schedule.end());
    bool any = false;
    for (const auto& [_, var] : schedule) {
      if (ticks_ >= until || out_of_limits()) {
        any = true;
        break;
      }
      if (eliminable(var)) any |= eliminate_variable(var, occurring);
      if (contradictory_) return;
    }
    complete = !any;
  }
  if (complete && eliminate_bound_ < options_.eliminate_grow)
    eliminate_bound_ = std::min(options_.eliminate_grow, std::max<std::int64_t>(1, 2 * eliminate_bound_));
  if (removals_.size() == before) return;
  forget_removed();
  rebuild_watches();
  propagate_root();
}

// Clauses that have gone since are left out, and those that are true by now go.
void Solver::live_occurrences(Lit lit, Occurrences& occurring) {
  std::erase_if(occurring[lit], [&](Ref ref) {
    if (arena_[ref].garbage) return true;
    const Lits lits = arena_[ref].lits();
    if (std::none_of(lits.begin(), lits.end(), [&](Lit other) { return values_[other] > 0; })) return false;
    forget(ref);
    return true;
  });
}

bool Solver::eliminate_variable(Var var, Occurrences& occurring) {
  const Lit pivot = positive(var);
  live_occurrences(pivot, occurring);
  live_occurrences(negated(pivot), occurring);
  const std::vector<Ref> with = occurring[pivot], without = occurring[negated(pivot)];
  const auto most = static_cast<std::size_t>(options_.eliminate_occurrences);
  ticks_ += 1 + static_cast<std::int64_t>(with.size() + without.size());
  if (with.size() > most || without.size() > most) return false;
  const std::uint64_t tried = 1 + ((with.size() * 1'000'003 + without.size()) * 1'000'003 +
                                   static_cast<std::uint64_t>(eliminate_bound_));
  if (eliminate_tried_[var] == tried) return false;
  eliminate_tried_[var] = tried;

  const std::size_t bound = with.size() + without.size() + static_cast<std::size_t>(eliminate_bound_);
  std::size_t count = 0;
  for (const Ref first : with) {
    for (const Ref second : without) {
      if (!resolve(first, second, pivot)) continue;
      if (++count > bound || lesson_.size() > longest) return false;
    }
  }
  for (const Ref first : with) {
    for (const Ref second : without) {
      if (resolve(first, second, pivot)) add_resolvent(first, second, occurring);
      if (contradictory_) return true;
    }
  }
  statistics.eliminated++;
  Removal removal{var, {}};
  for (const std::vector<Ref>* list : {&with, &without}) {
    for (const Ref ref : *list) {
      save_clause(removal, arena_.id(ref), arena_[ref].lits());
      arena_.mark_garbage(ref);  // not deleted in the proof
    }
  }
  remove_variable(std::move(removal));
  return true;
}

// The resolvent of two clauses goes into the lesson, and what makes its false literals false into
// hint_units_; false if it is always true.
bool Solver::resolve(Ref first, Ref second, Lit pivot) {
  ticks_ += 2;
  lesson_.clear();
  hint_units_.clear();
  ++level_stamp_;
  for (const Ref ref : {first, second}) {
    for (const Lit lit : arena_[ref].lits()) {
      if (variable(lit) == variable(pivot) || lit_stamp_[lit] == level_stamp_) continue;
      if (values_[lit] > 0 || lit_stamp_[negated(lit)] == level_stamp_) {
        hint_units_.clear();
        return false;
      }
      lit_stamp_[lit] = level_stamp_;
      (values_[lit] == 0 ? lesson_ : hint_units_).push_back(values_[lit] == 0 ? lit : variable(lit));
    }
  }
  return true;
}

void Solver::add_resolvent(Ref first, Ref second, Occurrences& occurring) {
  statistics.resolvents++;
  const ClauseId id = next_id();
  hints_.clear();
  if (hinting()) {
    for (const Var var : hint_units_) hints_.push_back(unit_ids_[var]);
    hints_.push_back(arena_.id(first));
    hints_.push_back(arena_.id(second));
  }
  hint_units_.clear();
  prove_added(id, lesson_, hints_);
  if (lesson_.empty()) {
    contradictory_ = true;
  } else if (lesson_.size() == 1) {
    take_unit(lesson_[0], id);
  } else {
    const Ref ref = arena_.add(lesson_, false, 0, id);
    given_.push_back(ref);
    for (const Lit lit : lesson_) occurring[lit].push_back(ref);
  }
}

}  // namespace satplay
