#include "components.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include "../invariant.hpp"

namespace satplay::counting {

namespace {

constexpr std::uint32_t satisfied = UINT32_MAX, alone = UINT32_MAX;  // labels of a clause and of a variable
constexpr std::size_t many = 4;

}  // namespace

Components::Components(const Problem& problem, Meter& meter)
    : projected_(problem.projected), starts_(1, 0), variable_label_(problem.variables) {
  std::vector<std::vector<std::uint32_t>> near(problem.variables), ternary = near, longer = near;
  for (const auto& clause : problem.clauses) {
    meter.work(1 + 2 * clause.size());
    meter.rest();
    if (clause.size() == 2) {
      near[variable(clause[0])].push_back(variable(clause[1]));
      near[variable(clause[1])].push_back(variable(clause[0]));
      continue;
    }
    const auto number = static_cast<std::uint32_t>(starts_.size() - 1);
    for (const Lit lit : clause) {
      auto& list = (clause.size() == 3 ? ternary : longer)[variable(lit)];
      list.push_back(number);
      if (clause.size() == 3) std::remove_copy(clause.begin(), clause.end(), std::back_inserter(list), lit);
    }
    lits_.insert(lits_.end(), clause.begin(), clause.end());
    starts_.push_back(static_cast<std::uint32_t>(lits_.size()));
  }
  clause_label_.resize(starts_.size());
  for (Var var = 0; var < problem.variables; ++var) {
    const auto append = [&](const std::vector<std::uint32_t>& list) {
      links_.insert(links_.end(), list.begin(), list.end());
      return static_cast<std::uint32_t>(links_.size());
    };
    meter.work(3);
    meter.rest();
    const std::uint32_t after_near = append(near[var]), after_ternary = append(ternary[var]);
    links_of_.push_back({after_near, after_ternary, append(longer[var])});
  }
}

std::size_t Components::bytes() const {
  return (stack_.capacity() + lits_.size() + links_.capacity()) * sizeof(std::uint32_t) +
         projected_.size() * 40;
}

Components::Place Components::push_everything() {
  const std::size_t variables = projected_.size(), clauses = starts_.size() - 1;
  stack_.push_back(static_cast<std::uint32_t>(variables));
  stack_.push_back(static_cast<std::uint32_t>(clauses));
  stack_.resize(header + variables + clauses);
  const auto first = stack_.begin() + header;
  std::iota(first, first + static_cast<std::ptrdiff_t>(variables), 0);
  std::iota(first + static_cast<std::ptrdiff_t>(variables), stack_.end(), 0);
  return 0;
}

// Labels everything connected with a variable.
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
    for (const Var other : neighbours(var)) visit(other);
    const auto [ternary, longer, end] = links_of_[var];
    for (std::uint32_t at = ternary; at < longer; at += 3) {
      const std::uint32_t clause = links_[at];
      const Lit one = links_[at + 1], other = links_[at + 2];
      if (clause_label_[clause] != 0 || search.value(one) > 0 || search.value(other) > 0) continue;
      clause_label_[clause] = label;
      reached_clauses_.push_back(clause);
      visit(variable(one));
      visit(variable(other));
    }
    for (std::uint32_t at = longer; at < end; ++at) {
      const std::uint32_t clause = links_[at];
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
  [[maybe_unused]] const Place first = top();
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
      free += projected_[var];
      continue;
    }
    const Place at = top();
    stack_.push_back(static_cast<std::uint32_t>(reached_.size()));
    stack_.push_back(static_cast<std::uint32_t>(reached_clauses_.size()));
    next_variable_.push_back(at + header);
    next_clause_.push_back(at + header + reached_.size());
    stack_.resize(end(at));
  }
  // The lists of the whole are ascending, so the lists of the parts are too.
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
  INVARIANT(parts_are_apart(whole, first, search));
  return free;
}

// For invariants. Whether the components from `first` on are ascending, have no variable and no clause in
// common, and have all variables of an unsatisfied clause of theirs that are open.
bool Components::parts_are_apart(Place whole, Place first, const Search& search) const {
  // One function because all conditions are about the same two tables.
  std::vector<std::uint32_t> part_of(projected_.size(), 0), clause_part_of(starts_.size(), 0);
  std::uint32_t part = 0;
  for (Place at = first; at < top(); at = end(at)) {
    ++part;
    if (!std::ranges::is_sorted(variables(at)) || !std::ranges::is_sorted(clauses(at))) return false;
    for (const Var var : variables(at))
      if (!search.is_open(var) || std::exchange(part_of[var], part) != 0) return false;
    for (const std::uint32_t clause : clauses(at)) {
      if (std::exchange(clause_part_of[clause], part) != 0) return false;
      for (const Lit lit : lits(clause))
        if (search.value(lit) > 0 || (search.value(lit) == 0 && part_of[variable(lit)] != part)) return false;
    }
  }
  // A variable in no component has no unsatisfied clause.
  for (const std::uint32_t clause : clauses(whole))
    if (clause_part_of[clause] == 0 &&
        std::ranges::none_of(lits(clause), [&](Lit lit) { return search.value(lit) > 0; }))
      return false;
  for (const Var var : variables(whole))
    for (const Var other : neighbours(var))
      if (search.is_open(var) && search.is_open(other) && part_of[var] != part_of[other]) return false;
  return true;
}

void Components::look(Place at, const Search& search, std::vector<Occurrence>& found) const {
  for (const Var var : variables(at)) {
    found[var] = {};
    for (const Var other : neighbours(var)) found[var].clauses += search.is_open(other);
  }
  for (const std::uint32_t clause : clauses(at)) {
    const auto all = lits(clause);
    std::uint32_t open = none_of_many;
    if (all.size() >= many)
      open = static_cast<std::uint32_t>(
          std::count_if(all.begin(), all.end(), [&](Lit lit) { return search.is_open(variable(lit)); }));
    for (const Lit lit : all) {
      Occurrence& here = found[variable(lit)];
      ++here.clauses;
      here.shortest = std::min(here.shortest, open);
    }
  }
}

}  // namespace satplay::counting
