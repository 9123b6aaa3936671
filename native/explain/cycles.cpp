// Cycles by search in the trees of used edges.
#include <algorithm>
#include <utility>

#include "graphs.hpp"

namespace satplay::explaining {

namespace {

class CycleSearch : public GraphSearch {
 public:
  explicit CycleSearch(const Graph& graph)
      : graph_(graph),
        tree_(at(graph.nodes), none),
        edge_above_(at(graph.nodes), none),
        depth_(at(graph.nodes)) {
    edge_of_.reserve(graph.edges.size());
    for (std::size_t edge = 0; edge < graph.edges.size(); ++edge)
      edge_of_.emplace_back(graph.edges[edge].lits.front(), static_cast<EdgeIndex>(edge));
    std::ranges::sort(edge_of_);
  }

  void narrow(const Values&) override {}
  bool matters(EdgeIndex) const override { return true; }
  bool change(EdgeIndex) override { return true; }
  void restore() override {}

  void find(const Values& values, const Assigned* assigned, std::vector<Instance>& found) override {
    values_ = &values;
    assigned_ = assigned;
    found_ = &found;
    seen_.clear();
    if (assigned == nullptr) {
      for (EdgeIndex edge = 0; edge < static_cast<EdgeIndex>(graph_.edges.size()); ++edge) examine(edge);
    } else {
      for (const Lit lit : assigned->trail) {
        auto place = std::ranges::lower_bound(edge_of_, std::pair(lit, EdgeIndex{0}));
        for (; place != edge_of_.end() && place->first == lit; ++place) examine(place->second);
      }
    }
    for (const Node node : grown_) tree_[at(node)] = edge_above_[at(node)] = none;
    seen_.insert(seen_.end(), grown_.begin(), grown_.end());
    grown_.clear();
  }

  void outline(const Values& values, std::vector<Outline>& found) override {
    std::vector<Instance> instances;
    find(values, nullptr, instances);
    for (const Instance& instance : instances)
      found.push_back({instance.implied, instance.cost, instance.clause.size()});
  }

  bool is_outlined_near(EdgeIndex) const override { return true; }

  const std::vector<Node>* surroundings() const override { return &seen_; }

 private:
  static constexpr std::int32_t none = -1;
  static std::size_t at(Node node) { return static_cast<std::size_t>(node); }

  // The cycles that the tree of a used edge comes near to.
  void examine(EdgeIndex used) {
    if (!is_used(graph_.edge(used), *values_)) return;
    const Node root = graph_.edge(used).ends[0];
    if (tree_[at(root)] != none) return;
    const std::size_t begin = grown_.size();
    grow(root);
    for (std::size_t number = begin, end = grown_.size(); number < end; ++number) {
      const Node node = grown_[number];
      for (const EdgeIndex edge : graph_.around(node)) {
        const Node near = other_end(graph_.edge(edge), node);
        if (edge == edge_above_[at(node)] || edge == edge_above_[at(near)]) continue;
        if (tree_[at(near)] == root) {
          if (near < node) close(edge);
        } else if (graph_.kind == Graph::Kind::chordless) {
          join(edge, node, near);
        }
      }
    }
  }

  void grow(Node root) {
    std::size_t next = grown_.size();
    tree_[at(root)] = root;
    depth_[at(root)] = 0;
    grown_.push_back(root);
    for (; next < grown_.size(); ++next) {
      const Node node = grown_[next];
      for (const EdgeIndex edge : graph_.around(node)) {
        const Node near = other_end(graph_.edge(edge), node);
        if (tree_[at(near)] != none || !is_used(graph_.edge(edge), *values_)) continue;
        tree_[at(near)] = root;
        edge_above_[at(near)] = edge;
        depth_[at(near)] = depth_[at(node)] + 1;
        grown_.push_back(near);
      }
    }
  }

  // Appends the used edges on the way from one node to another of the same tree.
  void append_way(Node one, Node other, std::vector<EdgeIndex>& edges) const {
    while (one != other) {
      Node& lower = depth_[at(one)] >= depth_[at(other)] ? one : other;
      edges.push_back(edge_above_[at(lower)]);
      lower = other_end(graph_.edge(edges.back()), lower);
    }
  }

  // A cycle through an edge whose ends the used edges already join.
  void close(EdgeIndex edge) {
    const bool chordless = graph_.kind == Graph::Kind::chordless;
    if (!chordless && is_blocked(graph_.edge(edge), *values_)) return;
    std::vector<EdgeIndex> cycle{edge};
    append_way(graph_.edge(edge).ends[0], graph_.edge(edge).ends[1], cycle);
    report(std::move(cycle), chordless ? edge : none);
  }

  // An open edge from a node to another tree that would leave only one edge of a cycle unused.
  void join(EdgeIndex edge, Node node, Node near) {
    if ((*values_)[graph_.edge(edge).lits.front()] != 0) return;
    const bool is_new = tree_[at(near)] == none;
    const std::size_t begin = grown_.size();
    if (is_new) grow(near);
    std::vector<EdgeIndex> shortest;
    EdgeIndex unused = none;
    const auto look = [&](Node far) {
      for (const EdgeIndex chord : graph_.around(far)) {
        const Node back = other_end(graph_.edge(chord), far);
        if (chord == edge || tree_[at(back)] != tree_[at(node)]) continue;
        std::vector<EdgeIndex> cycle{edge, chord};
        append_way(near, far, cycle);
        append_way(node, back, cycle);
        if (unused != none && cycle.size() >= shortest.size()) continue;
        shortest = std::move(cycle);
        unused = chord;
      }
    };
    if (is_new) {
      for (std::size_t number = begin; number < grown_.size(); ++number) look(grown_[number]);
      seen_.insert(seen_.end(), grown_.begin() + static_cast<std::ptrdiff_t>(begin), grown_.end());
      for (std::size_t number = begin; number < grown_.size(); ++number)
        tree_[at(grown_[number])] = edge_above_[at(grown_[number])] = none;
      grown_.resize(begin);
    } else {
      for (const Node far : grown_)
        if (tree_[at(far)] == tree_[at(near)]) look(far);
    }
    if (unused != none) report(std::move(shortest), unused);
  }

  // The edges of a cycle are not all used; with `unused`, those without it are not all used either.
  void report(std::vector<EdgeIndex> cycle, EdgeIndex unused) {
    Instance instance;
    instance.set = std::move(cycle);
    instance.cost = graph_.cost(instance.set.size());
    bool is_new = assigned_ == nullptr;
    for (const EdgeIndex edge : instance.set) {
      if (edge == unused) continue;
      const Lit lit = negated(graph_.edge(edge).lits.front());
      instance.clause.push_back(lit);
      if ((*values_)[lit] == 0) instance.implied = lit;
      is_new = is_new || assigned_->contains(lit);
    }
    if (!is_new) return;
    std::ranges::sort(instance.set);
    found_->push_back(std::move(instance));
  }

  const Graph& graph_;
  std::vector<std::pair<Lit, EdgeIndex>> edge_of_;  // sorted

  // of one call of find()
  const Values* values_ = nullptr;
  const Assigned* assigned_ = nullptr;
  std::vector<Instance>* found_ = nullptr;
  std::vector<Node> grown_;  // nodes of trees
  std::vector<Node> seen_;   // these and the nodes of trees next to them
  std::vector<Node> tree_;   // by node: the root of its tree
  std::vector<EdgeIndex> edge_above_;
  std::vector<std::int32_t> depth_;
};

}  // namespace

std::unique_ptr<GraphSearch> cycle_search(const Graph& graph) {
  return std::make_unique<CycleSearch>(graph);
}

}  // namespace satplay::explaining
