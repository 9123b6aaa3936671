// Simplification: propagation and elimination in turns, each on the result of the previous one.
#pragma once
#include <memory>
#include <vector>

#include "eliminate.hpp"
#include "simplify.hpp"

namespace satplay::quantified {

struct Layer {
  Simplifier simplifier;
  std::vector<Eliminator::Eliminated>
      eliminated;  // after the propagation; variables as before simplification
};

class Layers {
 public:
  Layers(Formula&& formula, bool eliminate, Meter& meter);

  bool decided() const { return layers_.back()->simplifier.decided(); }
  bool holds() const { return layers_.back()->simplifier.holds(); }
  const Formula& rest() const { return rest_; }  // the simplified formula, unless it is decided

  const Prefix& prefix() const { return layers_.front()->simplifier.formula().prefix; }
  const std::vector<std::int32_t>& names() const { return layers_.front()->simplifier.formula().names; }
  const std::vector<std::unique_ptr<const Layer>>& layers() const { return layers_; }

 private:
  std::vector<std::unique_ptr<const Layer>> layers_;  // in order of application
  Formula rest_;
};

}  // namespace satplay::quantified
