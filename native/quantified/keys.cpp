#include "keys.hpp"

#include <algorithm>
#include <unordered_map>

#include "../invariant.hpp"

namespace satplay::quantified {

namespace {
constexpr std::uint32_t none = UINT32_MAX;
}

struct WordHash {
  std::size_t operator()(const std::vector<std::uint32_t>& words) const {
    std::uint64_t hash = words.size();
    for (const std::uint32_t word : words) {
      hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
      hash ^= hash >> 29;
    }
    return hash;
  }
};
using Numbers = std::unordered_map<std::vector<std::uint32_t>, std::uint32_t, WordHash>;

static std::uint32_t number_of(Numbers& numbers, const std::vector<std::uint32_t>& words) {
  return numbers.try_emplace(words, static_cast<std::uint32_t>(numbers.size())).first->second;
}

// The tree of all prefixes of clauses.
struct Keys::Tree {
  struct Node {
    std::uint32_t parent, level, letter;
    // Pairs: a letter, and the state it leads to, or `none` at the end of a clause.
    std::vector<std::uint32_t> leaving;
  };
  Numbers letters;
  std::vector<Row> of_letter;  // its literals
  std::vector<Node> nodes;
  std::unordered_map<std::uint64_t, std::uint32_t> known;  // by parent and letter
  std::vector<std::uint32_t> letter;
};

struct Keys::States {
  std::vector<std::uint32_t> of_node, first_node;  // by node; by state

  States(Tree& tree, Meter& meter);
};

Keys::Keys(const Formula& formula, Meter& meter) {
  of_level_.resize(formula.prefix.levels());
  endings_.resize(formula.prefix.levels());
  Tree tree;
  for (const Clause& clause : formula.clauses) {
    meter.work(4 * clause.size());
    insert(clause, formula.prefix, tree);
  }
  const States states(tree, meter);
  collect_rows(tree, states, formula.prefix);
  INVARIANT(parents_are_outside());
}

// The number of the letter of these literals, all of one level.
std::uint32_t Keys::letter_of(Lits lits, Tree& tree) {
  tree.letter.assign(lits.begin(), lits.end());
  const std::uint32_t number = number_of(tree.letters, tree.letter);
  if (number == tree.of_letter.size()) {
    const auto at = static_cast<std::uint32_t>(lits_.size());
    lits_.insert(lits_.end(), lits.begin(), lits.end());
    tree.of_letter.push_back({no_key, at, static_cast<std::uint32_t>(lits_.size())});
  }
  return number;
}

void Keys::insert(const Clause& clause, const Prefix& prefix, Tree& tree) {
  std::uint32_t parent = none;
  for (std::size_t begin = 0; begin < clause.size();) {
    const std::uint32_t level = prefix.level[variable(clause[begin])];
    std::size_t end = begin;
    while (end < clause.size() && prefix.level[variable(clause[end])] == level) end++;
    const std::uint32_t number = letter_of(Lits(clause).subspan(begin, end - begin), tree);
    if (end == clause.size()) {
      if (parent != none)
        tree.nodes[parent].leaving.insert(tree.nodes[parent].leaving.end(), {number, none});
      else
        endings_[level].push_back(tree.of_letter[number]);
      break;
    }
    const std::uint64_t step = (std::uint64_t{parent} << 32) | number;
    const auto [found, fresh] = tree.known.try_emplace(step, static_cast<std::uint32_t>(tree.nodes.size()));
    if (fresh) tree.nodes.push_back({parent, level, number, {}});
    parent = found->second;
    begin = end;
  }
}

// From the leaves: nodes with the same outgoing letters to the same states are one state. A child comes after
// its parent.
Keys::States::States(Tree& tree, Meter& meter) : of_node(tree.nodes.size()) {
  Numbers states;
  std::vector<std::uint32_t> ways;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (std::size_t at = tree.nodes.size(); at-- > 0;) {
    const Tree::Node& node = tree.nodes[at];
    meter.work(4 + node.leaving.size());
    pairs.clear();
    for (std::size_t i = 0; i < node.leaving.size(); i += 2)
      pairs.emplace_back(node.leaving[i], node.leaving[i + 1]);
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    ways = {node.level};
    for (const auto& [by, to] : pairs) ways.insert(ways.end(), {by, to});
    of_node[at] = number_of(states, ways);
    if (of_node[at] == first_node.size()) first_node.push_back(static_cast<std::uint32_t>(at));
    if (node.parent == none) continue;
    std::vector<std::uint32_t>& leaving = tree.nodes[node.parent].leaving;
    leaving.insert(leaving.end(), {node.letter, of_node[at]});
  }
}

// Follows only the first node of each state: the others are equivalent.
void Keys::collect_rows(const Tree& tree, const States& states, const Prefix& prefix) {
  std::vector<std::vector<Row>> rows(states.first_node.size());
  levels_.resize(states.first_node.size());
  for (std::size_t at = 0; at < tree.nodes.size(); at++) {
    const Tree::Node& node = tree.nodes[at];
    const Key key = states.of_node[at];
    const Key parent = node.parent == none ? no_key : states.of_node[node.parent];
    if (parent == no_key || states.first_node[parent] == node.parent)
      rows[key].push_back({parent, tree.of_letter[node.letter].begin, tree.of_letter[node.letter].end});
    if (states.first_node[key] != at) continue;
    levels_[key] = node.level;
    of_level_[node.level].push_back(key);
    for (std::size_t i = 0; i < node.leaving.size(); i += 2) {
      if (node.leaving[i + 1] != none) continue;
      const Row& last = tree.of_letter[node.leaving[i]];
      endings_[prefix.level[variable(lits_[last.begin])]].push_back({key, last.begin, last.end});
    }
  }
  row_begins_.push_back(0);
  for (const std::vector<Row>& of_key : rows) {
    rows_.insert(rows_.end(), of_key.begin(), of_key.end());
    row_begins_.push_back(static_cast<std::uint32_t>(rows_.size()));
  }
}

// For invariants. Whether every key has a row, and the parents of its rows are keys of outer levels.
bool Keys::parents_are_outside() const {
  for (Key key = 0; key < size(); key++) {
    if (rows(key).empty()) return false;
    for (const Row& row : rows(key))
      if (row.begin == row.end || (row.parent != no_key && level(row.parent) >= level(key))) return false;
  }
  return true;
}

std::size_t Keys::bytes() const {
  const auto of = [](const auto&... vectors) { return ((vectors.capacity() * sizeof(vectors[0])) + ...); };
  std::size_t sum = of(lits_, levels_, row_begins_, rows_, of_level_, endings_) + size() * sizeof(Key);
  for (const std::vector<Row>& endings : endings_) sum += endings.capacity() * sizeof(Row);
  return sum;
}

}  // namespace satplay::quantified
