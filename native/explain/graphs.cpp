// Graphs of rules that are stated on demand.
#include "graphs.hpp"

#include <numeric>

namespace satplay::explaining {

void Graph::index() {
  begins.assign(static_cast<std::size_t>(nodes) + 1, 0);
  for (const Edge& some : edges)
    for (const Node node : some.ends) ++begins[static_cast<std::size_t>(node) + 1];
  std::partial_sum(begins.begin(), begins.end(), begins.begin());
  std::vector<std::size_t> next(begins.begin(), begins.end() - 1);
  incident.resize(2 * edges.size());
  for (std::size_t edge = 0; edge < edges.size(); ++edge)
    for (const Node node : edges[edge].ends)
      incident[next[static_cast<std::size_t>(node)]++] = static_cast<EdgeIndex>(edge);
}

std::unique_ptr<GraphSearch> search_of(const Graph& graph) {
  return graph.kind == Graph::Kind::connected ? cut_search(graph) : cycle_search(graph);
}

}  // namespace satplay::explaining
