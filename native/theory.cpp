// How theories take part: what they are told, and what becomes of what they find. A clause that a theory
// gives is a learned clause like any other from then on; in a proof it stands without hints, for only the
// theory can justify it.
#include "theory.hpp"

#include <stdexcept>

#include "solver.hpp"

namespace satplay {

Lit Solver::AttachedTheory::inside(Lit lit) const {
  if (lit >= 2 * atoms.size()) throw std::logic_error("the theory speaks of an atom that it does not have");
  return atoms[lit >> 1] ^ (lit & 1u);
}

// The atoms are different variables. They are never removed.
void Solver::attach_theory(std::shared_ptr<Theory> theory, std::vector<Lit> atoms) {
  AttachedTheory attached;
  for (std::size_t place = 0; place < atoms.size(); place++) {
    const Var var = variable(atoms[place]);
    if (attached.place.size() <= var) attached.place.resize(var + 1, no_lit);
    if (attached.place[var] != no_lit) throw std::invalid_argument("two atoms of a theory are one variable");
    attached.place[var] = static_cast<Lit>(2 * place) | (atoms[place] & 1u);
  }
  end_enumeration();
  backtrack(0);
  prepare_removal();
  for (const Lit lit : atoms) {
    reactivate(variable(lit));
    came_back_[variable(lit)] = 1;  // not frozen: somebody else might melt it
  }
  attached.theory = std::move(theory);
  attached.atoms = std::move(atoms);
  theories_.push_back(std::move(attached));
  model_holds_ = false;
}

void Solver::clone_theories() {
  for (AttachedTheory& attached : theories_) attached.theory = attached.theory->clone();
}

// Tells the theory what has been taken back and what has become true since it last heard.
void Solver::inform(AttachedTheory& attached) {
  std::vector<std::size_t>& told = attached.told;
  const std::size_t before = told.size();
  while (!told.empty() && told.back() >= attached.heard) told.pop_back();
  if (told.size() < before) attached.theory->backtrack(told.size());
  for (; attached.heard < trail_.size(); attached.heard++) {
    const Lit lit = trail_[attached.heard];
    const Var var = variable(lit);
    if (var >= attached.place.size() || attached.place[var] == no_lit) continue;
    told.push_back(attached.heard);
    attached.theory->assign(attached.place[var] ^ (lit & 1u));
  }
}

// Clauses first, then theories, until nothing follows any more. The answer is the clause that became false,
// or no_ref; a theory may also contradict everything.
Ref Solver::propagate_all() {
  for (;;) {
    const Ref conflict = propagate();
    if (conflict != no_ref || theories_.empty()) return conflict;
    bool changed = false;
    for (std::size_t at = 0; at < theories_.size() && !changed; at++) {
      inform(theories_[at]);
      findings_.clear();
      theories_[at].theory->propagate(findings_);
      const std::size_t before = trail_.size();
      const Ref refuted = take_findings(at);
      if (refuted != no_ref || contradictory_) return refuted;
      changed = trail_.size() != before;
    }
    if (!changed) return no_ref;
  }
}

// When every variable has a value: whether the theories allow it. If not, `conflict` says why, unless there
// is nothing more to say.
bool Solver::theories_agree(Ref& conflict) {
  for (std::size_t at = 0; at < theories_.size(); at++) {
    inform(theories_[at]);
    findings_.clear();
    theories_[at].theory->check(findings_);
    if (findings_.empty()) continue;
    conflict = take_findings(at);
    if (conflict == no_ref && !contradictory_)
      throw std::logic_error("the theory refuses an assignment with a clause that is true of it");
    return false;
  }
  return true;
}

// The answer is a clause that is false now, or no_ref.
Ref Solver::take_findings(std::size_t at) {
  const AttachedTheory& attached = theories_[at];
  const std::vector<Lit>& clauses = findings_.clauses();
  for (std::size_t begin = 0; begin < clauses.size();) {
    lemma_.clear();
    std::size_t end = begin;
    for (; clauses[end] != no_lit; end++) lemma_.push_back(attached.inside(clauses[end]));
    begin = end + 1;
    const Ref conflict = add_lemma();
    if (conflict != no_ref || contradictory_) return conflict;
  }
  for (const Lit implied : findings_.implied()) {
    const Lit lit = attached.inside(implied);
    if (values_[lit] > 0) continue;
    if (values_[lit] == 0 && level() > 0) {
      assign(lit, by_theory + static_cast<Ref>(at));
      continue;
    }
    lemma_ = explanation(lit, at);
    const Ref conflict = add_lemma();
    if (conflict != no_ref || contradictory_) return conflict;
  }
  return no_ref;
}

// The clause in lemma_ holds; which of it is true, open or false now decides what follows.
Ref Solver::add_lemma() {
  std::sort(lemma_.begin(), lemma_.end());
  lemma_.erase(std::unique(lemma_.begin(), lemma_.end()), lemma_.end());
  for (std::size_t i = 1; i < lemma_.size(); i++) {
    if (lemma_[i] == negated(lemma_[i - 1])) return no_ref;
  }
  const auto height = [&](Lit lit) { return values_[lit] >= 0 ? UINT32_MAX : vars_[variable(lit)].level; };
  std::stable_sort(lemma_.begin(), lemma_.end(), [&](Lit a, Lit b) { return height(a) > height(b); });
  statistics.lemmas++;
  const ClauseId id = next_id();
  prove_added(id, lemma_, {});
  if (lemma_.empty()) {
    contradictory_ = true;
    return no_ref;
  }
  if (lemma_.size() == 1 && level() == 0) {
    take_unit(lemma_[0], id);
    return no_ref;
  }
  if (lemma_.size() == 1 && values_[lemma_[0]] > 0) {
    if (root_value(lemma_[0]) == 0) unit_lemmas_.emplace_back(lemma_[0], id);
    return no_ref;
  }
  const Ref ref = store_lemma(lemma_, id);
  if (lemma_.size() > 1 && values_[lemma_[1]] >= 0) return no_ref;
  if (values_[lemma_[0]] < 0) return ref;
  if (values_[lemma_[0]] == 0) assign(lemma_[0], ref);
  outlast(lemma_[0], ref, lemma_.size() > 1 ? vars_[variable(lemma_[1])].level : 0);
  return no_ref;
}

// The first two literals are watched. A unit clause above level 0 is stored as a reason only, and taken in as
// what it is at the next occasion.
Ref Solver::store_lemma(Lits lits, ClauseId id) {
  const auto size = static_cast<std::uint32_t>(lits.size());
  const Ref ref = size > 1 ? attach(lits, true, size, id) : arena_.add(lits, true, size, id);
  arena_[ref].used = 2;
  learned_.push_back(ref);
  if (size == 1) unit_lemmas_.emplace_back(lits[0], id);
  return ref;
}

// In a proof each is derived once more: the clause that was a reason is forgotten in time, and the proof then
// deletes it.
void Solver::take_unit_lemmas() {
  for (const auto& [lit, id] : std::exchange(unit_lemmas_, {})) {
    if (contradictory_ || values_[lit] > 0) continue;
    const ClauseId again = next_id();
    prove_added(again, Lits(&lit, 1), Hints(&id, 1));
    take_unit(lit, again);
  }
}

// Why a theory implied a literal: first the literal, then the others from the highest level down.
std::vector<Lit> Solver::explanation(Lit lit, std::size_t at) const {
  const AttachedTheory& attached = theories_[at];
  std::vector<Lit> clause;
  attached.theory->explain(attached.place[variable(lit)] ^ (lit & 1u), clause);
  for (Lit& other : clause) other = attached.inside(other);
  const auto later = [&](Lit a, Lit b) {
    if (a == lit || b == lit) return a == lit && b != lit;
    return std::pair(vars_[variable(a)].level, a) > std::pair(vars_[variable(b)].level, b);
  };
  std::sort(clause.begin(), clause.end(), later);
  clause.erase(std::unique(clause.begin(), clause.end()), clause.end());
  if (clause.empty() || clause[0] != lit)
    throw std::logic_error("the theory explains something else than what it implied");
  for (const Lit other : Lits(clause).subspan(1)) {
    if (values_[other] >= 0 ||
        (values_[lit] > 0 && vars_[variable(other)].trail > vars_[variable(lit)].trail))
      throw std::logic_error("the theory explains by what was not yet so");
  }
  return clause;
}

// The clause that implied the variable's value; a theory is asked for it now, if it has not been before.
Ref Solver::reason_of(Var var) {
  const Ref known = vars_[var].reason;
  if (known < by_theory || known == no_ref) return known;
  const std::vector<Lit> clause = explanation(literal(var, values_[positive(var)] < 0), known - by_theory);
  statistics.lemmas++;
  const ClauseId id = next_id();
  prove_added(id, clause, {});
  const Ref ref = store_lemma(clause, id);
  outlast(clause[0], ref, clause.size() > 1 ? vars_[variable(clause[1])].level : 0);
  return vars_[var].reason = ref;
}

}  // namespace satplay
