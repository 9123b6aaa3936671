// Input of variables and clauses; storing and watching clauses.
#include <algorithm>

#include "solver.hpp"

namespace satplay {

Solver::Solver(const Options& options)
    : options_(options),
      random_(static_cast<std::uint64_t>(options.seed)),
      learned_(options),
      restarts_(options) {
  schedule_.next_rephase = options_.rephase;
  schedule_.next_inprocess = options_.inprocess;
}

Var Solver::new_variable() {
  const Var var = static_cast<Var>(variables());
  trail_.add_variable();
  watches_.add_variable();
  analysis_.add_variable();
  phases_.add_variable();
  decisions_.add_variable(var);
  return var;
}

void Solver::reserve(std::size_t variables, std::size_t literals, std::size_t clauses) {
  trail_.reserve(variables);
  watches_.reserve(variables);
  analysis_.marks.reserve(variables);
  phases_.reserve(variables);
  decisions_.reserve(variables);
  arena_.reserve(arena_.size() + literals + arena_.words(0) * clauses);
  given_.reserve(given_.size() + clauses);
}

namespace {
constexpr std::size_t short_clause = 8;  // compared literal by literal: faster than marking them
}

// Whether its variables are unassigned and distinct.
bool Solver::is_plain(Lits lits) const {
  for (std::size_t i = 0; i < lits.size(); i++) {
    if (trail_.value(lits[i]) != 0) return false;
    for (std::size_t j = 0; j < i; j++) {
      if (variable(lits[i]) == variable(lits[j])) return false;
    }
  }
  return true;
}

void Solver::store_given(Lits lits, ClauseId id) {
  given_.push_back(arena_.add(lits, false, 0, id));
  pending_++;
}

// Removes repeated literals, and moves those that are false at level 0 to `false_lits`. Returns false if the
// clause is true at level 0 or a tautology.
bool Solver::remove_false(std::vector<Lit>& lits, std::vector<Lit>& false_lits) {
  std::size_t kept = 0;
  bool satisfied = false;
  lit_set_.clear(trail_.literals());
  for (const Lit lit : lits) {
    if (lit_set_.has(lit)) continue;
    satisfied |= lit_set_.has(negated(lit)) || trail_.value(lit) > 0;
    lit_set_.add(lit);
    if (trail_.value(lit) < 0)
      false_lits.push_back(lit);
    else
      lits[kept++] = lit;
  }
  lits.resize(kept);
  return !satisfied;
}

// Literals that are false at level 0 and repeated ones are left out, and clauses that are true at level 0 are
// not stored; the proof derives what is stored instead of the given clause.
void Solver::add_clause(std::vector<Lit>& lits, ClauseId given_id) {
  stop_enumeration();
  backtrack(0);
  if (model_holds_)
    model_holds_ = std::any_of(lits.begin(), lits.end(), [&](Lit lit) { return model_value(lit) > 0; });
  for (const Lit lit : lits) reactivate(variable(lit));
  if (contradictory_) return;
  const std::size_t given_size = lits.size();
  if (given_size >= 2 && given_size <= short_clause && is_plain(lits)) {
    store_given(lits, given_id);
    return;
  }
  const std::vector<Lit> original = proof_.active() ? lits : std::vector<Lit>{};  // for its deletion
  std::vector<Lit> false_lits;
  if (!remove_false(lits, false_lits)) {
    proof_.remove(given_id, original);
    return;
  }
  ClauseId id = given_id;
  if (lits.size() != given_size) {
    id = next_id();
    proof_.add(id, lits, proof_.hints_at_root(false_lits, trail_, given_id));
    if (!lits.empty()) proof_.remove(given_id, original);
  }
  if (lits.empty()) {
    contradictory_ = true;
  } else if (lits.size() == 1) {
    assert_new_unit(lits[0], id);
  } else {
    store_given(lits, id);
  }
}

namespace {
constexpr std::size_t clauses_between_looks = 1 << 16;  // some milliseconds of work

bool look_due(std::size_t at) {
  return at % clauses_between_looks == clauses_between_looks - 1;
}
}  // namespace

// Clauses are watched only at the next solve call: then the length of every watch list is known, so loading a
// large formula does not grow the lists one entry at a time. If a limit is reached meanwhile, the rest is
// watched at the next call.
void Solver::watch_pending(bool may_stop) {
  if (pending_ == 0 || contradictory_) return;
  std::vector<std::uint32_t> counts(trail_.literals(), 0);
  for (std::size_t at = 0; at < pending_; at++) {
    if (may_stop && look_due(at) && out_of_limits_now()) return;
    const Ref ref = pending()[at];
    if (!prepare_pending(ref)) return;
    counts[arena_[ref][0]]++;
    counts[arena_[ref][1]]++;
  }
  watches_.reserve_more(counts);
  if (!add_watches_of_pending(may_stop)) return;
  pending_ = 0;
  if (learned_.refs.empty()) arena_.settle();
}

// Binary clauses first; false if a limit was reached, and then none is watched.
bool Solver::add_watches_of_pending(bool may_stop) {
  for (const bool binary : {true, false}) {
    for (std::size_t at = 0; at < pending_; at++) {
      const Ref ref = pending()[at];
      if ((arena_[ref].size == 2) == binary) watches_.add(ref, arena_[ref]);
      if (may_stop && look_due(at) && out_of_limits_now()) {
        unwatch_pending();
        return false;
      }
    }
  }
  return true;
}

// Since the clause was added literals may have become false at level 0: the first two, which will be watched,
// must not be, unless the clause is unit. False if all are.
bool Solver::prepare_pending(Ref ref) {
  Clause& clause = arena_[ref];
  std::size_t open = 0;
  for (std::size_t i = 0; i < clause.size && open < 2; i++) {
    if (trail_.value(clause[i]) >= 0) std::swap(clause[open++], clause[i]);
  }
  if (open == 0) {
    derive_empty(ref);
    return false;
  }
  if (open == 1 && trail_.value(clause[0]) == 0) assign(clause[0], ref);
  return true;
}

// The pending clauses are the last ones of the arena.
void Solver::unwatch_pending() {
  const Ref first = pending().front();
  for (WatchList& list : watches_) list.erase_if([&](Watch one) { return one.ref() >= first; });
}

Ref Solver::attach(Lits lits, bool learned, std::uint32_t glue, ClauseId id) {
  const Ref ref = arena_.add(lits, learned, glue, id);
  watches_.add(ref, arena_[ref]);
  return ref;
}

// A unit clause whose literal is unassigned.
void Solver::assert_new_unit(Lit lit, ClauseId id) {
  INVARIANT(trail_.level() == 0);
  LOG("unit %d", proof_.external(lit));
  proof_.set_unit(variable(lit), id);
  trail_.assign(lit, no_ref);
}

// A unit clause that may repeat or contradict another one. It is propagated later: simplification derives
// units while clauses are not watched.
void Solver::assert_unit(Lit lit, ClauseId id) {
  if (contradictory_ || trail_.value(lit) > 0) return;
  if (trail_.value(lit) == 0) {
    assert_new_unit(lit, id);
    return;
  }
  contradictory_ = true;
  const ClauseId both[] = {proof_.unit(variable(lit)), id};
  const ClauseId empty = next_id();
  proof_.add(empty, {}, both);
}

// A literal implied at level 0 gets its own unit clause in the proof: its reason may be deleted later.
void Solver::derive_root_unit(Lit lit, Ref reason) {
  const ClauseId id = next_id();
  proof_.add(id, Lits(&lit, 1), proof_.hints_at_root(arena_[reason].lits(), trail_, arena_.id(reason)));
  proof_.set_unit(variable(lit), id);
}

void Solver::derive_empty(Ref conflict) {
  INVARIANT(trail_.level() == 0);
  LOG("the formula is contradictory");
  contradictory_ = true;
  if (!proof_.active()) return;
  const ClauseId id = next_id();
  proof_.add(id, {}, proof_.hints_at_root(arena_[conflict].lits(), trail_, arena_.id(conflict)));
}

std::size_t Solver::bytes() const {
  const std::size_t clauses = given_.size() + learned_.refs.size();
  return arena_.bytes() + 2 * clauses * sizeof(Watch) * 3 / 2 + clauses * sizeof(Ref) + 160 * variables() +
         removed_.words() * sizeof(std::uint32_t);
}

}  // namespace satplay
