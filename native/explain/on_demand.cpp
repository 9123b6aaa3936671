// Steps of instances that graphs state on demand.
#include <algorithm>
#include <utility>

#include "explainer.hpp"

namespace satplay::explaining {

// The cheapest instance of a graph that implies a new fact.
bool Explainer::advance_on_demand(std::int32_t max_cost, bool& is_dearer) {
  std::vector<Instance> found;
  std::vector<std::int32_t> graph_of;
  for (std::size_t graph = 0; graph < graphs_.size(); ++graph) {
    if (!graph_changed_[graph]) continue;
    const std::size_t before = found.size();
    graph_searches_[graph]->narrow(values_);
    graph_searches_[graph]->find(values_, nullptr, found);
    std::erase_if(found, [&](const Instance& instance) {
      return instance.implied != no_lit && !is_fact_[variable(instance.implied)];
    });
    graph_of.resize(found.size(), static_cast<std::int32_t>(graph));
    if (found.size() == before) graph_changed_[graph] = 0;
  }
  if (found.empty()) return false;
  std::size_t best = 0;
  for (std::size_t number = 1; number < found.size(); ++number)
    if (std::pair(found[number].cost, found[number].clause.size()) <
        std::pair(found[best].cost, found[best].clause.size()))
      best = number;
  if (found[best].implied == no_lit) {
    contradiction_ = true;
    state_on_demand(found[best], graph_of[best]);
    return false;
  }
  if (found[best].cost > max_cost) {
    is_dearer = true;
    return false;
  }
  const std::vector<std::int32_t> set = found[best].set;
  Group group = definition;
  for (std::size_t number = 0; number < found.size(); ++number)
    if (graph_of[number] == graph_of[best] && found[number].set == set)
      group = state_on_demand(found[number], graph_of[number]);
  Step step;
  step.groups = {group};
  step.facts = implied_by(group);
  step.cost = found[best].cost;
  step.available = static_cast<std::int32_t>(found.size());
  if (contradiction_) return false;
  add_record(std::move(step));
  return true;
}

// The group of an instance: all clauses of one set belong to one group.
Group Explainer::state_on_demand(const Instance& instance, std::int32_t graph) {
  const auto [place, is_new] = stated_.try_emplace({graph, instance.set}, Group{});
  if (is_new) {
    place->second = add_group({instance.cost, instance.cost, instance.cost}, {});
    graph_of_.back() = graph;
    sets_.back() = instance.set;
  }
  const Group group = place->second;
  std::vector<Lit> clause = instance.clause;
  std::ranges::sort(clause);
  const auto is_stated = [&](ClauseIndex index) { return std::ranges::equal(table_.clause(index), clause); };
  if (std::ranges::none_of(table_.clauses_of(group), is_stated)) {
    if (is_cited_[at(group)]) report_deferred();  // the reasons of earlier steps do not have this clause
    table_.add_clause(group, clause);
  }
  return group;
}

}  // namespace satplay::explaining
