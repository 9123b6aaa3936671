#include "search.hpp"

#include <algorithm>
#include <stdexcept>

#include "../invariant.hpp"

namespace satplay::counting {

namespace {

constexpr std::size_t learned_at_first = 4000;
constexpr std::int64_t decisions_between_decays = 512;
constexpr int conflicts_between_restarts = 50;
constexpr std::size_t most_probing = 5'000'000;  // effort of failed literal probing, in propagations

}  // namespace

Search::Search(const Problem& problem, Meter& meter)
    : meter_(meter),
      watches_(2 * std::size_t{problem.variables}),
      values_(2 * std::size_t{problem.variables}),
      levels_(problem.variables),
      reasons_(problem.variables, none),
      phases_(problem.variables),
      tried_(problem.variables),
      seen_(problem.variables),
      activities_(problem.variables),
      most_learned_(learned_at_first) {
  for (const auto& clause : problem.clauses) {
    meter_.work(1 + clause.size());
    meter_.rest();
    add(clause, 0);
  }
  learned_begin_ = static_cast<Ref>(arena_.size());
}

std::size_t Search::bytes() const {
  std::size_t sum = arena_.capacity() * sizeof(arena_[0]) + levels_.size() * 40;
  for (const auto& list : watches_) sum += sizeof list + list.capacity() * sizeof(Watch);
  return sum;
}

Search::Ref Search::add(std::span<const Lit> lits, std::uint32_t glue) {
  if (arena_.size() + header + lits.size() >= none) throw std::bad_alloc();
  const auto clause = static_cast<Ref>(arena_.size());
  arena_.push_back(static_cast<std::uint32_t>(lits.size()));
  arena_.push_back(glue);
  arena_.insert(arena_.end(), lits.begin(), lits.end());
  if (lits.size() > 1) {  // a unit clause is only a reason and needs no watches
    watches_[lits[0]].push_back({clause, lits[1]});
    watches_[lits[1]].push_back({clause, lits[0]});
  }
  return clause;
}

void Search::assign(Lit lit, Ref reason) {
  INVARIANT(values_[lit] == 0 && values_[negated(lit)] == 0);
  INVARIANT(reason == none || lits(reason)[0] == lit);
  values_[lit] = 1;
  values_[negated(lit)] = -1;
  levels_[variable(lit)] = level();
  reasons_[variable(lit)] = reason;
  trail_.push_back(lit);
}

void Search::decide(Lit lit) {
  level_starts_.push_back(static_cast<std::uint32_t>(trail_.size()));
  assign(lit, none);
}

// Unit propagation with two watched literals. Returns the falsified clause, or none.
Search::Ref Search::propagate() {
  while (propagated_ < trail_.size()) {
    const Lit falsified = negated(trail_[propagated_++]);
    ++meter_.statistics.propagations;
    auto& list = watches_[falsified];
    meter_.work(1 + list.size());
    auto remaining = list.begin();
    for (auto watch = list.begin(); watch != list.end(); ++watch) {
      if (values_[watch->blocker] > 0) {
        *remaining++ = *watch;
        continue;
      }
      const Ref ref = watch->clause;
      const auto clause = lits(ref);
      if (clause[0] == falsified) std::swap(clause[0], clause[1]);
      const Lit first = clause[0];
      const auto other = values_[first] > 0 ? clause.end()
                                            : std::find_if(clause.begin() + 2, clause.end(),
                                                           [&](Lit lit) { return values_[lit] >= 0; });
      if (other != clause.end()) {
        std::swap(clause[1], *other);
        watches_[clause[1]].push_back({ref, first});
        continue;
      }
      *remaining++ = {ref, first};
      if (values_[first] > 0) continue;
      if (values_[first] < 0) {
        remaining = std::copy(watch + 1, list.end(), remaining);
        list.erase(remaining, list.end());
        return ref;
      }
      assign(first, ref);
    }
    list.erase(remaining, list.end());
  }
  return none;
}

void Search::backtrack(std::uint32_t to) {
  if (to < level()) {
    for (std::size_t i = level_starts_[to]; i < trail_.size(); ++i) {
      const Lit lit = trail_[i];
      tried_[variable(lit)] = !is_negative(lit);
      values_[lit] = values_[negated(lit)] = 0;
    }
    trail_.resize(level_starts_[to]);
    level_starts_.resize(to);
    propagated_ = std::min(propagated_, trail_.size());
  }
  std::erase_if(out_of_order_, [&](const OutOfOrder& implied) { return implied.level > to; });
  for (const OutOfOrder& implied : out_of_order_)
    if (const Lit lit = lits(implied.clause)[0]; values_[lit] == 0) assign(lit, implied.clause);
}

void Search::retreat(std::uint32_t to) {
  backtrack(to);
  if (propagate() != none) throw std::logic_error("a satisfiable component has a conflict");
}

// Failed literal probing (Freeman 1995): a literal that leads to a conflict is false.
bool Search::probe() {
  while (next_to_probe_ < values_.size() && spent_on_probing_ < most_probing) {
    meter_.progress();
    const Lit lit = next_to_probe_++;
    if (values_[lit] != 0) continue;
    const std::size_t before = trail_.size();
    decide(lit);
    const Ref conflict = propagate();
    spent_on_probing_ += trail_.size() - before;
    if (conflict != none) {
      learn(conflict, 0);
      if (propagate() != none) return false;
    } else {
      backtrack(0);
    }
  }
  return true;
}

bool Search::assume(Lit lit) {
  // If conflicts are rare, activities are misleading outside the part of the search they come from.
  if (++meter_.statistics.decisions % decisions_between_decays == 0) decay();
  decide(lit);
  const Ref conflict = propagate();
  if (conflict == none) return true;
  learn(conflict, level());
  return false;
}

bool Search::satisfiable(std::span<const Var> vars) {
  const std::uint32_t base = level();
  try {
    return satisfy(vars);
  } catch (const Stopped&) {
    backtrack(base);
    throw;
  }
}

bool Search::satisfy(std::span<const Var> vars) {
  ++meter_.statistics.checks;
  const std::uint32_t base = level();
  order_.assign(vars.begin(), vars.end());
  std::size_t next = 0;
  int conflicts = 0;
  for (;;) {
    if (const Ref conflict = propagate(); conflict != none) {
      const bool refuted = level() == base;
      learn(conflict, base);
      if (refuted) return false;
      meter_.progress();
      next = 0;
      if (conflicts++ % conflicts_between_restarts == 0) {
        backtrack(base);
        std::sort(order_.begin(), order_.end(),
                  [&](Var a, Var b) { return activities_[a] > activities_[b]; });
      }
      continue;
    }
    while (next < order_.size() && !is_open(order_[next])) ++next;
    if (next == order_.size()) break;
    meter_.rest();
    decide(literal(order_[next], !tried_[order_[next]]));
  }
  INVARIANT(propagated_ == trail_.size());
  for (const Var var : vars) phases_[var] = values_[positive(var)] > 0;
  backtrack(base);
  if (const Ref conflict = propagate(); conflict != none) {  // a sibling component has no model
    learn(conflict, base);
    return false;
  }
  return true;
}

}  // namespace satplay::counting
