// Rules that are stated on demand, because their instances are too many: some nodes of a graph are connected
// by used edges, or the used edges close no cycle.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "rule_table.hpp"

namespace satplay::explaining {

using Node = std::int32_t;
using EdgeIndex = std::int32_t;

inline constexpr std::size_t max_lits = 3;  // of an edge; there is at least one

// The literals of an edge, without memory of their own.
class EdgeLits {
 public:
  const Lit* begin() const { return lits_.data(); }
  const Lit* end() const { return lits_.data() + count_; }
  std::size_t size() const { return count_; }
  Lit front() const { return lits_.front(); }
  void push_back(Lit lit) { lits_[count_++] = lit; }

 private:
  std::array<Lit, max_lits> lits_{};
  std::size_t count_ = 0;
};

// An edge is used if all of its literals are true, and blocked if one of them is false.
struct Edge {
  Node ends[2];
  EdgeLits lits;
};

// `connected`: used edges connect all terminals, and every node whose literal is true to them; if nodes have
// literals, there are two terminals and the used edges are a path between them. `acyclic`: they
// close no cycle, and have one literal each. `chordless`: they form no cycle but for one edge either.
struct Graph {
  enum class Kind : std::uint8_t { connected, acyclic, chordless } kind = Kind::connected;
  Node nodes = 0;
  std::vector<Edge> edges;
  std::vector<std::uint8_t> is_terminal;  // by node
  std::vector<Lit> node_lits;       // by node: it is a terminal if this is true (no_lit: never); or empty
  std::vector<std::int32_t> costs;  // by the size of a set; the last one for all larger sets
  std::vector<EdgeIndex> incident = {};  // by node
  std::vector<std::size_t> begins = {};  // by node, in `incident`

  void index();  // fills `incident` and `begins`
  std::int32_t cost(std::size_t size) const { return costs[size < costs.size() ? size : costs.size() - 1]; }
  const Edge& edge(EdgeIndex number) const { return edges[static_cast<std::size_t>(number)]; }
  std::span<const EdgeIndex> around(Node node) const {
    const auto at = static_cast<std::size_t>(node);
    return {incident.data() + begins[at], begins[at + 1] - begins[at]};
  }
};

// One instance: a used edge leaves the nodes of `set`; or the path does not lead into them, because it would
// have to come back through one node, which is in `set` as -1 - node; or the edges of `set` are not all used.
// Its clause has no true literal, and only `implied` is open (no_lit: none).
struct Instance {
  std::vector<std::int32_t> set;
  std::vector<Lit> clause;
  Lit implied = no_lit;
  std::int32_t cost = 0;
};

// An instance without its nodes and its clause, which take most of the time if sets are large.
struct Outline {
  Lit implied = no_lit;
  std::int32_t cost = 0;
  std::size_t length = 0;  // of the clause
};

// What a probe has assigned beyond the known facts.
struct Assigned {
  const std::vector<Lit>& trail;
  const std::vector<std::uint8_t>& is_assigned;  // by variable
  const std::vector<std::int32_t>& cost;         // by variable

  bool contains(Lit lit) const { return is_assigned[variable(lit)] != 0; }
};

// Finds the instances of one graph.
class GraphSearch {
 public:
  virtual ~GraphSearch() = default;
  // Takes account of the known facts: what they exclude need not be searched any more.
  virtual void narrow(const Values& values) = 0;
  // Whether a change of the edge can lead to an instance, as of the last call of narrow().
  virtual bool matters(EdgeIndex edge) const = 0;
  // A probe has changed the edge; returns whether that matters. restore() undoes all changes.
  virtual bool change(EdgeIndex edge) = 0;
  virtual void restore() = 0;
  // Appends the instances that imply an open literal or are violated; if `assigned` is given, only those with
  // a literal in it: change() has been called for what it assigned. Of the false literals of an edge, the one
  // that a probe assigned at the lowest cost is named.
  virtual void find(const Values& values, const Assigned* assigned, std::vector<Instance>& found) = 0;
  // Appends the outlines of what find() finds without a probe, in the same order.
  virtual void outline(const Values& values, std::vector<Outline>& found) = 0;
  // Whether a clause of the last outlines may change with an edge that does not matter.
  virtual bool is_outlined_near(EdgeIndex edge) const = 0;
  // After find() for a probe: the nodes that its result depends on. It is the same as long as the known facts
  // change no edge at them; null if any edge that matters may change it.
  virtual const std::vector<Node>* surroundings() const = 0;
};

std::unique_ptr<GraphSearch> search_of(const Graph& graph);
std::unique_ptr<GraphSearch> cut_search(const Graph& graph);
std::unique_ptr<GraphSearch> cycle_search(const Graph& graph);

inline bool is_blocked(const Edge& edge, const Values& values) {
  for (const Lit lit : edge.lits)
    if (values[lit] < 0) return true;
  return false;
}

inline bool is_used(const Edge& edge, const Values& values) {
  for (const Lit lit : edge.lits)
    if (values[lit] <= 0) return false;
  return true;
}

inline Node other_end(const Edge& edge, Node node) {
  return edge.ends[0] == node ? edge.ends[1] : edge.ends[0];
}

}  // namespace satplay::explaining
