#include "graph.hpp"

#include <cstdlib>
#include <stdexcept>
#include <string>
#include <unordered_map>

#include "../invariant.hpp"

namespace satplay {

namespace {

// Turns counts into end positions. Inserting the entries from the back moves each end to its begin.
void accumulate(std::vector<std::uint32_t>& counts) {
  std::uint32_t sum = 0;
  for (std::uint32_t& count : counts) count = sum += count;
}

[[noreturn]] void refuse(std::size_t edge, const std::string& why) {
  throw std::invalid_argument("edge " + std::to_string(edge) + ": " + why);
}

}  // namespace

Graph::Graph(Node nodes, std::size_t vars, std::span<const Edge> edges)
    : first_arc_(nodes + std::size_t{1}, 0), first_edge_(2 * vars + 1, 0) {
  for (const Edge& edge : edges)
    if (edge.from != edge.to) edges_.push_back(edge);
  for (const Edge& edge : edges_) {
    first_arc_[edge.from]++;
    first_arc_[edge.to]++;
    first_edge_[edge.lit]++;
  }
  accumulate(first_arc_);
  accumulate(first_edge_);
  arcs_.resize(2 * edges_.size());
  by_lit_.resize(edges_.size());
  for (EdgeId id = 0; id < edges_.size(); id++) {
    const auto [from, to, lit] = edges_[id];
    arcs_[--first_arc_[from]] = {to, id};
    arcs_[--first_arc_[to]] = {from, id};
    by_lit_[--first_edge_[lit]] = id;
  }
  INVARIANT(first_arc_.front() == 0 && first_arc_.back() == arcs_.size());
  INVARIANT(first_edge_.front() == 0 && first_edge_.back() == edges_.size());
}

std::pair<Graph, std::vector<std::int32_t>> graph_of(std::int64_t nodes,
                                                     std::span<const std::int32_t> edges) {
  if (nodes < 0) throw std::invalid_argument(std::to_string(nodes) + " nodes");
  if (edges.size() % 3 != 0 || edges.size() / 3 > INT32_MAX)
    throw std::invalid_argument(std::to_string(edges.size()) + " numbers");
  std::vector<Graph::Edge> internal_edges;
  std::vector<std::int32_t> atoms;
  std::unordered_map<std::int32_t, Var> places;
  places.reserve(edges.size() / 3);
  internal_edges.reserve(edges.size() / 3);
  for (std::size_t at = 0; at < edges.size(); at += 3) {
    const std::int32_t from = edges[at], to = edges[at + 1], lit = edges[at + 2];
    for (const std::int32_t node : {from, to})
      if (node < 0 || node >= nodes) refuse(at / 3, "node " + std::to_string(node));
    if (lit == 0 || lit == INT32_MIN) refuse(at / 3, "literal " + std::to_string(lit));
    const auto [place, fresh] = places.try_emplace(std::abs(lit), static_cast<Var>(atoms.size()));
    if (fresh) atoms.push_back(place->first);
    internal_edges.push_back(
        {static_cast<Graph::Node>(from), static_cast<Graph::Node>(to), literal(place->second, lit < 0)});
  }
  // Too few edges to connect the nodes: equivalent to two nodes without an edge, which need no memory.
  if (nodes > static_cast<std::int64_t>(internal_edges.size()) + 1) return {Graph(2, 0, {}), {}};
  return {Graph(static_cast<Graph::Node>(nodes), atoms.size(), internal_edges), atoms};
}

}  // namespace satplay
