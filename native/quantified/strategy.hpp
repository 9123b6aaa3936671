// How the winner answers: a function for each of his variables, made from the moves of the abstraction and
// from the simplification before it.
#pragma once
#include <vector>

#include "abstraction.hpp"
#include "gates.hpp"
#include "simplify.hpp"

namespace satplay::quantified {

struct Strategy {
  std::vector<std::int32_t> gates;
  std::vector<std::int32_t> functions;  // variable, literal, variable, literal, ...
};

// `abstraction` is null where simplification alone has decided.
class StrategyMaker {
 public:
  StrategyMaker(bool holds, const Simplifier& simplifier, const Formula& rest, const Abstraction* abstraction,
                std::int32_t first_gate, Meter& meter);
  Strategy make();

 private:
  bool is_winners(Var var) const { return simplifier_.prefix().is_universal(var) != holds_; }
  std::int32_t said(Lit lit) const;
  std::int32_t open(Key key);
  void follow_moves(std::size_t level);
  void gather_reductions();
  void heed_reductions(Var var);
  std::int32_t all_else_is_false(std::uint32_t reduction);

  const bool holds_;
  const Simplifier& simplifier_;
  const Formula& rest_;
  const Abstraction* abstraction_;
  Meter& meter_;
  Gates gates_;
  std::vector<std::int32_t> function_;  // by variable before simplification: 0 is any
  std::vector<std::int32_t> open_;      // by key: the gate that says that it is not satisfied, or 0

  struct Reduced {
    std::uint32_t reduction;
    bool value;  // makes the literal false
  };
  std::vector<std::vector<Reduced>> reduced_;  // by variable before simplification
  std::vector<std::int32_t> lost_;  // by reduction: the gate that says that the clause is lost, or 0
};

}  // namespace satplay::quantified
