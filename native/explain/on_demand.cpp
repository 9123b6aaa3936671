// Steps of instances that graphs state on demand.
#include <algorithm>
#include <utility>

#include "explainer.hpp"

namespace satplay::explaining {

// The cheapest instance of a graph that implies a new fact. Instances are many and large: all but the
// cheapest are only outlined.
bool Explainer::advance_on_demand(std::int32_t max_cost, bool& is_dearer) {
  std::size_t count = 0, best_graph = 0, best_number = 0;
  const Outline* best = nullptr;
  for (std::size_t graph = 0; graph < graphs_.size(); ++graph) {
    if (!graph_changed_[graph]) continue;
    if (is_outdated_[graph]) outline(graph);
    const std::vector<Outline>& found = outlines_[graph];
    if (found.empty()) graph_changed_[graph] = 0;
    count += found.size();
    for (std::size_t number = 0; number < found.size(); ++number) {
      const Outline& one = found[number];
      if (best && std::pair(one.cost, one.length) >= std::pair(best->cost, best->length)) continue;
      best = &one;
      best_graph = graph;
      best_number = number;
    }
  }
  if (best == nullptr) return false;
  const bool is_violated = best->implied == no_lit;
  if (!is_violated && best->cost > max_cost) {
    is_dearer = true;
    return false;
  }
  Step step;
  step.cost = best->cost;
  step.available = static_cast<std::int32_t>(count);
  step.groups = {state_on_demand(static_cast<std::int32_t>(best_graph), best_number, is_violated)};
  if (is_violated) {
    contradiction_ = true;
    return false;
  }
  step.facts = implied_by(step.groups.front());
  if (contradiction_) return false;
  add_record(std::move(step));
  return true;
}

// Outlines the instances of a graph that are steps. They stay the same until an edge or an implied literal
// changes; those of cycles are always outlined again.
void Explainer::outline(std::size_t graph) {
  std::vector<Outline>& found = outlines_[graph];
  found.clear();
  graph_searches_[graph]->narrow(values_);
  graph_searches_[graph]->outline(values_, found);
  for (const Outline& one : found) {
    if (one.implied == no_lit) continue;
    auto& graphs = outlined_with_[variable(one.implied)];
    if (graphs.empty() || graphs.back() != graph) graphs.push_back(graph);
  }
  std::erase_if(found, [&](const Outline& one) { return !may_imply(one.implied); });
  is_outdated_[graph] = graphs_[graph].kind != Graph::Kind::connected;
}

// Whether an instance is a step: it implies a fact, or it is violated.
bool Explainer::may_imply(Lit implied) const {
  return implied == no_lit || is_fact_[variable(implied)];
}

// The group of the instance of this number among those of a graph that are steps; with all its clauses unless
// `is_alone`.
Group Explainer::state_on_demand(std::int32_t graph, std::size_t number, bool is_alone) {
  std::vector<Instance> found;
  graph_searches_[static_cast<std::size_t>(graph)]->find(values_, nullptr, found);
  std::erase_if(found, [&](const Instance& instance) { return !may_imply(instance.implied); });
  if (is_alone) return state_on_demand(found[number], graph);
  const std::vector<std::int32_t> set = found[number].set;
  Group group = definition;
  for (const Instance& instance : found)
    if (instance.set == set) group = state_on_demand(instance, graph);
  return group;
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
