// Unit propagation with two watched literals; clauses known to be needed come first, so that few others
// become needed (Heule, Hunt & Wetzler 2013).
#include <utility>

#include "drat.hpp"
#include "invariant.hpp"

namespace satplay::checker {

void Drat::assign(Lit lit, Ref reason) {
  INVARIANT(!is_true(lit) && !is_false(lit));
  INVARIANT(reason == no_clause || clauses_.lits(reason)[0] == lit);
  value_[lit] = 1;
  value_[negated(lit)] = -1;
  reason_[variable(lit)] = reason;
  position_[variable(lit)] = static_cast<std::uint32_t>(trail_.size());
  trail_.push_back(lit);
}

void Drat::undo(std::size_t size) {
  INVARIANT(size <= trail_.size());
  while (trail_.size() > size) {
    const Lit lit = trail_.back();
    trail_.pop_back();
    value_[lit] = value_[negated(lit)] = 0;
    explained_[variable(lit)] = 0;
  }
  core_head_ = rest_head_ = size;
}

// Visits the clauses of one list that watch a literal which has become false. Returns a false clause, if
// there is one. Watches added meanwhile belong to the lists of other literals.
template <bool in_core>
Ref Drat::visit(Lit false_lit) {
  // One function because this is the hottest loop of the checker: its state stays in registers.
  Watches& lists = in_core ? core_ : rest_;
  Watch* list = lists.items(false_lit);
  std::uint32_t* const words = clauses_.words();
  Ref conflict = no_clause;
  const std::uint32_t size = lists.size(false_lit);
  std::uint32_t from = 0, to = 0;
  std::int64_t work = 1;
  while (from < size) {
    const Watch watch = list[from++];
    if (is_true(watch.blocker)) {
      list[to++] = watch;
      continue;
    }
    const std::uint32_t header = words[watch.clause];
    // A clause that has become needed is watched in the other list.
    if (header & (in_core ? Clauses::gone : Clauses::gone | Clauses::core)) continue;
    Lit* const lits = words + watch.clause + 2;
    INVARIANT(lits[0] == false_lit || lits[1] == false_lit);
    const Lit other = lits[0] ^ lits[1] ^ false_lit;
    if (other != watch.blocker && is_true(other)) {
      list[to++] = {watch.clause, other};
      continue;
    }
    const Lit* const end = lits + (header >> 3);
    Lit* spare = lits + 2;
    while (spare != end && is_false(*spare)) ++spare;
    work += spare - lits;
    if (work > 10'000) pulse_.spent(std::exchange(work, 0));
    lits[0] = other;
    if (spare != end) {
      lits[1] = *spare;
      *spare = false_lit;
      lists.push(lits[1], {watch.clause, other});
      list = lists.items(false_lit);  // all may have moved
      continue;
    }
    lits[1] = false_lit;
    list[to++] = {watch.clause, other};
    if (is_false(other)) {
      conflict = watch.clause;
      break;
    }
    assign(other, watch.clause);
    if constexpr (!in_core) {
      conflict = propagate_core();
      if (conflict != no_clause) break;
    }
  }
  pulse_.spent(work + from);
  if (to != from) {
    while (from < size) list[to++] = list[from++];
    lists.shrink(false_lit, to);
  }
  return conflict;
}

Ref Drat::propagate_core() {
  while (core_head_ < trail_.size()) {
    const Ref conflict = visit<true>(negated(trail_[core_head_++]));
    if (conflict != no_clause) return conflict;
  }
  return no_clause;
}

Ref Drat::propagate() {
  for (;;) {
    Ref conflict = propagate_core();
    if (conflict != no_clause || rest_head_ == trail_.size()) return conflict;
    conflict = visit<false>(negated(trail_[rest_head_++]));
    if (conflict != no_clause) return conflict;
  }
}

}  // namespace satplay::checker
