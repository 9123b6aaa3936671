// Conclusions from a few rule instances and a few facts alone: what a reason needs.
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "rule_table.hpp"

namespace satplay::explaining {

// One inference of a chain: the clause of a group implies `implied` (no_lit: it is violated).
struct Inference {
  Group group;
  Lit implied;
};

// Unit propagation in the clauses of some groups and in the definitions of the variables that they mention;
// where that is not enough, a query to an engine.
class LocalReasoning {
 public:
  LocalReasoning(const RuleTable& table, std::span<const Group> groups);

  const std::vector<Var>& variables() const { return variables_; }

  // Whether the assumptions contradict the groups, by unit propagation.
  bool refutes(Lits facts, Lit assumption);
  // After refutes() has returned true: the inferences that the contradiction uses, in order.
  std::vector<Inference> chain() const;
  // The groups of the chain, and the facts that it uses.
  std::vector<Group> used_groups() const;
  std::vector<Lit> used_facts() const;
  // All literals that unit propagation gives from the facts; empty if they contradict each other.
  std::vector<Lit> propagate(Lits facts);
  // Whether the assumptions contradict the groups, decided completely.
  bool entails_contradiction(Lits facts, Lit assumption);
  // The candidates (variables) of which one literal follows from the facts, as these literals. `conflict`:
  // the facts contradict the groups.
  std::vector<Lit> implied(Lits facts, const std::vector<Var>& candidates, bool& conflict);

 private:
  void connect(std::span<const Group> groups);
  void index();
  std::size_t size() const { return clauses_.size(); }
  Lits clause(std::size_t number) const {
    return {lits_.data() + begins_[number], begins_[number + 1] - begins_[number]};
  }
  std::span<const std::uint32_t> clauses_with(Lit lit) const {
    return {with_.data() + first_with_[lit], first_with_[lit + 1] - first_with_[lit]};
  }
  bool run(Lits facts, Lit assumption);
  bool look(std::uint32_t clause);
  bool assign(Lit lit, std::int32_t clause);
  void clear();
  void load_engine();
  std::vector<std::int32_t> assumptions(Lits facts) const;
  std::vector<std::uint8_t> needed_variables(std::vector<Inference>* inferences) const;

  const RuleTable& table_;
  std::vector<ClauseIndex> clauses_;
  std::vector<Var> variables_;
  std::vector<std::int32_t> number_of_;  // by variable of the table: its number here
  std::vector<Lit> lits_;                // of all clauses, with the numbers of this object
  std::vector<std::size_t> begins_;      // by clause: its first literal
  std::vector<std::uint32_t> with_;      // of all literals: clauses with the literal
  std::vector<std::size_t> first_with_;  // by literal
  std::vector<std::int8_t> value_;       // by literal
  std::vector<std::int32_t> reason_;     // by variable: clause, or -1
  std::vector<Lit> trail_;
  std::int32_t violated_ = -1;
  bool contradictory_assumption_ = false;
  std::unique_ptr<Engine> engine_;

  Lit local(Lit lit) const;
  Lit global(Lit lit) const { return literal(variables_[variable(lit)], is_negative(lit)); }
};

}  // namespace satplay::explaining
