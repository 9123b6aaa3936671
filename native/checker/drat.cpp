#include "drat.hpp"

#include <algorithm>
#include <utility>

#include "invariant.hpp"
#include "refusal.hpp"

namespace satplay::checker {

Drat::Drat(std::span<const std::int32_t> formula, std::span<const std::int32_t> goal, Pulse& pulse)
    : pulse_(pulse), clauses_(pulse), lits_(pulse) {
  prepare(goal);
  goal_.assign(lits_.begin(), lits_.end());
  for (const Lit lit : goal_) in_goal_[variable(lit)] = 1;
  for (auto first = formula.begin(); first != formula.end();) {
    const auto end = std::find(first, formula.end(), 0);
    take(prepare({first, end}));
    first = end == formula.end() ? end : end + 1;
  }
  given_end_ = clauses_.end();
  for (Ref ref = clauses_.begin(); ref != given_end_ && conflict_ == no_clause; ref = clauses_.after(ref)) {
    pulse_.spent(4);
    join(ref);
  }
}

// -- clauses ------------------------------------------------------------------------------------------

// Stores the literals in lits_; returns whether they are a tautology.
bool Drat::prepare(std::span<const std::int32_t> lits) {
  return lits_.read(lits, [this](std::size_t variables) {
    value_.resize(2 * variables);
    core_.resize(2 * variables);
    rest_.resize(2 * variables);
    if (occurrences_indexed_) occurs_.resize(2 * variables);
    in_goal_.resize(variables);
    reason_.resize(variables, no_clause);
    position_.resize(variables);
    explained_.resize(variables);
  });
}

Ref Drat::take(bool is_tautology) {
  const Ref ref = clauses_.add(lits_, is_tautology);
  clauses_.remember(ref);
  return ref;
}

// Deletes the clause with the literals of lits_, if allowed. Deleting a tautology has no effect.
Ref Drat::let_go(Outcome& outcome) {
  const Ref ref = clauses_.forget(lits_, [this](Lit lit) { return lits_.contains(lit); });
  if (ref == no_clause) {
    ++outcome.not_there;
    return no_clause;
  }
  if (clauses_.is(ref, Clauses::tautology)) return no_clause;
  const auto lits = clauses_.lits(ref);
  if (std::count_if(lits.begin(), lits.end(), [this](Lit lit) { return !is_false(lit); }) == 1) {
    ++outcome.kept_units;
    clauses_.remember(ref);
    return no_clause;
  }
  clauses_.set(ref, Clauses::gone);
  return ref;
}

void Drat::attach(Ref ref) {
  Watches& lists = clauses_.is(ref, Clauses::core) ? core_ : rest_;
  const auto lits = clauses_.lits(ref);
  INVARIANT(lits.size() > 1 && lits[0] != lits[1]);
  lists.push(lits[0], {ref, lits[1]});
  lists.push(lits[1], {ref, lits[0]});
}

// Moves two literals that are not false to the front, to be watched; returns how many there are.
std::uint32_t Drat::free_literals_first(Ref ref) {
  const auto lits = clauses_.lits(ref);
  std::uint32_t found = 0;
  for (std::uint32_t i = 0; i < lits.size() && found < 2; ++i) {
    if (!is_false(lits[i])) std::swap(lits[found++], lits[i]);
  }
  return found;
}

// Adds a clause to propagation. If it is unit, its literal and the consequences are propagated.
void Drat::join(Ref ref) {
  if (clauses_.is(ref, Clauses::tautology)) return;
  if (occurrences_indexed_) {
    for (const Lit lit : clauses_.lits(ref)) occurs_.push(lit, ref);
  }
  const std::uint32_t left = free_literals_first(ref);
  if (left == 0) {
    conflict_ = ref;
    return;
  }
  if (clauses_.size(ref) > 1) attach(ref);
  const Lit first = clauses_.lits(ref)[0];
  if (left == 1 && !is_true(first)) {
    assign(first, ref);
    conflict_ = propagate();
  }
}

// -- forward -----------------------------------------------------------------------------------------

std::string Drat::why_not(const Step& step) const {
  if (step.lits.empty()) return "the empty clause does not follow by unit propagation";
  const std::string pivot = std::to_string(step.lits[0]);
  if (in_goal_[variable(lits_[0])])
    return "the clause does not follow by unit propagation, and RAT on " + pivot +
           " would change what is assumed";
  return "the clause follows neither by unit propagation nor as RAT on " + pivot;
}

Outcome Drat::forward(Reader& reader, bool strict) {
  Outcome outcome;
  Step step;
  while (reader.next(step)) {
    pulse_.progress.checked = ++pulse_.progress.read;
    if (conflict_ != no_clause) continue;  // only the syntax is checked
    const bool is_tautology = prepare(step.lits);
    if (step.deletes) {
      let_go(outcome);
      if (strict && outcome.not_there) {
        refuse_line(outcome, reader, "the deleted clause is not there");
        return outcome;
      }
      continue;
    }
    if (!follows(lits_, lits_.empty() ? 0 : lits_[0])) {
      refuse_line(outcome, reader, why_not(step));
      return outcome;
    }
    ++outcome.additions;
    join(take(is_tautology));
  }
  outcome.needed = outcome.additions;
  if (conflict_ == no_clause && (goal_.empty() || !refuted(goal_, UINT32_MAX)))
    refuse_end(outcome, !goal_.empty());
  return outcome;
}

// -- backward ----------------------------------------------------------------------------------------

// Applies all lines without checking them, until the known literals are contradictory.
void Drat::read_on(Reader& reader, Outcome& outcome) {
  Step step;
  while (reader.next(step)) {
    ++pulse_.progress.read;
    if (conflict_ != no_clause) continue;  // only the syntax is checked
    const bool is_tautology = prepare(step.lits);
    if (step.deletes) {
      moves_.push_back({let_go(outcome), 0, true});
    } else {
      const Lit pivot = lits_.empty() ? 0 : lits_[0];
      moves_.push_back({take(is_tautology), pivot, false});
      ++outcome.additions;
      join(moves_.back().clause);
    }
  }
}

// Deleted clauses return in the backward pass, so clauses only marked as deleted are removed from the lists.
void Drat::watch_anew() {
  rest_.clear_all();
  for (Ref ref = clauses_.begin(); ref != clauses_.end(); ref = clauses_.after(ref)) {
    pulse_.spent(4);
    if (clauses_.size(ref) > 1 && !clauses_.is(ref, Clauses::gone | Clauses::tautology)) attach(ref);
  }
}

// Restores the clauses and known literals before a line. A literal and its consequences became known in one
// line and are removed with it, so that no clause watches a false literal next to an unassigned one.
void Drat::take_back(const Move& move) {
  if (move.clause == no_clause) return;
  if (move.deletes) {
    clauses_.clear(move.clause, Clauses::gone);
    [[maybe_unused]] const std::uint32_t left = free_literals_first(move.clause);
    INVARIANT(left == 2);  // otherwise it would be a unit
    attach(move.clause);
    return;
  }
  const auto lits = clauses_.lits(move.clause);
  if (!lits.empty() && is_true(lits[0]) && reason_[variable(lits[0])] == move.clause) {
    undo(position_[variable(lits[0])]);
  }
  clauses_.set(move.clause, Clauses::gone);
}

Outcome Drat::backward(Reader& reader) {
  Outcome outcome;
  read_on(reader, outcome);
  clauses_.close_index();
  watch_anew();
  explaining_ = true;
  if (conflict_ != no_clause) {
    explain(conflict_);
  } else {
    const std::size_t known = trail_.size();
    if (goal_.empty() || !refuted(goal_, UINT32_MAX)) {
      refuse_end(outcome, !goal_.empty());
      return outcome;
    }
    undo(known);
  }
  for (; !moves_.empty(); moves_.pop_back()) {
    const Move move = moves_.back();
    take_back(move);
    ++pulse_.progress.checked;
    pulse_.spent(1);
    if (move.deletes || !clauses_.is(move.clause, Clauses::core)) continue;
    ++outcome.needed;
    if (!follows(clauses_.lits(move.clause), move.pivot)) {
      outcome.verdict = Outcome::Verdict::refused;
      return outcome;
    }
    INVARIANT(waiting_.empty());
  }
  std::int64_t index = 0;
  for (Ref ref = clauses_.begin(); ref != given_end_; ref = clauses_.after(ref), ++index) {
    pulse_.spent(1);
    if (clauses_.is(ref, Clauses::core)) outcome.core.push_back(index);
  }
  return outcome;
}

}  // namespace satplay::checker
