#include "connected.hpp"

#include <numeric>

#include "../invariant.hpp"

namespace satplay {

namespace {
constexpr std::size_t most_edges_checked =
    1000;  // edges of a graph whose skeleton is checked by an invariant
constexpr std::size_t work_between_looks = 1 << 18;  // some milliseconds
}  // namespace

Connected::Connected(Graph graph)
    : graph_(std::move(graph)),
      closed_at_(graph_.lits(), never),
      implied_(graph_.lits()),
      role_(graph_.size(), Role::none),
      patience_(graph_.size() > 100 ? 4 * graph_.size() : 1),
      work_(patience_),
      sides_(graph_.nodes()),
      group_(graph_.nodes()),
      visits_(graph_.nodes()),
      path_(graph_.nodes()) {
  lost_.reserve(graph_.size());
  disconnected_ = !make_skeleton();
}

void Connected::assign(Lit lit) {
  INVARIANT(closed_at_[lit] == never && closed_at_[negated(lit)] == never);
  closed_at_[negated(lit)] = static_cast<std::uint32_t>(assigned_.size());
  assigned_.push_back(lit);
  for (const EdgeId edge : graph_.edges_of(negated(lit))) {
    work_++;
    if (role_[edge] != Role::skeleton) continue;
    role_[edge] = Role::lost;
    lost_.push_back(edge);
  }
}

void Connected::backtrack(std::size_t count) {
  INVARIANT(count <= assigned_.size());
  for (; assigned_.size() > count; assigned_.pop_back()) closed_at_[negated(assigned_.back())] = never;
}

// Bridges are rare, and finding them takes a traversal of the whole graph. So it is done only after as much
// other work; more often did not pay on any board tried.
void Connected::propagate(Findings& findings) {
  if (!find_cut(findings, true) && work_ >= patience_) find_bridges(findings);
}

void Connected::check(Findings& findings) {
  find_cut(findings, false);
}

// Whether the open edges do not connect all nodes. Then some edge must leave one of the parts; the clause is
// that of the part with the fewest outgoing edges. Each part had a skeleton edge to another part, so the
// searches around the lost edges find all parts but the largest.
bool Connected::find_cut(Findings& findings, bool may_stop) {
  if (disconnected_) {
    findings.add_clause({});
    return true;
  }
  const bool many = lost_.size() > 2 + graph_.nodes() / 8;
  const bool fat = !lost_.empty() && skeleton_size_ > graph_.nodes() + graph_.nodes() / 2;
  if ((many || fat) && make_skeleton()) {
    INVARIANT(skeleton_connects_all());
    return false;
  }
  bool found = false, stopped = false;
  std::size_t next_look = work_ + work_between_looks;
  std::erase_if(lost_, [&](EdgeId edge) {
    if (may_stop && work_ >= next_look) {
      next_look = work_ + work_between_looks;
      stopped = findings.out_of_limits();
      may_stop = !stopped;
    }
    if (stopped) return false;  // left for the next propagation
    if (!closed(edge)) {
      role_[edge] = Role::skeleton;
      return true;
    }
    if (go_around(edge)) return true;
    cut_.clear();
    sides_.cut(graph_, [&](EdgeId out) { cut_.push_back(graph_.lit(out)); });
    if (!found || cut_.size() < smallest_cut_.size()) smallest_cut_.swap(cut_);
    found = true;
    return false;
  });
  INVARIANT(found ? is_cut(smallest_cut_) : stopped || skeleton_connects_all());
  if (found) findings.add_clause(smallest_cut_);
  return found || stopped;
}

// Replaces a skeleton edge by a path of open edges between its ends.
bool Connected::go_around(EdgeId lost) {
  const bool around = sides_.meet(graph_, graph_.edge(lost), [&](EdgeId edge) { return !closed(edge); });
  work_ += sides_.work();
  if (!around) return false;
  role_[lost] = Role::none;
  skeleton_size_--;
  sides_.way(graph_, [&](EdgeId edge) {
    if (role_[edge] != Role::none) return;
    role_[edge] = Role::skeleton;
    skeleton_size_++;
  });
  return true;
}

// Replaces the skeleton by a spanning tree of open edges, if one exists. True edges come first, because they
// stay open longest.
bool Connected::make_skeleton() {
  std::iota(group_.begin(), group_.end(), Node{0});
  chosen_.clear();
  for (const bool sure : {true, false}) {
    for (EdgeId edge = 0; edge < graph_.size(); edge++) {
      const auto [from, to, lit] = graph_.edge(edge);
      if (closed(edge) || is_true(lit) != sure) continue;
      const Node here = group_of(from), there = group_of(to);
      if (here == there) continue;
      group_[here] = there;
      chosen_.push_back(edge);
    }
  }
  if (chosen_.size() + 1 < graph_.nodes()) return false;
  std::fill(role_.begin(), role_.end(), Role::none);
  for (const EdgeId edge : chosen_) role_[edge] = Role::skeleton;
  skeleton_size_ = chosen_.size();
  lost_.clear();
  return true;
}

// For invariants. Whether the edges of the skeleton are open and connect all nodes; skipped for large
// graphs.
bool Connected::skeleton_connects_all() const {
  if (graph_.size() > most_edges_checked) return true;
  std::vector<std::uint8_t> reached(graph_.nodes(), 0);
  std::vector<Node> waiting;
  if (graph_.nodes() > 0) waiting.push_back(0);
  std::size_t count = 0;
  while (!waiting.empty()) {
    const Node node = waiting.back();
    waiting.pop_back();
    if (reached[node]) continue;
    reached[node] = 1;
    count++;
    for (const auto [to, edge] : graph_.arcs(node)) {
      if (role_[edge] == Role::skeleton && closed(edge)) return false;
      if (role_[edge] == Role::skeleton) waiting.push_back(to);
    }
  }
  return count == graph_.nodes();
}

// For invariants. Whether all these literals are false now.
bool Connected::is_cut(const std::vector<Lit>& cut) const {
  return std::all_of(cut.begin(), cut.end(), [&](Lit lit) { return closed_at_[lit] != never; });
}

Connected::Node Connected::group_of(Node node) {
  while (group_[node] != node) node = group_[node] = group_[group_[node]];
  return node;
}

}  // namespace satplay
