// How theories take part in the search. A clause found by a theory becomes a learned clause; in a proof it
// has no hints, because only the theory can justify it.
#include "theory.hpp"

#include <algorithm>
#include <stdexcept>

#include "attached_theory.hpp"
#include "solver.hpp"

namespace satplay {

namespace {
constexpr std::size_t propagations_between_looks = 256;  // on large graphs some milliseconds
}

AttachedTheory::AttachedTheory(std::shared_ptr<Theory> theory, std::vector<Lit> atoms)
    : theory_(std::move(theory)), atoms_(std::move(atoms)) {
  for (std::size_t index = 0; index < atoms_.size(); index++) {
    const Var var = variable(atoms_[index]);
    if (theory_lits_.size() <= var) theory_lits_.resize(var + 1, no_lit);
    if (theory_lits_[var] != no_lit) throw std::invalid_argument("two atoms of a theory are one variable");
    theory_lits_[var] = static_cast<Lit>(2 * index) | (atoms_[index] & 1u);
  }
}

Lit AttachedTheory::internal(Lit lit) const {
  if (lit >= 2 * atoms_.size()) throw std::logic_error("the theory speaks of an atom that it does not have");
  return atoms_[lit >> 1] ^ (lit & 1u);
}

void AttachedTheory::inform(const Trail& trail) {
  const std::size_t before = positions_.size();
  while (!positions_.empty() && positions_.back() >= informed_) positions_.pop_back();
  if (positions_.size() < before) theory_->backtrack(positions_.size());
  for (; informed_ < trail.size(); informed_++) {
    const Lit lit = trail.at(informed_);
    const Var var = variable(lit);
    if (var >= theory_lits_.size() || theory_lits_[var] == no_lit) continue;
    positions_.push_back(informed_);
    theory_->assign(theory_lits_[var] ^ (lit & 1u));
  }
}

std::vector<Lit> AttachedTheory::explain(Lit lit, const Trail& trail) const {
  std::vector<Lit> clause;
  theory_->explain(theory_lits_[variable(lit)] ^ (lit & 1u), clause);
  for (Lit& other : clause) other = internal(other);
  const auto later = [&](Lit a, Lit b) {
    if (a == lit || b == lit) return a == lit && b != lit;
    return std::pair(trail.level_of(a), a) > std::pair(trail.level_of(b), b);
  };
  std::sort(clause.begin(), clause.end(), later);
  clause.erase(std::unique(clause.begin(), clause.end()), clause.end());
  if (clause.empty() || clause[0] != lit)
    throw std::logic_error("the theory explains something else than what it implied");
  for (const Lit other : Lits(clause).subspan(1)) {
    if (trail.value(other) >= 0 ||
        (trail.value(lit) > 0 && trail.position_of(other) > trail.position_of(lit)))
      throw std::logic_error("the theory explains by what was not yet so");
  }
  return clause;
}

void Solver::attach_theory(std::shared_ptr<Theory> theory, std::vector<Lit> atoms) {
  AttachedTheory attached(std::move(theory), std::move(atoms));
  stop_enumeration();
  backtrack(0);
  removed_.grow(variables());
  for (const Lit lit : attached.atoms()) {
    reactivate(variable(lit));
    removed_.keep(variable(lit));  // not frozen: the caller could melt it
  }
  theories_.attached.push_back(std::move(attached));
  model_holds_ = false;
}

std::vector<Theory*> Solver::theories() const {
  std::vector<Theory*> found;
  for (const AttachedTheory& attached : theories_.attached) found.push_back(attached.theory());
  return found;
}

void Solver::clone_theories() {
  for (AttachedTheory& attached : theories_.attached) attached.clone();
}

// Propagates clauses first, then theories, until a fixpoint. Returns the clause that became false, or no_ref;
// a theory may also contradict everything.
Ref Solver::propagate_all() {
  for (;;) {
    const Ref conflict = propagate(true);
    if (conflict != no_ref || theories_.attached.empty() || !trail_.fully_propagated()) return conflict;
    bool changed = false;
    for (std::size_t at = 0; at < theories_.attached.size() && !changed; at++) {
      theories_.attached[at].inform(trail_);
      theories_.findings.clear();
      theories_.findings.set_limits(
          this, [](void* solver) { return static_cast<Solver*>(solver)->out_of_limits_now(); });
      theories_.attached[at].propagate(theories_.findings);
      // The work of a theory is not counted in ticks, on which schedules depend.
      if (++theories_.propagations % propagations_between_looks == 0) limits_.look_next_time();
      const std::size_t before = trail_.size();
      const Ref refuted = take_findings(at);
      if (refuted != no_ref || contradictory_) return refuted;
      changed = trail_.size() != before;
    }
    if (!changed) return no_ref;
  }
}

// When all variables are assigned: whether the theories accept the assignment. If not, `conflict` is a false
// clause, unless the formula has become contradictory.
bool Solver::theories_agree(Ref& conflict) {
  for (std::size_t at = 0; at < theories_.attached.size(); at++) {
    theories_.attached[at].inform(trail_);
    theories_.findings.clear();
    theories_.attached[at].check(theories_.findings);
    if (theories_.findings.empty()) continue;
    conflict = take_findings(at);
    if (conflict == no_ref && !contradictory_)
      throw std::logic_error("the theory refuses an assignment with a clause that is true of it");
    return false;
  }
  return true;
}

// Returns a clause that is false now, or no_ref.
Ref Solver::take_findings(std::size_t at) {
  const AttachedTheory& attached = theories_.attached[at];
  std::vector<Lit>& lemma = theories_.lemma;
  const std::vector<Lit>& clauses = theories_.findings.clauses();
  for (std::size_t begin = 0; begin < clauses.size();) {
    lemma.clear();
    std::size_t end = begin;
    for (; clauses[end] != no_lit; end++) lemma.push_back(attached.internal(clauses[end]));
    begin = end + 1;
    const Ref conflict = add_lemma();
    if (conflict != no_ref || contradictory_) return conflict;
  }
  for (const Lit implied : theories_.findings.implied()) {
    const Lit lit = attached.internal(implied);
    if (trail_.value(lit) > 0) continue;
    if (trail_.value(lit) == 0 && trail_.level() > 0) {
      trail_.assign(lit, by_theory + static_cast<Ref>(at));
      continue;
    }
    lemma = attached.explain(lit, trail_);
    const Ref conflict = add_lemma();
    if (conflict != no_ref || contradictory_) return conflict;
  }
  return no_ref;
}

// Adds the clause in theories_.lemma. The effect depends on which of its literals are true, unassigned and
// false. Returns the clause if it is false now, otherwise no_ref.
Ref Solver::add_lemma() {
  std::vector<Lit>& lemma = theories_.lemma;
  std::sort(lemma.begin(), lemma.end());
  lemma.erase(std::unique(lemma.begin(), lemma.end()), lemma.end());
  for (std::size_t i = 1; i < lemma.size(); i++) {
    if (lemma[i] == negated(lemma[i - 1])) return no_ref;
  }
  const auto height = [&](Lit lit) { return trail_.value(lit) >= 0 ? UINT32_MAX : trail_.level_of(lit); };
  std::stable_sort(lemma.begin(), lemma.end(), [&](Lit a, Lit b) { return height(a) > height(b); });
  statistics.lemmas++;
  const ClauseId id = proof_.next_id();
  proof_.add(id, lemma, {});
  LOG("lemma of %zu literals", lemma.size());
  if (lemma.empty()) {
    contradictory_ = true;
    return no_ref;
  }
  if (lemma.size() == 1 && trail_.level() == 0) {
    assert_unit(lemma[0], id);
    return no_ref;
  }
  if (lemma.size() == 1 && trail_.value(lemma[0]) > 0) {
    if (trail_.root_value(lemma[0]) == 0) theories_.unit_lemmas.emplace_back(lemma[0], id);
    return no_ref;
  }
  const Ref ref = store_lemma(lemma, id);
  if (lemma.size() > 1 && trail_.value(lemma[1]) >= 0) return no_ref;
  if (trail_.value(lemma[0]) < 0) return ref;
  if (trail_.value(lemma[0]) == 0) assign(lemma[0], ref);
  trail_.note_implied_since(lemma[0], ref, lemma.size() > 1 ? trail_.level_of(lemma[1]) : 0);
  return no_ref;
}

// The first two literals are watched. A unit clause above level 0 is stored as a reason only, and asserted at
// the next backtrack to level 0.
Ref Solver::store_lemma(Lits lits, ClauseId id) {
  const auto size = static_cast<std::uint32_t>(lits.size());
  const Ref ref = size > 1 ? attach(lits, true, size, id) : arena_.add(lits, true, size, id);
  learned_.add(arena_, ref, 2);
  if (size == 1) theories_.unit_lemmas.emplace_back(lits[0], id);
  return ref;
}

// In a proof each is derived again, because the clause that was its reason is eventually deleted from the
// proof.
void Solver::assert_unit_lemmas() {
  for (const auto& [lit, id] : std::exchange(theories_.unit_lemmas, {})) {
    if (contradictory_ || trail_.value(lit) > 0) continue;
    const ClauseId again = proof_.next_id();
    proof_.add(again, Lits(&lit, 1), Hints(&id, 1));
    assert_unit(lit, again);
  }
}

// The clause that implied the variable's value. A theory provides it only now, when it is needed.
Ref Solver::reason_of(Var var) {
  const Ref known = trail_[var].reason;
  if (known < by_theory || known == no_ref) return known;
  const Lit lit = literal(var, trail_.value(positive(var)) < 0);
  const std::vector<Lit> clause = theories_.attached[known - by_theory].explain(lit, trail_);
  statistics.lemmas++;
  const ClauseId id = proof_.next_id();
  proof_.add(id, clause, {});
  const Ref ref = store_lemma(clause, id);
  trail_.note_implied_since(clause[0], ref, clause.size() > 1 ? trail_.level_of(clause[1]) : 0);
  trail_.set_reason(var, ref);
  return ref;
}

}  // namespace satplay
