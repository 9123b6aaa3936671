#include "strategy.hpp"

#include <algorithm>

namespace satplay::quantified {

StrategyMaker::StrategyMaker(bool holds, const Simplifier& simplifier, const Formula& rest,
                             const Abstraction* abstraction, std::int32_t first_gate, Meter& meter)
    : holds_(holds),
      simplifier_(simplifier),
      rest_(rest),
      abstraction_(abstraction),
      meter_(meter),
      gates_(first_gate, meter) {
  const Var variables = simplifier.prefix().variables();
  function_.assign(variables, 0);
  for (Var var = 0; var < variables; var++)
    if (!is_winners(var)) function_[var] = simplifier.names()[var];
  if (abstraction) open_.assign(abstraction->keys().size(), 0);
}

// From the outside in: a function may use those of variables further outside.
Strategy StrategyMaker::make() {
  for (const Lit lit : simplifier_.values())
    if (is_winners(variable(lit))) function_[variable(lit)] = gates_.constant(!is_negative(lit));
  if (!holds_) gather_reductions();
  Strategy strategy;
  std::size_t level = 0;  // the next of those that were left
  for (Var var = 0; var < function_.size(); var++) {
    if (level < rest_.prefix.levels() && var == static_cast<Var>(rest_.names[rest_.prefix.begins[level]])) {
      if ((rest_.prefix.universal[level] != 0) != holds_) follow_moves(level);
      level++;
    }
    if (!is_winners(var)) continue;
    if (!holds_) heed_reductions(var);
    if (function_[var] == 0) function_[var] = gates_.constant(false);
    strategy.functions.insert(strategy.functions.end(), {simplifier_.names()[var], function_[var]});
  }
  strategy.gates = gates_.rows();
  return strategy;
}

// A literal of what was left by the simplification.
std::int32_t StrategyMaker::said(Lit lit) const {
  const std::int32_t function = function_[static_cast<std::size_t>(rest_.names[variable(lit)])];
  return is_negative(lit) ? -function : function;
}

std::int32_t StrategyMaker::open(Key key) {
  const Keys& keys = abstraction_->keys();
  std::vector<Key> waiting{key};  // prefixes may be deep: no recursion
  std::vector<std::int32_t> ways, lits;
  while (!waiting.empty()) {
    const Key at = waiting.back();
    const std::size_t before = waiting.size();
    for (const Keys::Row& row : keys.rows(at))
      if (row.parent != no_key && open_[row.parent] == 0) waiting.push_back(row.parent);
    if (waiting.size() > before) continue;
    waiting.pop_back();
    if (open_[at] != 0) continue;
    ways.clear();
    for (const Keys::Row& row : keys.rows(at)) {
      lits.clear();
      if (row.parent != no_key) lits.push_back(open_[row.parent]);
      for (const Lit lit : keys.lits(row)) lits.push_back(-said(lit));
      ways.push_back(gates_.all(lits));
    }
    open_[at] = gates_.any(ways);
  }
  return open_[key];
}

// The first of the moves that is possible. A variable is true where one of those is chosen that make it true,
// or where none is that makes it false: whichever are fewer.
void StrategyMaker::follow_moves(std::size_t level) {
  const Var begin = rest_.prefix.begins[level], end = rest_.prefix.begins[level + 1];
  std::vector<std::vector<std::int32_t>> chosen[2];  // by value and variable
  for (auto& of_value : chosen) of_value.resize(end - begin);
  std::int32_t none_before = gates_.constant(true);
  std::vector<std::int32_t> lits;
  for (const Move& move : abstraction_->moves()[level]) {
    lits.clear();
    for (const Key key : move.needed) lits.push_back(holds_ ? -open(key) : open(key));
    const std::int32_t possible = gates_.all(lits);
    if (gates_.is(possible, false)) continue;
    const std::int32_t choice = gates_.both(none_before, possible);
    for (Var var = begin; var < end; var++) chosen[move.values[var - begin]][var - begin].push_back(choice);
    meter_.work(end - begin);
    if (gates_.is(possible, true)) break;
    none_before = gates_.both(none_before, -possible);
  }
  for (Var var = begin; var < end; var++) {
    auto &ones = chosen[1][var - begin], &zeros = chosen[0][var - begin];
    function_[static_cast<std::size_t>(rest_.names[var])] =
        ones.size() <= zeros.size() ? gates_.any(ones) : -gates_.any(zeros);
  }
}

void StrategyMaker::gather_reductions() {
  const std::vector<Reduction>& reductions = simplifier_.reductions();
  lost_.assign(reductions.size(), 0);
  reduced_.resize(function_.size());
  for (std::uint32_t at = 0; at < reductions.size(); at++)
    for (const Lit lit : simplifier_.open_then(reductions[at], reductions[at].end, reductions[at].before))
      reduced_[variable(lit)].push_back({at, is_negative(lit)});
}

// Each step of the simplification makes a strategy for the formula before it out of one for the formula after
// it. All but reductions leave it as it is; after a reduction there may be nothing left of the clause but
// literals that the winner still has to make false. Backwards: what was done first has the last word.
void StrategyMaker::heed_reductions(Var var) {
  std::int32_t& function = function_[var];
  for (auto at = reduced_[var].rbegin(); at != reduced_[var].rend(); ++at) {
    const std::int32_t lost = all_else_is_false(at->reduction);
    if (function == 0)
      function = gates_.constant(at->value);
    else
      function = at->value ? -gates_.both(-lost, -function) : gates_.both(-lost, function);
  }
}

std::int32_t StrategyMaker::all_else_is_false(std::uint32_t reduction) {
  if (lost_[reduction] == 0) {
    const Reduction& what = simplifier_.reductions()[reduction];
    std::vector<std::int32_t> lits;
    for (const Lit lit : simplifier_.open_then(what, 0, what.end)) {
      const std::int32_t said = function_[variable(lit)];
      lits.push_back(is_negative(lit) ? said : -said);
    }
    lost_[reduction] = gates_.all(lits);
  }
  return lost_[reduction];
}

}  // namespace satplay::quantified
