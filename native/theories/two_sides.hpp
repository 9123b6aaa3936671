// Bidirectional search from both ends of an edge, one node at each end in turn, so that it costs at most
// twice what the shorter of the two searches would cost alone.
#pragma once
#include <algorithm>
#include <array>
#include <vector>

#include "../invariant.hpp"
#include "graph.hpp"

namespace satplay {

class TwoSides {
 public:
  using Node = Graph::Node;
  using EdgeId = Graph::EdgeId;
  static constexpr EdgeId none = UINT32_MAX;

  explicit TwoSides(Node nodes) : reached_(nodes, 0), came_by_(nodes, none) {
    for (Side& side : sides_) side.nodes.resize(nodes);
  }

  // Whether open edges lead from one end to the other.
  template <class Open>
  bool meet(const Graph& graph, const Graph::Edge& edge, Open&& open) {
    if (next_mark_ > UINT32_MAX - 2) {
      std::fill(reached_.begin(), reached_.end(), 0);
      next_mark_ = 1;
    }
    start(sides_[0], edge.from);
    start(sides_[1], edge.to);
    for (;;) {
      for (Side& side : sides_) {
        if (side.done == side.size) {
          complete_ = &side - sides_.data();
          return false;
        }
        meeting_ = step(graph, side, open);
        if (meeting_ != none) return true;
      }
    }
  }

  // The number of nodes expanded.
  std::size_t work() const { return sides_[0].done + sides_[1].done; }

  // After success: visits each edge of the path.
  template <class Visit>
  void way(const Graph& graph, Visit&& visit) const {
    INVARIANT(meeting_ != none);
    visit(meeting_);
    for (Node node : {graph.edge(meeting_).from, graph.edge(meeting_).to}) {
      for (EdgeId edge = came_by_[node]; edge != none; edge = came_by_[node]) {
        visit(edge);
        node = graph.other_end(edge, node);
      }
    }
  }

  // After failure: visits each edge that leaves the complete side.
  template <class Visit>
  void cut(const Graph& graph, Visit&& visit) const {
    const Side& side = sides_[static_cast<std::size_t>(complete_)];
    INVARIANT(side.done == side.size);
    for (std::size_t at = 0; at < side.size; at++) {
      for (const auto [to, edge] : graph.arcs(side.nodes[at]))
        if (reached_[to] != side.mark) visit(edge);
    }
  }

 private:
  struct Side {
    std::vector<Node> nodes;  // room for all; the first `size` are reached, the first `done` expanded
    std::size_t size = 0, done = 0;
    std::uint32_t mark = 0;
  };

  void start(Side& side, Node node) {
    side.mark = next_mark_++;
    side.nodes[0] = node;
    side.size = 1;
    side.done = 0;
    reached_[node] = side.mark;
    came_by_[node] = none;
  }

  // The edge from here to the other side, if there is one.
  template <class Open>
  EdgeId step(const Graph& graph, Side& side, Open&& open) {
    const std::uint32_t other = sides_[0].mark + sides_[1].mark - side.mark;
    for (const auto [to, edge] : graph.arcs(side.nodes[side.done++])) {
      if (reached_[to] == side.mark || !open(edge)) continue;
      if (reached_[to] == other) return edge;
      reached_[to] = side.mark;
      came_by_[to] = edge;
      side.nodes[side.size++] = to;
    }
    return none;
  }

  std::array<Side, 2> sides_;
  std::ptrdiff_t complete_ = 0;
  EdgeId meeting_ = none;
  std::uint32_t next_mark_ = 1;
  std::vector<std::uint32_t> reached_;  // by node: the mark of the side that reached it, or an older mark
  std::vector<EdgeId> came_by_;         // by node: the edge by which it was reached
};

}  // namespace satplay
