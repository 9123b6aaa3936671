// Simplification as a whole: propagation and elimination by turns, each working on what the one before has
// left.
#pragma once
#include <memory>
#include <vector>

#include "eliminate.hpp"
#include "simplify.hpp"

namespace satplay::quantified {

struct Layer {
  Simplifier simplifier;
  std::vector<Eliminator::Eliminated> eliminated;  // from what it has left; variables before simplification
};

class Layers {
 public:
  Layers(Formula&& formula, bool eliminate, Meter& meter);

  bool decided() const { return layers_.back()->simplifier.decided(); }
  bool holds() const { return layers_.back()->simplifier.holds(); }
  const Formula& rest() const { return rest_; }  // for search, unless it is decided

  const Prefix& prefix() const { return layers_.front()->simplifier.formula().prefix; }
  const std::vector<std::int32_t>& names() const { return layers_.front()->simplifier.formula().names; }
  const std::vector<std::unique_ptr<const Layer>>& layers() const { return layers_; }

 private:
  std::vector<std::unique_ptr<const Layer>> layers_;  // from the first to the last
  Formula rest_;
};

}  // namespace satplay::quantified
