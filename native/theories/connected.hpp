// The theory "all nodes are connected by the edges whose literal is true".
//
// An edge is closed if its literal is false, otherwise open. The theory maintains a skeleton: open edges, few
// more than a spanning tree has, that connect all nodes. Only if one of them is closed, another path must be
// found. Backtracking only opens edges, so the skeleton stays valid. (Searching the whole graph at each step
// took ten times as long on a lattice of 2 500 nodes.)
#pragma once
#include <memory>
#include <vector>

#include "../theory.hpp"
#include "graph.hpp"
#include "two_sides.hpp"

namespace satplay {

class Connected final : public Theory {
 public:
  explicit Connected(Graph graph);

  void assign(Lit lit) override;
  void backtrack(std::size_t count) override;
  void propagate(Findings& findings) override;
  void explain(Lit implied, std::vector<Lit>& clause) override;
  void check(Findings& findings) override;
  std::unique_ptr<Theory> clone() const override { return std::make_unique<Connected>(*this); }

 private:
  using Node = Graph::Node;
  using EdgeId = Graph::EdgeId;
  enum class Role : std::uint8_t {
    none,
    skeleton,
    lost
  };  // lost: skeleton edges closed since the last propagation
  struct Implied {
    EdgeId edge;             // the bridge
    std::uint32_t assigned;  // the number of literals assigned before
  };
  static constexpr std::uint32_t never = UINT32_MAX;

  bool closed(EdgeId edge) const { return closed_at_[graph_.lit(edge)] != never; }
  bool is_true(Lit lit) const { return closed_at_[negated(lit)] != never; }

  bool find_cut(Findings& findings, bool may_stop);
  bool go_around(EdgeId lost);
  bool make_skeleton();
  Node group_of(Node node);
  bool skeleton_connects_all() const;
  bool is_cut(const std::vector<Lit>& cut) const;
  void find_bridges(Findings& findings);
  void imply(EdgeId edge, Findings& findings);

  Graph graph_;

  std::vector<Lit> assigned_;
  std::vector<std::uint32_t> closed_at_;  // by literal: where in assigned_ its negation is, or never
  std::vector<Implied> implied_;          // by literal

  bool disconnected_;       // all edges together do not connect the nodes
  std::vector<Role> role_;  // by edge
  std::vector<EdgeId> lost_;
  std::size_t skeleton_size_ = 0;
  std::size_t patience_,
      work_;  // edges closed and nodes visited: limit, and count since the last search for bridges

  // Scratch memory of one propagation, allocated once.
  TwoSides sides_;
  std::vector<Lit> cut_, smallest_cut_;
  std::vector<Node> group_;
  std::vector<EdgeId> chosen_;
  struct Visit {
    std::uint32_t order, low, next_arc;
    EdgeId by;
  };
  std::vector<Visit> visits_;  // by node
  std::vector<Node> path_;
};

}  // namespace satplay
