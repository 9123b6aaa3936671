// Why edges are blocked: one false literal of each edge, and none that could be left out.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "graphs.hpp"

namespace satplay::explaining {

class Blockers {
 public:
  explicit Blockers(const Graph& graph);

  void clear() { closed_.clear(); }
  // A blocked edge. Of its false literals, those known before the probe come first, then those assigned at
  // the lowest cost.
  void add(EdgeIndex edge, const Values& values, const Assigned* assigned);
  std::vector<Lit> few_literals();

 private:
  using Number = std::int32_t;  // of a literal of the graph

  struct Closed {
    std::array<Number, max_lits> lits;  // different ones
    std::size_t count;

    std::span<const Number> false_lits() const { return {lits.data(), count}; }
  };

  static constexpr Number none = -1;

  void choose();
  void count_alone(const Closed& edge, Number left_out);
  void leave_out(Number lit);

  bool has(Number lit) const { return is_chosen_[static_cast<std::size_t>(lit)] != 0; }

  std::vector<Lit> lit_of_;              // by number, sorted
  std::vector<Closed> lits_of_;          // by edge
  std::vector<std::uint8_t> is_chosen_;  // by number
  std::vector<std::int32_t> alone_;      // by number: edges of which only this literal is chosen
  std::vector<Closed> closed_;
  std::vector<Number> few_;
};

}  // namespace satplay::explaining
