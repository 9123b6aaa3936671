// Bridges of a graph: open edges without which the nodes would not be connected (Tarjan, "A note on finding
// the bridges of a graph", 1974). They must be true.
#include "../invariant.hpp"
#include "connected.hpp"

namespace satplay {

// The open edges connect all nodes. In the depth-first tree an edge is a bridge if no edge leads from below
// it to above. Edges are distinguished by number, so that of two edges between the same nodes neither is a
// bridge.
void Connected::find_bridges(Findings& findings) {
  work_ = 0;
  if (graph_.nodes() < 2) return;
  std::fill(visits_.begin(), visits_.end(), Visit{0, 0, 0, never});
  std::uint32_t count = 0;
  std::size_t height = 0;
  const auto enter = [&](Node node, EdgeId by) {
    count++;
    visits_[node] = {count, count, 0, by};
    path_[height++] = node;
  };
  enter(0, never);
  while (height > 0) {
    const Node node = path_[height - 1];
    Visit& here = visits_[node];
    if (here.next_arc < graph_.arcs(node).size()) {
      const auto [to, edge] = graph_.arcs(node)[here.next_arc++];
      if (edge == here.by || closed(edge)) continue;
      if (visits_[to].order == 0)
        enter(to, edge);
      else
        here.low = std::min(here.low, visits_[to].order);
      continue;
    }
    height--;
    if (height == 0) return;
    Visit& above = visits_[path_[height - 1]];
    above.low = std::min(above.low, here.low);
    if (here.low == here.order) imply(here.by, findings);
  }
}

void Connected::imply(EdgeId edge, Findings& findings) {
  const Lit lit = graph_.lit(edge);
  if (is_true(lit)) return;
  implied_[lit] = {edge, static_cast<std::uint32_t>(assigned_.size())};
  findings.imply(lit);
}

// All other edges between the two sides were closed at that time. No other edge between them has the same
// literal or its negation: it would have been open.
void Connected::explain(Lit implied, std::vector<Lit>& clause) {
  const Implied& why = implied_[implied];
  sides_.meet(graph_, graph_.edge(why.edge),
              [&](EdgeId edge) { return edge != why.edge && closed_at_[graph_.lit(edge)] >= why.assigned; });
  sides_.cut(graph_, [&](EdgeId edge) { clause.push_back(graph_.lit(edge)); });
  INVARIANT(std::count(clause.begin(), clause.end(), implied) == 1);
  INVARIANT(std::all_of(clause.begin(), clause.end(),
                        [&](Lit lit) { return lit == implied || closed_at_[lit] < why.assigned; }));
}

}  // namespace satplay
