// A cover of blocked edges by literals: chosen greedily, then shrunk.
#include "blockers.hpp"

#include <algorithm>
#include <utility>

namespace satplay::explaining {

Blockers::Blockers(const Graph& graph) {
  for (const Edge& edge : graph.edges) lit_of_.insert(lit_of_.end(), edge.lits.begin(), edge.lits.end());
  std::ranges::sort(lit_of_);
  lit_of_.erase(std::unique(lit_of_.begin(), lit_of_.end()), lit_of_.end());
  is_chosen_.resize(lit_of_.size());
  alone_.resize(lit_of_.size());
  for (const Edge& edge : graph.edges) {
    Closed& all = lits_of_.emplace_back();
    for (const Lit lit : edge.lits) {
      const auto number = static_cast<Number>(std::ranges::lower_bound(lit_of_, lit) - lit_of_.begin());
      const auto end = all.lits.begin() + static_cast<std::ptrdiff_t>(all.count);
      if (std::find(all.lits.begin(), end, number) == end) all.lits[all.count++] = number;
    }
  }
}

void Blockers::add(EdgeIndex edge, const Values& values, const Assigned* assigned) {
  const Closed& all = lits_of_[static_cast<std::size_t>(edge)];
  Closed& closed = closed_.emplace_back();
  std::array<std::int32_t, max_lits> ranks{};
  for (std::size_t place = 0; place < all.count; ++place) {
    const Number number = all.lits[place];
    const Lit lit = lit_of_[static_cast<std::size_t>(number)];
    if (values[lit] >= 0) continue;
    const std::int32_t rank = assigned && assigned->contains(lit) ? assigned->cost[variable(lit)] + 1 : 0;
    std::size_t at = closed.count++;
    for (; at > 0 && ranks[at - 1] > rank; --at) {
      ranks[at] = ranks[at - 1];
      closed.lits[at] = closed.lits[at - 1];
    }
    ranks[at] = rank;
    closed.lits[at] = number;
  }
}

std::vector<Lit> Blockers::few_literals() {
  choose();
  for (const Closed& edge : closed_) count_alone(edge, none);
  std::vector<Lit> literals;
  for (const Number lit : few_) {
    const auto at = static_cast<std::size_t>(lit);
    if (alone_[at] > 0) {
      literals.push_back(lit_of_[at]);
    } else {
      leave_out(lit);
    }
  }
  for (const Number lit : few_) {
    is_chosen_[static_cast<std::size_t>(lit)] = 0;
    alone_[static_cast<std::size_t>(lit)] = 0;
  }
  return literals;
}

// Edges with fewer false literals choose first.
void Blockers::choose() {
  few_.clear();
  for (std::size_t size = 1; size <= max_lits; ++size) {
    for (const Closed& edge : closed_) {
      if (edge.count != size || std::ranges::any_of(edge.false_lits(), [&](Number lit) { return has(lit); }))
        continue;
      is_chosen_[static_cast<std::size_t>(edge.lits.front())] = 1;
      few_.push_back(edge.lits.front());
    }
  }
}

// Notes the chosen literal of an edge, if there is only one but for `left_out`.
void Blockers::count_alone(const Closed& edge, Number left_out) {
  Number found = none;
  for (const Number lit : edge.false_lits()) {
    if (lit == left_out || !has(lit)) continue;
    if (found != none) return;
    found = lit;
  }
  if (found != none) ++alone_[static_cast<std::size_t>(found)];
}

void Blockers::leave_out(Number lit) {
  for (const Closed& edge : closed_)
    if (std::ranges::find(edge.false_lits(), lit) != edge.false_lits().end()) count_alone(edge, lit);
  is_chosen_[static_cast<std::size_t>(lit)] = 0;
}

}  // namespace satplay::explaining
