// Cycles around what a probe has blocked, by breadth-first search.
//
// If all neighbours of a connected set of removed nodes and edges are on one cycle of what is left, they are
// in one block of it. Every cycle through the set has its other parts between two of these neighbours, so
// they are in this block, too: no two edges of one block have come apart.
#include "detours.hpp"

#include <algorithm>

namespace satplay::explaining {

void Ways::narrow(const Values& values) {
  for (std::size_t edge = 0; edge < is_active_.size(); ++edge)
    if (is_active_[edge] && is_blocked(graph_.edges[edge], values)) is_active_[edge] = is_open_[edge] = 0;
  list();
}

void Ways::list() {
  ways_.clear();
  begins_.assign(1, 0);
  for (Node node = 0; node < graph_.nodes; ++node) {
    for (const EdgeIndex edge : graph_.around(node))
      if (is_active(edge)) ways_.push_back({edge, other_end(graph_.edge(edge), node)});
    begins_.push_back(ways_.size());
  }
}

void Ways::close(EdgeIndex edge) {
  if (!is_open(edge)) return;
  is_open_[at(edge)] = 0;
  closed_.push_back(edge);
}

void Ways::restore() {
  for (const EdgeIndex edge : closed_) is_open_[at(edge)] = 1;
  closed_.clear();
}

Detours::Detours(const Graph& graph, const Ways& ways)
    : graph_(graph),
      ways_(ways),
      around_edge_(graph.edges.size()),
      around_node_(at(graph.nodes)),
      is_handled_(at(graph.nodes)),
      is_used_(at(graph.nodes)),
      is_wanted_(at(graph.nodes)),
      is_visited_(at(graph.nodes)),
      before_(at(graph.nodes)) {}

bool Detours::is_gone(Node node) const {
  return std::ranges::none_of(ways_.of(node), [&](const Ways::Way& way) { return ways_.is_open(way.edge); });
}

bool Detours::keep_blocks() {
  gone_.clear();
  nodes_.clear();
  bool keep = true;
  for (const EdgeIndex edge : ways_.closed()) {
    const auto [one, other] = graph_.edge(edge).ends;
    around_.clear();
    const Node gone = is_gone(one) ? one : is_gone(other) ? other : none;
    if (gone < 0) around_ = {one, other};
    const std::size_t count = gone < 0 ? 0 : collect_around(gone);
    if (around_.size() < 2) continue;
    keep = count > 1 ? are_on_cycle() : is_around(gone < 0 ? around_edge_[at(edge)] : around_node_[at(gone)]);
    if (!keep) break;
    const auto& cycle =
        count > 1 ? cycle_ : (gone < 0 ? around_edge_[at(edge)] : around_node_[at(gone)]).cycle;
    for (const EdgeIndex part : cycle)
      for (const Node node : graph_.edge(part).ends) nodes_.push_back(node);
  }
  for (const Node node : gone_) is_handled_[at(node)] = 0;
  return keep;
}

// As are_on_cycle(), for the nodes around the same edge or node as before.
bool Detours::is_around(Memory& memory) {
  const std::size_t closed = ways_.closed().size();
  const auto is_open = [&](EdgeIndex edge) { return ways_.is_open(edge); };
  if (!memory.cycle.empty() && std::ranges::all_of(memory.cycle, is_open)) return true;
  if (closed >= memory.hopeless) return false;
  if (!are_on_cycle()) {
    memory.hopeless = closed;
    return false;
  }
  memory.cycle = cycle_;
  return true;
}

// The nodes next to a connected set of nodes that are gone; none if the set was seen before. Returns its
// size.
std::size_t Detours::collect_around(Node node) {
  if (is_handled_[at(node)]) return 0;
  const std::size_t begin = gone_.size();
  std::size_t next = gone_.size();
  gone_.push_back(node);
  is_handled_[at(node)] = 1;
  for (; next < gone_.size(); ++next) {
    for (const Ways::Way& way : ways_.of(gone_[next])) {
      if (is_handled_[at(way.far)]) continue;
      if (is_gone(way.far)) {
        is_handled_[at(way.far)] = 1;
        gone_.push_back(way.far);
      } else if (std::ranges::find(around_, way.far) == around_.end()) {
        around_.push_back(way.far);
      }
    }
  }
  return gone_.size() - begin;
}

// Whether the search finds a cycle through all nodes of `around_`: always on to the nearest one.
bool Detours::are_on_cycle() {
  cycle_.clear();
  const Node first = around_.front();
  for (const Node node : around_) is_wanted_[at(node)] = 1;
  is_wanted_[at(first)] = 0;
  used_.assign(1, first);
  is_used_[at(first)] = 1;
  Node here = first;
  bool found = true;
  for (std::size_t left = around_.size() - 1; found && left > 0; --left) {
    found = advance(here, none);
    here = reached_;
    is_wanted_[at(here)] = 0;
  }
  if (found) {
    is_wanted_[at(first)] = 1;
    is_used_[at(first)] = 0;
    // From the only other node, not back by the same edge.
    found = advance(here, around_.size() == 2 ? cycle_.back() : none);
  }
  for (const Node node : used_) is_used_[at(node)] = 0;
  for (const Node node : around_) is_wanted_[at(node)] = 0;
  return found;
}

// Whether a wanted node is near, by a way with unused nodes only: it becomes `reached_`, and the nodes on the
// way are used from now on.
bool Detours::advance(Node from, EdgeIndex avoided) {
  visited_.assign(1, from);
  is_visited_[at(from)] = 1;
  reached_ = from;
  for (std::size_t next = 0; next < visited_.size() && reached_ == from; ++next) {
    if (visited_.size() > most_visits) break;
    const Node node = visited_[next];
    for (const auto [edge, far] : ways_.of(node)) {
      if (is_visited_[at(far)] || is_used_[at(far)] || !ways_.is_open(edge) || edge == avoided) continue;
      is_visited_[at(far)] = 1;
      visited_.push_back(far);
      before_[at(far)] = {edge, node};
      if (!is_wanted_[at(far)]) continue;
      reached_ = far;
      break;
    }
  }
  for (const Node node : visited_) is_visited_[at(node)] = 0;
  for (Node node = reached_; node != from; node = before_[at(node)].far) {
    cycle_.push_back(before_[at(node)].edge);
    is_used_[at(node)] = 1;
    used_.push_back(node);
  }
  return reached_ != from;
}

}  // namespace satplay::explaining
