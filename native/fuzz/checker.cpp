#include "checker.hpp"

#include <algorithm>

#include "failure.hpp"
#include "tally.hpp"

namespace satplay::fuzz {

namespace {
constexpr std::uint32_t negation(std::uint32_t lit) {
  return lit ^ 1u;
}
}  // namespace

// -- clauses ---------------------------------------------------------------------------------------

std::uint32_t Checker::internal(std::int32_t lit) {
  const std::int32_t variable = lit > 0 ? lit : -lit;
  const auto [found, inserted] = numbers_.emplace(variable, static_cast<std::uint32_t>(2 * numbers_.size()));
  if (inserted) {
    values_.resize(values_.size() + 2);
    watches_.resize(values_.size());
  }
  return found->second + (lit < 0 ? 1 : 0);
}

std::vector<std::uint32_t> Checker::internal(const Literals& lits) {
  std::vector<std::uint32_t> result;
  for (const std::int32_t lit : lits) result.push_back(internal(lit));
  return result;
}

Checker::Index Checker::store(std::vector<std::uint32_t> lits) {
  std::sort(lits.begin(), lits.end());
  lits.erase(std::unique(lits.begin(), lits.end()), lits.end());
  const Index index = clauses_.size();
  by_lits_[lits].push_back(index);
  Stored stored{lits};
  for (std::size_t at = 1; at < lits.size(); at++) stored.tautology |= lits[at] == negation(lits[at - 1]);
  clauses_.push_back(stored);
  if (lits.size() < 2) {
    short_.push_back(index);
  } else if (!stored.tautology) {
    watches_[lits[0]].push_back(index);
    watches_[lits[1]].push_back(index);
  }
  return index;
}

void Checker::add_original(const Literals& clause) {
  if (numbered_)
    unnumbered_.push_back(clause);
  else
    store(internal(clause));
}

void Checker::number_originals_before(std::int64_t id) {
  while (!unnumbered_.empty() && last_id_ + 1 < id) {
    by_id_[++last_id_] = store(internal(unnumbered_.front()));
    unnumbered_.pop_front();
  }
}

void Checker::number_all() {
  number_originals_before(INT64_MAX);
}

// -- lines -----------------------------------------------------------------------------------------

void Checker::check(const ProofLine& line) {
  tally.proof_lines++;
  if (line.added)
    check_added(line);
  else
    check_deleted(line);
}

void Checker::check_added(const ProofLine& line) {
  if (line.id) {
    number_originals_before(*line.id);
    require(unnumbered_.empty(), "clauses added together do not have consecutive numbers");
    require(*line.id > last_id_,
            "proof line " + std::to_string(*line.id) + " has a number that was used before");
    last_id_ = *line.id;
  }
  const std::vector<std::uint32_t> lits = internal(*line.lits);
  const std::string about =
      line.id ? std::to_string(*line.id) + " " + as_text(*line.lits) : as_text(*line.lits);
  if (line.hints && line.hints->empty()) {
    require(axiom_ && axiom_(*line.lits),
            "proof line " + about + " has no hints and is not implied by a theory");
  } else {
    require(refutes(lits) || resolves(lits) || (!line.hints && axiom_ && axiom_(*line.lits)),
            "proof line " + about + " does not follow");
  }
  if (line.hints && !line.hints->empty()) {
    try {
      check_hints(lits, *line.hints);
    } catch (const Failure& failure) {
      std::string hints;
      for (const std::int64_t hint : *line.hints) hints += " " + std::to_string(hint);
      throw Failure("proof line " + about + " with the hints" + hints + ": " + failure.what());
    }
  }
  const Index index = store(lits);
  if (line.id) by_id_[*line.id] = index;
}

void Checker::check_deleted(const ProofLine& line) {
  Index index = 0;
  if (line.id) {
    number_originals_before(*line.id + 1);
    const auto found = by_id_.find(*line.id);
    require(found != by_id_.end(),
            "proof deletes clause " + std::to_string(*line.id) + ", which does not exist");
    index = found->second;
    by_id_.erase(found);
  }
  if (line.lits) {
    std::vector<std::uint32_t> lits = internal(*line.lits);
    std::sort(lits.begin(), lits.end());
    lits.erase(std::unique(lits.begin(), lits.end()), lits.end());
    const auto same = by_lits_.find(lits);
    require(same != by_lits_.end(), "proof deletes " + as_text(*line.lits) + ", which does not exist");
    if (!line.id) index = same->second.back();
    require(std::find(same->second.begin(), same->second.end(), index) != same->second.end(),
            "proof deletes clause " + std::to_string(line.id.value_or(0)) + ", which is not " +
                as_text(*line.lits));
  }
  Stored& stored = clauses_[index];
  std::vector<std::uint32_t> lits = stored.lits;
  std::sort(lits.begin(), lits.end());
  const auto same = by_lits_.find(lits);
  std::erase(same->second, index);
  if (same->second.empty()) by_lits_.erase(same);
  stored.live = false;
  std::erase(short_, index);
}

bool Checker::follows(const Literals& clause) {
  number_all();
  return refutes(internal(clause));
}

// -- hints -----------------------------------------------------------------------------------------

// Each hint must be unit under the assignment so far, the last one false. For a RAT clause a negative hint
// names a clause to resolve with; the positive hints after it refute that resolvent. Every clause with the
// negation of the first literal must be named or already satisfied.
void Checker::check_hints(const std::vector<std::uint32_t>& lits, const std::vector<std::int64_t>& hints) {
  for (const std::uint32_t lit : lits) refute(lit);
  const auto first_negative = std::find_if(hints.begin(), hints.end(), [](auto hint) { return hint < 0; });
  bool refuted = false;
  for (auto hint = hints.begin(); hint != first_negative; ++hint) {
    require(!refuted, "hints follow after the false one");
    refuted = unit_or_false(*hint, "hint " + std::to_string(*hint));
  }
  if (first_negative == hints.end()) {
    require(refuted, "the last hint is not false");
  } else {
    require(!refuted && !lits.empty(), "negative hints, but nothing to resolve");
    std::vector<Index> resolved;
    for (auto hint = first_negative; hint != hints.end();) {
      const auto found = by_id_.find(-*hint++);
      require(found != by_id_.end(), "a negative hint names a clause that does not exist");
      resolved.push_back(found->second);
      const std::size_t here = trail_.size();
      for (const std::uint32_t lit : clauses_[found->second].lits)
        if (lit != negation(lits[0])) refute(lit);
      bool done = false;
      for (; hint != hints.end() && *hint > 0; ++hint) {
        require(!done, "hints follow after the false one");
        done = unit_or_false(*hint, "hint " + std::to_string(*hint));
      }
      require(done, "a resolvent is not refuted");
      undo(here);
    }
    for (Index index = 0; index < clauses_.size(); index++) {
      const Stored& stored = clauses_[index];
      const auto& other = stored.lits;
      if (!stored.live || std::find(other.begin(), other.end(), negation(lits[0])) == other.end()) continue;
      const bool satisfied = std::any_of(other.begin(), other.end(), [&](std::uint32_t lit) {
        return lit != negation(lits[0]) && values_[lit] > 0;
      });
      require(satisfied || std::find(resolved.begin(), resolved.end(), index) != resolved.end(),
              "a clause to resolve with is not named");
    }
  }
  undo(0);
}

bool Checker::unit_or_false(std::int64_t hint, const std::string& about) {
  const auto found = by_id_.find(hint);
  require(found != by_id_.end(), about + " does not exist");
  std::uint32_t left = 0;
  int open = 0;
  for (const std::uint32_t lit : clauses_[found->second].lits) {
    require(values_[lit] <= 0, about + " is already satisfied");
    if (values_[lit] < 0) continue;
    left = lit;
    open++;
  }
  require(open <= 1, about + " is not unit");
  if (open == 1) refute(negation(left));
  return open == 0;
}

// -- propagation -----------------------------------------------------------------------------------

bool Checker::refutes(const std::vector<std::uint32_t>& lits) {
  const std::size_t here = trail_.size();
  bool conflict = false;
  for (const std::uint32_t lit : lits) conflict |= !refute(lit);
  for (std::size_t at = 0; !conflict && at < short_.size(); at++) {
    const Stored& stored = clauses_[short_[at]];
    conflict = stored.lits.empty() || !refute(negation(stored.lits[0]));
  }
  conflict = conflict || propagate();
  undo(here);
  return conflict;
}

bool Checker::resolves(const std::vector<std::uint32_t>& lits) {
  if (lits.empty()) return false;
  for (Index index = 0; index < clauses_.size(); index++) {
    const auto& other = clauses_[index].lits;
    if (!clauses_[index].live || std::find(other.begin(), other.end(), negation(lits[0])) == other.end())
      continue;
    std::vector<std::uint32_t> resolvent = lits;
    for (const std::uint32_t lit : other)
      if (lit != negation(lits[0])) resolvent.push_back(lit);
    if (!refutes(resolvent)) return false;
  }
  return true;
}

bool Checker::refute(std::uint32_t lit) {
  if (values_[lit] > 0) return false;
  if (values_[lit] == 0) {
    values_[lit] = -1;
    values_[negation(lit)] = 1;
    trail_.push_back(negation(lit));
  }
  return true;
}

bool Checker::propagate() {
  while (next_ < trail_.size()) {
    const std::uint32_t wrong = negation(trail_[next_++]);
    std::vector<Index>& visiting = watches_[wrong];
    std::size_t remaining = 0;
    bool conflict = false;
    for (const Index index : std::vector<Index>(visiting)) {
      Stored& stored = clauses_[index];
      if (!stored.live) continue;
      std::vector<std::uint32_t>& lits = stored.lits;
      if (lits[0] == wrong) std::swap(lits[0], lits[1]);
      const auto spare =
          std::find_if(lits.begin() + 2, lits.end(), [&](std::uint32_t lit) { return values_[lit] >= 0; });
      if (!conflict && values_[lits[0]] <= 0 && spare != lits.end()) {
        std::swap(lits[1], *spare);
        watches_[lits[1]].push_back(index);
        continue;
      }
      visiting[remaining++] = index;
      if (!conflict && !refute(negation(lits[0]))) conflict = true;
    }
    visiting.resize(remaining);
    if (conflict) return true;
  }
  return false;
}

void Checker::undo(std::size_t to) {
  for (; trail_.size() > to; trail_.pop_back()) values_[trail_.back()] = values_[negation(trail_.back())] = 0;
  next_ = 0;
}

}  // namespace satplay::fuzz
