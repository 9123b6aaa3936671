// What comes in: variables and clauses; and how clauses are stored and watched.
#include <algorithm>

#include "solver.hpp"

namespace satplay {

Solver::Solver(const Options& options)
    : options_(options), chance_(static_cast<std::uint64_t>(options.seed)) {
  stable_ = options_.mode == 1;
  next_mode_switch_ = options_.mode_switch;
  next_rephase_ = options_.rephase;
  next_reduce_ = options_.reduce_first;
  next_inprocess_ = options_.inprocess;
}

Var Solver::new_variable() {
  const Var var = static_cast<Var>(variables());
  values_.resize(values_.size() + 2, 0);
  watches_.resize(values_.size());
  vars_.emplace_back();
  marks_.push_back(0);
  phases_.emplace_back();
  links_.emplace_back();
  stamps_.push_back(0);
  if (hinting()) unit_ids_.resize(var + 1, 0);
  heap_.grow(var + 1);
  heap_.push(var);
  enqueue(var);
  return var;
}

void Solver::reserve(std::size_t variables, std::size_t literals, std::size_t clauses) {
  values_.reserve(2 * variables);
  watches_.reserve(2 * variables);
  vars_.reserve(variables);
  marks_.reserve(variables);
  phases_.reserve(variables);
  links_.reserve(variables);
  stamps_.reserve(variables);
  trail_.reserve(variables);
  arena_.reserve(arena_.size() + literals + arena_.words(0) * clauses);
  given_.reserve(given_.size() + clauses);
}

namespace {
constexpr std::size_t short_clause = 8;  // compared literal by literal: quicker than marking them
}

// Whether nothing is known of its variables, and they are all different.
bool Solver::plain(Lits lits) const {
  for (std::size_t i = 0; i < lits.size(); i++) {
    if (values_[lits[i]] != 0) return false;
    for (std::size_t j = 0; j < i; j++) {
      if (variable(lits[i]) == variable(lits[j])) return false;
    }
  }
  return true;
}

// Literals that are false for good are left out and clauses that are true for good are not kept; what is
// stored instead of what was given is derived in the proof.
void Solver::add_clause(std::vector<Lit>& lits, ClauseId given_id) {
  end_enumeration();
  if (level() > 0) backtrack(0);
  if (model_holds_)
    model_holds_ = std::any_of(lits.begin(), lits.end(), [&](Lit lit) { return model_value(lit) > 0; });
  for (const Lit lit : lits) reactivate(variable(lit));
  if (contradictory_) return;
  if (lits.size() >= 2 && lits.size() <= short_clause && plain(lits)) {
    pending_.push_back(arena_.add(lits, false, 0, given_id));
    given_.push_back(pending_.back());
    return;
  }
  hints_.clear();
  const std::vector<Lit> original = proving() ? lits : std::vector<Lit>{};  // as a deletion must name it
  std::size_t kept = 0;
  bool satisfied = false;
  if (lit_stamp_.size() < values_.size()) lit_stamp_.resize(values_.size(), 0);
  ++level_stamp_;
  for (const Lit lit : lits) {
    if (lit_stamp_[lit] == level_stamp_) continue;  // said twice
    if (lit_stamp_[negated(lit)] == level_stamp_ || values_[lit] > 0) satisfied = true;
    lit_stamp_[lit] = level_stamp_;
    if (values_[lit] < 0) {
      if (hinting()) hints_.push_back(unit_ids_[variable(lit)]);
    } else {
      lits[kept++] = lit;
    }
  }
  if (satisfied) {
    prove_removed(given_id, original);
    return;
  }
  ClauseId id = given_id;
  if (kept != lits.size()) {
    lits.resize(kept);
    id = next_id();
    hints_.push_back(given_id);
    prove_added(id, lits, hints_);
    if (kept > 0) prove_removed(given_id, original);
  }
  if (lits.empty()) {
    contradictory_ = true;
  } else if (lits.size() == 1) {
    learn_unit(lits[0], id);
  } else {
    pending_.push_back(arena_.add(lits, false, 0, id));
    given_.push_back(pending_.back());
  }
}

namespace {
constexpr std::size_t clauses_between_looks = 1 << 16;  // some milliseconds of work
}

// Clauses are watched only when something is asked: then the length of every list is known, and loading a
// large formula does not spend its time on growing them one by one. When a limit is reached on the way, they
// wait for the next question.
void Solver::connect_pending(bool may_stop) {
  if (pending_.empty() || contradictory_) return;
  std::vector<std::uint32_t> counts(values_.size(), 0);
  for (std::size_t at = 0; at < pending_.size(); at++) {
    if (may_stop && at % clauses_between_looks == clauses_between_looks - 1 && out_of_limits_now()) return;
    const Ref ref = pending_[at];
    Clause& clause = arena_[ref];
    // Since it was added literals may have become false for good; watched ones must not be.
    std::size_t open = 0;
    for (std::size_t i = 0; i < clause.size && open < 2; i++) {
      if (values_[clause[i]] >= 0) std::swap(clause[open++], clause[i]);
    }
    if (open == 0) {
      derive_empty(ref);
      return;
    }
    if (open == 1 && values_[clause[0]] == 0) assign(clause[0], ref);
    counts[clause[0]]++;
    counts[clause[1]]++;
  }
  for (Lit lit = 0; lit < counts.size(); lit++) {
    if (counts[lit] > 0) watches_[lit].reserve(watches_[lit].size() + counts[lit]);
  }
  for (const bool binary : {true, false}) {
    for (std::size_t at = 0; at < pending_.size(); at++) {
      const Ref ref = pending_[at];
      if ((arena_[ref].size == 2) == binary) watch(ref, arena_[ref]);
      if (!may_stop || at % clauses_between_looks != clauses_between_looks - 1 || !out_of_limits_now())
        continue;
      // They are the latest clauses of all.
      for (std::vector<Watch>& list : watches_)
        std::erase_if(list, [&](Watch one) { return one.ref() >= pending_.front(); });
      return;
    }
  }
  pending_.clear();
  if (learned_.empty()) arena_.settle();
}

Ref Solver::attach(Lits lits, bool learned, std::uint32_t glue, ClauseId id) {
  const Ref ref = arena_.add(lits, learned, glue, id);
  watch(ref, arena_[ref]);
  return ref;
}

void Solver::watch(Ref ref, const Clause& clause) {
  const bool binary = clause.size == 2;
  watches_[clause[0]].push_back(Watch::of(ref, clause[1], binary));
  watches_[clause[1]].push_back(Watch::of(ref, clause[0], binary));
}

void Solver::learn_unit(Lit lit, ClauseId id) {
  if (hinting()) unit_ids_[variable(lit)] = id;
  assign(lit, no_ref);
}

// A literal implied at level 0 becomes a unit clause of its own in the proof: its reason may be deleted
// later.
void Solver::note_root_unit(Lit lit, Ref reason) {
  const Clause& clause = arena_[reason];
  const ClauseId id = next_id();
  std::vector<ClauseId> hints;
  if (hinting()) {
    for (const Lit other : clause.lits()) {
      if (other != lit) hints.push_back(unit_ids_[variable(other)]);
    }
    hints.push_back(arena_.id(reason));
    unit_ids_[variable(lit)] = id;
  }
  prove_added(id, Lits(&lit, 1), hints);
}

void Solver::derive_empty(Ref conflict) {
  contradictory_ = true;
  if (!proving()) return;
  hints_.clear();
  if (hinting()) {
    for (const Lit lit : arena_[conflict].lits()) hints_.push_back(unit_ids_[variable(lit)]);
    hints_.push_back(arena_.id(conflict));
  }
  prove_added(next_id(), {}, hints_);
}

namespace {
thread_local std::vector<std::int32_t> outside;

ExternalLits said_outside(Lits lits, const std::vector<std::int32_t>& names) {
  outside.clear();
  for (const Lit lit : lits) {
    const std::int32_t name = names[variable(lit)];
    outside.push_back(is_negative(lit) ? -name : name);
  }
  return outside;
}
}  // namespace

void Solver::prove_added(ClauseId id, Lits lits, Hints hints) {
  if (proving()) proof_->add(id, said_outside(lits, *external), hints);
}

void Solver::prove_removed(ClauseId id, Lits lits) {
  if (proving()) proof_->remove(id, said_outside(lits, *external));
}

std::size_t Solver::bytes() const {
  const std::size_t clauses = given_.size() + learned_.size();
  return arena_.bytes() + 2 * clauses * sizeof(Watch) * 3 / 2 + clauses * sizeof(Ref) + 160 * variables() +
         removed_words_ * sizeof(std::uint32_t);
}

}  // namespace satplay
