#include "keys.hpp"

#include <algorithm>
#include <unordered_map>

namespace satplay::quantified {

namespace {

constexpr std::uint32_t none = UINT32_MAX;

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

std::uint32_t number_of(Numbers& numbers, const std::vector<std::uint32_t>& words) {
  return numbers.try_emplace(words, static_cast<std::uint32_t>(numbers.size())).first->second;
}

// The tree of all beginnings of clauses.
struct Node {
  std::uint32_t parent, level, letter;
  std::vector<std::uint32_t>
      leaving;  // pairs: a letter, and the state it leads to or `none` if the clause ends
};

}  // namespace

Keys::Keys(const Formula& formula, Meter& meter) {
  const Prefix& prefix = formula.prefix;
  of_level_.resize(prefix.levels());
  endings_.resize(prefix.levels());
  Numbers letters;
  std::vector<Row> of_letter;  // its literals
  std::vector<Node> nodes;
  std::unordered_map<std::uint64_t, std::uint32_t> known;  // by parent and letter
  std::vector<std::uint32_t> letter;

  for (const Clause& clause : formula.clauses) {
    meter.work(4 * clause.size());
    std::uint32_t parent = none;
    for (std::size_t begin = 0; begin < clause.size();) {
      const std::uint32_t level = prefix.level[variable(clause[begin])];
      std::size_t end = begin;
      while (end < clause.size() && prefix.level[variable(clause[end])] == level) end++;
      letter.assign(clause.begin() + static_cast<std::ptrdiff_t>(begin),
                    clause.begin() + static_cast<std::ptrdiff_t>(end));
      const std::uint32_t number = number_of(letters, letter);
      if (number == of_letter.size()) {
        const auto at = static_cast<std::uint32_t>(lits_.size());
        lits_.insert(lits_.end(), letter.begin(), letter.end());
        of_letter.push_back({no_key, at, static_cast<std::uint32_t>(lits_.size())});
      }
      if (end == clause.size()) {
        if (parent != none)
          nodes[parent].leaving.insert(nodes[parent].leaving.end(), {number, none});
        else
          endings_[level].push_back(of_letter[number]);
        break;
      }
      const std::uint64_t step = (std::uint64_t{parent} << 32) | number;
      const auto [found, fresh] = known.try_emplace(step, static_cast<std::uint32_t>(nodes.size()));
      if (fresh) nodes.push_back({parent, level, number, {}});
      parent = found->second;
      begin = end;
    }
  }

  // From the inside out: states from which the same ways lead on are one. A child comes after its parent.
  Numbers states;
  std::vector<std::uint32_t> state_of(nodes.size()), first_of;
  std::vector<std::uint32_t> ways;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (std::size_t at = nodes.size(); at-- > 0;) {
    const Node& node = nodes[at];
    meter.work(4 + node.leaving.size());
    pairs.clear();
    for (std::size_t i = 0; i < node.leaving.size(); i += 2)
      pairs.emplace_back(node.leaving[i], node.leaving[i + 1]);
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    ways = {node.level};
    for (const auto& [by, to] : pairs) ways.insert(ways.end(), {by, to});
    state_of[at] = number_of(states, ways);
    if (state_of[at] == first_of.size()) first_of.push_back(static_cast<std::uint32_t>(at));
    if (node.parent != none)
      nodes[node.parent].leaving.insert(nodes[node.parent].leaving.end(), {node.letter, state_of[at]});
  }

  // Only the first node of each state is followed: the others would lead to the same.
  std::vector<std::vector<Row>> rows(first_of.size());
  levels_.resize(first_of.size());
  for (std::size_t at = 0; at < nodes.size(); at++) {
    const Node& node = nodes[at];
    const Key key = state_of[at];
    const bool first_parent = node.parent == none || first_of[state_of[node.parent]] == node.parent;
    if (first_parent)
      rows[key].push_back({node.parent == none ? no_key : state_of[node.parent], of_letter[node.letter].begin,
                           of_letter[node.letter].end});
    if (first_of[key] != at) continue;
    levels_[key] = node.level;
    of_level_[node.level].push_back(key);
    for (std::size_t i = 0; i < node.leaving.size(); i += 2) {
      if (node.leaving[i + 1] != none) continue;
      const Row& last = of_letter[node.leaving[i]];
      endings_[prefix.level[variable(lits_[last.begin])]].push_back({key, last.begin, last.end});
    }
  }
  row_begins_.push_back(0);
  for (const std::vector<Row>& of_key : rows) {
    rows_.insert(rows_.end(), of_key.begin(), of_key.end());
    row_begins_.push_back(static_cast<std::uint32_t>(rows_.size()));
  }
}

std::size_t Keys::bytes() const {
  const auto of = [](const auto&... vectors) { return ((vectors.capacity() * sizeof(vectors[0])) + ...); };
  std::size_t sum = of(lits_, levels_, row_begins_, rows_, of_level_, endings_) + size() * sizeof(Key);
  for (const std::vector<Row>& endings : endings_) sum += endings.capacity() * sizeof(Row);
  return sum;
}

}  // namespace satplay::quantified
