// Simplifying the clauses between periods of search (inprocessing: Järvisalo, Heule & Biere 2012): its
// schedule, its effort limits, and the code shared by all simplifications.
//
// Formulas that are solved within the first conflicts are never simplified. The rounds come at growing
// distances, and each technique may use a share of the work that the search did since the last round.
#include <algorithm>

#include "simplify.hpp"
#include "solver.hpp"

namespace satplay {

bool Solver::inprocess_due() const {
  if (!options_.inprocess) return false;
  if (statistics.inprocessings > 0) return statistics.conflicts >= schedule_.next_inprocess;
  return statistics.conflicts >=
         options_.inprocess_first + static_cast<std::int64_t>(arena_.size()) / options_.inprocess_words;
}

// Before the first search only if the option requests it: easy formulas need no preparation.
bool Solver::preprocess_due() const {
  return options_.preprocess_least && statistics.inprocessings == 0 && statistics.conflicts == 0 &&
         given_.size() >= static_cast<std::size_t>(options_.preprocess_least);
}

void Solver::inprocess() {
  statistics.inprocessings++;
  LOG("simplify, round %lld", static_cast<long long>(statistics.inprocessings));
  schedule_.next_inprocess = statistics.conflicts + options_.inprocess * (statistics.inprocessings + 1);
  const std::int64_t searched = std::max<std::int64_t>(
      work_.searching() - schedule_.inprocessed_at,
      statistics.inprocessings > 1 ? 0 : 10 * static_cast<std::int64_t>(arena_.size()));
  schedule_.inprocessed_at = work_.searching();
  const std::int64_t before = work_.ticks;

  backtrack(0);
  assert_stored_units();
  std::vector<Phases::State> phases = phases_.copy();
  if (!contradictory_ && propagate_root()) simplify(searched * options_.inprocess_effort / 100);
  phases_.restore(std::move(phases));
  if (options_.pure && !contradictory_) find_pure();

  const std::int64_t spent = work_.ticks - before;
  work_.simplifying += spent;
  restarts_.exclude(spent);
  INVARIANT(check_now());
}

void Solver::simplify(std::int64_t effort) {
  const auto run = [&](bool enabled, std::int64_t share, auto technique) {
    if (!contradictory_) flush_root();
    // Each technique begins by going through all clauses. That counts as work; if there is no time for more,
    // the search continues instead.
    const auto setup =
        static_cast<std::int64_t>((trail_.literals() + given_.size() + learned_.refs.size()) / 4);
    limits_.look_next_time();
    if (!enabled || contradictory_ || share <= setup || out_of_limits()) return;
    work_.ticks += setup;
    technique(share - setup);
    INVARIANT(contradictory_ || (trail_.level() == 0 && trail_.fully_propagated()));
    INVARIANT(check_now());
  };
  run(options_.probe, effort / 2, [&](std::int64_t share) { Prober(*this).run(share); });
  run(options_.equivalent, effort, [&](std::int64_t) { EquivalentLiterals(*this).run(); });
  run(options_.vivify, 2 * effort, [&](std::int64_t share) { Vivifier(*this).run(share); });
  run(options_.subsume, effort, [&](std::int64_t share) { Subsumption(*this).run(share); });
  run(options_.eliminate, effort, [&](std::int64_t share) { Eliminator(*this).run(share); });
  if (!contradictory_) flush_root();
  if (!contradictory_) collect_garbage();
}

// Unit clauses that were stored to be reasons above level 0 are asserted: simplification expects clauses of
// two literals at least.
void Solver::assert_stored_units() {
  for (const Ref ref : learned_.refs) {
    if (arena_[ref].size != 1 || arena_[ref].garbage || contradictory_) continue;
    const Lit lit = arena_[ref][0];
    if (trail_.value(lit) <= 0) {
      const ClauseId stored = arena_.id(ref), id = next_id();
      proof_.add(id, Lits(&lit, 1), Hints(&stored, 1));
      assert_unit(lit, id);
    }
    delete_clause(ref);
  }
  std::erase_if(learned_.refs, [&](Ref ref) { return arena_[ref].size == 1 && arena_[ref].garbage; });
}

// Marks the variables that make the literals of a clause false, except one.
void Solver::explain_clause(Ref ref, Lit except) {
  for (const Lit lit : arena_[ref].lits()) {
    const Var var = variable(lit);
    if (lit == except || analysis_.has(var, seen)) continue;
    INVARIANT(trail_.value(lit) < 0);
    if (trail_[var].level == 0)
      analysis_.hint_unit(var);
    else
      analysis_.mark_seen(var);
  }
}

// Puts a derived clause in the place of another one; at least two literals, the first two unassigned.
void Solver::replace(Ref ref, Lits lits, ClauseId id) {
  INVARIANT(lits.size() >= 2 && trail_.value(lits[0]) == 0 && trail_.value(lits[1]) == 0);
  const Clause old = arena_[ref];
  const std::uint32_t glue = std::min<std::uint32_t>(old.glue, static_cast<std::uint32_t>(lits.size()));
  delete_clause(ref);
  const Ref shorter = attach(lits, old.learned, glue, id);
  if (old.learned)
    learned_.add(arena_, shorter, old.used);
  else
    given_.push_back(shorter);
}

}  // namespace satplay
