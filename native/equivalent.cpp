// Substitutes equivalent literals: literals that imply each other by binary clauses are the strongly
// connected components of the implication graph (Aspvall, Plass & Tarjan 1979; Tarjan 1972). All but one of
// each component are removed and replaced by that one, the representative. The two binary clauses that link a
// removed variable to its representative are kept by removed.hpp, like the clauses of an eliminated one: a
// model takes its value from them, and they are restored when the variable is mentioned again.
#include <algorithm>

#include "simplify.hpp"

namespace satplay {

EquivalentLiterals::EquivalentLiterals(Solver& solver)
    : solver_(solver), trail_(solver.trail_), arena_(solver.arena_), proof_(solver.proof_) {
  const std::size_t literals = trail_.literals();
  component_of_.assign(literals, 0);
  lowest_.assign(literals, 0);
  link_.assign(literals, 0);
  representative_.resize(literals);
  for (Lit lit = 0; lit < literals; lit++) representative_[lit] = lit;
}

// Linear in the clauses, and never interrupted: the caller has compared that with the effort.
void EquivalentLiterals::run() {
  solver_.removed_.grow(solver_.variables());
  find_components();
  if (begins_.size() <= 1) return;
  const std::size_t before = solver_.removed_.count();
  for (std::uint32_t at = 0; at + 1 < begins_.size(); at++) {
    choose_representative(at);
    if (solver_.contradictory_) return;
  }
  remove_represented();
  const bool changed = solver_.removed_.count() != before;
  if (changed) {
    substitute(solver_.given_);
    substitute(solver_.learned_.refs);
  }
  delete_links();
  if (solver_.contradictory_ || !changed) return;
  solver_.rebuild_watches();
  solver_.propagate_root();
}

void EquivalentLiterals::find_components() {
  for (Lit root = 0; root < trail_.literals(); root++) {
    if (lowest_[root] == 0 && trail_.value(root) == 0 && !solver_.removed_.contains(variable(root)))
      visit_component(root);
  }
  begins_.push_back(static_cast<std::uint32_t>(members_.size()));
}

// Tarjan's algorithm without recursion. A literal implies the other literals of the binary clauses that
// contain its negation.
void EquivalentLiterals::visit_component(Lit root) {
  struct Frame {
    Lit lit;
    std::uint32_t number;  // when the literal was visited
    std::size_t next;      // in the watch list of its negation
  };
  std::vector<Frame> frames;
  const auto enter = [&](Lit lit) {
    lowest_[lit] = ++visited_;
    open_.push_back(lit);
    frames.push_back({lit, visited_, 0});
  };
  enter(root);
  while (!frames.empty()) {
    Frame& frame = frames.back();
    const Lit lit = frame.lit;
    const WatchList& list = solver_.watches_[negated(lit)];
    Lit deeper = no_lit;
    while (frame.next < list.size() && deeper == no_lit) {
      const Watch watch = list[frame.next++];
      if (!watch.binary() || trail_.value(watch.blocker) != 0) continue;
      if (lowest_[watch.blocker] == 0)
        deeper = watch.blocker;
      else if (lowest_[watch.blocker] != done)
        lowest_[lit] = std::min(lowest_[lit], lowest_[watch.blocker]);
    }
    if (deeper != no_lit) {
      enter(deeper);
      continue;
    }
    solver_.work_.ticks += 1 + static_cast<std::int64_t>(list.size() / 8);
    const std::uint32_t number = frame.number, low = lowest_[lit];
    frames.pop_back();
    if (!frames.empty()) lowest_[frames.back().lit] = std::min(lowest_[frames.back().lit], low);
    if (low == number) close_component(lit);
  }
}

// The open literals from `root` on are a component.
void EquivalentLiterals::close_component(Lit root) {
  const auto begin = std::find(open_.rbegin(), open_.rend(), root).base() - 1;
  if (open_.end() - begin > 1) {
    begins_.push_back(static_cast<std::uint32_t>(members_.size()));
    for (auto member = begin; member != open_.end(); ++member) {
      component_of_[*member] = static_cast<std::uint32_t>(begins_.size());
      members_.push_back(*member);
    }
  }
  for (auto member = begin; member != open_.end(); ++member) lowest_[*member] = done;
  open_.erase(begin, open_.end());
}

// Chooses the representative of a component and of its mirror image, the component of the negations: one that
// may not be removed, if there is one, else the oldest.
void EquivalentLiterals::choose_representative(std::uint32_t component) {
  const std::uint32_t begin = begins_[component], end = begins_[component + 1];
  const auto order = [&](Lit lit) { return std::pair(solver_.may_remove(variable(lit)), lit); };
  const Lit root = *std::min_element(members_.begin() + begin, members_.begin() + end,
                                     [&](Lit a, Lit b) { return order(a) < order(b); });
  const bool refuted = component_of_[root] == component_of_[negated(root)];
  if (!refuted && is_negative(root)) return;  // done with its mirror image
  if (!link_component(root)) return;
  link_component(negated(root));
}

// Derives that the root implies each literal of its component, the nearest first, so that two hints are
// enough. False if one of them is its negation: then the formula is refuted.
bool EquivalentLiterals::link_component(Lit root) {
  std::vector<Lit> reached{root};
  for (std::size_t at = 0; at < reached.size(); at++) {
    const Lit from = reached[at];
    for (const Watch watch : solver_.watches_[negated(from)]) {
      const Lit to = watch.blocker;
      if (!watch.binary() || component_of_[to] != component_of_[root]) continue;
      if (to == root || link_[to] != 0) continue;
      representative_[to] = root;
      link_[to] = solver_.next_id();
      const ClauseId hints[] = {link_[from], arena_.id(watch.ref())};
      const Lit link[] = {negated(root), to};
      const bool refuted = to == negated(root);
      proof_.add(link_[to], Lits(link, refuted ? 1 : 2), Hints(hints).subspan(from == root ? 1 : 0));
      reached.push_back(to);
      if (!refuted) continue;
      solver_.assert_new_unit(to, link_[to]);
      solver_.propagate_root();  // the path back contradicts it
      return false;
    }
  }
  return true;
}

void EquivalentLiterals::remove_represented() {
  std::vector<Removal> removals;
  for (const Lit lit : members_) {
    if (is_negative(lit)) continue;
    for (const Lit sign : {lit, negated(lit)}) {
      if (link_[sign] == 0 || !solver_.may_remove(variable(lit)) || representative_[sign] == sign) continue;
      const Lit link[] = {negated(representative_[sign]), sign};
      if (sign == lit) removals.push_back({variable(lit), {}});
      INVARIANT(!removals.empty() && removals.back().var == variable(lit));
      removals.back().add(link_[sign], link);
    }
  }
  for (Removal& removal : removals) {
    solver_.statistics.substituted++;
    solver_.remove_variable(std::move(removal));
  }
}

// Replaces removed literals by their representatives, in every clause.
void EquivalentLiterals::substitute(std::vector<Ref>& list) {
  const std::size_t count = list.size();
  for (std::size_t i = 0; i < count && !solver_.contradictory_; i++) {
    solver_.work_.ticks++;
    if (!arena_[list[i]].garbage && solver_.mentions_removed(arena_[list[i]].lits()))
      substitute_clause(list, list[i]);
  }
}

void EquivalentLiterals::substitute_clause(std::vector<Ref>& list, Ref ref) {
  LitSet& stamped = solver_.lit_set_;
  stamped.clear(trail_.literals());
  derived_.clear();
  hints_.clear();
  bool satisfied = false;
  for (const Lit lit : arena_[ref].lits()) {
    const bool gone = solver_.removed_.contains(variable(lit));
    const Lit other = gone ? representative_[lit] : lit;
    if (gone) hints_.push_back(link_[negated(lit)]);
    if (stamped.has(other)) continue;
    satisfied |= stamped.has(negated(other));
    stamped.add(other);
    derived_.push_back(other);
  }
  if (satisfied) {
    solver_.delete_clause(ref);
    return;
  }
  const ClauseId id = solver_.next_id();
  hints_.push_back(arena_.id(ref));
  proof_.add(id, derived_, hints_);
  const Clause old = arena_[ref];
  solver_.delete_clause(ref);
  if (derived_.size() == 1) {
    solver_.assert_unit(derived_[0], id);
    return;
  }
  const std::uint32_t glue = std::min<std::uint32_t>(old.glue, static_cast<std::uint32_t>(derived_.size()));
  const Ref fresh = arena_.add(derived_, old.learned, glue, id);
  arena_[fresh].used = old.used;
  list.push_back(fresh);
}

// Links between literals that stay were needed during the substitution only.
void EquivalentLiterals::delete_links() {
  for (const Lit lit : members_) {
    if (link_[lit] == 0 || solver_.removed_.contains(variable(lit))) continue;
    const Lit link[] = {negated(representative_[lit]), lit};
    proof_.remove(link_[lit], link);
  }
}

}  // namespace satplay
