#include "layers.hpp"

namespace satplay::quantified {

namespace {
constexpr std::size_t most_layers = 8;

// In variables of the original formula.
std::vector<Eliminator::Eliminated> translated(std::vector<Eliminator::Eliminated> eliminated,
                                               const std::vector<Var>& origin) {
  const auto before = [&](Lit lit) { return literal(origin[variable(lit)], is_negative(lit)); };
  for (Eliminator::Eliminated& one : eliminated) {
    one.lit = before(one.lit);
    for (Clause& rest : one.rests)
      for (Lit& lit : rest) lit = before(lit);
  }
  return eliminated;
}

}  // namespace

Layers::Layers(Formula&& formula, bool eliminate, Meter& meter) {
  std::size_t bytes = 0;
  for (;;) {
    auto layer = std::make_unique<Layer>(Layer{Simplifier(std::move(formula), meter), {}});
    bytes += layer->simplifier.bytes();
    meter.memory(bytes);
    bool last = layer->simplifier.decided() || !eliminate || layers_.size() + 1 == most_layers;
    if (!layer->simplifier.decided()) {
      formula = layer->simplifier.rest();
      if (!last) {
        const Eliminator eliminator(formula, meter);
        bytes += eliminator.bytes();
        layer->eliminated = translated(eliminator.eliminated(), formula.origin);
        last = layer->eliminated.empty();
      }
    }
    layers_.push_back(std::move(layer));
    if (last) break;
  }
  rest_ = std::move(formula);
}

}  // namespace satplay::quantified
