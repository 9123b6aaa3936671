// Building the table of rule instances.
#include "rule_table.hpp"

#include <algorithm>
#include <stdexcept>

namespace satplay::explaining {

RuleTable::RuleTable(Var variables, ExternalLits flat, std::span<const Group> group_of,
                     std::vector<GroupCost> costs)
    : memory_(32 * flat.size() + 1024),
      occurrences_(2 * std::size_t{variables}, &memory_),
      members_(costs.size(), &memory_),
      definitions_(variables, &memory_),
      mentioned_(costs.size(), &memory_),
      costs_(std::move(costs)),
      weaker_(variables, no_lit) {
  lits_.reserve(flat.size());
  begins_.reserve(group_of.size() + 1);
  group_of_.reserve(group_of.size());
  std::vector<Lit> clause;
  std::size_t number = 0;
  for (const std::int32_t lit : flat) {
    if (lit != 0) {
      clause.push_back(from_external(lit));
      if (variable(clause.back()) >= variables) throw std::invalid_argument("a variable is not declared");
      continue;
    }
    if (number == group_of.size()) throw std::invalid_argument("a clause has no group");
    const Group group = group_of[number++];
    if (group < definition || group >= groups()) throw std::invalid_argument("no such group");
    add_clause(group, clause);
    clause.clear();
  }
  if (!clause.empty() || number != group_of.size())
    throw std::invalid_argument("the last clause is not closed, or a group has no clause");
}

Group RuleTable::add_group(GroupCost cost) {
  costs_.push_back(cost);
  members_.emplace_back();
  mentioned_.emplace_back();
  return groups() - 1;
}

ClauseIndex RuleTable::add_clause(Group group, Lits lits) {
  const auto index = static_cast<ClauseIndex>(group_of_.size());
  lits_.insert(lits_.end(), lits.begin(), lits.end());
  begins_.push_back(lits_.size());
  group_of_.push_back(group);
  for (const Lit lit : lits) {
    occurrences_[lit].push_back(index);
    if (group != definition) {
      mention(group, variable(lit));
    } else if (auto& there = definitions_[variable(lit)]; there.empty() || there.back() != index) {
      there.push_back(index);
    }
  }
  if (group != definition) {
    members_[at(group)].push_back(index);
  } else if (lits.empty()) {
    empty_definition_ = true;
  } else if (lits.size() == 2 && is_negative(lits[0]) != is_negative(lits[1])) {
    const std::size_t stronger = is_negative(lits[0]) ? 0 : 1;
    weaker_[variable(lits[stronger])] = lits[1 - stronger];
  }
  return index;
}

void RuleTable::mention(Group group, Var var) {
  auto& there = mentioned_[at(group)];
  if (std::ranges::find(there, var) == there.end()) there.push_back(var);
}

}  // namespace satplay::explaining
