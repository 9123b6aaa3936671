// Subsumption and self-subsuming resolution with signatures (Eén & Biere 2005). Forward: clauses are taken
// from short to long, and each is compared with earlier ones, which are connected at one literal each
// (Bayardo & Panda 2011): the rarest. Given clauses and the learned ones that are likely to stay take part,
// but only if they share variables with a clause that is new since the last round.
#include <algorithm>

#include "simplify.hpp"

namespace satplay {

namespace {

constexpr std::uint32_t longest_compared = 100;  // longer clauses are not compared
constexpr std::size_t most_connected = 1000;     // at one literal

std::uint64_t signature_of(Lits lits) {
  std::uint64_t signature = 0;
  for (const Lit lit : lits) signature |= std::uint64_t{1} << (variable(lit) & 63u);
  return signature;
}

}  // namespace

// Clauses that may be subsumed or subsume, short ones first; marks the variables of new clauses as fresh.
std::vector<Subsumption::Candidate> Subsumption::candidates(std::vector<std::uint8_t>& fresh) {
  std::vector<std::vector<Candidate>> by_size(longest_compared + 1);
  const std::uint32_t tier2 = solver_.learned_.tier2();
  for (const std::vector<Ref>* list : {&solver_.given_, &solver_.learned_.refs}) {
    for (const Ref ref : *list) {
      Clause& clause = arena_[ref];
      if (clause.garbage || clause.size > longest_compared) continue;
      if (clause.learned && clause.size > 2 && clause.glue > tier2) continue;
      by_size[clause.size].push_back({ref, signature_of(clause.lits())});
      if (clause.compared) continue;
      clause.compared = 1;
      for (const Lit lit : clause.lits()) fresh[variable(lit)] = 1;
    }
  }
  std::vector<Candidate> candidates;
  for (const std::vector<Candidate>& list : by_size)
    candidates.insert(candidates.end(), list.begin(), list.end());
  return candidates;
}

void Subsumption::run(std::int64_t effort) {
  const std::int64_t until = solver_.work_.ticks + effort;
  std::vector<std::uint8_t> fresh(solver_.variables(), 0);
  std::vector<Candidate> candidates = this->candidates(fresh);
  occurrences_.assign(trail_.literals(), 0);
  for (const Candidate& one : candidates) {
    for (const Lit lit : arena_[one.ref].lits()) occurrences_[lit]++;
  }
  connected_.resize(trail_.literals());
  bool changed = false;
  for (Candidate& one : candidates) {
    if (solver_.work_.ticks >= until || solver_.out_of_limits()) break;
    solver_.work_.ticks++;
    const Lits lits = arena_[one.ref].lits();
    const auto count =
        std::count_if(lits.begin(), lits.end(), [&](Lit lit) { return fresh[variable(lit)] != 0; });
    if (count < 2) continue;
    // A shortened clause is compared again: others may subsume or shorten it now.
    while (reduce(one)) {
      changed = true;
      if (solver_.contradictory_) return;
      if (arena_[one.ref].garbage) break;
    }
    const Clause& clause = arena_[one.ref];
    if (clause.garbage || count < std::ssize(clause.lits())) continue;
    const Lit rarest = *std::min_element(clause.begin(), clause.end(),
                                         [&](Lit a, Lit b) { return occurrences_[a] < occurrences_[b]; });
    if (connected_[rarest].size() < most_connected) connected_[rarest].push_back(one);
  }
  if (!changed) return;
  move_irredundant();
  solver_.rebuild_watches();
  solver_.propagate_root();
}

// Whether the clause was deleted or became shorter.
bool Subsumption::reduce(Candidate& subject) {
  Lit flipped = no_lit;
  const Ref found = find_subsuming(subject, flipped);
  if (found == no_ref) return false;
  if (flipped != no_lit) {
    strengthen(subject, found, negated(flipped));
    return true;
  }
  solver_.statistics.subsumed++;
  if (!arena_[subject.ref].learned) arena_[found].learned = 0;  // it replaces a given clause
  solver_.delete_clause(subject.ref);
  return true;
}

// A clause that subsumes the subject, possibly after flipping one literal; no_ref if there is none.
Ref Subsumption::find_subsuming(const Candidate& subject, Lit& flipped) {
  stamped_.clear(trail_.literals());
  for (const Lit lit : arena_[subject.ref].lits()) stamped_.add(lit);
  for (const Lit lit : arena_[subject.ref].lits()) {
    for (const Lit at : {lit, negated(lit)}) {
      solver_.work_.ticks += 1 + static_cast<std::int64_t>(connected_[at].size() / 4);
      for (const Candidate& one : connected_[at]) {
        if (one.signature & ~subject.signature) continue;
        solver_.work_.ticks++;
        if (!arena_[one.ref].garbage && subsumes(one.ref, flipped)) return one.ref;
      }
    }
  }
  return no_ref;
}

// Whether all literals of the clause are stamped, or all but one whose negation is.
bool Subsumption::subsumes(Ref ref, Lit& flipped) const {
  flipped = no_lit;
  for (const Lit lit : arena_[ref].lits()) {
    if (stamped_.has(lit)) continue;
    if (!stamped_.has(negated(lit)) || flipped != no_lit) {
      flipped = no_lit;
      return false;
    }
    flipped = lit;
  }
  return true;
}

// Replaces the subject by its resolvent with another clause, which lacks one literal of the subject.
void Subsumption::strengthen(Candidate& subject, Ref by, Lit dropped_lit) {
  solver_.statistics.subsume_strengthened++;
  derived_.clear();
  for (const Lit lit : arena_[subject.ref].lits()) {
    if (lit != dropped_lit) derived_.push_back(lit);
  }
  INVARIANT(derived_.size() + 1 == arena_[subject.ref].size);
  const ClauseId id = solver_.next_id();
  const ClauseId hints[] = {arena_.id(by), arena_.id(subject.ref)};
  solver_.proof_.add(id, derived_, hints);
  const Clause old = arena_[subject.ref];
  solver_.delete_clause(subject.ref);
  if (derived_.size() == 1) {
    solver_.assert_unit(derived_[0], id);
    return;
  }
  const std::uint32_t glue = std::min<std::uint32_t>(old.glue, static_cast<std::uint32_t>(derived_.size()));
  subject = {arena_.add(derived_, old.learned, glue, id), signature_of(derived_)};
  if (old.learned)
    solver_.learned_.add(arena_, subject.ref, old.used);
  else
    solver_.given_.push_back(subject.ref);
}

// Learned clauses that replaced given ones are listed among the given ones from now on.
void Subsumption::move_irredundant() {
  std::vector<Ref>& learned = solver_.learned_.refs;
  const auto moved = std::stable_partition(learned.begin(), learned.end(),
                                           [&](Ref ref) { return arena_[ref].learned != 0; });
  solver_.given_.insert(solver_.given_.end(), moved, learned.end());
  learned.erase(moved, learned.end());
}

}  // namespace satplay
