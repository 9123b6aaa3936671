// On games whose states are copied from level to level this reduces the refinements to a third. Also tried:
// no additional clauses (20% more refinements), 20 additional clauses (random formulas take 50% longer), only
// literals that occur at most 16 times (a copied literal occurs once with one sign and often with the other).
#include "eliminate.hpp"

#include <algorithm>

#include "../invariant.hpp"

namespace satplay::quantified {

namespace {
constexpr std::size_t most_pairs = 200;    // of clauses to resolve
constexpr std::size_t most_literals = 60;  // of a resolvent
constexpr std::size_t grow = 8;            // additional clauses
}  // namespace

Eliminator::Eliminator(Formula& formula, Meter& meter) : formula_(formula), meter_(meter) {
  with_.resize(2 * std::size_t{formula.prefix.variables()});
  for (std::uint32_t clause = 0; clause < formula.clauses.size(); clause++) {
    for (const Lit lit : formula.clauses[clause]) with_[lit].push_back(clause);
    meter.work(formula.clauses[clause].size());
  }
  gone_.assign(formula.clauses.size(), 0);
  for (Var var = formula.prefix.variables(); var-- > 0;)
    if (!formula.prefix.is_universal(var)) try_out(var);
  std::size_t remaining = 0;
  for (std::size_t clause = 0; clause < formula.clauses.size(); clause++)
    if (!gone_[clause]) std::swap(formula.clauses[remaining++], formula.clauses[clause]);
  formula.clauses.resize(remaining);
  INVARIANT(std::ranges::none_of(eliminated_, [&](const Eliminated& one) {
    return std::ranges::any_of(formula.clauses, [&](const Clause& clause) {
      return std::ranges::any_of(clause, [&](Lit lit) { return variable(lit) == variable(one.lit); });
    });
  }));
}

void Eliminator::gather(Lit lit, std::vector<std::uint32_t>& clauses) {
  clauses.clear();
  for (const std::uint32_t clause : with_[lit])
    if (!gone_[clause]) clauses.push_back(clause);
  meter_.work(with_[lit].size());
}

void Eliminator::try_out(Var var) {
  const Lit lit = positive(var);
  gather(lit, positive_);
  gather(negated(lit), negative_);
  if (positive_.empty() && negative_.empty()) return;
  if (positive_.size() * negative_.size() > most_pairs) return;
  const auto reaches_inside = [&](std::uint32_t clause) {
    return formula_.prefix.level[variable(formula_.clauses[clause].back())] > formula_.prefix.level[var];
  };
  if (std::any_of(positive_.begin(), positive_.end(), reaches_inside)) return;
  if (std::any_of(negative_.begin(), negative_.end(), reaches_inside)) return;
  if (!collect_resolvents(lit)) return;
  store_removed(lit);
  for (const auto* clauses : {&positive_, &negative_})
    for (const std::uint32_t clause : *clauses) gone_[clause] = 1;
  for (Clause& clause : resolvents_) add(std::move(clause));
}

// All different resolvents on `lit`; false if they are too long or too many.
bool Eliminator::collect_resolvents(Lit lit) {
  resolvents_.clear();
  for (const std::uint32_t one : positive_) {
    for (const std::uint32_t other : negative_) {
      if (!resolve(formula_.clauses[one], formula_.clauses[other], lit)) continue;
      if (resolvent_.size() > most_literals) return false;
      if (std::find(resolvents_.begin(), resolvents_.end(), resolvent_) != resolvents_.end()) continue;
      resolvents_.push_back(resolvent_);
      if (resolvents_.size() > positive_.size() + negative_.size() + grow) return false;
    }
  }
  return true;
}

// The clauses of the rarer literal, from which a strategy computes the value of the eliminated variable.
void Eliminator::store_removed(Lit lit) {
  const bool by_positive = positive_.size() <= negative_.size();
  Eliminated eliminated{by_positive ? lit : negated(lit), {}};
  for (const std::uint32_t clause : by_positive ? positive_ : negative_) {
    Clause rest;
    for (const Lit other : formula_.clauses[clause])
      if (other != eliminated.lit) rest.push_back(other);
    bytes_ += sizeof(Clause) + rest.size() * sizeof(Lit);
    eliminated.rests.push_back(std::move(rest));
  }
  eliminated_.push_back(std::move(eliminated));
}

// Returns false for a tautology.
bool Eliminator::resolve(const Clause& one, const Clause& other, Lit pivot) {
  meter_.work(one.size() + other.size());
  resolvent_.clear();
  std::merge(one.begin(), one.end(), other.begin(), other.end(), std::back_inserter(resolvent_));
  resolvent_.erase(std::unique(resolvent_.begin(), resolvent_.end()), resolvent_.end());
  std::erase_if(resolvent_, [&](Lit lit) { return variable(lit) == variable(pivot); });
  const auto opposite = [](Lit a, Lit b) { return a == negated(b); };
  return std::adjacent_find(resolvent_.begin(), resolvent_.end(), opposite) == resolvent_.end();
}

void Eliminator::add(Clause&& clause) {
  const auto number = static_cast<std::uint32_t>(formula_.clauses.size());
  for (const Lit lit : clause) with_[lit].push_back(number);
  gone_.push_back(0);
  formula_.clauses.push_back(std::move(clause));
}

}  // namespace satplay::quantified
