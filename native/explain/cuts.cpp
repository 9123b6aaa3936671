// Cuts by a depth-first search (Tarjan, "A note on finding the bridges of a graph", 1974).
#include <algorithm>

#include "graphs.hpp"

namespace satplay::explaining {

namespace {

class CutSearch : public GraphSearch {
 public:
  explicit CutSearch(const Graph& graph) : graph_(graph) {
    const auto count = static_cast<std::size_t>(graph.nodes);
    seen_.assign(count, none);
    last_.assign(count, 0);
    low_.assign(count, 0);
    parent_edge_.assign(count, none);
    terminals_.assign(count, 0);
    inside_.assign(count, 0);
    ways_.resize(count);
    for (std::size_t number = 0; number < graph.edges.size(); ++number) {
      const Edge& edge = graph.edges[number];
      for (const Node node : edge.ends) {
        Way& way = ways_[at(node)].emplace_back();
        way.edge = static_cast<EdgeIndex>(number);
        way.far = other_end(edge, node);
        for (std::size_t place = 0; place < max_lits; ++place)
          way.lits[place] = edge.lits[std::min(place, edge.lits.size() - 1)];
      }
    }
    total_ = static_cast<std::int32_t>(std::ranges::count(graph.is_terminal, 1));
    for (Node node = 0; node < graph.nodes; ++node)
      if (graph.is_terminal[at(node)] || !graph.node_lits.empty()) members_.push_back(node);
    is_active_.assign(graph.edges.size(), 1);
  }

  // Keeps the edges that are not blocked, and the nodes that they connect to a terminal.
  void narrow(const Values& values) override {
    if (total_ < 2) return;
    for (auto& ways : ways_) {
      std::erase_if(ways, [&](const Way& way) {
        if (is_blocked(graph_.edge(way.edge), values)) is_active_[static_cast<std::size_t>(way.edge)] = 0;
        return is_active_[static_cast<std::size_t>(way.edge)] == 0;
      });
    }
    std::erase_if(members_, [&](Node node) {
      return !graph_.is_terminal[at(node)] &&
             (graph_.node_lits[at(node)] == no_lit || values[graph_.node_lits[at(node)]] < 0);
    });
  }

  bool matters(EdgeIndex edge) const override {
    return total_ >= 2 && is_active_[static_cast<std::size_t>(edge)] != 0;
  }

  void find(const Values& values, const Assigned* assigned, std::vector<Instance>& found) override {
    if (total_ < 2) return;
    values_ = &values;
    assigned_ = assigned;
    found_ = &found;
    const auto root = std::ranges::find(graph_.is_terminal, 1) - graph_.is_terminal.begin();
    search(static_cast<Node>(root));
    if (terminals_[static_cast<std::size_t>(root)] < total_) {
      report_separation();
    } else {
      report_cuts();
    }
    if (!graph_.node_lits.empty()) {
      report_dead_ends();
      report_unreachable();
    }
    for (const Node node : order_) seen_[at(node)] = parent_edge_[at(node)] = none;
    order_.clear();
  }

 private:
  static constexpr std::int32_t none = -1;
  static std::size_t at(Node node) { return static_cast<std::size_t>(node); }
  bool is_passable(EdgeIndex edge) const {
    return is_active_[static_cast<std::size_t>(edge)] && !is_blocked(graph_.edge(edge), *values_);
  }

  // Preorder numbers (`seen_`), low points, and the number of terminals below each node.
  void search(Node root) {
    frames_.assign(1, {root, 0});
    enter(root);
    while (!frames_.empty()) {
      auto& [node, next] = frames_.back();
      const auto& ways = ways_[at(node)];
      if (next == ways.size()) {
        last_[at(node)] = static_cast<std::int32_t>(order_.size());
        const Node left = node;
        frames_.pop_back();
        if (frames_.empty()) break;
        const Node above = frames_.back().node;
        low_[at(above)] = std::min(low_[at(above)], low_[at(left)]);
        terminals_[at(above)] += terminals_[at(left)];
        continue;
      }
      const Way& way = ways[next++];
      if (way.edge == parent_edge_[at(node)] || is_closed(way)) continue;
      const Node near = way.far;
      if (seen_[at(near)] != none) {
        low_[at(node)] = std::min(low_[at(node)], seen_[at(near)]);
        continue;
      }
      parent_edge_[at(near)] = way.edge;
      enter(near);
      frames_.push_back({near, 0});
    }
  }

  void enter(Node node) {
    seen_[at(node)] = low_[at(node)] = static_cast<std::int32_t>(order_.size());
    terminals_[at(node)] = graph_.is_terminal[at(node)];
    order_.push_back(node);
  }

  // Some terminal cannot be reached: the smallest component with a terminal is cut off.
  void report_separation() {
    std::vector<Node> smallest = order_;
    for (const Node node : members_) {
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
    for (const Node node : members_) {
      if (seen_[at(node)] != none || graph_.is_terminal[at(node)] || !may_be_terminal(node)) continue;
      const auto begin = static_cast<std::ptrdiff_t>(order_.size());
      search(node);
      const std::vector<Node> set(order_.begin() + begin, order_.end());
      if (std::ranges::any_of(set, [&](Node some) { return graph_.is_terminal[at(some)] != 0; })) continue;
      for (const Node some : set)
        if (may_be_terminal(some)) report(set, negated(graph_.node_lits[at(some)]));
    }
  }

  // Subtrees without a terminal that only one node connects to the rest: a path that enters one does not come
  // out again.
  void report_dead_ends() {
    const auto reached = static_cast<std::size_t>(last_[at(order_.front())]);
    for (std::size_t place = 1; place < reached;) {
      const Node node = order_[place];
      const Node above = other_end(graph_.edge(parent_edge_[at(node)]), node);
      if (terminals_[at(node)] > 0 || low_[at(node)] < seen_[at(above)]) {
        ++place;
        continue;
      }
      const auto end = static_cast<std::size_t>(last_[at(node)]);
      const std::vector<Node> set(order_.begin() + static_cast<std::ptrdiff_t>(place),
                                  order_.begin() + static_cast<std::ptrdiff_t>(end));
      for (const Node some : set)
        if (may_be_terminal(some)) report(set, negated(graph_.node_lits[at(some)]), above);
      place = end;
    }
  }

  bool may_be_terminal(Node node) const {
    const Lit lit = graph_.node_lits[at(node)];
    return lit != no_lit && (*values_)[lit] >= 0;
  }

  // Subtrees that only one passable edge, or only edges to one node, connect to the other terminals.
  void report_cuts() {
    // Reports only read the search, so that its order stays as it is.
    for (const Node node : order_) {
      if (parent_edge_[at(node)] == none) continue;
      const std::int32_t below = terminals_[at(node)];
      if (below == 0 || below == total_) continue;
      const Edge& edge = graph_.edge(parent_edge_[at(node)]);
      const Node above = other_end(edge, node);
      if (low_[at(node)] < seen_[at(above)]) continue;
      implied_.clear();
      for (const Lit lit : edge.lits)
        if ((*values_)[lit] == 0 && is_in_all(lit, node)) implied_.push_back(lit);
      if (implied_.empty()) continue;
      const auto begin = order_.begin() + seen_[at(node)];
      const auto end = order_.begin() + last_[at(node)];
      std::vector<Node> set(begin, end);
      if (2 * set.size() > order_.size()) {
        set.assign(order_.begin(), begin);
        set.insert(set.end(), end, order_.end());
      }
      for (const Lit lit : implied_) report(set, lit);
    }
  }

  // Whether a literal belongs to all passable edges that leave the subtree of a node.
  bool is_in_all(Lit lit, Node top) const {
    for (std::int32_t place = seen_[at(top)]; place < last_[at(top)]; ++place) {
      const Node node = order_[static_cast<std::size_t>(place)];
      for (const Way& leaving : ways_[at(node)]) {
        const std::int32_t far = seen_[at(leaving.far)];
        if ((far >= seen_[at(top)] && far < last_[at(top)]) || is_closed(leaving)) continue;
        if (std::ranges::find(leaving.lits, lit) == std::end(leaving.lits)) return false;
      }
    }
    return true;
  }

  void report(const std::vector<Node>& set, Lit implied, Node entry = none) {
    const std::int32_t cost = graph_.cost(set.size());
    // A literal of a node that is known to be a terminal is false in the clause.
    Instance instance{set, {}, implied != no_lit && (*values_)[implied] < 0 ? no_lit : implied, cost};
    const bool is_passed = look_around(set, entry);
    instance.clause = few_literals();
    const auto add = [&](Lit lit) {
      if (std::ranges::find(instance.clause, lit) == instance.clause.end()) instance.clause.push_back(lit);
    };
    if (is_passed || implied != no_lit) add(implied);
    if (assigned_ != nullptr &&
        std::ranges::none_of(instance.clause, [&](Lit lit) { return assigned_->contains(lit); }))
      return;
    if (entry != none) instance.set.push_back(-1 - entry);
    std::ranges::sort(instance.set);
    found_->push_back(std::move(instance));
  }

  // Collects the closed edges that leave a set; returns whether a passable one does.
  bool look_around(const std::vector<Node>& set, Node entry) {
    bool is_passed = false;
    closed_.clear();
    for (const Node node : set) inside_[at(node)] = 1;
    for (const Node node : set) {
      for (const EdgeIndex number : graph_.around(node)) {
        const Node far = other_end(graph_.edge(number), node);
        if (inside_[at(far)] || far == entry) continue;
        if (is_passable(number)) {
          is_passed = true;
        } else {
          closed_.push_back(blocking_literals(graph_.edge(number)));
        }
      }
    }
    for (const Node node : set) inside_[at(node)] = 0;
    return is_passed;
  }

  // The false literals of an edge, the one that is known at the lowest cost first.
  std::vector<Lit> blocking_literals(const Edge& edge) const {
    const auto rank = [&](Lit lit) {
      return assigned_ && assigned_->contains(lit) ? assigned_->cost[variable(lit)] + 1 : 0;
    };
    std::vector<Lit> lits;
    for (const Lit lit : edge.lits)
      if ((*values_)[lit] < 0) lits.push_back(lit);
    std::ranges::stable_sort(lits, {}, rank);
    return lits;
  }

  // One literal of each closed edge, and none that could be left out.
  std::vector<Lit> few_literals() {
    std::vector<Lit> few;
    const auto has = [&](Lit lit) { return std::ranges::find(few, lit) != few.end(); };
    std::ranges::stable_sort(closed_, {}, &std::vector<Lit>::size);
    for (const auto& lits : closed_)
      if (std::ranges::none_of(lits, has)) few.push_back(lits.front());
    for (std::size_t place = 0; place < few.size();) {
      const Lit left_out = few[place];
      const bool needed = std::ranges::any_of(closed_, [&](const std::vector<Lit>& lits) {
        return std::ranges::none_of(lits, [&](Lit lit) { return lit != left_out && has(lit); });
      });
      if (needed) {
        ++place;
      } else {
        few.erase(few.begin() + static_cast<std::ptrdiff_t>(place));
      }
    }
    return few;
  }

  struct Frame {
    Node node;
    std::size_t next;
  };
  // An edge seen from one end; the last literal stands for missing ones.
  struct Way {
    EdgeIndex edge;
    Node far;
    Lit lits[max_lits];
  };

  bool is_closed(const Way& way) const {
    for (const Lit lit : way.lits)
      if ((*values_)[lit] < 0) return true;
    return false;
  }

  const Graph& graph_;
  std::int32_t total_ = 0;               // terminals
  std::vector<Node> members_;            // nodes that are or may be terminals
  std::vector<std::vector<Way>> ways_;   // by node: edges not blocked at the last call of narrow()
  std::vector<std::uint8_t> is_active_;  // by edge, likewise

  // of one call of find()
  const Values* values_ = nullptr;
  const Assigned* assigned_ = nullptr;
  std::vector<Instance>* found_ = nullptr;
  std::vector<Node> order_;
  std::vector<Frame> frames_;
  std::vector<std::int32_t> seen_, last_, low_, parent_edge_, terminals_;
  std::vector<std::uint8_t> inside_;
  std::vector<Lit> implied_;
  std::vector<std::vector<Lit>> closed_;  // of the edges around a set: their false literals
};

}  // namespace

std::unique_ptr<GraphSearch> cut_search(const Graph& graph) {
  return std::make_unique<CutSearch>(graph);
}

}  // namespace satplay::explaining
