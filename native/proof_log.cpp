#include "proof_log.hpp"

namespace satplay {

ExternalLits ProofLog::externals(Lits lits) {
  external_.clear();
  for (const Lit lit : lits) external_.push_back(external(lit));
  return external_;
}

void ProofLog::add(ClauseId id, Lits lits, Hints hints) {
  if (proof_ == nullptr) return;
  INVARIANT(id <= last_id_);
  INVARIANT(!hinting_ || std::all_of(hints.begin(), hints.end(), [&](ClauseId hint) {
    return hint != 0 && hint <= last_id_ && hint != id;
  }));
  proof_->add(id, externals(lits), hints);
}

void ProofLog::remove(ClauseId id, Lits lits) {
  if (proof_ == nullptr) return;
  INVARIANT(id != 0 && id <= last_id_);
  proof_->remove(id, externals(lits));
}

Hints ProofLog::hints_at_root(Lits lits, const Trail& trail, ClauseId clause) {
  hints_.clear();
  if (!hinting_) return hints_;
  for (const Lit lit : lits) {
    if (trail.root_value(lit) < 0) hints_.push_back(unit(variable(lit)));
  }
  hints_.push_back(clause);
  return hints_;
}

Hints HintCollector::list(const ProofLog& log, const Trail& trail, const Arena& arena, ClauseId last) {
  list_.clear();
  if (!log.hinting()) return list_;
  for (const Var var : units_) {
    INVARIANT(trail.assigned(var) && trail[var].level == 0);
    list_.push_back(log.unit(var));
  }
  list_.insert(list_.end(), clauses_.begin(), clauses_.end());
  std::sort(reasons_.begin(), reasons_.end(),
            [&](Var a, Var b) { return trail[a].position < trail[b].position; });
  INVARIANT(std::adjacent_find(reasons_.begin(), reasons_.end()) == reasons_.end());
  for (const Var var : reasons_) {
    INVARIANT(trail.assigned(var) && trail[var].reason < by_theory);
    list_.push_back(arena.id(trail[var].reason));
  }
  if (last != 0) list_.push_back(last);
  return list_;
}

}  // namespace satplay
