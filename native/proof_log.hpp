// The solver's side of a proof: clause ids, external literals, and the hints of derived clauses.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "arena.hpp"
#include "invariant.hpp"
#include "literal.hpp"
#include "proof.hpp"
#include "trail.hpp"

namespace satplay {

// Numbers all clauses and writes derived and deleted ones to a proof, if there is one.
//
// For hints (LRAT) every literal that is true at level 0 has a unit clause of its own, because its reason may
// be deleted later.
class ProofLog {
 public:
  void start(Proof* proof) {
    proof_ = proof;
    hinting_ = proof->wants_hints();
  }
  void stop() {
    proof_ = nullptr;
    hinting_ = false;
  }
  bool active() const { return proof_ != nullptr; }
  bool hinting() const { return hinting_; }

  // By variable, its external name; the table belongs to the engine.
  void set_names(const std::vector<std::int32_t>* names) { names_ = names; }
  std::int32_t external(Lit lit) const {
    const std::int32_t name =
        names_ == nullptr ? static_cast<std::int32_t>(variable(lit)) + 1 : (*names_)[variable(lit)];
    return is_negative(lit) ? -name : name;
  }

  ClauseId next_id() { return ++last_id_; }
  void add(ClauseId id, Lits lits, Hints hints);
  void remove(ClauseId id, Lits lits);
  void flush() {
    if (proof_ != nullptr) proof_->flush();
  }

  void set_unit(Var var, ClauseId id) {
    if (!hinting_) return;
    if (unit_ids_.size() <= var) unit_ids_.resize(std::max<std::size_t>(var + 1, 2 * unit_ids_.size()), 0);
    unit_ids_[var] = id;
  }
  // The id of the unit clause of a variable that is assigned at level 0; 0 without hints.
  ClauseId unit(Var var) const {
    if (!hinting_) return 0;
    INVARIANT(var < unit_ids_.size() && unit_ids_[var] != 0);
    return unit_ids_[var];
  }
  // Hints of a clause that follows from another one because some of its literals are false at level 0: their
  // unit clauses, then the other clause. Valid until the next call.
  Hints hints_at_root(Lits lits, const Trail& trail, ClauseId clause);

 private:
  ExternalLits externals(Lits lits);

  Proof* proof_ = nullptr;
  bool hinting_ = false;
  const std::vector<std::int32_t>* names_ = nullptr;
  ClauseId last_id_ = 0;
  std::vector<ClauseId> unit_ids_;  // by variable
  std::vector<std::int32_t> external_;
  std::vector<ClauseId> hints_;
};

// Collects the hints of one derived clause: the clauses that, propagated in this order, refute its negation.
// They become unit in three groups: unit clauses of literals at level 0, clauses that are unit as soon as the
// derived clause is false, and reasons in the order of the trail. Nothing is collected unless the proof needs
// hints, except reasons, which also measure the work.
class HintCollector {
 public:
  void clear() {
    units_.clear();
    clauses_.clear();
    reasons_.clear();
  }
  void add_unit(Var var) { units_.push_back(var); }
  void add_clause(ClauseId id) { clauses_.push_back(id); }
  void add_reason(Var var) { reasons_.push_back(var); }

  const std::vector<Var>& units() const { return units_; }
  std::size_t reasons() const { return reasons_.size(); }

  // The hints in order, and last the clause that is false then (0: none, a reason is). Valid until the next
  // call.
  Hints list(const ProofLog& log, const Trail& trail, const Arena& arena, ClauseId last);

 private:
  std::vector<Var> units_, reasons_;
  std::vector<ClauseId> clauses_, list_;
};

}  // namespace satplay
