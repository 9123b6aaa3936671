// Subsumption and self-subsuming resolution with signatures (Eén & Biere 2005). Forward: clauses are taken
// from short to long, and each is compared with those before it, which are connected at one literal each
// (Bayardo & Panda 2011): the rarest. Given clauses and the learned ones that are meant to stay take part,
// and of them only those that can have to do with a clause that is new since the last time.
#include <algorithm>

#include "solver.hpp"

namespace satplay {

namespace {

constexpr std::uint32_t longest_compared = 100;  // clauses beyond this are not compared
constexpr std::size_t most_connected = 1000;     // at one literal

std::uint64_t signature_of(Lits lits) {
  std::uint64_t signature = 0;
  for (const Lit lit : lits) signature |= std::uint64_t{1} << (variable(lit) & 63u);
  return signature;
}

}  // namespace

// Clauses that might be subsumed or subsume, short ones first; counts the variables of new clauses.
std::vector<Solver::Subsumer> Solver::subsume_schedule(std::vector<std::uint8_t>& fresh) {
  std::vector<std::vector<Subsumer>> by_size(longest_compared + 1);
  const auto tier2 = static_cast<std::uint32_t>(options_.tier2);
  for (const std::vector<Ref>* list : {&given_, &learned_}) {
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
  std::vector<Subsumer> schedule;
  for (const std::vector<Subsumer>& list : by_size) schedule.insert(schedule.end(), list.begin(), list.end());
  return schedule;
}

void Solver::subsume(std::int64_t effort) {
  const std::int64_t until = ticks_ + effort;
  std::vector<std::uint8_t> fresh(variables(), 0);
  std::vector<Subsumer> schedule = subsume_schedule(fresh);
  occurrences_.assign(values_.size(), 0);
  for (const Subsumer& one : schedule) {
    for (const Lit lit : arena_[one.ref].lits()) occurrences_[lit]++;
  }
  if (lit_stamp_.size() < values_.size()) lit_stamp_.resize(values_.size(), 0);

  std::vector<std::vector<Subsumer>> connected(values_.size());
  bool changed = false;
  for (Subsumer& one : schedule) {
    if (ticks_ >= until || out_of_limits()) break;
    ticks_++;
    const Lits lits = arena_[one.ref].lits();
    const auto count =
        std::count_if(lits.begin(), lits.end(), [&](Lit lit) { return fresh[variable(lit)] != 0; });
    if (count < 2) continue;
    // Shortened clauses are compared again: others may subsume or shorten them now.
    while (subsume_clause(one, connected)) {
      changed = true;
      if (contradictory_) return;
      if (arena_[one.ref].garbage) break;
    }
    const Clause& clause = arena_[one.ref];
    if (clause.garbage || count < std::ssize(clause.lits())) continue;
    const Lit rarest = *std::min_element(clause.begin(), clause.end(),
                                         [&](Lit a, Lit b) { return occurrences_[a] < occurrences_[b]; });
    if (connected[rarest].size() < most_connected) connected[rarest].push_back(one);
  }
  if (!changed) return;
  make_given();
  rebuild_watches();
  propagate_root();
}

// Whether the clause is gone or has become shorter.
bool Solver::subsume_clause(Subsumer& subject, const std::vector<std::vector<Subsumer>>& connected) {
  ++level_stamp_;
  for (const Lit lit : arena_[subject.ref].lits()) lit_stamp_[lit] = level_stamp_;
  Ref found = no_ref;
  Lit flipped = no_lit;
  for (const Lit lit : arena_[subject.ref].lits()) {
    for (const Lit at : {lit, negated(lit)}) {
      ticks_ += 1 + static_cast<std::int64_t>(connected[at].size() / 4);
      for (const Subsumer& one : connected[at]) {
        if (one.signature & ~subject.signature) continue;
        ticks_++;
        if (arena_[one.ref].garbage || !subsumes(one.ref, flipped)) continue;
        found = one.ref;
        break;
      }
      if (found != no_ref) break;
    }
    if (found != no_ref) break;
  }
  if (found == no_ref) return false;
  if (flipped == no_lit) {
    statistics.subsumed++;
    if (!arena_[subject.ref].learned) arena_[found].learned = 0;  // takes over what it stands for
    forget(subject.ref);
    return true;
  }
  statistics.subsume_strengthened++;
  lesson_.clear();
  for (const Lit lit : arena_[subject.ref].lits()) {
    if (lit != negated(flipped)) lesson_.push_back(lit);
  }
  const ClauseId id = next_id();
  const ClauseId hints[] = {arena_.id(found), arena_.id(subject.ref)};
  prove_added(id, lesson_, hints);
  if (lesson_.size() == 1) {
    forget(subject.ref);
    take_unit(lesson_[0], id);
    return true;
  }
  const bool learned = arena_[subject.ref].learned;
  const std::uint32_t glue =
      std::min<std::uint32_t>(arena_[subject.ref].glue, static_cast<std::uint32_t>(lesson_.size()));
  const std::uint32_t used = arena_[subject.ref].used;
  forget(subject.ref);
  subject = {arena_.add(lesson_, learned, glue, id), signature_of(lesson_)};
  arena_[subject.ref].used = used & 3u;
  (learned ? learned_ : given_).push_back(subject.ref);
  return true;
}

// Whether all literals of the clause are stamped, or all but one whose negation is.
bool Solver::subsumes(Ref ref, Lit& flipped) const {
  flipped = no_lit;
  for (const Lit lit : arena_[ref].lits()) {
    if (lit_stamp_[lit] == level_stamp_) continue;
    if (lit_stamp_[negated(lit)] != level_stamp_ || flipped != no_lit) {
      flipped = no_lit;
      return false;
    }
    flipped = lit;
  }
  return true;
}

// Learned clauses that have taken over what given ones said stand among the given ones from now on.
void Solver::make_given() {
  const auto moved = std::stable_partition(learned_.begin(), learned_.end(),
                                           [&](Ref ref) { return arena_[ref].learned != 0; });
  given_.insert(given_.end(), moved, learned_.end());
  learned_.erase(moved, learned_.end());
}

}  // namespace satplay
