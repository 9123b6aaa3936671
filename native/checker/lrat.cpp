#include "lrat.hpp"

#include <algorithm>
#include <iterator>

#include "invariant.hpp"
#include "refusal.hpp"

namespace satplay::checker {

Lrat::Lrat(std::span<const std::int32_t> formula, std::span<const std::int32_t> goal, Pulse& pulse)
    : pulse_(pulse), lits_(pulse) {
  reached_ = prepare(goal);  // a tautology needs no proof
  goal_.assign(lits_.begin(), lits_.end());
  for (const Lit lit : goal_) in_goal_[lit] = 1;
  for (auto first = formula.begin(); first != formula.end();) {
    const auto end = std::find(first, formula.end(), 0);
    const bool is_tautology = prepare({first, end});
    store(++last_id_, is_tautology);
    first = end == formula.end() ? end : end + 1;
  }
}

// -- clauses ------------------------------------------------------------------------------------------

// Stores the literals in lits_; returns whether they are a tautology.
bool Lrat::prepare(std::span<const std::int32_t> lits) {
  return lits_.read(lits, [this](std::size_t variables) {
    true_.resize(2 * variables);
    occurrences_.resize(2 * variables);
    in_goal_.resize(2 * variables);
  });
}

// Numbers are usually dense; a number far above the number of clauses must not cost memory for the gap.
Lrat::Place& Lrat::place(std::int64_t id) {
  const auto index = static_cast<std::uint64_t>(id);
  if (index < near_.size()) return near_[index];
  if (const auto found = far_.find(id); found != far_.end()) return found->second;
  if (index > 4 * stored_ + 1024) return far_[id];
  near_.resize(index + index / 2 + 1);
  pulse_.spent(static_cast<std::int64_t>(far_.size()));
  for (auto entry = far_.begin(); entry != far_.end();) {
    const auto moved = static_cast<std::uint64_t>(entry->first);
    if (moved < near_.size()) {
      near_[moved] = entry->second;
      entry = far_.erase(entry);
    } else {
      ++entry;
    }
  }
  return near_[index];
}

std::span<const Lit> Lrat::clause(std::int64_t id) {
  INVARIANT(place(id) != 0);
  const std::size_t at = place(id) - 1;
  return {&words_[at] + header, words_[at] >> 2};
}

void Lrat::store(std::int64_t id, bool is_tautology) {
  if (lits_.size() >= 1u << 30) throw Stop::memory;  // a header has 30 bits for the size
  ++stored_;
  place(id) = words_.size() + 1;
  words_.push_back(static_cast<std::uint32_t>(lits_.size() << 2) | (is_tautology ? tautology : 0));
  words_.push_back(static_cast<std::uint32_t>(id));
  words_.push_back(static_cast<std::uint32_t>(id >> 32));
  words_.append(lits_);
  if (is_tautology) return;
  for (const Lit lit : lits_) ++occurrences_[lit];
  reached_ = reached_ || std::all_of(lits_.begin(), lits_.end(), [&](Lit lit) { return in_goal_[lit]; });
}

bool Lrat::remove(std::int64_t id) {
  if (place(id) == 0) return false;
  std::uint32_t& head = words_[place(id) - 1];
  if (!(head & tautology)) {
    for (const Lit lit : clause(id)) {
      INVARIANT(occurrences_[lit] > 0);
      --occurrences_[lit];
    }
  }
  wasted_ += header + (head >> 2);
  head |= gone;
  place(id) = 0;
  if (wasted_ > 1'000'000 && wasted_ > words_.size() / 2) collect();
  return true;
}

// Compacts the remaining clauses.
void Lrat::collect() {
  std::size_t to = 0;
  for (std::size_t from = 0; from < words_.size();) {
    const std::size_t size = header + (words_[from] >> 2);
    pulse_.spent(static_cast<std::int64_t>(size));
    if (!(words_[from] & gone)) {
      const auto id =
          static_cast<std::int64_t>(words_[from + 1] | static_cast<std::uint64_t>(words_[from + 2]) << 32);
      place(id) = to + 1;
      std::copy_n(words_.data() + from, size, words_.data() + to);
      to += size;
    }
    from += size;
  }
  INVARIANT(to + wasted_ == words_.size());
  words_.shrink(to);
  wasted_ = 0;
}

// -- one line -----------------------------------------------------------------------------------------

// Returns false if the literal is already false.
bool Lrat::assume(Lit lit) {
  if (true_[negated(lit)]) return false;
  if (!true_[lit]) {
    true_[lit] = 1;
    trail_.push_back(lit);
  }
  return true;
}

void Lrat::undo(std::size_t size) {
  for (; trail_.size() > size; trail_.pop_back()) true_[trail_.back()] = 0;
}

// Propagates hints up to the first negative one, or to a false clause.
std::string Lrat::follow(Ids hints, std::size_t& used, bool& refuted) {
  for (refuted = false; used < hints.size() && hints[used] > 0 && !refuted; ++used) {
    const std::int64_t hint = hints[used];
    if (place(hint) == 0) return "hint " + std::to_string(hint) + " is not there";
    std::uint32_t left = 0;
    Lit unit = 0;
    const auto lits = clause(hint);
    pulse_.spent(1 + static_cast<std::int64_t>(lits.size()));
    for (const Lit lit : lits) {
      if (true_[negated(lit)]) continue;
      ++left;
      unit = lit;
    }
    if (left > 1) return "hint " + std::to_string(hint) + " is not unit";
    refuted = left == 0;
    if (left == 1) assume(unit);
  }
  return {};
}

// Why the line does not follow from its hints; empty if it does. The clause is in lits_.
std::string Lrat::fault_of(const Step& step) {
  if (step.id <= last_id_) return "clause number " + std::to_string(step.id) + " is not new";
  INVARIANT(trail_.empty());
  std::string fault;
  bool refuted = false;
  for (const Lit lit : lits_) refuted = !assume(negated(lit)) || refuted;
  if (!refuted) {
    std::size_t used = 0;
    fault = follow(step.ids, used, refuted);
    if (fault.empty() && !refuted) {
      if (used == step.ids.size() || lits_.empty())
        fault = "the hints end without a false clause";
      else if (in_goal_[lits_[0]] || in_goal_[negated(lits_[0])])
        fault = "RAT on " + std::to_string(step.lits[0]) + " would change what is assumed";
      else
        fault = fault_of_resolvents(Ids(step.ids).subspan(used));
    }
  }
  undo(0);
  return fault;
}

std::string Lrat::fault_of_resolvents(Ids hints) {
  const Lit pivot = lits_[0];
  const std::size_t assumed = trail_.size();
  std::string fault = unnamed_resolvent(hints, pivot);
  for (std::size_t used = 0; fault.empty() && used < hints.size();) {
    const std::int64_t candidate = -hints[used++];
    if (place(candidate) == 0) {
      fault = "hint -" + std::to_string(candidate) + " is not there";
      break;
    }
    bool refuted = false, has_pivot = false;
    for (const Lit lit : clause(candidate)) {
      if (lit == negated(pivot))
        has_pivot = true;
      else
        refuted = !assume(negated(lit)) || refuted;
    }
    if (!refuted && has_pivot) {
      fault = follow(hints, used, refuted);
      if (fault.empty() && !refuted)
        fault =
            "the hints for the resolvent with " + std::to_string(candidate) + " end without a false clause";
    }
    while (used < hints.size() && hints[used] > 0) ++used;
    undo(assumed);
  }
  return fault;
}

// Whether every clause with the negated pivot is named or already satisfied.
std::string Lrat::unnamed_resolvent(Ids hints, Lit pivot) {
  Vector<std::int64_t> named;
  std::copy_if(hints.begin(), hints.end(), std::back_inserter(named), [](std::int64_t id) { return id < 0; });
  std::sort(named.begin(), named.end());
  std::uint32_t left = occurrences_[negated(pivot)];
  for (std::size_t at = 0; left > 0 && at < words_.size(); at += header + (words_[at] >> 2)) {
    pulse_.spent(words_[at] >> 2);
    if (words_[at] & (gone | tautology)) continue;
    const std::span<const Lit> lits(&words_[at] + header, words_[at] >> 2);
    if (std::find(lits.begin(), lits.end(), negated(pivot)) == lits.end()) continue;
    --left;
    const auto satisfied = [&](Lit lit) { return lit != negated(pivot) && true_[lit]; };
    if (std::any_of(lits.begin(), lits.end(), satisfied)) continue;
    const auto id =
        static_cast<std::int64_t>(words_[at + 1] | static_cast<std::uint64_t>(words_[at + 2]) << 32);
    if (!std::binary_search(named.begin(), named.end(), -id))
      return "no hints for the resolvent with clause " + std::to_string(id);
  }
  return {};
}

// -- all lines ----------------------------------------------------------------------------------------

Outcome Lrat::check(Reader& reader) {
  Outcome outcome;
  Step step;
  while (reader.next(step)) {
    pulse_.progress.checked = ++pulse_.progress.read;
    std::string fault;
    if (step.deletes) {
      for (const std::int64_t id : step.ids) {
        if (fault.empty() && !remove(id)) fault = "deleted clause " + std::to_string(id) + " is not there";
      }
    } else {
      const bool is_tautology = prepare(step.lits);
      fault = fault_of(step);
      if (fault.empty()) {
        last_id_ = step.id;
        store(step.id, is_tautology);
        ++outcome.additions;
      }
    }
    if (!fault.empty()) {
      refuse_line(outcome, reader, fault);
      return outcome;
    }
  }
  outcome.needed = outcome.additions;
  if (!reached_) refuse_end(outcome, !goal_.empty());
  return outcome;
}

}  // namespace satplay::checker
