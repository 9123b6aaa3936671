// Local reasoning by unit propagation, with an engine for what it misses.
#include "local_reasoning.hpp"

#include <algorithm>
#include <numeric>

namespace satplay::explaining {

LocalReasoning::LocalReasoning(const RuleTable& table, std::span<const Group> groups) : table_(table) {
  connect(groups);
  index();
  value_.resize(2 * variables_.size());
  reason_.assign(variables_.size(), -1);
}

// The clauses of the groups and the definitions that are connected to them; numbers their variables.
void LocalReasoning::connect(std::span<const Group> groups) {
  for (const Group group : groups) {
    const auto& members = table_.clauses_of(group);
    clauses_.insert(clauses_.end(), members.begin(), members.end());
    const auto& mentioned = table_.variables_of(group);
    variables_.insert(variables_.end(), mentioned.begin(), mentioned.end());
  }
  std::ranges::sort(variables_);
  variables_.erase(std::unique(variables_.begin(), variables_.end()), variables_.end());
  number_of_.assign(table_.variables(), -1);
  for (std::size_t number = 0; number < variables_.size(); ++number)
    number_of_[variables_[number]] = static_cast<std::int32_t>(number);
  const auto own = static_cast<std::ptrdiff_t>(clauses_.size());
  for (std::size_t next = 0; next < variables_.size(); ++next) {
    for (const ClauseIndex index : table_.definitions_of(variables_[next])) {
      clauses_.push_back(index);
      for (const Lit lit : table_.clause(index)) {
        if (number_of_[variable(lit)] >= 0) continue;
        number_of_[variable(lit)] = static_cast<std::int32_t>(variables_.size());
        variables_.push_back(variable(lit));
      }
    }
  }
  std::sort(clauses_.begin() + own, clauses_.end());
  clauses_.erase(std::unique(clauses_.begin() + own, clauses_.end()), clauses_.end());
}

// Copies the clauses, and notes for each literal in which of them it is.
void LocalReasoning::index() {
  begins_.reserve(clauses_.size() + 1);
  begins_.push_back(0);
  first_with_.assign(2 * variables_.size() + 1, 0);
  for (const ClauseIndex number : clauses_) {
    for (const Lit lit : table_.clause(number)) {
      lits_.push_back(local(lit));
      ++first_with_[lits_.back() + 1];
    }
    begins_.push_back(lits_.size());
  }
  std::partial_sum(first_with_.begin(), first_with_.end(), first_with_.begin());
  std::vector<std::size_t> next(first_with_.begin(), first_with_.end() - 1);
  with_.resize(lits_.size());
  for (std::size_t number = 0; number < size(); ++number)
    for (const Lit lit : clause(number)) with_[next[lit]++] = static_cast<std::uint32_t>(number);
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
bool LocalReasoning::look(std::uint32_t number) {
  Lit implied = no_lit;
  for (const Lit lit : clause(number)) {
    if (value_[lit] > 0) return true;
    if (value_[lit] < 0 || lit == implied) continue;
    if (implied != no_lit) return true;
    implied = lit;
  }
  if (implied != no_lit) return assign(implied, static_cast<std::int32_t>(number));
  violated_ = static_cast<std::int32_t>(number);
  return false;
}

// Returns false on a contradiction.
bool LocalReasoning::run(Lits facts, Lit assumption) {
  clear();
  for (const Lit fact : facts)
    if (!assign(local(fact), -1)) return false;
  if (assumption != no_lit && !assign(local(assumption), -1)) return false;
  for (std::uint32_t number = 0; number < size(); ++number)
    if (clause(number).size() <= 1 && !look(number)) return false;
  for (std::size_t next = 0; next < trail_.size(); ++next)
    for (const std::uint32_t number : clauses_with(negated(trail_[next])))
      if (!look(number)) return false;
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
  const auto use = [&](std::int32_t number, Lit implied) {
    const auto at = static_cast<std::size_t>(number);
    for (const Lit lit : clause(at)) needed[variable(lit)] = 1;
    if (inferences) inferences->push_back({table_.group_of(clauses_[at]), implied});
  };
  use(violated_, no_lit);
  for (std::size_t next = trail_.size(); next-- > 0;) {
    const Lit lit = trail_[next];
    const std::int32_t number = reason_[variable(lit)];
    if (needed[variable(lit)] && number >= 0) use(number, global(lit));
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
  std::vector<std::int32_t> lits;
  for (std::size_t number = 0; number < size(); ++number) {
    lits.clear();
    for (const Lit lit : clause(number)) lits.push_back(to_external(lit));
    engine_->add(lits);
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
