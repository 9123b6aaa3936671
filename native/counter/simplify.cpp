// Simplification before counting. It preserves the number of assignments to the projection variables that
// extend to a model:
//
// - units, duplicate and subsumed clauses, self-subsuming resolution preserve all models;
// - one literal represents equivalent literals, and is in the projection if one of them is: the others are
//   determined;
// - a variable outside the projection is eliminated by resolution (Davis & Putnam 1960; as preprocessing
//   for projected counting: Lagniez, Lonca & Marquis 2016). A pure literal is the case without resolvents. A
//   projection variable is never eliminated and never fixed by purity.
#include "simplify.hpp"

#include <algorithm>

#include "../invariant.hpp"

namespace satplay::counting {

namespace {

constexpr std::int64_t simplifying_effort = 30'000'000;  // clauses and literals visited: at most a second
constexpr int most_rounds = 10;

std::uint64_t signature_of(std::span<const Lit> lits) {
  std::uint64_t signature = 0;
  for (const Lit lit : lits) signature |= std::uint64_t{1} << (variable(lit) % 64);
  return signature;
}

}  // namespace

Simplifier::Simplifier(Problem&& problem, Meter& meter)
    : meter_(meter),
      variables_(problem.variables),
      given_(std::move(problem.clauses)),
      projected_(std::move(problem.projected)),
      free_(problem.free),
      contradictory_(problem.contradictory),
      occurs_(2 * std::size_t{problem.variables}),
      value_(2 * std::size_t{problem.variables}),
      gone_(problem.variables),
      effort_(simplifying_effort) {}

Problem Simplifier::run() {
  for (auto& clause : given_) add(std::move(clause));
  bool changed = true;
  for (int round = 0; changed && !contradictory_ && round < most_rounds; ++round) {
    changed = false;
    if (!propagate()) break;
    subsume();
    if (!propagate()) break;
    changed |= substitute_equivalent();
    if (!propagate()) break;
    changed |= eliminate_unprojected();
    changed &= worthwhile();
  }
  return result();
}

void Simplifier::spend(std::size_t units) {
  effort_ -= static_cast<std::int64_t>(units);
  meter_.work(units);
  meter_.rest();
}

void Simplifier::add(std::vector<Lit> lits) {
  std::sort(lits.begin(), lits.end());
  lits.erase(std::unique(lits.begin(), lits.end()), lits.end());
  meter_.work(1 + lits.size());
  meter_.rest();
  for (std::size_t i = 1; i < lits.size(); ++i)
    if (lits[i] == negated(lits[i - 1])) return;
  if (lits.empty()) {
    contradictory_ = true;
  } else if (lits.size() == 1) {
    fact(lits[0]);
  } else {
    const Id id = static_cast<Id>(clauses_.size());
    for (const Lit lit : lits) occurs_[lit].push_back(id);
    const std::uint64_t signature = signature_of(lits);
    clauses_.push_back({std::move(lits), signature});
    fresh_.push_back(id);
  }
}

void Simplifier::remove(Id id) {
  clauses_[id].lits.clear();
}

void Simplifier::strengthen(Id id, Lit lit) {
  Clause& clause = clauses_[id];
  clause.lits.erase(std::find(clause.lits.begin(), clause.lits.end(), lit));
  clause.signature = signature_of(clause.lits);
  if (clause.lits.size() == 1) {
    fact(clause.lits[0]);
    remove(id);
  } else {
    fresh_.push_back(id);
  }
}

void Simplifier::fact(Lit lit) {
  if (value_[lit] < 0) contradictory_ = true;
  if (value_[lit] != 0) return;
  value_[lit] = 1;
  value_[negated(lit)] = -1;
  facts_.push_back(lit);
}

// Propagates units in all clauses; returns false on a conflict.
bool Simplifier::propagate() {
  while (propagated_ < facts_.size() && !contradictory_) {
    const Lit lit = facts_[propagated_++];
    for (const Id id : occurrences(lit)) remove(id);
    for (const Id id : occurrences(negated(lit))) strengthen(id, negated(lit));
    occurs_[lit].clear();
    occurs_[negated(lit)].clear();
  }
  return !contradictory_;
}

// The clauses with this literal; removes outdated entries from the list.
std::vector<Simplifier::Id> Simplifier::occurrences(Lit lit) {
  auto& list = occurs_[lit];
  spend(list.size());
  std::erase_if(list, [&](Id id) {
    const auto& lits = clauses_[id].lits;
    return !std::binary_search(lits.begin(), lits.end(), lit);
  });
  return list;
}

// The simplified problem, with variables renumbered.
Problem Simplifier::result() {
  Problem left;
  left.contradictory = contradictory_;
  left.free = free_;
  if (contradictory_) return left;
  std::vector<Var> number(variables_, no_var);
  for (const Clause& clause : clauses_) {
    meter_.work(1 + clause.lits.size());
    meter_.rest();
    INVARIANT(clause.lits.size() != 1 && std::ranges::is_sorted(clause.lits));
    INVARIANT(std::ranges::none_of(clause.lits,
                                   [&](Lit lit) { return gone_[variable(lit)] != 0 || value_[lit] != 0; }));
    for (const Lit lit : clause.lits) number[variable(lit)] = 0;
  }
  for (Var var = 0; var < variables_; ++var) {
    if (number[var] == 0) {
      number[var] = left.variables++;
      left.projected.push_back(projected_[var]);
    } else if (projected_[var] && !gone_[var] && value_[positive(var)] == 0) {
      ++left.free;
    }
  }
  for (Clause& clause : clauses_) {
    if (clause.lits.empty()) continue;
    meter_.work(1 + clause.lits.size());
    meter_.rest();
    for (Lit& lit : clause.lits) lit = literal(number[variable(lit)], is_negative(lit));
    left.clauses.push_back(
        std::move(clause.lits));  // copies of a million clauses would take too long to free
  }
  return left;
}

}  // namespace satplay::counting
