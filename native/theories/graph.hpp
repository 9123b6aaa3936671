// A graph whose edges have literals, in flat arrays: the edges of a node, the edges of a literal. Several
// edges may join the same nodes or have the same literal; loops are left out.
#pragma once
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "../literal.hpp"

namespace satplay {

class Graph {
 public:
  using Node = std::uint32_t;
  using EdgeId = std::uint32_t;
  struct Edge {
    Node from, to;
    Lit lit;
  };
  struct Arc {  // an edge as seen from one of its ends
    Node to;
    EdgeId edge;
  };

  // The literals are of variables below `vars`.
  Graph(Node nodes, std::size_t vars, std::span<const Edge> edges);

  Node nodes() const { return static_cast<Node>(first_arc_.size() - 1); }
  std::size_t lits() const { return first_edge_.size() - 1; }
  std::size_t size() const { return edges_.size(); }
  const Edge& edge(EdgeId id) const { return edges_[id]; }
  Lit lit(EdgeId id) const { return edges_[id].lit; }
  Node other_end(EdgeId id, Node node) const { return edges_[id].from ^ edges_[id].to ^ node; }
  std::span<const Arc> arcs(Node node) const {
    return std::span(arcs_).subspan(first_arc_[node], first_arc_[node + 1] - first_arc_[node]);
  }
  std::span<const EdgeId> edges_of(Lit lit) const {
    return std::span(by_lit_).subspan(first_edge_[lit], first_edge_[lit + 1] - first_edge_[lit]);
  }

 private:
  std::vector<Edge> edges_;
  std::vector<std::uint32_t> first_arc_, first_edge_;
  std::vector<Arc> arcs_;
  std::vector<EdgeId> by_lit_;
};

// The graph of edges given as triples: two nodes, from 0, and a literal of the formula. Also returns the
// variables of the formula; the graph uses their positions in that list. Throws std::invalid_argument for a
// wrong edge.
std::pair<Graph, std::vector<std::int32_t>> graph_of(std::int64_t nodes, std::span<const std::int32_t> edges);

}  // namespace satplay
