// First-UIP clause learning (Zhang, Madigan, Moskewicz & Malik 2001), within the levels of one check.
#include <algorithm>

#include "../invariant.hpp"
#include "search.hpp"

namespace satplay::counting {

namespace {

constexpr std::int64_t conflicts_between_decays = 128;
constexpr std::uint32_t glue_to_keep = 2;
constexpr std::size_t learned_more_each_time = 500;

}  // namespace

// Learns from a conflict and backtracks, but never below the level `lowest`, at which the check started. A
// conflict at that level itself refutes the check: then nothing is undone.
void Search::learn(Ref conflict, std::uint32_t lowest) {
  ++meter_.statistics.conflicts;
  if (level() == 0) return;
  const bool refuted = level() == lowest;
  const std::uint32_t back = analyze(conflict);
  INVARIANT(std::ranges::all_of(clause_, [&](Lit lit) { return values_[lit] < 0; }));
  INVARIANT(levels_[variable(clause_[0])] == level() && back < level());
  const Ref clause = add(clause_, glue());
  ++learned_count_;
  ++meter_.statistics.learned;
  if (meter_.statistics.conflicts % conflicts_between_decays == 0) decay();
  if (refuted || back < lowest) out_of_order_.push_back({clause, back});
  if (!refuted) {
    backtrack(std::max(back, lowest));
    if (values_[clause_[0]] == 0) assign(clause_[0], clause);
  }
  if (learned_count_ > most_learned_) forget();
}

// Derives the learned clause in clause_: first the asserted literal, then one of the backtrack level. Returns
// that level.
std::uint32_t Search::analyze(Ref conflict) {
  clause_.assign(1, no_lit);
  std::size_t open = 0, at = trail_.size();
  Ref reason = conflict;
  do {
    const auto used = lits(reason);
    for (std::size_t i = reason == conflict ? 0 : 1; i < used.size(); ++i) {
      const Var var = variable(used[i]);
      if (seen_[var] || levels_[var] == 0) continue;
      seen_[var] = 1;
      activities_[var] += 1;
      if (levels_[var] == level())
        ++open;
      else
        clause_.push_back(used[i]);
    }
    do --at;
    while (!seen_[variable(trail_[at])]);
    clause_[0] = negated(trail_[at]);
    reason = reasons_[variable(trail_[at])];
    seen_[variable(trail_[at])] = 0;
  } while (--open > 0);

  const std::vector<Lit> all(clause_.begin() + 1, clause_.end());
  clause_.erase(
      std::remove_if(clause_.begin() + 1, clause_.end(), [&](Lit lit) { return implied_by_others(lit); }),
      clause_.end());
  for (const Lit lit : all) seen_[variable(lit)] = 0;
  INVARIANT(std::ranges::find(seen_, 1) == seen_.end());
  if (clause_.size() == 1) return 0;
  std::iter_swap(clause_.begin() + 1, std::max_element(clause_.begin() + 1, clause_.end(), [&](Lit a, Lit b) {
                   return levels_[variable(a)] < levels_[variable(b)];
                 }));
  return levels_[variable(clause_[1])];
}

// Local minimisation (Beame, Kautz & Sabharwal 2004): whether the reason of the literal adds no new literal.
bool Search::implied_by_others(Lit lit) {
  const Ref reason = reasons_[variable(lit)];
  if (reason == none) return false;
  const auto used = lits(reason).subspan(1);
  return std::all_of(used.begin(), used.end(),
                     [&](Lit other) { return seen_[variable(other)] || levels_[variable(other)] == 0; });
}

// Activities decay with time (VSIDS: Moskewicz et al. 2001).
void Search::decay() {
  for (double& activity : activities_) activity /= 2;
}

// The number of levels in the clause (LBD: Audemard & Simon 2009): the fewer the better.
std::uint32_t Search::glue() {
  glue_levels_.clear();
  for (const Lit lit : clause_) glue_levels_.push_back(levels_[variable(lit)]);
  std::sort(glue_levels_.begin(), glue_levels_.end());
  return static_cast<std::uint32_t>(std::unique(glue_levels_.begin(), glue_levels_.end()) -
                                    glue_levels_.begin());
}

// Deletes the worse half of the learned clauses, except reasons and clauses that will be reasons again.
void Search::forget() {
  std::vector<std::uint8_t> needed(arena_.size() - learned_begin_);
  const auto keep = [&](Ref clause) {
    if (clause != none && clause >= learned_begin_) needed[clause - learned_begin_] = 1;
  };
  for (const Lit lit : trail_) keep(reasons_[variable(lit)]);
  for (const OutOfOrder& implied : out_of_order_) keep(implied.clause);
  std::vector<Ref> candidates;
  for (Ref clause = learned_begin_; clause < arena_.size();
       clause += static_cast<Ref>(header) + arena_[clause])
    if (!needed[clause - learned_begin_] && arena_[clause + 1] > glue_to_keep && arena_[clause] > 2)
      candidates.push_back(clause);
  meter_.work(learned_count_);
  const auto middle = candidates.begin() + static_cast<std::ptrdiff_t>(candidates.size() / 2);
  std::nth_element(candidates.begin(), middle, candidates.end(), [&](Ref a, Ref b) {
    return arena_[a + 1] != arena_[b + 1] ? arena_[a + 1] > arena_[b + 1] : a < b;  // older ones first
  });
  for (auto clause = candidates.begin(); clause != middle; ++clause) arena_[*clause + 1] = forgotten;
  compact();
  most_learned_ += learned_more_each_time;
}

// Compacts the learned clauses; until all are moved, the old header of each has its new position.
void Search::compact() {
  std::vector<std::uint32_t> left(arena_.begin(), arena_.begin() + learned_begin_);
  learned_count_ = 0;
  for (Ref clause = learned_begin_; clause < arena_.size();) {
    const std::size_t size = header + arena_[clause];
    if (arena_[clause + 1] != forgotten) {
      const auto moved = static_cast<Ref>(left.size());
      const auto first = arena_.begin() + clause;
      left.insert(left.end(), first, first + static_cast<std::ptrdiff_t>(size));
      arena_[clause + 1] = moved;
      ++learned_count_;
    }
    clause += static_cast<Ref>(size);
  }
  const auto moved = [&](Ref clause) {
    return clause == none || clause < learned_begin_ ? clause : arena_[clause + 1];
  };
  for (auto& list : watches_) {
    std::erase_if(list, [&](const Watch& watch) { return moved(watch.clause) == forgotten; });
    for (Watch& watch : list) watch.clause = moved(watch.clause);
  }
  for (const Lit lit : trail_) reasons_[variable(lit)] = moved(reasons_[variable(lit)]);
  for (OutOfOrder& implied : out_of_order_) implied.clause = moved(implied.clause);
  arena_ = std::move(left);
  INVARIANT(std::ranges::all_of(trail_, [&](Lit lit) {
    return reasons_[variable(lit)] == none || lits(reasons_[variable(lit)])[0] == lit;
  }));
}

}  // namespace satplay::counting
