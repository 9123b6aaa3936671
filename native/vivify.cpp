// Vivification (Piette, Hamadi & Saïs 2008): assume the literals of a clause false one after the other. If
// propagation contradicts that early, or makes another of its literals true or false, a shorter clause
// follows. Among learned clauses only the ones likely to stay are tried (Li, Luo, Xiao, Manyà & Lü 2017).
// Literals that occur often are assumed first and clauses are taken in lexicographic order, so that
// consecutive clauses share decisions and their propagations (Biere, CaDiCaL 2017).
#include <algorithm>

#include "simplify.hpp"

namespace satplay {

namespace {
constexpr std::int64_t ticks_per_candidate = 20;  // at least: no more candidates than that are sorted
}

void Vivifier::run(std::int64_t effort) {
  occurrences_.assign(trail_.literals(), 0);
  for (const std::vector<Ref>* list : {&solver_.given_, &solver_.learned_.refs}) {
    for (const Ref ref : *list) {
      for (const Lit lit : arena_[ref].lits()) occurrences_[lit]++;
    }
  }
  const std::int64_t from = solver_.work_.ticks;
  const std::uint32_t tier1 = solver_.learned_.tier1();
  const std::uint32_t tier2 = std::max(tier1, solver_.learned_.tier2());
  run_on(true, tier1 + 1, tier2, from + effort / 2);
  run_on(true, 0, tier1, from + 3 * effort / 4);
  run_on(false, 0, UINT32_MAX, from + effort);
  solver_.backtrack(0);
}

void Vivifier::run_on(bool learned, std::uint32_t least_glue, std::uint32_t most_glue, std::int64_t until) {
  if (solver_.contradictory_ || solver_.stopped() != Stop::none || solver_.work_.ticks >= until) return;
  solver_.backtrack(0);
  const auto most = static_cast<std::size_t>((until - solver_.work_.ticks) / ticks_per_candidate + 1);
  for (const Candidate& candidate : candidates(learned, least_glue, most_glue, most)) {
    if (solver_.work_.ticks >= until || solver_.out_of_limits()) break;
    vivify(candidate.ref, Lits(orders_).subspan(candidate.begin, candidate.end - candidate.begin));
    if (solver_.contradictory_) return;
  }
}

// Clauses that have not been tried yet; if there are none all are tried again, because clauses learned since
// may help.
std::vector<Vivifier::Candidate> Vivifier::candidates(bool learned, std::uint32_t least_glue,
                                                      std::uint32_t most_glue, std::size_t most) {
  std::vector<Candidate> candidates;
  orders_.clear();
  for (const bool again : {false, true}) {
    if (again && !candidates.empty()) break;
    for (const Ref ref : learned ? solver_.learned_.refs : solver_.given_) {
      Clause& clause = arena_[ref];
      if (clause.garbage || clause.size <= 2 || clause.glue < least_glue || clause.glue > most_glue) continue;
      if (again) clause.vivified = 0;
      if (clause.vivified || candidates.size() >= most) continue;
      const auto begin = static_cast<std::uint32_t>(orders_.size());
      orders_.insert(orders_.end(), clause.begin(), clause.end());
      candidates.push_back({ref, begin, static_cast<std::uint32_t>(orders_.size())});
    }
  }
  const auto before = [&](Lit a, Lit b) { return sooner(a, b); };
  for (const Candidate& candidate : candidates)
    std::sort(orders_.begin() + candidate.begin, orders_.begin() + candidate.end, before);
  std::stable_sort(candidates.begin(), candidates.end(), [&](const Candidate& a, const Candidate& b) {
    return std::lexicographical_compare(orders_.begin() + a.begin, orders_.begin() + a.end,
                                        orders_.begin() + b.begin, orders_.begin() + b.end, before);
  });
  return candidates;
}

void Vivifier::vivify(Ref ref, Lits order) {
  solver_.statistics.vivify_checked++;
  arena_[ref].vivified = 1;
  solver_.work_.ticks += 2;
  if (std::any_of(order.begin(), order.end(), [&](Lit lit) { return trail_.root_value(lit) > 0; })) return;

  backtrack_to_shared(ref, order);
  solver_.work_.ticks += static_cast<std::int64_t>(solver_.watches_.remove(ref, arena_[ref]));
  Outcome outcome = try_false(order);
  derive(ref, outcome);
  solver_.work_.ticks += static_cast<std::int64_t>(analysis_.hints.reasons());
  if (derived_.size() < order.size()) {
    shorten(ref, outcome);
    return;
  }
  analysis_.clear();
  const bool refuted = outcome.conflict != no_ref, implied = outcome.implied != no_lit;
  const std::uint32_t below = refuted ? trail_.level() - 1 : trail_.level();
  // It follows by propagation from clauses that stay at least as long as it does.
  const bool superfluous =
      implied ? arena_[ref].learned || !outcome.by_learned : refuted && !outcome.by_learned;
  if (superfluous) {
    solver_.statistics.vivify_dropped++;
    solver_.backtrack(below);
    solver_.delete_clause(ref);
  } else {
    watch_again(ref, below);
  }
}

// Keeps the decisions that the clause shares with the previous one, unless the clause itself implied
// something below them.
void Vivifier::backtrack_to_shared(Ref ref, Lits order) {
  std::uint32_t shared = 0;
  for (const Lit lit : order) {
    if (shared == trail_.level()) break;
    if (trail_.decision(shared + 1) == negated(lit))
      shared++;
    else if (trail_.value(lit) == 0 || trail_.level_of(lit) > shared)
      break;
  }
  for (const Lit lit : order) {
    if (trail_.value(lit) > 0 && trail_.reason_of(lit) == ref)
      shared = std::min(shared, trail_.level_of(lit) - 1);
  }
  solver_.backtrack(shared);
}

Vivifier::Outcome Vivifier::try_false(Lits order) {
  Outcome outcome;
  for (const Lit lit : order) {
    if (trail_.value(lit) > 0) {
      outcome.implied = lit;
      break;
    }
    if (trail_.value(lit) < 0) continue;
    solver_.decide(negated(lit));
    outcome.conflict = solver_.propagate();
    if (outcome.conflict != no_ref) break;
  }
  return outcome;
}

// The clause that follows from the outcome, of negated decisions and the implied literal.
void Vivifier::derive(Ref ref, Outcome& outcome) {
  derived_.clear();
  if (outcome.conflict != no_ref) {
    solver_.explain_clause(outcome.conflict, no_lit);
    outcome.by_learned = arena_[outcome.conflict].learned;
  } else if (outcome.implied != no_lit) {
    const Ref reason = trail_.reason_of(outcome.implied);
    derived_.push_back(outcome.implied);
    analysis_.hints.add_reason(variable(outcome.implied));
    solver_.explain_clause(reason, outcome.implied);
    outcome.by_learned = arena_[reason].learned;
  } else {
    solver_.explain_clause(ref, no_lit);
  }
  outcome.by_learned |= explain_by_decisions();
}

// Goes back from the marked variables to the decisions that they follow from, whose negations are appended to
// the derived clause. Returns whether a learned clause was used.
bool Vivifier::explain_by_decisions() {
  bool by_learned = false;
  for (std::size_t at = trail_.size(); at > trail_.root_size(); at--) {
    const Lit lit = trail_.at(at - 1);
    if (!analysis_.has(variable(lit), seen)) continue;
    const Ref reason = trail_.reason_of(lit);
    if (reason == no_ref) {
      derived_.push_back(negated(lit));
    } else {
      analysis_.hints.add_reason(variable(lit));
      by_learned |= arena_[reason].learned;
      solver_.explain_clause(reason, lit);
    }
  }
  return by_learned;
}

// Replaces the clause by the derived one.
void Vivifier::shorten(Ref ref, const Outcome& outcome) {
  solver_.statistics.vivified++;
  const std::uint32_t below = outcome.conflict != no_ref ? trail_.level() - 1 : trail_.level();
  const ClauseId id = solver_.next_id();
  if (proof_.active()) {
    const ClauseId last = outcome.conflict != no_ref  ? arena_.id(outcome.conflict)
                          : outcome.implied != no_lit ? 0
                                                      : arena_.id(ref);
    proof_.add(id, derived_, analysis_.hints.list(proof_, trail_, arena_, last));
  }
  analysis_.clear();
  if (derived_.size() == 1) {
    solver_.backtrack(0);
    solver_.delete_clause(ref);
    solver_.assert_new_unit(derived_[0], id);
    solver_.propagate_root();
    return;
  }
  std::partial_sort(derived_.begin(), derived_.begin() + 2, derived_.end(),
                    [&](Lit a, Lit b) { return trail_.level_of(a) > trail_.level_of(b); });
  solver_.backtrack(std::min(below, trail_.level_of(derived_[1]) - 1));
  solver_.replace(ref, derived_, id);
}

// Watches a clause again, after a backtrack to a level not above `most` where two of its literals are not
// false.
void Vivifier::watch_again(Ref ref, std::uint32_t most) {
  Clause& clause = arena_[ref];
  const auto height = [&](Lit lit) { return trail_.value(lit) == 0 ? UINT32_MAX : trail_.level_of(lit); };
  std::partial_sort(clause.begin(), clause.begin() + 2, clause.end(),
                    [&](Lit a, Lit b) { return height(a) > height(b); });
  const std::uint32_t second = height(clause[1]);
  solver_.backtrack(second == UINT32_MAX ? most : std::min(most, second - 1));
  INVARIANT(trail_.value(clause[0]) == 0 && trail_.value(clause[1]) == 0);
  solver_.watches_.add(ref, clause);
}

}  // namespace satplay
