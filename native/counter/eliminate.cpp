// Bounded elimination of variables outside the projection (Eén & Biere 2005), if the number of clauses
// does not increase.
#include <algorithm>

#include "../invariant.hpp"
#include "simplify.hpp"

namespace satplay::counting {

namespace {

constexpr std::size_t most_occurrences = 16;  // of each sign
constexpr std::size_t longest_resolvent = 24;

}  // namespace

bool Simplifier::eliminate_unprojected() {
  bool any = false;
  for (Var var = 0; var < variables_ && worthwhile() && !contradictory_; ++var)
    if (!projected_[var] && !gone_[var] && value_[positive(var)] == 0) any |= eliminate(var);
  return any;
}

bool Simplifier::eliminate(Var var) {
  const std::vector<Id> with = occurrences(positive(var)), against = occurrences(negated(positive(var)));
  if (with.empty() && against.empty()) return false;
  if (!with.empty() && !against.empty() && std::max(with.size(), against.size()) > most_occurrences)
    return false;
  std::vector<std::vector<Lit>> resolvents;
  for (const Id one : with) {
    for (const Id other : against) {
      spend(clauses_[one].lits.size() + clauses_[other].lits.size());
      std::vector<Lit> lits = resolvent(clauses_[one], clauses_[other], var);
      if (lits.empty()) continue;
      if (lits.size() > longest_resolvent) return false;
      resolvents.push_back(std::move(lits));
      if (resolvents.size() > with.size() + against.size()) return false;
    }
  }
  INVARIANT(!projected_[var]);
  gone_[var] = 1;
  for (const auto& side : {with, against})
    for (const Id id : side) remove(id);
  for (auto& lits : resolvents) add(std::move(lits));
  return true;
}

// Empty for a tautology. Both clauses have at least two literals, so no other resolvent is empty.
std::vector<Lit> Simplifier::resolvent(const Clause& one, const Clause& other, Var var) const {
  std::vector<Lit> lits;
  std::set_union(one.lits.begin(), one.lits.end(), other.lits.begin(), other.lits.end(),
                 std::back_inserter(lits));
  std::erase_if(lits, [&](Lit lit) { return variable(lit) == var; });
  for (std::size_t i = 1; i < lits.size(); ++i)
    if (lits[i] == negated(lits[i - 1])) return {};
  return lits;
}

}  // namespace satplay::counting
