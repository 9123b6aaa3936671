// Local reasoning by unit propagation, with an engine for what it misses.
#include "local_reasoning.hpp"

#include <algorithm>
#include <unordered_map>

namespace satplay::explaining {

namespace {

// The clauses of the groups and the definitions that are connected to them.
std::vector<ClauseIndex> connected_clauses(const RuleTable& table, std::span<const Group> groups,
                                           std::vector<Var>& variables) {
  std::vector<ClauseIndex> clauses;
  for (const Group group : groups) {
    const auto& members = table.clauses_of(group);
    clauses.insert(clauses.end(), members.begin(), members.end());
    const auto& mentioned = table.variables_of(group);
    variables.insert(variables.end(), mentioned.begin(), mentioned.end());
  }
  std::ranges::sort(variables);
  variables.erase(std::unique(variables.begin(), variables.end()), variables.end());
  std::vector<Var> known = variables;  // sorted
  std::vector<ClauseIndex> definitions;
  for (std::size_t next = 0; next < variables.size(); ++next) {
    for (const ClauseIndex index : table.definitions_of(variables[next])) {
      definitions.push_back(index);
      for (const Lit lit : table.clause(index)) {
        const auto place = std::ranges::lower_bound(known, variable(lit));
        if (place != known.end() && *place == variable(lit)) continue;
        known.insert(place, variable(lit));
        variables.push_back(variable(lit));
      }
    }
  }
  std::ranges::sort(definitions);
  definitions.erase(std::unique(definitions.begin(), definitions.end()), definitions.end());
  clauses.insert(clauses.end(), definitions.begin(), definitions.end());
  return clauses;
}

}  // namespace

LocalReasoning::LocalReasoning(const RuleTable& table, std::span<const Group> groups) : table_(table) {
  clauses_ = connected_clauses(table, groups, variables_);
  std::unordered_map<Var, Var> number_of;
  for (const Var var : variables_) number_of.emplace(var, static_cast<Var>(number_of.size()));
  number_of_.assign(table.variables(), -1);
  for (const auto& [var, number] : number_of) number_of_[var] = static_cast<std::int32_t>(number);
  with_.resize(2 * variables_.size());
  value_.resize(2 * variables_.size());
  reason_.assign(variables_.size(), -1);
  for (std::size_t clause = 0; clause < clauses_.size(); ++clause) {
    auto& lits = lits_.emplace_back();
    for (const Lit lit : table.clause(clauses_[clause])) {
      lits.push_back(local(lit));
      with_[lits.back()].push_back(static_cast<std::uint32_t>(clause));
    }
  }
}

Lit LocalReasoning::local(Lit lit) const {
  const std::int32_t number = number_of_[variable(lit)];
  return number < 0 ? no_lit : literal(static_cast<Var>(number), is_negative(lit));
}

void LocalReasoning::clear() {
  for (const Lit lit : trail_) value_[lit] = value_[negated(lit)] = 0;
  trail_.clear();
  violated_ = -1;
  contradictory_assumption_ = false;
}

bool LocalReasoning::assign(Lit lit, std::int32_t clause) {
  if (lit == no_lit || value_[lit] > 0) return true;
  if (value_[lit] < 0) {
    violated_ = clause;
    contradictory_assumption_ = clause < 0;
    return false;
  }
  value_[lit] = 1;
  value_[negated(lit)] = -1;
  reason_[variable(lit)] = clause;
  trail_.push_back(lit);
  return true;
}

// Assigns what a clause implies; returns false if it is violated.
bool LocalReasoning::look(std::uint32_t clause) {
  Lit implied = no_lit;
  for (const Lit lit : lits_[clause]) {
    if (value_[lit] > 0) return true;
    if (value_[lit] < 0 || lit == implied) continue;
    if (implied != no_lit) return true;
    implied = lit;
  }
  if (implied != no_lit) return assign(implied, static_cast<std::int32_t>(clause));
  violated_ = static_cast<std::int32_t>(clause);
  return false;
}

// Returns false on a contradiction.
bool LocalReasoning::run(Lits facts, Lit assumption) {
  clear();
  for (const Lit fact : facts)
    if (!assign(local(fact), -1)) return false;
  if (assumption != no_lit && !assign(local(assumption), -1)) return false;
  for (std::uint32_t clause = 0; clause < lits_.size(); ++clause)
    if (lits_[clause].size() <= 1 && !look(clause)) return false;
  for (std::size_t next = 0; next < trail_.size(); ++next)
    for (const std::uint32_t clause : with_[negated(trail_[next])])
      if (!look(clause)) return false;
  return true;
}

bool LocalReasoning::refutes(Lits facts, Lit assumption) {
  return !run(facts, assumption);
}

std::vector<Lit> LocalReasoning::propagate(Lits facts) {
  if (!run(facts, no_lit)) return {};
  std::vector<Lit> found;
  for (const Lit lit : trail_) found.push_back(global(lit));
  return found;
}

// The variables that the contradiction depends on; appends its inferences, the last first.
std::vector<std::uint8_t> LocalReasoning::needed_variables(std::vector<Inference>* inferences) const {
  std::vector<std::uint8_t> needed(variables_.size());
  if (contradictory_assumption_) needed.assign(needed.size(), 1);
  if (contradictory_assumption_ || violated_ < 0) return needed;
  const auto use = [&](std::int32_t clause, Lit implied) {
    const auto at = static_cast<std::size_t>(clause);
    for (const Lit lit : lits_[at]) needed[variable(lit)] = 1;
    if (inferences) inferences->push_back({table_.group_of(clauses_[at]), implied});
  };
  use(violated_, no_lit);
  for (std::size_t next = trail_.size(); next-- > 0;) {
    const Lit lit = trail_[next];
    const std::int32_t clause = reason_[variable(lit)];
    if (needed[variable(lit)] && clause >= 0) use(clause, global(lit));
  }
  return needed;
}

std::vector<Inference> LocalReasoning::chain() const {
  std::vector<Inference> inferences;
  needed_variables(&inferences);
  std::ranges::reverse(inferences);
  return inferences;
}

std::vector<Lit> LocalReasoning::used_facts() const {
  const auto needed = needed_variables(nullptr);
  std::vector<Lit> used;
  for (const Lit lit : trail_)
    if (reason_[variable(lit)] < 0 && needed[variable(lit)]) used.push_back(global(lit));
  return used;
}

std::vector<Group> LocalReasoning::used_groups() const {
  std::vector<Group> used;
  for (const auto& inference : chain())
    if (inference.group != definition) used.push_back(inference.group);
  std::ranges::sort(used);
  used.erase(std::unique(used.begin(), used.end()), used.end());
  return used;
}

void LocalReasoning::load_engine() {
  engine_ = std::make_unique<Engine>();
  engine_->declare(static_cast<std::int32_t>(variables_.size()));
  std::vector<std::int32_t> clause;
  for (const auto& lits : lits_) {
    clause.clear();
    for (const Lit lit : lits) clause.push_back(to_external(lit));
    engine_->add(clause);
  }
}

std::vector<std::int32_t> LocalReasoning::assumptions(Lits facts) const {
  std::vector<std::int32_t> assumed;
  for (const Lit fact : facts) {
    const Lit lit = fact == no_lit ? no_lit : local(fact);
    if (lit != no_lit) assumed.push_back(to_external(lit));
  }
  return assumed;
}

bool LocalReasoning::entails_contradiction(Lits facts, Lit assumption) {
  if (refutes(facts, assumption)) return true;
  if (!engine_) load_engine();
  auto assumed = assumptions(facts);
  const Lit last[] = {assumption};
  for (const std::int32_t lit : assumptions(last)) assumed.push_back(lit);
  return engine_->solve(assumed, {}, {}) == Status::unsatisfiable;
}

// As backbones are found: a model refutes all candidates that are false in it.
std::vector<Lit> LocalReasoning::implied(Lits facts, const std::vector<Var>& candidates, bool& conflict) {
  conflict = false;
  if (!engine_) load_engine();
  auto assumed = assumptions(facts);
  if (engine_->solve(assumed, {}, {}) == Status::unsatisfiable) {
    conflict = true;
    return {};
  }
  std::vector<Lit> open;  // local
  for (const Var var : candidates) {
    const Lit lit = local(positive(var));
    if (lit == no_lit) continue;
    open.push_back(engine_->model_value(to_external(lit)) > 0 ? lit : negated(lit));
  }
  std::vector<Lit> found;
  while (!open.empty()) {
    const Lit lit = open.back();
    open.pop_back();
    assumed.push_back(to_external(negated(lit)));
    if (engine_->solve(assumed, {}, {}) == Status::unsatisfiable) {
      found.push_back(global(lit));
    } else {
      std::erase_if(open, [&](Lit other) { return engine_->model_value(to_external(other)) <= 0; });
    }
    assumed.pop_back();
  }
  return found;
}

}  // namespace satplay::explaining
