#include "decide.hpp"

#include <algorithm>

namespace satplay::quantified {

namespace {

// The winner's values of the outermost level: from the abstraction, then from the simplification, from the
// last layer to the first. Values of inner variables are needed too: if simplification removes all variables
// of a level, its neighbours are merged, so a variable of the outermost level can be eliminated by clauses
// with inner variables.
std::vector<std::int32_t> outermost(bool holds, const Layers& layers, const Abstraction* abstraction) {
  const Prefix& prefix = layers.prefix();
  if (prefix.levels() == 0 || (prefix.universal[0] != 0) == holds) return {};
  std::vector<std::uint8_t> values(prefix.variables(), 0);
  const auto set = [&](Var var, bool value) { values[var] = value; };
  if (abstraction) {
    for (Var var = 0; var < abstraction->outermost().size(); var++)
      set(layers.rest().origin[var], abstraction->outermost()[var]);
  }
  for (auto layer = layers.layers().rbegin(); layer != layers.layers().rend(); ++layer) {
    const Simplifier& simplifier = (*layer)->simplifier;
    const std::vector<Var>& origin = simplifier.formula().origin;
    const auto is_false = [&](Lit lit) { return (values[variable(lit)] != 0) == is_negative(lit); };
    const auto lost = [&](const Clause& rest) { return std::all_of(rest.begin(), rest.end(), is_false); };
    for (auto one = (*layer)->eliminated.rbegin(); one != (*layer)->eliminated.rend(); ++one) {
      const bool chosen = std::any_of(one->rests.begin(), one->rests.end(), lost);
      set(variable(one->lit), chosen != is_negative(one->lit));
    }
    for (const Lit lit : simplifier.values()) set(origin[variable(lit)], !is_negative(lit));
    if (simplifier.reductions().empty() || simplifier.reductions().back().end > 0) continue;
    const Reduction& last = simplifier.reductions().back();  // of a clause that is false by this level alone
    for (const Lit lit : simplifier.open_then(last, last.end, last.before))
      set(origin[variable(lit)], is_negative(lit));
  }
  std::vector<std::int32_t> lits;
  for (Var var = 0; var < prefix.begins[1]; var++)
    lits.push_back(values[var] ? layers.names()[var] : -layers.names()[var]);
  return lits;
}

}  // namespace

Answer decide(const Question& question, Meter& meter) {
  const Layers layers(read_formula(question.prefix, question.clauses, meter), question.eliminate, meter);
  Answer answer;
  std::optional<Abstraction> abstraction;
  if (layers.decided()) {
    answer.holds = layers.holds();
  } else {
    abstraction.emplace(layers.rest(), question.keep_strategy, meter);
    answer.holds = abstraction->holds();
    answer.refinements = abstraction->refinements;
  }
  const Abstraction* moves = abstraction ? &*abstraction : nullptr;
  answer.outermost = outermost(answer.holds, layers, moves);
  if (question.keep_strategy) {
    try {
      answer.strategy = StrategyMaker(answer.holds, layers, moves, question.first_gate, meter).make();
    } catch (const Gates::Full&) {
      answer.strategy.reset();
    }
  }
  return answer;
}

}  // namespace satplay::quantified
