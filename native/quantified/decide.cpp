#include "decide.hpp"

namespace satplay::quantified {

namespace {

// Simplification says it, or else the choice of the abstraction, whose outermost level has what is left of
// this one.
std::vector<std::int32_t> outermost(bool holds, const Simplifier& simplifier, const Formula& rest,
                                    const Abstraction* abstraction) {
  const Prefix& prefix = simplifier.prefix();
  if (prefix.levels() == 0 || (prefix.universal[0] != 0) == holds) return {};
  std::vector<std::uint8_t> values(prefix.begins[1], 0);
  if (abstraction) {
    for (Var var = 0; var < abstraction->outermost().size(); var++) {
      const auto before = static_cast<std::size_t>(rest.names[var]);
      if (before < values.size()) values[before] = abstraction->outermost()[var];
    }
  }
  for (const Lit lit : simplifier.values())
    if (variable(lit) < values.size()) values[variable(lit)] = !is_negative(lit);
  if (!simplifier.reductions().empty() && simplifier.reductions().back().end == 0) {
    const Reduction& last = simplifier.reductions().back();  // of a clause that is lost by this level alone
    for (const Lit lit : simplifier.open_then(last, last.end, last.before))
      if (variable(lit) < values.size()) values[variable(lit)] = is_negative(lit);
  }
  std::vector<std::int32_t> lits;
  for (Var var = 0; var < values.size(); var++)
    lits.push_back(values[var] ? simplifier.names()[var] : -simplifier.names()[var]);
  return lits;
}

}  // namespace

Answer decide(const Question& question, Meter& meter) {
  const Simplifier simplifier(read_formula(question.prefix, question.clauses, meter), meter);
  meter.memory(simplifier.bytes());
  Answer answer;
  Formula rest;
  std::optional<Abstraction> abstraction;
  if (simplifier.decided()) {
    answer.holds = simplifier.holds();
  } else {
    rest = simplifier.rest();
    abstraction.emplace(rest, question.keep_strategy, meter);
    answer.holds = abstraction->holds();
    answer.refinements = abstraction->refinements;
  }
  const Abstraction* moves = abstraction ? &*abstraction : nullptr;
  answer.outermost = outermost(answer.holds, simplifier, rest, moves);
  if (question.keep_strategy) {
    try {
      answer.strategy =
          StrategyMaker(answer.holds, simplifier, rest, moves, question.first_gate, meter).make();
    } catch (const Gates::Full&) {
      answer.strategy.reset();
    }
  }
  return answer;
}

}  // namespace satplay::quantified
