#include "simplify.hpp"

#include <algorithm>

#include "../invariant.hpp"

namespace satplay::quantified {

Simplifier::Simplifier(Formula&& formula, Meter& meter) : formula_(std::move(formula)) {
  const std::size_t literals = 2 * std::size_t{formula_.prefix.variables()};
  values_.assign(literals / 2, 0);
  times_.assign(literals / 2, never);
  counts_.assign(literals, 0);
  begins_.assign(literals + 1, 0);
  clauses_left_ = formula_.clauses.size();
  for (const Clause& clause : formula_.clauses) {
    for (const Lit lit : clause) counts_[lit]++;
    states_.push_back(
        {static_cast<std::uint32_t>(clause.size()), static_cast<std::uint32_t>(clause.size()), false});
    meter.work(clause.size());
  }
  for (std::size_t lit = 0; lit < literals; lit++) begins_[lit + 1] = begins_[lit] + counts_[lit];
  with_.resize(begins_.back());
  std::vector<std::size_t> at(begins_.begin(), begins_.end() - 1);
  for (std::uint32_t clause = 0; clause < formula_.clauses.size(); clause++) {
    for (const Lit lit : formula_.clauses[clause]) with_[at[lit]++] = clause;
    meter.work(formula_.clauses[clause].size());
  }
  for (std::size_t clause = 0; clause < formula_.clauses.size() && !lost_; clause++) settle(clause);
  for (Var var = 0; var < formula_.prefix.variables() && !lost_; var++) take_pure(var);
  propagate(meter);
}

// Unit propagation first, because it can make literals pure.
void Simplifier::propagate(Meter& meter) {
  while (!lost_) {
    if (next_ < queue_.size()) {
      const Lit lit = queue_[next_++];
      values_[variable(lit)] = is_negative(lit) ? -1 : 1;
      for (std::size_t at = begins_[lit]; at < begins_[lit + 1]; at++) satisfy(with_[at], lit);
      const Lit off = negated(lit);
      for (std::size_t at = begins_[off]; at < begins_[off + 1] && !lost_; at++) shorten(with_[at], off);
      meter.work(begins_[lit + 1] - begins_[lit] + begins_[off + 1] - begins_[off] + 1);
    } else if (!maybe_pure_.empty()) {
      const Var var = maybe_pure_.back();
      maybe_pure_.pop_back();
      take_pure(var);
      meter.work(1);
    } else {
      return;
    }
  }
}

void Simplifier::set(Lit lit) {
  INVARIANT(!waiting(variable(lit)) && values_[variable(lit)] == 0);
  times_[variable(lit)] = static_cast<std::uint32_t>(queue_.size());
  queue_.push_back(lit);
}

// A pure existential literal becomes true, a pure universal one false. Variables that do not occur may have
// any value.
void Simplifier::take_pure(Var var) {
  if (waiting(var) || (counts_[positive(var)] > 0 && counts_[negated(positive(var))] > 0)) return;
  const bool occurs_positively = counts_[positive(var)] > 0;
  set(literal(var, occurs_positively == formula_.prefix.is_universal(var)));
}

void Simplifier::vanish(Lit lit) {
  INVARIANT(counts_[lit] > 0);
  if (--counts_[lit] == 0 && !waiting(variable(lit))) maybe_pure_.push_back(variable(lit));
}

// This literal of the clause has become true. Ignored if universal reduction has removed it.
void Simplifier::satisfy(std::size_t clause, Lit lit) {
  State& state = states_[clause];
  if (state.satisfied || !counts(clause, lit)) return;
  state.satisfied = true;
  clauses_left_--;
  for (std::size_t at = 0; at < state.end; at++) vanish(formula_.clauses[clause][at]);
}

void Simplifier::shorten(std::size_t clause, Lit lit) {
  State& state = states_[clause];
  if (state.satisfied || !counts(clause, lit)) return;
  INVARIANT(state.open > 0);
  state.open--;
  settle(clause);
}

// Universal reduction; the remaining clause may be unit or empty.
void Simplifier::settle(std::size_t clause) {
  State& state = states_[clause];
  const Clause& lits = formula_.clauses[clause];
  const std::uint32_t before = state.end;
  bool reduced = false;
  while (state.end > 0) {
    const Lit last = lits[state.end - 1];
    const bool open = value(last) == 0;
    if (open && !formula_.prefix.is_universal(variable(last))) break;
    state.open -= open;
    reduced |= open;
    state.end--;
    vanish(last);
  }
  if (reduced)
    reductions_.push_back(
        {static_cast<std::uint32_t>(clause), state.end, before, static_cast<std::uint32_t>(next_)});
  if (state.open == 0)
    lost_ = true;
  else if (state.open == 1 && !waiting(variable(lits[state.end - 1])))
    set(lits[state.end - 1]);
}

std::vector<Lit> Simplifier::open_then(const Reduction& reduction, std::size_t begin, std::size_t end) const {
  std::vector<Lit> open;
  for (std::size_t at = begin; at < end; at++) {
    const Lit lit = formula_.clauses[reduction.clause][at];
    if (times_[variable(lit)] >= reduction.time) open.push_back(lit);
  }
  return open;
}

Formula Simplifier::rest() const {
  Formula rest;
  std::vector<Var> renamed(formula_.prefix.variables(), no_var);
  for (Var var = 0; var < formula_.prefix.variables(); var++) {
    if (values_[var] != 0) continue;
    renamed[var] = rest.prefix.variables();
    rest.prefix.append(formula_.prefix.is_universal(var));
    rest.names.push_back(formula_.names[var]);
    rest.origin.push_back(formula_.origin[var]);
  }
  for (std::size_t clause = 0; clause < states_.size(); clause++) {
    if (states_[clause].satisfied) continue;
    Clause lits;
    for (std::size_t at = 0; at < states_[clause].end; at++) {
      const Lit lit = formula_.clauses[clause][at];
      if (value(lit) == 0) lits.push_back(literal(renamed[variable(lit)], is_negative(lit)));
    }
    // Universally reduced, and units are propagated.
    INVARIANT(lits.size() > 1 && !rest.prefix.is_universal(variable(lits.back())));
    INVARIANT(lits.size() == states_[clause].open && std::ranges::is_sorted(lits));
    rest.clauses.push_back(std::move(lits));
  }
  return rest;
}

std::size_t Simplifier::bytes() const {
  const auto of = [](const auto&... vectors) { return ((vectors.capacity() * sizeof(vectors[0])) + ...); };
  return formula_.bytes() +
         of(states_, counts_, begins_, with_, values_, queue_, times_, maybe_pure_, reductions_);
}

}  // namespace satplay::quantified
