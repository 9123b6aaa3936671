#include "components.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace satplay::counting {

namespace {

constexpr std::uint32_t satisfied = UINT32_MAX, alone = UINT32_MAX;  // labels of a clause and of a variable

}  // namespace

Components::Components(const Problem& problem)
    : shown_(problem.shown),
      starts_(1, 0),
      clauses_of_(problem.variables),
      neighbours_(problem.variables),
      variable_label_(problem.variables) {
  for (const auto& clause : problem.clauses) {
    if (clause.size() == 2) {
      neighbours_[variable(clause[0])].push_back(variable(clause[1]));
      neighbours_[variable(clause[1])].push_back(variable(clause[0]));
      continue;
    }
    for (const Lit lit : clause)
      clauses_of_[variable(lit)].push_back(static_cast<std::uint32_t>(starts_.size() - 1));
    lits_.insert(lits_.end(), clause.begin(), clause.end());
    starts_.push_back(static_cast<std::uint32_t>(lits_.size()));
  }
  clause_label_.resize(starts_.size());
}

std::size_t Components::bytes() const {
  return stack_.capacity() * sizeof(stack_[0]) + lits_.size() * 2 * sizeof(Lit) + shown_.size() * 100;
}

Components::Place Components::push_everything() {
  const std::size_t variables = shown_.size(), clauses = starts_.size() - 1;
  stack_.push_back(static_cast<std::uint32_t>(variables));
  stack_.push_back(static_cast<std::uint32_t>(clauses));
  stack_.resize(header + variables + clauses);
  const auto first = stack_.begin() + header;
  std::iota(first, first + static_cast<std::ptrdiff_t>(variables), 0);
  std::iota(first + static_cast<std::ptrdiff_t>(variables), stack_.end(), 0);
  return 0;
}

// Everything connected with a variable gets this label.
void Components::reach(Var first, std::uint32_t label, const Search& search) {
  reached_.assign(1, first);
  reached_clauses_.clear();
  variable_label_[first] = label;
  const auto visit = [&](Var var) {
    if (variable_label_[var] == 0 && search.is_open(var)) {
      variable_label_[var] = label;
      reached_.push_back(var);
    }
  };
  for (std::size_t next = 0; next < reached_.size(); ++next) {
    const Var var = reached_[next];
    for (const Var other : neighbours_[var]) visit(other);
    for (const std::uint32_t clause : clauses_of_[var]) {
      if (clause_label_[clause] != 0) continue;
      const auto all = lits(clause);
      if (std::any_of(all.begin(), all.end(), [&](Lit lit) { return search.value(lit) > 0; })) {
        clause_label_[clause] = satisfied;
        satisfied_clauses_.push_back(clause);
        continue;
      }
      clause_label_[clause] = label;
      reached_clauses_.push_back(clause);
      for (const Lit lit : all) visit(variable(lit));
    }
  }
}

std::uint64_t Components::split(Place whole, const Search& search, Meter& meter) {
  std::uint64_t free = 0;
  next_variable_.assign(1, 0);
  next_clause_.assign(1, 0);
  satisfied_clauses_.clear();
  for (std::size_t i = 0; i < stack_[whole]; ++i) {
    const Var var = stack_[whole + header + i];
    if (variable_label_[var] != 0 || !search.is_open(var)) continue;
    reach(var, static_cast<std::uint32_t>(next_variable_.size()), search);
    meter.work(reached_.size() + reached_clauses_.size() + satisfied_clauses_.size());
    if (reached_.size() == 1 && reached_clauses_.empty()) {
      variable_label_[var] = alone;
      free += shown_[var];
      continue;
    }
    const Place at = top();
    stack_.push_back(static_cast<std::uint32_t>(reached_.size()));
    stack_.push_back(static_cast<std::uint32_t>(reached_clauses_.size()));
    next_variable_.push_back(at + header);
    next_clause_.push_back(at + header + reached_.size());
    stack_.resize(end(at));
  }
  // The whole's lists are ascending, so the parts' lists are too.
  for (std::size_t i = 0; i < stack_[whole]; ++i) {
    const Var var = stack_[whole + header + i];
    const std::uint32_t label = std::exchange(variable_label_[var], 0);
    if (label != 0 && label != alone) stack_[next_variable_[label]++] = var;
  }
  for (const std::uint32_t clause : satisfied_clauses_) clause_label_[clause] = 0;
  for (std::size_t i = 0; i < stack_[whole + 1]; ++i) {
    const std::uint32_t clause = stack_[whole + header + stack_[whole] + i];
    const std::uint32_t label = std::exchange(clause_label_[clause], 0);
    if (label != 0) stack_[next_clause_[label]++] = clause;
  }
  return free;
}

void Components::count_occurrences(Place at, const Search& search, std::vector<std::uint32_t>& counts) const {
  for (const Var var : variables(at)) {
    counts[var] = 0;
    for (const Var other : neighbours_[var]) counts[var] += search.is_open(other);
  }
  for (const std::uint32_t clause : clauses(at))
    for (const Lit lit : lits(clause)) ++counts[variable(lit)];
}

}  // namespace satplay::counting
