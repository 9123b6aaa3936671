// A quick test whether a few blocked edges can cut anything off: no, if a cycle goes around them.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "graphs.hpp"

namespace satplay::explaining {

// The edges that are not blocked by the known facts, by node; a probe blocks some of them.
class Ways {
 public:
  struct Way {
    EdgeIndex edge;
    Node far;
  };

  explicit Ways(const Graph& graph) : graph_(graph), is_active_(graph.edges.size(), 1), is_open_(is_active_) {
    list();
  }

  void narrow(const Values& values);
  // Blocks an edge for a probe.
  void close(EdgeIndex edge);
  void restore();

  bool is_active(EdgeIndex edge) const { return is_active_[at(edge)] != 0; }
  bool is_open(EdgeIndex edge) const { return is_open_[at(edge)] != 0; }
  std::span<const Way> of(Node node) const {
    return {ways_.data() + begins_[at(node)], ways_.data() + begins_[at(node) + 1]};
  }
  // What the probe has blocked.
  const std::vector<EdgeIndex>& closed() const { return closed_; }

 private:
  static std::size_t at(std::int32_t number) { return static_cast<std::size_t>(number); }
  void list();

  const Graph& graph_;
  std::vector<Way> ways_;
  std::vector<std::size_t> begins_;                // by node
  std::vector<std::uint8_t> is_active_, is_open_;  // by edge
  std::vector<EdgeIndex> closed_;
};

class Detours {
 public:
  Detours(const Graph& graph, const Ways& ways);

  // Whether the blocks of the graph of ways (its maximal parts that no single node separates) are the same
  // without the closed ways, but for nodes that have lost all ways: these are `gone`. If false, they may be.
  bool keep_blocks();
  const std::vector<Node>& gone() const { return gone_; }
  // If true: the nodes of the cycles around the closed ways. While these cycles are open, it stays true.
  const std::vector<Node>& nodes() const { return nodes_; }

 private:
  static constexpr std::int32_t none = -1;
  static constexpr std::size_t most_visits = 200;  // from one node to the next on a cycle

  // A cycle that was found around one edge or one node.
  struct Memory {
    std::vector<EdgeIndex> cycle;
    std::size_t hopeless = SIZE_MAX;  // with this many closed edges the search found no cycle
  };

  bool is_gone(Node node) const;
  std::size_t collect_around(Node gone);
  bool is_around(Memory& memory);
  bool are_on_cycle();
  bool advance(Node from, EdgeIndex avoided);  // none: no edge is avoided
  static std::size_t at(std::int32_t number) { return static_cast<std::size_t>(number); }

  const Graph& graph_;
  const Ways& ways_;
  std::vector<Memory> around_edge_, around_node_;
  std::vector<Node> gone_, around_, visited_, used_, nodes_;
  std::vector<EdgeIndex> cycle_;
  std::vector<std::uint8_t> is_handled_, is_used_, is_wanted_, is_visited_;  // by node
  std::vector<Ways::Way> before_;                                            // by node visited: the way back
  Node reached_ = 0;
};

}  // namespace satplay::explaining
