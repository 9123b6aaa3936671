// Graphs of rules that are stated on demand.
#include "graphs.hpp"

namespace satplay::explaining {

void Graph::index() {
  incident.assign(static_cast<std::size_t>(nodes), {});
  for (std::size_t edge = 0; edge < edges.size(); ++edge)
    for (const Node node : edges[edge].ends)
      incident[static_cast<std::size_t>(node)].push_back(static_cast<EdgeIndex>(edge));
}

std::unique_ptr<GraphSearch> search_of(const Graph& graph) {
  return graph.kind == Graph::Kind::connected ? cut_search(graph) : cycle_search(graph);
}

}  // namespace satplay::explaining
