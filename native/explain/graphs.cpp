// Cuts by a depth-first search (Tarjan, "A note on finding the bridges of a graph", 1974); cycles by search
// in the forest of used edges.
#include "graphs.hpp"

#include <algorithm>

namespace satplay::explaining {

void Graph::index() {
  incident.assign(static_cast<std::size_t>(nodes), {});
  for (std::size_t edge = 0; edge < edges.size(); ++edge)
    for (const Node node : edges[edge].ends)
      incident[static_cast<std::size_t>(node)].push_back(static_cast<std::int32_t>(edge));
}

namespace {

bool is_blocked(const Edge& edge, const Values& values) {
  return std::ranges::any_of(edge.lits, [&](Lit lit) { return values[lit] < 0; });
}

bool is_used(const Edge& edge, const Values& values) {
  return std::ranges::all_of(edge.lits, [&](Lit lit) { return values[lit] > 0; });
}

Node other_end(const Edge& edge, Node node) {
  return edge.ends[0] == node ? edge.ends[1] : edge.ends[0];
}

class CutSearch {
 public:
  CutSearch(const Graph& graph, const Values& values, const Rank& rank,
            const std::function<bool(Lit)>* recent, std::int32_t max_cost, std::vector<Instance>& found)
      : graph_(graph), values_(values), rank_(rank), recent_(recent), max_cost_(max_cost), found_(found) {}

  void run() {
    const auto count = static_cast<std::size_t>(graph_.nodes);
    seen_.assign(count, none);
    low_.assign(count, 0);
    parent_edge_.assign(count, none);
    terminals_.assign(count, 0);
    passable_.resize(graph_.edges.size());
    for (std::size_t edge = 0; edge < graph_.edges.size(); ++edge)
      passable_[edge] = !is_blocked(graph_.edges[edge], values_);
    total_ = static_cast<std::int32_t>(std::ranges::count(graph_.is_terminal, 1));
    const auto root = std::ranges::find(graph_.is_terminal, 1) - graph_.is_terminal.begin();
    if (total_ < 2) return;
    search(static_cast<Node>(root));
    if (terminals_[static_cast<std::size_t>(root)] < total_) {
      report_separation();
    } else {
      report_cuts();
    }
    if (!graph_.node_lits.empty()) report_unreachable();
  }

 private:
  static constexpr std::int32_t none = -1;
  static std::size_t at(Node node) { return static_cast<std::size_t>(node); }

  // Preorder numbers (`seen_`), low points, and the number of terminals below each node.
  void search(Node root) {
    struct Frame {
      Node node;
      std::size_t next;
    };
    std::vector<Frame> frames{{root, 0}};
    enter(root);
    while (!frames.empty()) {
      auto& [node, next] = frames.back();
      const auto& incident = graph_.incident[at(node)];
      if (next == incident.size()) {
        last_[at(node)] = static_cast<std::int32_t>(order_.size());
        const Node left = node;
        frames.pop_back();
        if (frames.empty()) break;
        const Node above = frames.back().node;
        low_[at(above)] = std::min(low_[at(above)], low_[at(left)]);
        terminals_[at(above)] += terminals_[at(left)];
        continue;
      }
      const std::int32_t edge = incident[next++];
      if (!passable_[static_cast<std::size_t>(edge)] || edge == parent_edge_[at(node)]) continue;
      const Node near = other_end(graph_.edges[static_cast<std::size_t>(edge)], node);
      if (seen_[at(near)] != none) {
        low_[at(node)] = std::min(low_[at(node)], seen_[at(near)]);
        continue;
      }
      parent_edge_[at(near)] = edge;
      enter(near);
      frames.push_back({near, 0});
    }
  }

  void enter(Node node) {
    last_.resize(static_cast<std::size_t>(graph_.nodes));
    seen_[at(node)] = low_[at(node)] = static_cast<std::int32_t>(order_.size());
    terminals_[at(node)] = graph_.is_terminal[at(node)];
    order_.push_back(node);
  }

  // Some terminal cannot be reached: the smallest component with a terminal is cut off.
  void report_separation() {
    std::vector<Node> smallest = order_;
    for (Node node = 0; node < graph_.nodes; ++node) {
      if (!graph_.is_terminal[at(node)] || seen_[at(node)] != none) continue;
      const std::size_t before = order_.size();
      search(node);
      if (order_.size() - before < smallest.size())
        smallest.assign(order_.begin() + static_cast<std::ptrdiff_t>(before), order_.end());
    }
    report(smallest, no_lit);
  }

  // Components without a terminal: none of their nodes is one.
  void report_unreachable() {
    for (Node node = 0; node < graph_.nodes; ++node) {
      if (seen_[at(node)] != none || graph_.is_terminal[at(node)] || !may_be_terminal(node)) continue;
      const auto begin = static_cast<std::ptrdiff_t>(order_.size());
      search(node);
      const std::vector<Node> set(order_.begin() + begin, order_.end());
      if (std::ranges::any_of(set, [&](Node some) { return graph_.is_terminal[at(some)] != 0; })) continue;
      for (const Node some : set)
        if (may_be_terminal(some)) report(set, negated(graph_.node_lits[at(some)]));
    }
  }

  bool may_be_terminal(Node node) const {
    const Lit lit = graph_.node_lits[at(node)];
    return lit != no_lit && values_[lit] >= 0;
  }

  // Subtrees that only one passable edge, or only edges to one node, connect to the other terminals.
  void report_cuts() {
    const std::vector<Node> order = order_;
    for (const Node node : order) {
      if (parent_edge_[at(node)] == none) continue;
      const std::int32_t inside = terminals_[at(node)];
      if (inside == 0 || inside == total_) continue;
      const Edge& edge = graph_.edges[static_cast<std::size_t>(parent_edge_[at(node)])];
      const Node above = other_end(edge, node);
      if (low_[at(node)] < seen_[at(above)]) continue;
      std::vector<Lit> implied;
      for (const Lit lit : edge.lits)
        if (values_[lit] == 0 && is_in_all(lit, node)) implied.push_back(lit);
      if (implied.empty()) continue;
      const auto begin = order_.begin() + seen_[at(node)];
      const auto end = order_.begin() + last_[at(node)];
      std::vector<Node> set(begin, end);
      if (2 * set.size() > order_.size()) {
        set.assign(order_.begin(), begin);
        set.insert(set.end(), end, order_.end());
      }
      for (const Lit lit : implied) report(set, lit);
    }
  }

  // Whether a literal belongs to all passable edges that leave the subtree of a node.
  bool is_in_all(Lit lit, Node top) {
    for (std::int32_t at_order = seen_[at(top)]; at_order < last_[at(top)]; ++at_order) {
      const Node node = order_[static_cast<std::size_t>(at_order)];
      for (const std::int32_t edge : graph_.incident[at(node)]) {
        const Edge& leaving = graph_.edges[static_cast<std::size_t>(edge)];
        const std::int32_t far = seen_[at(other_end(leaving, node))];
        if (!passable_[static_cast<std::size_t>(edge)] || (far >= seen_[at(top)] && far < last_[at(top)]))
          continue;
        if (std::ranges::find(leaving.lits, lit) == leaving.lits.end()) return false;
      }
    }
    return true;
  }

  void report(const std::vector<Node>& set, Lit implied) {
    const std::int32_t cost = graph_.cost(set.size());
    if (cost > max_cost_) return;
    inside_.assign(static_cast<std::size_t>(graph_.nodes), 0);
    for (const Node node : set) inside_[at(node)] = 1;
    // A literal of a node that is known to be a terminal is false in the clause.
    Instance instance{set, {}, implied != no_lit && values_[implied] < 0 ? no_lit : implied, cost};
    bool new_cut = recent_ == nullptr;
    const auto name = [&](Lit named) {
      if (std::ranges::find(instance.clause, named) != instance.clause.end()) return;
      instance.clause.push_back(named);
      new_cut = new_cut || (*recent_)(named);
    };
    for (const Node node : set) {
      for (const std::int32_t number : graph_.incident[at(node)]) {
        const Edge& edge = graph_.edges[static_cast<std::size_t>(number)];
        if (inside_[at(other_end(edge, node))]) continue;
        name(passable_[static_cast<std::size_t>(number)] ? implied : blocking_literal(edge));
      }
    }
    if (implied != no_lit) name(implied);
    if (!new_cut) return;
    std::ranges::sort(instance.set);
    found_.push_back(std::move(instance));
  }

  Lit blocking_literal(const Edge& edge) const {
    Lit best = no_lit;
    for (const Lit lit : edge.lits)
      if (values_[lit] < 0 && (best == no_lit || rank_(lit) < rank_(best))) best = lit;
    return best;
  }

  const Graph& graph_;
  const Values& values_;
  const Rank& rank_;
  const std::function<bool(Lit)>* recent_;
  const std::int32_t max_cost_;
  std::vector<Instance>& found_;

  std::vector<Node> order_;
  std::vector<std::int32_t> seen_, last_, low_, parent_edge_, terminals_;
  std::vector<std::uint8_t> passable_, inside_;
  std::int32_t total_ = 0;
};

class CycleSearch {
 public:
  CycleSearch(const Graph& graph, const Values& values, const std::function<bool(Lit)>* recent,
              std::int32_t max_cost, std::vector<Instance>& found)
      : graph_(graph), values_(values), recent_(recent), max_cost_(max_cost), found_(found) {}

  void run() {
    tree_.assign(static_cast<std::size_t>(graph_.nodes), none);
    edge_above_.assign(tree_.size(), none);
    depth_.assign(tree_.size(), 0);
    for (Node node = 0; node < graph_.nodes; ++node)
      if (tree_[at(node)] == none) grow(node);
    for (std::size_t edge = 0; edge < graph_.edges.size(); ++edge) {
      const Edge& closing = graph_.edges[edge];
      if (in_forest(static_cast<std::int32_t>(edge))) continue;
      const bool same = tree_[at(closing.ends[0])] == tree_[at(closing.ends[1])];
      if (same && (graph_.chordless || !is_blocked(closing, values_)))
        report(static_cast<std::int32_t>(edge));
    }
    if (graph_.chordless) join_pieces();
  }

 private:
  static constexpr std::int32_t none = -1;
  static std::size_t at(Node node) { return static_cast<std::size_t>(node); }

  void grow(Node root) {
    std::vector<Node> waiting{root};
    tree_[at(root)] = root;
    while (!waiting.empty()) {
      const Node node = waiting.back();
      waiting.pop_back();
      for (const std::int32_t edge : graph_.incident[at(node)]) {
        if (!is_used(graph_.edges[static_cast<std::size_t>(edge)], values_)) continue;
        const Node near = other_end(graph_.edges[static_cast<std::size_t>(edge)], node);
        if (tree_[at(near)] != none) continue;
        tree_[at(near)] = root;
        edge_above_[at(near)] = edge;
        depth_[at(near)] = depth_[at(node)] + 1;
        waiting.push_back(near);
      }
    }
  }

  bool in_forest(std::int32_t edge) const {
    const auto& ends = graph_.edges[static_cast<std::size_t>(edge)].ends;
    return edge_above_[at(ends[0])] == edge || edge_above_[at(ends[1])] == edge;
  }

  const Edge& edge_at(std::int32_t number) const { return graph_.edges[static_cast<std::size_t>(number)]; }

  // Appends the used edges on the way from one node to another of the same tree.
  void append_way(Node one, Node other, std::vector<std::int32_t>& edges) const {
    while (one != other) {
      Node& lower = depth_[at(one)] >= depth_[at(other)] ? one : other;
      edges.push_back(edge_above_[at(lower)]);
      lower = other_end(edge_at(edges.back()), lower);
    }
  }

  // A cycle through an edge whose ends the used edges already join.
  void report(std::int32_t closing) {
    std::vector<std::int32_t> cycle{closing};
    append_way(edge_at(closing).ends[0], edge_at(closing).ends[1], cycle);
    report(std::move(cycle), graph_.chordless ? closing : none);
  }

  // Open edges between two trees that would leave only one edge of a cycle unused.
  void join_pieces() {
    std::vector<std::vector<Node>> members(tree_.size());
    for (Node node = 0; node < graph_.nodes; ++node) members[at(tree_[at(node)])].push_back(node);
    for (std::size_t number = 0; number < graph_.edges.size(); ++number) {
      const Edge& joining = graph_.edges[number];
      const auto edge = static_cast<std::int32_t>(number);
      Node near = joining.ends[0], far = joining.ends[1];
      if (values_[joining.lits.front()] != 0 || tree_[at(near)] == tree_[at(far)]) continue;
      if (members[at(tree_[at(near)])].size() > members[at(tree_[at(far)])].size()) std::swap(near, far);
      std::vector<std::int32_t> shortest;
      std::int32_t unused = none;
      for (const Node node : members[at(tree_[at(near)])]) {
        for (const std::int32_t chord : graph_.incident[at(node)]) {
          const Node beyond = other_end(edge_at(chord), node);
          if (chord == edge || tree_[at(beyond)] != tree_[at(far)]) continue;
          std::vector<std::int32_t> cycle{edge, chord};
          append_way(near, node, cycle);
          append_way(beyond, far, cycle);
          if (unused != none && cycle.size() >= shortest.size()) continue;
          shortest = std::move(cycle);
          unused = chord;
        }
      }
      if (unused != none) report(std::move(shortest), unused);
    }
  }

  // The edges of a cycle are not all used; with `unused`, those without it are not all used either.
  void report(std::vector<std::int32_t> cycle, std::int32_t unused) {
    Instance instance;
    instance.set = std::move(cycle);
    instance.cost = graph_.cost(instance.set.size());
    if (instance.cost > max_cost_) return;
    bool new_cycle = recent_ == nullptr;
    for (const std::int32_t edge : instance.set) {
      if (edge == unused) continue;
      const Lit lit = negated(edge_at(edge).lits.front());
      instance.clause.push_back(lit);
      if (values_[lit] == 0) instance.implied = lit;
      new_cycle = new_cycle || (*recent_)(lit);
    }
    if (!new_cycle) return;
    std::ranges::sort(instance.set);
    found_.push_back(std::move(instance));
  }

  const Graph& graph_;
  const Values& values_;
  const std::function<bool(Lit)>* recent_;
  const std::int32_t max_cost_;
  std::vector<Instance>& found_;
  std::vector<std::int32_t> tree_, edge_above_, depth_;
};

}  // namespace

void find_instances(const Graph& graph, const Values& values, const Rank& rank,
                    const std::function<bool(Lit)>* recent, std::int32_t max_cost,
                    std::vector<Instance>& found) {
  if (graph.connected) {
    CutSearch(graph, values, rank, recent, max_cost, found).run();
  } else {
    CycleSearch(graph, values, recent, max_cost, found).run();
  }
}

}  // namespace satplay::explaining
