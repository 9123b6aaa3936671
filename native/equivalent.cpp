// Equivalent literals: those that imply each other by binary clauses are the strongly connected components of
// the implication graph (Aspvall, Plass & Tarjan 1979; Tarjan 1972). All but one of each are removed and
// said by that one. The two binary clauses that tie a removed variable to its representative are kept by
// extend.cpp, like the clauses of an eliminated one: a model gets its value from them, and they come back
// when it is named again.
#include <algorithm>

#include "solver.hpp"

namespace satplay {

// Linear in the clauses, and never left half-way: whether it fits in has been seen to before.
void Solver::equivalent(std::int64_t) {
  prepare_removal();
  Equivalence same = components();
  if (same.begins.size() <= 1) return;
  const std::size_t before = removals_.size();
  for (std::uint32_t at = 0; at + 1 < same.begins.size(); at++) {
    represent(at, same);
    if (contradictory_) return;
  }
  std::vector<Removal> gone;
  for (const Lit lit : same.members) {
    if (is_negative(lit)) continue;
    for (const Lit sign : {lit, negated(lit)}) {
      if (same.link[sign] == 0) continue;
      const Lit tie[] = {negated(same.representative[sign]), sign};
      if (eliminable(variable(lit)) && same.representative[sign] != sign) {
        if (sign == lit) gone.push_back({variable(lit), {}});
        save_clause(gone.back(), same.link[sign], tie);
      }
    }
  }
  for (Removal& removal : gone) {
    statistics.substituted++;
    remove_variable(std::move(removal));
  }
  if (removals_.size() != before) {
    substitute(given_, same);
    substitute(learned_, same);
  }
  // Ties to what stays were needed on the way only.
  for (const Lit lit : same.members) {
    if (same.link[lit] == 0 || removed(variable(lit))) continue;
    const Lit tie[] = {negated(same.representative[lit]), lit};
    prove_removed(same.link[lit], tie);
  }
  if (contradictory_ || removals_.size() == before) return;
  rebuild_watches();
  propagate_root();
}

// Tarjan's algorithm without recursion. A literal implies the other literals of the binary clauses that have
// its negation.
Solver::Equivalence Solver::components() {
  struct Frame {
    Lit lit;
    std::size_t next;
  };
  constexpr std::uint32_t done = UINT32_MAX;
  Equivalence same;
  same.component_of.assign(values_.size(), 0);
  std::vector<std::uint32_t> lowest(values_.size(), 0);  // 0: not yet seen
  std::vector<Lit> open;
  std::vector<Frame> frames;
  std::uint32_t count = 0;
  for (Lit root = 0; root < values_.size(); root++) {
    if (lowest[root] != 0 || values_[root] != 0 || removed(variable(root))) continue;
    std::vector<std::uint32_t> first;  // by frame: when its literal was seen
    frames.push_back({root, 0});
    while (!frames.empty()) {
      const Lit lit = frames.back().lit;
      if (frames.back().next == 0) {
        lowest[lit] = ++count;
        first.push_back(count);
        open.push_back(lit);
      }
      const std::vector<Watch>& list = watches_[negated(lit)];
      bool deeper = false;
      while (frames.back().next < list.size()) {
        const Watch watch = list[frames.back().next++];
        if (!watch.binary() || values_[watch.blocker] != 0) continue;
        if (lowest[watch.blocker] == 0) {
          frames.push_back({watch.blocker, 0});
          deeper = true;
          break;
        }
        if (lowest[watch.blocker] != done) lowest[lit] = std::min(lowest[lit], lowest[watch.blocker]);
      }
      if (deeper) continue;
      ticks_ += 1 + static_cast<std::int64_t>(list.size() / 8);
      const std::uint32_t seen_at = first.back();
      const std::uint32_t low = lowest[lit];
      frames.pop_back();
      first.pop_back();
      if (!frames.empty()) lowest[frames.back().lit] = std::min(lowest[frames.back().lit], low);
      if (low != seen_at) continue;
      const auto begin = std::find(open.rbegin(), open.rend(), lit).base() - 1;
      if (open.end() - begin > 1) {
        same.begins.push_back(static_cast<std::uint32_t>(same.members.size()));
        for (auto member = begin; member != open.end(); ++member) {
          same.component_of[*member] = static_cast<std::uint32_t>(same.begins.size());
          same.members.push_back(*member);
        }
      }
      for (auto member = begin; member != open.end(); ++member) lowest[*member] = done;
      open.erase(begin, open.end());
    }
  }
  same.begins.push_back(static_cast<std::uint32_t>(same.members.size()));
  same.representative.resize(values_.size());
  for (Lit lit = 0; lit < values_.size(); lit++) same.representative[lit] = lit;
  same.link.assign(values_.size(), 0);
  return same;
}

// Chooses the representative of a component and of its mirror image, the component of the negations: one that
// must stay, if there is one, else the oldest.
void Solver::represent(std::uint32_t component, Equivalence& same) {
  const std::uint32_t begin = same.begins[component], end = same.begins[component + 1];
  const auto order = [&](Lit lit) { return std::pair(eliminable(variable(lit)), lit); };
  const Lit root = *std::min_element(same.members.begin() + begin, same.members.begin() + end,
                                     [&](Lit a, Lit b) { return order(a) < order(b); });
  const bool refuted = same.component_of[root] == same.component_of[negated(root)];
  if (!refuted && is_negative(root)) return;  // done with its mirror image
  if (!link_component(root, same)) return;
  link_component(negated(root), same);
}

// Derives that the root implies each literal of its component, nearest first, so that two hints are enough.
// False if one of them is its negation: then everything has been refuted.
bool Solver::link_component(Lit root, Equivalence& same) {
  std::vector<Lit> reached{root};
  for (std::size_t at = 0; at < reached.size(); at++) {
    const Lit from = reached[at];
    for (const Watch watch : watches_[negated(from)]) {
      const Lit to = watch.blocker;
      if (!watch.binary() || same.component_of[to] != same.component_of[root]) continue;
      if (to == root || same.link[to] != 0) continue;
      same.representative[to] = root;
      same.link[to] = next_id();
      const ClauseId hints[] = {same.link[from], arena_.id(watch.ref())};
      const Lit tie[] = {negated(root), to};
      const bool refuted = to == negated(root);
      prove_added(same.link[to], Lits(tie, refuted ? 1 : 2), Hints(hints).subspan(from == root ? 1 : 0));
      reached.push_back(to);
      if (!refuted) continue;
      learn_unit(to, same.link[to]);
      propagate_root();  // and the way back contradicts it
      return false;
    }
  }
  return true;
}

// Says every clause by representatives of what has been removed.
void Solver::substitute(std::vector<Ref>& list, const Equivalence& same) {
  if (lit_stamp_.size() < values_.size()) lit_stamp_.resize(values_.size(), 0);
  const std::size_t count = list.size();
  for (std::size_t i = 0; i < count && !contradictory_; i++) {
    const Ref ref = list[i];
    const Lits lits = arena_[ref].lits();
    ticks_++;
    if (arena_[ref].garbage ||
        std::none_of(lits.begin(), lits.end(), [&](Lit lit) { return removed(variable(lit)); }))
      continue;
    lesson_.clear();
    hints_.clear();
    ++level_stamp_;
    bool satisfied = false;
    for (const Lit lit : lits) {
      const bool gone = removed(variable(lit));
      const Lit said = gone ? same.representative[lit] : lit;
      if (gone) hints_.push_back(same.link[negated(lit)]);
      if (lit_stamp_[said] == level_stamp_) continue;
      satisfied |= lit_stamp_[negated(said)] == level_stamp_;
      lit_stamp_[said] = level_stamp_;
      lesson_.push_back(said);
    }
    if (satisfied) {
      forget(ref);
      continue;
    }
    const ClauseId id = next_id();
    hints_.push_back(arena_.id(ref));
    prove_added(id, lesson_, hints_);
    const Clause old = arena_[ref];
    forget(ref);
    if (lesson_.size() == 1) {
      take_unit(lesson_[0], id);
      continue;
    }
    const Ref fresh =
        arena_.add(lesson_, old.learned,
                   std::min<std::uint32_t>(old.glue, static_cast<std::uint32_t>(lesson_.size())), id);
    arena_[fresh].used = old.used;
    list.push_back(fresh);
  }
}

}  // namespace satplay
