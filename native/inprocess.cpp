// Simplifying the clauses between stretches of search (inprocessing: Järvisalo, Heule & Biere 2012): when it
// is done, how much it may cost, and what all simplifications need.
//
// Puzzles that are solved within the first conflicts never get here. The rounds come at growing distances,
// and each technique may spend a share of the work that the search did since the last round; work is counted
// in ticks, about one per cache line touched, never in seconds: the same formula is always simplified the
// same way.
#include <algorithm>

#include "marks.hpp"
#include "solver.hpp"

namespace satplay {

bool Solver::inprocess_due() const {
  if (!options_.inprocess) return false;
  if (statistics.inprocessings > 0) return statistics.conflicts >= next_inprocess_;
  return statistics.conflicts >=
         options_.inprocess_first + static_cast<std::int64_t>(arena_.size()) / options_.inprocess_words;
}

// Before the first search only where that was asked for: what search finds in a moment needs no preparation.
bool Solver::preprocess_due() const {
  return options_.preprocess_least && statistics.inprocessings == 0 && statistics.conflicts == 0 &&
         given_.size() >= static_cast<std::size_t>(options_.preprocess_least);
}

void Solver::inprocess() {
  statistics.inprocessings++;
  next_inprocess_ = statistics.conflicts + options_.inprocess * (statistics.inprocessings + 1);
  const std::int64_t searched = std::max<std::int64_t>(
      search_ticks() - inprocess_from_,
      statistics.inprocessings > 1 ? 0 : 10 * static_cast<std::int64_t>(arena_.size()));
  inprocess_from_ = search_ticks();
  const std::int64_t before = ticks_;
  const std::int64_t effort = searched * options_.inprocess_effort / 100;

  backtrack(0);
  take_stored_units();
  const std::vector<PhaseState> phases = phases_;  // looking is not searching
  if (!contradictory_ && propagate_root()) {
    const auto simplify = [&](bool wanted, void (Solver::*how)(std::int64_t), std::int64_t share) {
      if (!contradictory_) flush_root();
      // Each begins by going through all clauses: that counts, and where it is all there is time for, the
      // search goes on instead.
      const auto setup = static_cast<std::int64_t>((values_.size() + given_.size() + learned_.size()) / 4);
      next_look_ = 0;
      if (!wanted || contradictory_ || share <= setup || out_of_limits()) return;
      ticks_ += setup;
      (this->*how)(share - setup);
    };
    simplify(options_.probe, &Solver::probe, effort / 2);
    simplify(options_.equivalent, &Solver::equivalent, effort);
    simplify(options_.vivify, &Solver::vivify, 2 * effort);
    simplify(options_.subsume, &Solver::subsume, effort);
    simplify(options_.eliminate, &Solver::eliminate, effort);
    if (!contradictory_) flush_root();
    if (!contradictory_) collect_garbage();
  }
  phases_ = phases;
  if (options_.pure && !contradictory_) find_pure();

  const std::int64_t spent = ticks_ - before;
  inprocess_ticks_ += spent;
  mode_start_ticks_ += spent;  // the modes share the search alone
}

// Unit clauses that were stored to be reasons above level 0 become what they are: simplification wants
// clauses of two literals at least.
void Solver::take_stored_units() {
  for (const Ref ref : learned_) {
    if (arena_[ref].size != 1 || arena_[ref].garbage || contradictory_) continue;
    const Lit lit = arena_[ref][0];
    if (values_[lit] <= 0) {
      const ClauseId stored = arena_.id(ref), id = next_id();
      prove_added(id, Lits(&lit, 1), Hints(&stored, 1));
      take_unit(lit, id);
    }
    forget(ref);
  }
  std::erase_if(learned_, [&](Ref ref) { return arena_[ref].size == 1 && arena_[ref].garbage; });
}

// Marks what made the literals of a clause false, except one.
void Solver::explain_clause(Ref ref, Lit except) {
  for (const Lit lit : arena_[ref].lits()) {
    const Var var = variable(lit);
    if (lit == except || (marks_[var] & (seen | unit_hinted))) continue;
    if (vars_[var].level == 0) {
      marks_[var] |= unit_hinted;
      hint_units_.push_back(var);
    } else {
      marks_[var] |= seen;
      analyzed_.push_back(var);
    }
  }
}

// Goes back from what is marked to the decisions it comes from: their negations are appended to the lesson.
// The answer is whether a learned clause was needed on the way.
bool Solver::explain_by_decisions() {
  bool learned = false;
  for (std::size_t at = trail_.size(); at > control_[0]; at--) {
    const Lit lit = trail_[at - 1];
    const Var var = variable(lit);
    if (!(marks_[var] & seen)) continue;
    const Ref reason = vars_[var].reason;
    if (reason == no_ref) {
      lesson_.push_back(negated(lit));
    } else {
      hint_vars_.push_back(var);
      learned |= arena_[reason].learned;
      explain_clause(reason, lit);
    }
  }
  return learned;
}

// Hints in the order in which they become unit: what is true for good, then reasons as they are on the trail.
void Solver::order_hints() {
  hints_.clear();
  if (!hinting()) return;
  for (const Var var : hint_units_) hints_.push_back(unit_ids_[var]);
  std::sort(hint_vars_.begin(), hint_vars_.end(),
            [&](Var a, Var b) { return vars_[a].trail < vars_[b].trail; });
  for (const Var var : hint_vars_) hints_.push_back(arena_.id(vars_[var].reason));
}

// A clause that has been derived takes the place of another; at least two literals, the first two open.
void Solver::replace(Ref ref, Lits lits, ClauseId id) {
  const bool learned = arena_[ref].learned;
  const std::uint32_t used = arena_[ref].used;
  const std::uint32_t glue =
      std::min<std::uint32_t>(arena_[ref].glue, static_cast<std::uint32_t>(lits.size()));
  forget(ref);
  const Ref shorter = attach(lits, learned, glue, id);
  arena_[shorter].used = used & 3u;
  (learned ? learned_ : given_).push_back(shorter);
}

// A unit clause that has been derived while clauses are taken apart: it is propagated when they are watched
// again, so that another may contradict it.
void Solver::take_unit(Lit lit, ClauseId id) {
  if (contradictory_ || values_[lit] > 0) return;
  if (values_[lit] == 0) {
    learn_unit(lit, id);
    return;
  }
  contradictory_ = true;
  const ClauseId both[] = {hinting() ? unit_ids_[variable(lit)] : 0, id};
  prove_added(next_id(), {}, both);
}

}  // namespace satplay
