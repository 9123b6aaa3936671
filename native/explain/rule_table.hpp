// Clauses in groups: each group is one rule instance, group -1 are the definitions, which always hold.
#pragma once
#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "../engine.hpp"
#include "../literal.hpp"

namespace satplay::explaining {

using Group = std::int32_t;
using ClauseIndex = std::uint32_t;

inline constexpr Group definition = -1;

// What an instance costs: `whole` if its step decides everything that it mentions except for amounts, or only
// denies; `partial` if its step asserts something and leaves another part open; `noted` if its step needs a
// bound that is not drawn on the board.
struct GroupCost {
  std::int32_t whole = 1, partial = 1, noted = 1;
};

class RuleTable {
 public:
  // Flat clauses, each closed by a 0; otherwise throws std::invalid_argument.
  RuleTable(Var variables, ExternalLits flat, std::span<const Group> group_of, std::vector<GroupCost> costs);

  Group add_group(GroupCost cost);
  ClauseIndex add_clause(Group group, Lits lits);

  Var variables() const { return static_cast<Var>(occurrences_.size() / 2); }
  ClauseIndex clauses() const { return static_cast<ClauseIndex>(group_of_.size()); }
  Group groups() const { return static_cast<Group>(costs_.size()); }
  Lits clause(ClauseIndex index) const {
    return {lits_.data() + begins_[index], begins_[index + 1] - begins_[index]};
  }
  Group group_of(ClauseIndex index) const { return group_of_[index]; }
  std::span<const ClauseIndex> clauses_with(Lit lit) const { return occurrences_[lit]; }
  std::span<const ClauseIndex> clauses_of(Group group) const { return members_[at(group)]; }
  std::span<const Var> variables_of(Group group) const { return mentioned_[at(group)]; }
  const GroupCost& cost(Group group) const { return costs_[at(group)]; }
  std::int32_t whole_cost(Group group) const { return group == definition ? 0 : costs_[at(group)].whole; }
  // The definitions that mention a variable.
  std::span<const ClauseIndex> definitions_of(Var var) const { return definitions_[var]; }
  // The literal that a definition says is weaker: "at least two" implies "at least one"; no_lit if none does.
  Lit weaker(Var var) const { return weaker_[var]; }
  // Definitions without any variable: contradictions.
  bool has_empty_definition() const { return empty_definition_; }

 private:
  static std::size_t at(Group group) { return static_cast<std::size_t>(group); }
  void mention(Group group, Var var);

  std::vector<Lit> lits_;
  std::vector<std::size_t> begins_{0};
  std::vector<Group> group_of_;
  // Thousands of short lists, which only grow, and end together.
  template <typename T>
  using Lists = std::pmr::vector<std::pmr::vector<T>>;
  std::pmr::monotonic_buffer_resource memory_;
  Lists<ClauseIndex> occurrences_, members_, definitions_;
  Lists<Var> mentioned_;
  std::vector<GroupCost> costs_;
  std::vector<Lit> weaker_;  // by variable
  bool empty_definition_ = false;
};

inline Lit from_external(std::int32_t lit) {
  return literal(static_cast<Var>(lit < 0 ? -lit : lit) - 1, lit < 0);
}
inline std::int32_t to_external(Lit lit) {
  const auto number = static_cast<std::int32_t>(variable(lit)) + 1;
  return is_negative(lit) ? -number : number;
}

// Truth values by literal: 1 true, -1 false, 0 open.
class Values {
 public:
  explicit Values(Var variables) : value_(2 * std::size_t{variables}) {}
  int operator[](Lit lit) const { return value_[lit]; }
  bool open(Var var) const { return value_[positive(var)] == 0; }
  void assign(Lit lit) {
    value_[lit] = 1;
    value_[negated(lit)] = -1;
  }
  void clear(Var var) { value_[positive(var)] = value_[literal(var, true)] = 0; }

 private:
  std::vector<std::int8_t> value_;
};

// What a clause says under an assignment.
struct Reading {
  enum class Kind : std::uint8_t { satisfied, open, unit, falsified } kind;
  Lit implied;  // of a unit clause
};

inline Reading read(Lits clause, const Values& values) {
  Lit implied = no_lit;
  for (const Lit lit : clause) {
    if (values[lit] > 0) return {Reading::Kind::satisfied, no_lit};
    if (values[lit] < 0 || lit == implied) continue;
    if (implied != no_lit) return {Reading::Kind::open, no_lit};
    implied = lit;
  }
  return {implied == no_lit ? Reading::Kind::falsified : Reading::Kind::unit, implied};
}

}  // namespace satplay::explaining
