// Vivification (Piette, Hamadi & Saïs 2008): assume the literals of a clause false one after the other; when
// propagation contradicts that early, or makes another of its literals true or false, then fewer literals
// say as much. Of learned clauses those that will stay are worth it (Li, Luo, Xiao, Manyà & Lü 2017).
// Literals that occur often are assumed first and clauses are taken in lexicographic order, so that
// neighbours share decisions and what follows from them is kept (Biere, CaDiCaL 2017).
#include <algorithm>

#include "solver.hpp"

namespace satplay {

namespace {
constexpr std::int64_t ticks_per_candidate = 20;  // at least: no more candidates than that are sorted
}

void Solver::vivify(std::int64_t effort) {
  occurrences_.assign(values_.size(), 0);
  for (const std::vector<Ref>* list : {&given_, &learned_}) {
    for (const Ref ref : *list) {
      for (const Lit lit : arena_[ref].lits()) occurrences_[lit]++;
    }
  }
  const std::int64_t from = ticks_;
  const auto tier1 = static_cast<std::uint32_t>(options_.tier1);
  const auto tier2 = std::max(tier1, static_cast<std::uint32_t>(options_.tier2));
  vivify_all(true, tier1 + 1, tier2, from + effort / 2);
  vivify_all(true, 0, tier1, from + 3 * effort / 4);
  vivify_all(false, 0, UINT32_MAX, from + effort);
  backtrack(0);
}

void Solver::vivify_all(bool learned, std::uint32_t least_glue, std::uint32_t most_glue, std::int64_t until) {
  if (contradictory_ || stopped_ != Stop::none || ticks_ >= until) return;
  backtrack(0);
  const std::vector<Ref>& list = learned ? learned_ : given_;
  const auto most = static_cast<std::size_t>((until - ticks_) / ticks_per_candidate + 1);
  std::vector<Candidate> candidates;
  orders_.clear();
  for (const bool again : {false, true}) {
    // When all have been tried they are tried again: clauses learned since may help.
    if (again && !candidates.empty()) break;
    for (const Ref ref : list) {
      Clause& clause = arena_[ref];
      if (clause.garbage || clause.size <= 2 || clause.glue < least_glue || clause.glue > most_glue) continue;
      if (again) clause.vivified = 0;
      if (clause.vivified || candidates.size() >= most) continue;
      const auto begin = static_cast<std::uint32_t>(orders_.size());
      orders_.insert(orders_.end(), clause.begin(), clause.end());
      candidates.push_back({ref, begin, static_cast<std::uint32_t>(orders_.size())});
    }
  }
  const auto sooner = [&](Lit a, Lit b) {
    return occurrences_[a] != occurrences_[b] ? occurrences_[a] > occurrences_[b] : a < b;
  };
  for (const Candidate& candidate : candidates)
    std::sort(orders_.begin() + candidate.begin, orders_.begin() + candidate.end, sooner);
  std::stable_sort(candidates.begin(), candidates.end(), [&](const Candidate& a, const Candidate& b) {
    return std::lexicographical_compare(orders_.begin() + a.begin, orders_.begin() + a.end,
                                        orders_.begin() + b.begin, orders_.begin() + b.end, sooner);
  });
  for (const Candidate& candidate : candidates) {
    if (ticks_ >= until || out_of_limits()) break;
    vivify_clause(candidate.ref, Lits(orders_).subspan(candidate.begin, candidate.end - candidate.begin));
    if (contradictory_) return;
  }
}

void Solver::vivify_clause(Ref ref, Lits order) {
  statistics.vivify_checked++;
  arena_[ref].vivified = 1;
  ticks_ += 2;
  if (std::any_of(order.begin(), order.end(), [&](Lit lit) { return root_value(lit) > 0; })) return;

  // Decisions that the clause shares with the one before it stay, unless the clause itself implied something.
  std::uint32_t shared = 0;
  for (const Lit lit : order) {
    if (shared == level()) break;
    if (trail_[control_[shared]] == negated(lit))
      shared++;
    else if (values_[lit] == 0 || vars_[variable(lit)].level > shared)
      break;
  }
  for (const Lit lit : order) {
    const VarState& state = vars_[variable(lit)];
    if (values_[lit] > 0 && state.reason == ref) shared = std::min(shared, state.level - 1);
  }
  backtrack(shared);

  detach(ref);
  Ref conflict = no_ref;
  Lit implied = no_lit;
  for (const Lit lit : order) {
    if (values_[lit] > 0) implied = lit;
    if (implied != no_lit) break;
    if (values_[lit] < 0) continue;
    decide(negated(lit));
    conflict = propagate();
    if (conflict != no_ref) break;
  }

  lesson_.clear();
  hint_vars_.clear();
  if (conflict != no_ref) {
    explain_clause(conflict, no_lit);
  } else if (implied != no_lit) {
    lesson_.push_back(implied);
    hint_vars_.push_back(variable(implied));
    explain_clause(vars_[variable(implied)].reason, implied);
  } else {
    explain_clause(ref, no_lit);
  }
  bool by_learned = explain_by_decisions();
  if (conflict != no_ref) by_learned |= arena_[conflict].learned;
  if (implied != no_lit) by_learned |= arena_[vars_[variable(implied)].reason].learned;
  ticks_ += static_cast<std::int64_t>(hint_vars_.size());

  const std::uint32_t below = conflict != no_ref ? level() - 1 : level();
  if (lesson_.size() < order.size()) {
    statistics.vivified++;
    const ClauseId id = next_id();
    if (proving()) {
      order_hints();
      if (implied == no_lit) hints_.push_back(arena_.id(conflict != no_ref ? conflict : ref));
      prove_added(id, lesson_, hints_);
    }
    clear_analyzed();
    if (lesson_.size() == 1) {
      backtrack(0);
      forget(ref);
      learn_unit(lesson_[0], id);
      propagate_root();
      return;
    }
    std::partial_sort(lesson_.begin(), lesson_.begin() + 2, lesson_.end(),
                      [&](Lit a, Lit b) { return vars_[variable(a)].level > vars_[variable(b)].level; });
    backtrack(std::min(below, vars_[variable(lesson_[1])].level - 1));
    replace(ref, lesson_, id);
    return;
  }
  clear_analyzed();
  // It follows by propagation from clauses that stay, and they are no longer there than it is.
  const bool idle =
      implied != no_lit ? arena_[ref].learned || !by_learned : conflict != no_ref && !by_learned;
  if (idle) {
    statistics.vivify_dropped++;
    backtrack(below);
    forget(ref);
  } else {
    watch_highest(ref, below);
  }
}

void Solver::detach(Ref ref) {
  for (const std::size_t at : {0, 1}) {
    std::vector<Watch>& list = watches_[arena_[ref][at]];
    const auto found =
        std::find_if(list.begin(), list.end(), [&](Watch watch) { return watch.ref() == ref; });
    ticks_ += static_cast<std::int64_t>(list.size() / 8);
    list.erase(found);
  }
}

// Attaches a clause again, at a level not above `most` where two of its literals are not false.
void Solver::watch_highest(Ref ref, std::uint32_t most) {
  Clause& clause = arena_[ref];
  const auto height = [&](Lit lit) { return values_[lit] == 0 ? UINT32_MAX : vars_[variable(lit)].level; };
  std::partial_sort(clause.begin(), clause.begin() + 2, clause.end(),
                    [&](Lit a, Lit b) { return height(a) > height(b); });
  const std::uint32_t second = height(clause[1]);
  backtrack(second == UINT32_MAX ? most : std::min(most, second - 1));
  watch(ref, clause);
}

}  // namespace satplay
