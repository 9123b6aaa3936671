// Rules that are stated on demand, because their instances are too many: some nodes of a graph are connected
// by used edges, or the used edges close no cycle.
#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "rule_table.hpp"

namespace satplay::explaining {

using Node = std::int32_t;

// An edge is used if all of its literals are true, and blocked if one of them is false.
struct Edge {
  Node ends[2];
  std::vector<Lit> lits;
};

// `connected`: used edges connect all terminals, and every node whose literal is true to them. Otherwise they
// close no cycle, and have one literal each; with `chordless`, they do not form a cycle but for one edge either.
struct Graph {
  bool connected = true;
  bool chordless = false;
  Node nodes = 0;
  std::vector<Edge> edges;
  std::vector<std::uint8_t> is_terminal;  // by node
  std::vector<Lit> node_lits;             // by node: it is a terminal if this is true (no_lit: never)
  std::vector<std::int32_t> costs;        // by the size of a set; the last one for all larger sets
  std::vector<std::vector<std::int32_t>> incident = {};

  void index();  // fills `incident`
  std::int32_t cost(std::size_t size) const { return costs[size < costs.size() ? size : costs.size() - 1]; }
};

// One instance: a used edge leaves the nodes of `set`; or the edges of `set` are not all used. Its clause has
// no true literal, and only `implied` is open (no_lit: none).
struct Instance {
  std::vector<std::int32_t> set;
  std::vector<Lit> clause;
  Lit implied = no_lit;
  std::int32_t cost = 0;
};

// `rank` orders the false literals of an edge: the one with the smallest rank is named.
using Rank = std::function<std::int32_t(Lit)>;

// Appends the instances that imply an open literal or are violated, with at most `max_cost`. If `recent` is
// not null, only instances with a literal for which it returns true.
void find_instances(const Graph& graph, const Values& values, const Rank& rank,
                    const std::function<bool(Lit)>* recent, std::int32_t max_cost,
                    std::vector<Instance>& found);

}  // namespace satplay::explaining
