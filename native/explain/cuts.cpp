// Cuts by a depth-first search (Tarjan, "A note on finding the bridges of a graph", 1974).
#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "blockers.hpp"
#include "detours.hpp"
#include "graphs.hpp"

namespace satplay::explaining {

namespace {

class CutSearch : public GraphSearch {
 public:
  explicit CutSearch(const Graph& graph) : graph_(graph), ways_(graph) {
    const auto count = static_cast<std::size_t>(graph.nodes);
    seen_.assign(count, none);
    last_.assign(count, 0);
    low_.assign(count, 0);
    parent_edge_.assign(count, none);
    above_.assign(count, none);
    terminals_.assign(count, 0);
    inside_.assign(count, 0);
    total_ = static_cast<std::int32_t>(std::ranges::count(graph.is_terminal, 1));
    root_ = static_cast<Node>(std::ranges::find(graph.is_terminal, 1) - graph.is_terminal.begin());
    for (Node node = 0; node < graph.nodes; ++node)
      if (graph.is_terminal[at(node)] || !graph.node_lits.empty()) members_.push_back(node);
  }

  // Keeps the edges that are not blocked, and the nodes that they connect to a terminal.
  void narrow(const Values& values) override {
    if (total_ < 2) return;
    ways_.narrow(values);
    is_calm_ = false;
    std::erase_if(members_, [&](Node node) {
      return !graph_.is_terminal[at(node)] &&
             (graph_.node_lits[at(node)] == no_lit || values[graph_.node_lits[at(node)]] < 0);
    });
  }

  bool matters(EdgeIndex edge) const override { return total_ >= 2 && ways_.is_active(edge); }

  bool change(EdgeIndex edge) override {
    if (!matters(edge)) return false;
    ways_.close(edge);
    return true;
  }

  void restore() override { ways_.restore(); }

  void find(const Values& values, const Assigned* assigned, std::vector<Instance>& found) override {
    if (total_ < 2) return;
    assigned_ = assigned;
    found_ = &found;
    is_quick_ = assigned != nullptr && is_calm_ && cuts_nothing_off();
    if (is_quick_) return;
    const std::size_t before = found.size();
    search_all(values);
    if (assigned == nullptr) is_calm_ = found.size() == before;
  }

  void outline(const Values& values, std::vector<Outline>& found) override {
    if (total_ < 2) return;
    assigned_ = nullptr;
    outlines_ = &found;
    is_outlined_near_.assign(graph_.edges.size(), 0);
    const std::size_t before = found.size();
    search_all(values);
    is_calm_ = found.size() == before;
    outlines_ = nullptr;
  }

  bool is_outlined_near(EdgeIndex edge) const override {
    return !is_outlined_near_.empty() && is_outlined_near_[static_cast<std::size_t>(edge)] != 0;
  }

  const std::vector<Node>* surroundings() const override { return is_quick_ ? &detours_->nodes() : nullptr; }

 private:
  static constexpr std::int32_t none = -1;
  static std::size_t at(Node node) { return static_cast<std::size_t>(node); }

  struct Frame {
    Node node;
    std::span<const Ways::Way> ways;
    std::size_t next;
  };

  // Whether the literals that several edges have in common are those of a node at which all of them end: what
  // all edges of a cut have in common is then the same if some of them are blocked. No two edges have the
  // same ends.
  bool has_plain_literals() {
    std::vector<std::pair<Lit, EdgeIndex>> uses;
    for (std::size_t edge = 0; edge < graph_.edges.size(); ++edge)
      for (const Lit lit : graph_.edges[edge].lits) uses.emplace_back(lit, static_cast<EdgeIndex>(edge));
    std::ranges::sort(uses);
    for (std::size_t begin = 0, end = 0; begin < uses.size(); begin = end) {
      while (end < uses.size() && uses[end].first == uses[begin].first) ++end;
      if (end == begin + 1) continue;
      const auto is_at = [&](Node node) {
        return graph_.around(node).size() == end - begin &&
               std::all_of(uses.begin() + static_cast<std::ptrdiff_t>(begin),
                           uses.begin() + static_cast<std::ptrdiff_t>(end), [&](const auto& use) {
                             return std::ranges::find(graph_.around(node), use.second) !=
                                    graph_.around(node).end();
                           });
      };
      if (std::ranges::none_of(graph_.edge(uses[begin].second).ends, is_at)) return false;
    }
    std::vector<Node> near(at(graph_.nodes), none);  // by node: the last one that it was next to
    for (Node node = 0; node < graph_.nodes; ++node)
      for (const EdgeIndex edge : graph_.around(node))
        if (std::exchange(near[at(other_end(graph_.edge(edge), node))], node) == node) return false;
    return true;
  }

  // Whether, compared with the known facts, the probe leads to no instance: it separates no nodes of a block.
  bool cuts_nothing_off() {
    if (!detours_) {
      has_plain_literals_ = has_plain_literals();
      detours_.emplace(graph_, ways_);
    }
    return has_plain_literals_ && detours_->keep_blocks() &&
           std::ranges::none_of(detours_->gone(), [&](Node node) {
             return graph_.is_terminal[at(node)] || (!graph_.node_lits.empty() && may_be_terminal(node));
           });
  }

  // Reports all instances.
  void search_all(const Values& values) {
    values_ = &values;
    joints_.clear();
    search(root_);
    std::ranges::sort(joints_);
    if (terminals_[at(root_)] < total_) {
      report_separation();
    } else {
      report_cuts();
    }
    if (!graph_.node_lits.empty()) {
      report_dead_ends();
      report_unreachable();
    }
    for (const Node node : order_) seen_[at(node)] = none;
    order_.clear();
  }

  // Preorder numbers (`seen_`), low points, and the number of terminals below each node. Collects the nodes
  // whose subtrees only one node connects to the rest.
  void search(Node root) {
    frames_.clear();
    enter(root);
    while (true) {
      Frame& frame = frames_.back();
      const Node node = frame.node;
      if (frame.next == frame.ways.size()) {
        last_[at(node)] = static_cast<std::int32_t>(order_.size());
        frames_.pop_back();
        if (frames_.empty()) break;
        const Node above = frames_.back().node;
        if (low_[at(node)] >= seen_[at(above)]) joints_.push_back(seen_[at(node)]);
        low_[at(above)] = std::min(low_[at(above)], low_[at(node)]);
        terminals_[at(above)] += terminals_[at(node)];
        continue;
      }
      const Ways::Way way = frame.ways[frame.next++];
      if (!ways_.is_open(way.edge) || way.edge == parent_edge_[at(node)]) continue;
      const std::int32_t met = seen_[at(way.far)];
      if (met != none) {
        low_[at(node)] = std::min(low_[at(node)], met);
        continue;
      }
      enter(way.far);
      parent_edge_[at(way.far)] = way.edge;
      above_[at(way.far)] = node;
    }
  }

  void enter(Node node) {
    seen_[at(node)] = low_[at(node)] = static_cast<std::int32_t>(order_.size());
    terminals_[at(node)] = graph_.is_terminal[at(node)];
    parent_edge_[at(node)] = above_[at(node)] = none;
    order_.push_back(node);
    frames_.push_back({node, ways_.of(node), 0});
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
    implied_.assign(1, no_lit);
    report(smallest);
  }

  // Components without a terminal: none of their nodes is one.
  void report_unreachable() {
    for (const Node node : members_) {
      if (seen_[at(node)] != none || graph_.is_terminal[at(node)] || !may_be_terminal(node)) continue;
      const auto begin = static_cast<std::ptrdiff_t>(order_.size());
      search(node);
      const std::vector<Node> set(order_.begin() + begin, order_.end());
      if (std::ranges::any_of(set, [&](Node some) { return graph_.is_terminal[at(some)] != 0; })) continue;
      report_no_terminals(set);
    }
  }

  // Subtrees without a terminal that only one node connects to the rest: a path that enters one does not come
  // out again.
  void report_dead_ends() {
    const std::int32_t reached = last_[at(order_.front())];
    std::int32_t end = 0;
    for (const std::int32_t place : joints_) {
      const Node node = order_[at(place)];
      if (place < end || place >= reached || terminals_[at(node)] > 0) continue;
      end = last_[at(node)];
      report_no_terminals({order_.begin() + place, order_.begin() + end}, above_[at(node)]);
    }
  }

  void report_no_terminals(const std::vector<Node>& set, Node entry = none) {
    implied_.clear();
    for (const Node some : set)
      if (may_be_terminal(some)) implied_.push_back(negated(graph_.node_lits[at(some)]));
    if (!implied_.empty()) report(set, entry);
  }

  bool may_be_terminal(Node node) const {
    const Lit lit = graph_.node_lits[at(node)];
    return lit != no_lit && (*values_)[lit] >= 0;
  }

  // Subtrees that only one passable edge, or only edges to one node, connect to the other terminals.
  void report_cuts() {
    for (const std::int32_t place : joints_) {
      const Node node = order_[at(place)];
      const std::int32_t below = terminals_[at(node)];
      if (below == 0 || below == total_) continue;
      implied_.clear();
      for (const Lit lit : graph_.edge(parent_edge_[at(node)]).lits)
        if ((*values_)[lit] == 0 && is_in_all(lit, node)) implied_.push_back(lit);
      if (implied_.empty()) continue;
      const auto begin = order_.begin() + place;
      const auto end = order_.begin() + last_[at(node)];
      std::vector<Node> set(begin, end);
      if (2 * set.size() > order_.size()) {
        set.assign(order_.begin(), begin);
        set.insert(set.end(), end, order_.end());
      }
      report(set);
    }
  }

  // Whether a literal belongs to all passable edges that leave the subtree of a node; they lead to one node.
  bool is_in_all(Lit lit, Node top) const {
    const Node above = above_[at(top)];
    for (const auto& way : ways_.of(above)) {
      const std::int32_t far = seen_[at(way.far)];
      if (!ways_.is_open(way.edge) || far < seen_[at(top)] || far >= last_[at(top)]) continue;
      const auto& lits = graph_.edge(way.edge).lits;
      if (std::ranges::find(lits, lit) == lits.end()) return false;
    }
    return true;
  }

  // The instances of a set that imply the literals of `implied_`.
  void report(const std::vector<Node>& set, Node entry = none) {
    look_around(set, entry);
    const std::vector<Lit> few = blockers_->few_literals();
    const auto is_assigned = [&](Lit lit) { return assigned_ == nullptr || assigned_->contains(lit); };
    const bool is_new = std::ranges::any_of(few, is_assigned) || assigned_ == nullptr;
    if (outlines_ != nullptr) {
      for (const Lit implied : implied_) report_outline(implied, few, set.size());
      return;
    }
    std::vector<std::int32_t> sorted = set;
    if (entry != none) sorted.push_back(-1 - entry);
    std::ranges::sort(sorted);
    for (const Lit implied : implied_) {
      if (!is_new && (implied == no_lit || !is_assigned(implied))) continue;
      // A literal of a node that is known to be a terminal is false in the clause.
      const bool is_violated = implied == no_lit || (*values_)[implied] < 0;
      Instance& instance = found_->emplace_back();
      instance.set = sorted;
      instance.clause = few;
      if (is_further(implied, few)) instance.clause.push_back(implied);
      instance.implied = is_violated ? no_lit : implied;
      instance.cost = graph_.cost(set.size());
    }
  }

  void report_outline(Lit implied, const std::vector<Lit>& few, std::size_t size) {
    const bool is_violated = implied == no_lit || (*values_)[implied] < 0;
    outlines_->push_back(
        {is_violated ? no_lit : implied, graph_.cost(size), few.size() + (is_further(implied, few) ? 1 : 0)});
  }

  // Whether the clause has an implied literal beside those of blocked edges.
  static bool is_further(Lit implied, const std::vector<Lit>& few) {
    return implied != no_lit && std::ranges::find(few, implied) == few.end();
  }

  // Collects the closed edges that leave a set, but for those to the entry.
  void look_around(const std::vector<Node>& set, Node entry) {
    if (!blockers_) blockers_.emplace(graph_);
    blockers_->clear();
    for (const Node node : set) inside_[at(node)] = 1;
    for (const Node node : set) {
      for (const EdgeIndex edge : graph_.around(node)) {
        const Node far = other_end(graph_.edge(edge), node);
        if (inside_[at(far)] || far == entry || ways_.is_open(edge)) continue;
        blockers_->add(edge, *values_, assigned_);
        if (outlines_ != nullptr) is_outlined_near_[static_cast<std::size_t>(edge)] = 1;
      }
    }
    for (const Node node : set) inside_[at(node)] = 0;
  }

  const Graph& graph_;
  Ways ways_;
  std::optional<Detours> detours_;    // from the first probe on
  std::optional<Blockers> blockers_;  // from the first instance on
  bool has_plain_literals_ = false;
  bool is_calm_ = false;       // the known facts imply nothing
  bool is_quick_ = false;      // detours have answered the last call of find()
  std::int32_t total_ = 0;     // terminals
  Node root_ = 0;              // the first of them
  std::vector<Node> members_;  // nodes that are or may be terminals

  // of one call of find()
  const Values* values_ = nullptr;
  const Assigned* assigned_ = nullptr;
  std::vector<Instance>* found_ = nullptr;
  std::vector<Outline>* outlines_ = nullptr;    // if set, these are reported
  std::vector<std::uint8_t> is_outlined_near_;  // by edge
  std::vector<Node> order_;
  std::vector<Frame> frames_;
  std::vector<Node> above_;
  std::vector<std::int32_t> seen_, last_, low_, parent_edge_, terminals_;
  std::vector<std::int32_t> joints_;  // preorder numbers
  std::vector<std::uint8_t> inside_;
  std::vector<Lit> implied_;
};

}  // namespace

std::unique_ptr<GraphSearch> cut_search(const Graph& graph) {
  return std::make_unique<CutSearch>(graph);
}

}  // namespace satplay::explaining
