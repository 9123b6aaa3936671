#include "strategy.hpp"

#include <algorithm>

namespace satplay::quantified {

StrategyMaker::StrategyMaker(bool holds, const Layers& layers, const Abstraction* abstraction,
                             std::int32_t first_gate, Meter& meter)
    : holds_(holds),
      layers_(layers),
      rest_(layers.rest()),
      abstraction_(abstraction),
      meter_(meter),
      gates_(first_gate, meter) {
  const Var variables = layers.prefix().variables();
  function_.assign(variables, 0);
  for (Var var = 0; var < variables; var++)
    if (!is_winners(var)) function_[var] = layers.names()[var];
  if (abstraction) open_.assign(abstraction->keys().size(), 0);
}

// From the outermost level, because a function may use functions of outer variables. From the last layer of
// the simplification to the first: each extends a strategy for the formula after it to one for the formula
// before it.
Strategy StrategyMaker::make() {
  const auto& layers = layers_.layers();
  if (!holds_)
    for (std::size_t layer = 0; layer < layers.size(); layer++) collect_reductions(layer);
  std::size_t level = 0;  // the next level of the simplified formula
  for (Var var = 0; var < function_.size(); var++) {
    if (abstraction_ && level < rest_.prefix.levels() && var == rest_.origin[rest_.prefix.begins[level]]) {
      if ((rest_.prefix.universal[level] != 0) != holds_) follow_moves(level);
      level++;
    }
    if (holds_ || !is_winners(var)) continue;
    for (std::size_t layer = layers.size(); layer-- > 0;) apply_reductions(var, layer);
    if (function_[var] == 0) function_[var] = gates_.constant(false);
  }
  if (holds_)
    for (auto layer = layers.rbegin(); layer != layers.rend(); ++layer) take_back_elimination(**layer);
  return winners_functions();
}

Strategy StrategyMaker::winners_functions() const {
  Strategy strategy;
  for (Var var = 0; var < function_.size(); var++)
    if (is_winners(var))
      strategy.functions.insert(strategy.functions.end(), {layers_.names()[var], function_[var]});
  strategy.gates = gates_.rows();
  return strategy;
}

// A literal of the simplified formula.
std::int32_t StrategyMaker::function_of(Lit lit) const {
  const std::int32_t function = function_[rest_.origin[variable(lit)]];
  return is_negative(lit) ? -function : function;
}

std::int32_t StrategyMaker::open(Key key) {
  const Keys& keys = abstraction_->keys();
  std::vector<Key> waiting{key};  // no recursion, because prefixes may be deep
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
      for (const Lit lit : keys.lits(row)) lits.push_back(-function_of(lit));
      ways.push_back(gates_.all(lits));
    }
    open_[at] = gates_.any(ways);
  }
  return open_[key];
}

// Plays the first possible move. A variable is true if a chosen move makes it true, or if none makes it
// false: whichever needs fewer moves.
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
    function_[rest_.origin[var]] = ones.size() <= zeros.size() ? gates_.any(ones) : -gates_.any(zeros);
  }
}

// In reverse order of elimination, because clauses of earlier variables may contain later ones.
void StrategyMaker::take_back_elimination(const Layer& layer) {
  std::vector<std::int32_t> lits, ways;
  for (auto one = layer.eliminated.rbegin(); one != layer.eliminated.rend(); ++one) {
    ways.clear();
    for (const Clause& rest : one->rests) {
      lits.clear();
      for (const Lit lit : rest)
        lits.push_back(is_negative(lit) ? function_[variable(lit)] : -function_[variable(lit)]);
      ways.push_back(gates_.all(lits));
    }
    const std::int32_t chosen = gates_.any(ways);
    function_[variable(one->lit)] = is_negative(one->lit) ? -chosen : chosen;
  }
  const std::vector<Var>& origin = layer.simplifier.formula().origin;
  for (const Lit lit : layer.simplifier.values())
    if (is_winners(origin[variable(lit)]))
      function_[origin[variable(lit)]] = gates_.constant(!is_negative(lit));
}

void StrategyMaker::collect_reductions(std::size_t layer) {
  const Simplifier& simplifier = layers_.layers()[layer]->simplifier;
  const std::vector<Var>& origin = simplifier.formula().origin;
  const std::vector<Reduction>& reductions = simplifier.reductions();
  Reductions& collected = reductions_.emplace_back();
  collected.values.assign(function_.size(), 0);
  for (const Lit lit : simplifier.values())
    collected.values[origin[variable(lit)]] = is_negative(lit) ? -1 : 1;
  collected.lost.assign(reductions.size(), 0);
  collected.of.resize(function_.size());
  for (std::uint32_t at = 0; at < reductions.size(); at++)
    for (const Lit lit : simplifier.open_then(reductions[at], reductions[at].end, reductions[at].before))
      collected.of[origin[variable(lit)]].push_back({at, is_negative(lit)});
}

// Only universal reductions change the strategy of the universal player: if the rest of the clause is false,
// the removed literals must be made false too. In reverse order, so that earlier reductions take precedence.
void StrategyMaker::apply_reductions(Var var, std::size_t layer) {
  std::int32_t& function = function_[var];
  const Reductions& reductions = reductions_[layer];
  if (reductions.values[var] != 0) function = gates_.constant(reductions.values[var] > 0);
  for (auto at = reductions.of[var].rbegin(); at != reductions.of[var].rend(); ++at) {
    const std::int32_t lost = all_else_is_false(layer, at->reduction);
    if (function == 0)
      function = gates_.constant(at->value);
    else
      function = at->value ? -gates_.both(-lost, -function) : gates_.both(-lost, function);
  }
}

std::int32_t StrategyMaker::all_else_is_false(std::size_t layer, std::uint32_t reduction) {
  std::int32_t& lost = reductions_[layer].lost[reduction];
  if (lost == 0) {
    const Simplifier& simplifier = layers_.layers()[layer]->simplifier;
    const Reduction& what = simplifier.reductions()[reduction];
    std::vector<std::int32_t> lits;
    for (const Lit lit : simplifier.open_then(what, 0, what.end)) {
      const std::int32_t function = function_[simplifier.formula().origin[variable(lit)]];
      lits.push_back(is_negative(lit) ? function : -function);
    }
    lost = gates_.all(lits);
  }
  return lost;
}

}  // namespace satplay::quantified
