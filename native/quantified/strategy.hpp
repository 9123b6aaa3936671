// The winner's strategy: a function for each of the winner's variables, made from the moves of the
// abstraction and from the simplification before it.
#pragma once
#include <vector>

#include "abstraction.hpp"
#include "gates.hpp"
#include "layers.hpp"

namespace satplay::quantified {

struct Strategy {
  std::vector<std::int32_t> gates;
  std::vector<std::int32_t> functions;  // variable, literal, variable, literal, ...
};

// `abstraction` is null if simplification alone decided.
class StrategyMaker {
 public:
  StrategyMaker(bool holds, const Layers& layers, const Abstraction* abstraction, std::int32_t first_gate,
                Meter& meter);
  Strategy make();

 private:
  Strategy winners_functions() const;
  bool is_winners(Var var) const { return layers_.prefix().is_universal(var) != holds_; }
  std::int32_t function_of(Lit lit) const;
  std::int32_t open(Key key);
  void follow_moves(std::size_t level);
  void take_back_elimination(const Layer& layer);
  void collect_reductions(std::size_t layer);
  void apply_reductions(Var var, std::size_t layer);
  std::int32_t all_else_is_false(std::size_t layer, std::uint32_t reduction);

  const bool holds_;
  const Layers& layers_;
  const Formula& rest_;
  const Abstraction* abstraction_;
  Meter& meter_;
  Gates gates_;
  std::vector<std::int32_t> function_;  // by variable before simplification; 0: any value
  std::vector<std::int32_t> open_;      // by key: the gate that is true if the key is open, or 0

  // For each layer, if the formula is false.
  struct Reduced {
    std::uint32_t reduction;
    bool value;  // makes the literal false
  };
  struct Reductions {
    std::vector<std::int8_t> values;       // by variable: the value assigned by the layer, or 0
    std::vector<std::vector<Reduced>> of;  // by variable
    std::vector<std::int32_t> lost;        // by reduction: the gate that is true if the clause is false, or 0
  };
  std::vector<Reductions> reductions_;
};

}  // namespace satplay::quantified
