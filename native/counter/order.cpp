// The decomposition comes from eliminating variables, fewest neighbours first (min-degree; Markowitz 1957,
// Rose 1972): the bag of a variable is the variable and its neighbours at that time; its parent is the bag of
// the neighbour eliminated next. The variables to decide first are around the bag that halves the tree.
#include "order.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "../invariant.hpp"

namespace satplay::counting {

namespace {

constexpr std::size_t longest_clause = 200;  // longer ones would make the graph dense
constexpr std::int64_t ordering_effort = 60'000'000;
constexpr double greatest_weight = 1e7;
constexpr std::size_t least_parts = 3;  // a bag with more than this share of the variables separates nothing

struct Decomposition {
  std::vector<std::vector<Var>> bags;  // by variable, without the variable itself
  std::vector<Var> eliminated;         // in order of elimination
  std::vector<Var> parents;            // by variable; no_var for a root
  std::size_t width = 1;
};

std::vector<std::vector<Var>> neighbours_in(const Problem& problem, Meter& meter) {
  std::vector<std::vector<Var>> near(problem.variables);
  for (const auto& clause : problem.clauses) {
    if (clause.size() > longest_clause) continue;
    meter.work(1 + clause.size() * clause.size());
    meter.rest();
    for (const Lit a : clause)
      for (const Lit b : clause)
        if (a != b) near[variable(a)].push_back(variable(b));
  }
  for (auto& list : near) {
    meter.work(1 + 4 * list.size());
    meter.rest();
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return near;
}

// Empty if it takes too long.
std::optional<Decomposition> decomposed(const Problem& problem, Meter& meter) {
  std::int64_t effort = ordering_effort;
  for (const auto& clause : problem.clauses)
    if (clause.size() <= longest_clause) effort -= static_cast<std::int64_t>(clause.size() * clause.size());
  if (effort < 0) return std::nullopt;
  std::vector<std::vector<Var>> near = neighbours_in(problem, meter);
  std::set<std::pair<std::size_t, Var>> waiting;
  for (Var var = 0; var < problem.variables; ++var) {
    meter.work(10);
    meter.rest();
    waiting.emplace(near[var].size(), var);
  }

  Decomposition result{std::vector<std::vector<Var>>(problem.variables), {}, {}, 1};
  std::vector<Var> joined;
  while (!waiting.empty()) {
    const Var var = waiting.begin()->second;
    waiting.erase(waiting.begin());
    const std::vector<Var> bag = std::move(near[var]);
    for (const Var one : bag) {
      auto& list = near[one];
      waiting.erase({list.size(), one});
      joined.clear();
      std::set_union(list.begin(), list.end(), bag.begin(), bag.end(), std::back_inserter(joined));
      std::erase_if(joined, [&](Var other) { return other == var || other == one; });
      list = joined;
      waiting.emplace(list.size(), one);
      meter.work(list.size());
      meter.rest();
      effort -= static_cast<std::int64_t>(list.size());
    }
    if (effort < 0) return std::nullopt;
    result.width = std::max(result.width, bag.size());
    result.eliminated.push_back(var);
    result.bags[var] = bag;
  }

  std::vector<std::size_t> when(problem.variables);
  for (std::size_t i = 0; i < result.eliminated.size(); ++i) when[result.eliminated[i]] = i;
  result.parents.assign(problem.variables, no_var);
  for (const Var var : result.eliminated)
    for (const Var other : result.bags[var])
      if (result.parents[var] == no_var || when[other] < when[result.parents[var]])
        result.parents[var] = other;
  INVARIANT(result.eliminated.size() == problem.variables);
  return result;
}

// The distance of each variable, by its nearest bag, from the bag that halves its tree.
std::vector<std::uint32_t> steps_from_the_middle(const Decomposition& tree) {
  const std::size_t count = tree.parents.size();
  std::vector<std::vector<Var>> next(count);
  std::vector<std::size_t> below(count, 1), largest(count, 0);
  for (const Var var : tree.eliminated) {  // children come before their parents
    const Var parent = tree.parents[var];
    if (parent == no_var) continue;
    below[parent] += below[var];
    largest[parent] = std::max(largest[parent], below[var]);
    next[parent].push_back(var);
    next[var].push_back(parent);
  }
  std::vector<Var> root(count), middle(count, no_var);
  for (auto var = tree.eliminated.rbegin(); var != tree.eliminated.rend(); ++var) {
    const Var parent = tree.parents[*var];
    root[*var] = parent == no_var ? *var : root[parent];
    const std::size_t all = below[root[*var]];
    if (std::max(largest[*var], all - below[*var]) <= all / 2) middle[root[*var]] = *var;
  }
  std::vector<std::uint32_t> steps(count, UINT32_MAX), depth(count, UINT32_MAX);
  std::vector<Var> queue;
  for (const Var var : middle)
    if (var != no_var) {
      depth[var] = 0;
      queue.push_back(var);
    }
  for (std::size_t at = 0; at < queue.size(); ++at) {
    const Var var = queue[at];
    steps[var] = std::min(steps[var], depth[var]);
    for (const Var other : tree.bags[var]) steps[other] = std::min(steps[other], depth[var]);
    for (const Var other : next[var])
      if (depth[other] == UINT32_MAX) {
        depth[other] = depth[var] + 1;
        queue.push_back(other);
      }
  }
  return steps;
}

}  // namespace

std::vector<double> distances_from_the_middle(const Problem& problem, Meter& meter) {
  const auto tree = decomposed(problem, meter);
  if (!tree || problem.variables < least_parts * tree->width) return {};
  const auto steps = steps_from_the_middle(*tree);
  const double most = std::max(1u, *std::max_element(steps.begin(), steps.end()));
  const double count = problem.variables;
  const double weight =
      std::min(greatest_weight, 100 * std::exp(count / static_cast<double>(tree->width)) / count);
  std::vector<double> distances(problem.variables);
  for (Var var = 0; var < problem.variables; ++var) distances[var] = weight * steps[var] / most;
  return distances;
}

}  // namespace satplay::counting
