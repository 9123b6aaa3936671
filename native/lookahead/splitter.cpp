#include "splitter.hpp"

#include <queue>
#include <tuple>

namespace satplay::lookahead {

namespace {

constexpr std::size_t none = SIZE_MAX;

struct Node {
  std::vector<Lit> decisions;
  std::vector<Lit> failed;  // literals that the look-ahead at the nodes above has assigned
  std::size_t assigned = 0;
  std::size_t first = none, second = none;  // the nodes below it
};

class Tree {
 public:
  Tree(const ClauseTable& table, const Pulse& pulse)
      : table_(table), assignment_(table), look_ahead_(table, assignment_, pulse) {}

  Cubes grow(std::size_t most) {
    nodes_.emplace_back();
    if (assignment_.propagate_units()) {
      root_ = assignment_.trail().size();
      open_.push({root_, 0});
    } else {
      result_.refuted = 1;
    }
    for (std::size_t leaves = 1; leaves < most && !open_.empty();) {
      const std::size_t number = open_.top().second;
      open_.pop();
      if (split(number)) leaves++;
    }
    collect(0);
    return std::move(result_);
  }

 private:
  // The fewest assigned variables first, then the older node.
  using Entry = std::pair<std::size_t, std::size_t>;

  bool split(std::size_t number) {
    assignment_.undo(root_);
    bool consistent = true;
    for (const auto* lits : {&nodes_[number].decisions, &nodes_[number].failed}) {
      for (const Lit lit : *lits) consistent = consistent && assignment_.assign(lit);
    }
    const std::size_t before = assignment_.trail().size();
    if (!consistent || !look_ahead_.run()) {
      result_.refuted++;
      return false;
    }
    const std::optional<Lit> choice = look_ahead_.choice();
    if (!choice) {
      result_.satisfied = true;
      return false;
    }
    std::vector<Lit> failed = nodes_[number].failed;
    const auto& trail = assignment_.trail();
    failed.insert(failed.end(), trail.begin() + static_cast<std::ptrdiff_t>(before), trail.end());
    nodes_[number].first = add_below(number, *choice, failed);
    nodes_[number].second = add_below(number, negated(*choice), failed);
    return true;
  }

  std::size_t add_below(std::size_t number, Lit decision, const std::vector<Lit>& failed) {
    Node node;
    node.decisions = nodes_[number].decisions;
    node.decisions.push_back(decision);
    node.failed = failed;
    const std::size_t before = assignment_.trail().size();
    const bool consistent = assignment_.assign(decision);
    node.assigned = assignment_.trail().size();
    assignment_.undo(before);
    nodes_.push_back(std::move(node));
    if (consistent)
      open_.push({nodes_.back().assigned, nodes_.size() - 1});
    else
      result_.refuted++;
    return nodes_.size() - 1;
  }

  void collect(std::size_t root) {
    std::vector<std::size_t> waiting{root};
    while (!waiting.empty()) {
      const Node& node = nodes_[waiting.back()];
      waiting.pop_back();
      if (node.first != none) {
        waiting.push_back(node.second);
        waiting.push_back(node.first);
        continue;
      }
      auto& cube = result_.cubes.emplace_back();
      for (const Lit lit : node.decisions) {
        const std::int32_t name = table_.name(variable(lit));
        cube.push_back(is_negative(lit) ? -name : name);
      }
    }
  }

  const ClauseTable& table_;
  Assignment assignment_;
  LookAhead look_ahead_;
  std::size_t root_ = 0;  // what is assigned without any decision
  std::vector<Node> nodes_;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open_;
  Cubes result_;
};

}  // namespace

Cubes split(const ClauseTable& table, std::size_t most, const Pulse& pulse) {
  return Tree(table, pulse).grow(most);
}

}  // namespace satplay::lookahead
