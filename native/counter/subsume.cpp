// Subsumption and self-subsuming resolution (Eén & Biere, "Effective Preprocessing in SAT through Variable
// and Clause Elimination", 2005).
#include <algorithm>

#include "simplify.hpp"

namespace satplay::counting {

void Simplifier::subsume() {
  while (!fresh_.empty() && worthwhile()) {
    const Id id = fresh_.back();
    fresh_.pop_back();
    if (!clauses_[id].lits.empty()) subsume_with(id);
  }
  fresh_.clear();
}

// Removes every clause that this one subsumes, and every literal that it removes by self-subsuming
// resolution.
void Simplifier::subsume_with(Id id) {
  const Clause one = clauses_[id];  // a copy, because units found meanwhile may change it
  const auto listed = [&](Lit lit) { return occurs_[lit].size() + occurs_[negated(lit)].size(); };
  const Lit rarest = *std::min_element(one.lits.begin(), one.lits.end(),
                                       [&](Lit a, Lit b) { return listed(a) < listed(b); });
  for (const Lit side : {rarest, negated(rarest)}) {
    for (const Id other : occurs_[side]) {
      spend(1);
      const Clause& clause = clauses_[other];
      if (other == id || clause.lits.size() < one.lits.size() || (one.signature & ~clause.signature) != 0)
        continue;
      spend(clause.lits.size());
      Lit extra = no_lit;
      switch (subsumes(one, clause, extra)) {
        case Subsumed::no:
          break;
        case Subsumed::yes:
          remove(other);
          break;
        case Subsumed::stronger:
          strengthen(other, extra);
          break;
      }
    }
  }
}

Simplifier::Subsumed Simplifier::subsumes(const Clause& one, const Clause& other, Lit& extra) const {
  auto at = other.lits.begin();
  for (const Lit lit : one.lits) {
    while (at != other.lits.end() && variable(*at) < variable(lit)) ++at;
    if (at == other.lits.end() || variable(*at) != variable(lit)) return Subsumed::no;
    if (*at != lit) {
      if (extra != no_lit) return Subsumed::no;
      extra = *at;
    }
  }
  return extra == no_lit ? Subsumed::yes : Subsumed::stronger;
}

}  // namespace satplay::counting
