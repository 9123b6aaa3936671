// The propagation of one probe, and its contradiction.
#include "probe.hpp"

#include <algorithm>
#include <numeric>

namespace satplay::explaining {

Probe::Probe(const RuleTable& table, const std::vector<Graph>& graphs,
             const std::vector<std::unique_ptr<GraphSearch>>& searches, Values& values)
    : table_(table),
      searches_(searches),
      values_(values),
      cost_(table.variables()),
      reason_(table.variables()),
      is_assigned_(table.variables()),
      is_touched_(graphs.size()),
      is_changed_(graphs.size()),
      is_seen_(table.variables()) {
  for (const Graph& graph : graphs) {
    is_near_.resize(std::max(is_near_.size(), static_cast<std::size_t>(graph.nodes)));
    cheapest_.push_back(*std::ranges::min_element(graph.costs));
  }
  index_changes(graphs);
}

void Probe::index_changes(const std::vector<Graph>& graphs) {
  const auto for_each = [&](const auto& look) {
    for (std::size_t number = 0; number < graphs.size(); ++number) {
      const bool connected = graphs[number].kind == Graph::Kind::connected;
      for (std::size_t edge = 0; edge < graphs[number].edges.size(); ++edge)
        for (const Lit lit : graphs[number].edges[edge].lits)
          look(connected ? negated(lit) : lit,
               Change{static_cast<std::int32_t>(number), static_cast<EdgeIndex>(edge)});
    }
  };
  first_change_.assign(2 * std::size_t{table_.variables()} + 1, 0);
  for_each([&](Lit lit, Change) { ++first_change_[lit + 1]; });
  std::partial_sum(first_change_.begin(), first_change_.end(), first_change_.begin());
  std::vector<std::size_t> next(first_change_.begin(), first_change_.end() - 1);
  changes_.resize(first_change_.back());
  for_each([&](Lit lit, Change change) { changes_[next[lit]++] = change; });
}

std::optional<Refutation> Probe::refute(Lit assumption, std::int32_t bound) {
  bound_ = bound;
  trail_.clear();
  examined_.clear();
  for (const Node node : surroundings_) is_near_[static_cast<std::size_t>(node)] = 0;
  surroundings_.clear();
  instances_.clear();
  instance_graphs_.clear();
  waiting_.resize(static_cast<std::size_t>(bound) + 1);
  taken_.assign(waiting_.size(), 0);
  lowest_ = 0;
  cut_off_ = false;
  push(assumption, assumption_reason, 0);
  std::optional<Refutation> found;
  Event event{};
  std::int32_t cost = 0;
  // A later contradiction may need fewer instances in all, as long as its inferences cost less than the best.
  for (int contradictions = 0; contradictions < max_contradictions;) {
    if (!take_next(event, cost)) {
      if (!examine_graphs()) break;
      continue;
    }
    const int value = event.lit == no_lit ? -1 : values_[event.lit];
    if (value > 0) continue;
    if (value == 0) {
      assign(event.lit, event.reason, cost);
      examine_clauses(event.lit);
      continue;
    }
    ++contradictions;
    Refutation refutation = analyze(event.reason);
    if (!found || refutation.cost < found->cost) found = std::move(refutation);
    bound_ = std::min(bound_, found->cost - 1);
    if (found->cost <= cost) break;
  }
  clear();
  return found;
}

void Probe::push(Lit lit, std::int32_t reason, std::int32_t cost) {
  if (cost > bound_) {
    cut_off_ = true;
    return;
  }
  waiting_[static_cast<std::size_t>(cost)].push_back({lit, reason});
  lowest_ = std::min(lowest_, static_cast<std::size_t>(cost));
}

// The first of the cheapest events, so that equal costs are processed in the order of propagation.
bool Probe::take_next(Event& event, std::int32_t& cost) {
  const auto end = static_cast<std::size_t>(bound_) + 1;
  while (lowest_ < end && taken_[lowest_] == waiting_[lowest_].size()) ++lowest_;
  if (lowest_ >= end) return false;
  event = waiting_[lowest_][taken_[lowest_]++];
  cost = static_cast<std::int32_t>(lowest_);
  return true;
}

void Probe::assign(Lit lit, std::int32_t reason, std::int32_t cost) {
  values_.assign(lit);
  cost_[variable(lit)] = cost;
  reason_[variable(lit)] = reason;
  is_assigned_[variable(lit)] = 1;
  trail_.push_back(lit);
  for (const auto& [graph, edge] : changes_of(lit)) {
    const auto at = static_cast<std::size_t>(graph);
    if (!searches_[at]->change(edge)) continue;
    if (!is_changed_[at]) changed_.push_back(graph);
    is_changed_[at] = 1;
    if (is_touched_[at]) continue;
    if (cost + cheapest_[at] > bound_) {
      cut_off_ = true;
      continue;
    }
    is_touched_[at] = 1;
    touched_.push_back(graph);
  }
}

void Probe::examine_clauses(Lit lit) {
  for (const ClauseIndex index : table_.clauses_with(negated(lit))) {
    const Reading reading = read(table_.clause(index), values_);
    if (reading.kind == Reading::Kind::satisfied || reading.kind == Reading::Kind::open) continue;
    const auto reason = static_cast<std::int32_t>(index);
    push(reading.implied, reason, accumulated_cost(reason));
  }
}

// Whether there are new events.
bool Probe::examine_graphs() {
  const Assigned assigned{trail_, is_assigned_, cost_};
  bool is_new = false;
  while (!touched_.empty() && !is_new) {
    const std::int32_t graph = touched_.back();
    touched_.pop_back();
    is_touched_[static_cast<std::size_t>(graph)] = 0;
    GraphSearch& search = *searches_[static_cast<std::size_t>(graph)];
    const std::size_t before = instances_.size();
    search.find(values_, &assigned, instances_);
    note_surroundings(graph, search.surroundings());
    for (std::size_t number = before; number < instances_.size(); ++number) {
      instance_graphs_.push_back(graph);
      const auto reason = -static_cast<std::int32_t>(number) - 2;
      const std::int32_t cost = accumulated_cost(reason);
      is_new = is_new || cost <= bound_;
      push(instances_[number].implied, reason, cost);
    }
  }
  return is_new;
}

void Probe::note_surroundings(std::int32_t graph, const std::vector<Node>* nodes) {
  if (nodes == nullptr) {
    examined_.push_back(graph);
    return;
  }
  for (const Node node : *nodes) {
    if (is_near_[static_cast<std::size_t>(node)]) continue;
    is_near_[static_cast<std::size_t>(node)] = 1;
    surroundings_.push_back(node);
  }
}

Lits Probe::clause_of(std::int32_t reason) const {
  if (reason >= 0) return table_.clause(static_cast<ClauseIndex>(reason));
  return instances_[static_cast<std::size_t>(-reason - 2)].clause;
}

Group Probe::group_of(std::int32_t reason) const {
  return reason >= 0 ? table_.group_of(static_cast<ClauseIndex>(reason)) : definition;
}

// The cost of the instance and of the dearest chain of inferences before it; an instance that is applied
// twice in a row counts once.
std::int32_t Probe::accumulated_cost(std::int32_t reason) const {
  const Group group = group_of(reason);
  const std::int32_t own =
      reason >= 0 ? table_.whole_cost(group) : instances_[static_cast<std::size_t>(-reason - 2)].cost;
  std::int32_t dearest = 0;
  for (const Lit lit : clause_of(reason)) {
    const Var var = variable(lit);
    if (!is_assigned_[var] || values_[lit] >= 0) continue;
    const bool same = reason_[var] >= 0 && group != definition && group_of(reason_[var]) == group;
    dearest = std::max(dearest, cost_[var] + (same ? 0 : own));
  }
  return std::max(dearest, own);
}

Refutation Probe::analyze(std::int32_t violated) {
  Refutation result;
  std::vector<std::int32_t> reasons{violated}, demanded;
  for (std::size_t next = 0; next < reasons.size(); ++next) {
    const std::int32_t reason = reasons[next];
    if (reason == assumption_reason) continue;
    if (reason >= 0) {
      if (const Group group = group_of(reason); group != definition) result.groups.push_back(group);
    } else {
      demanded.push_back(-reason - 2);
    }
    for (const Lit lit : clause_of(reason)) {
      const Var var = variable(lit);
      if (!is_assigned_[var] || is_seen_[var]) continue;
      is_seen_[var] = 1;
      if (reason_[var] != reason) reasons.push_back(reason_[var]);
    }
  }
  for (const Lit lit : trail_) is_seen_[variable(lit)] = 0;
  result.inferences = reasons.size();
  std::ranges::sort(result.groups);
  result.groups.erase(std::unique(result.groups.begin(), result.groups.end()), result.groups.end());
  for (const Group group : result.groups) result.cost += table_.whole_cost(group);
  std::ranges::sort(demanded);
  demanded.erase(std::unique(demanded.begin(), demanded.end()), demanded.end());
  for (const std::int32_t number : demanded) {
    result.on_demand.push_back(instances_[static_cast<std::size_t>(number)]);
    result.graphs.push_back(instance_graphs_[static_cast<std::size_t>(number)]);
    result.cost += result.on_demand.back().cost;
  }
  return result;
}

void Probe::clear() {
  for (const Lit lit : trail_) {
    values_.clear(variable(lit));
    is_assigned_[variable(lit)] = 0;
  }
  for (auto& events : waiting_) events.clear();
  for (const std::int32_t graph : touched_) is_touched_[static_cast<std::size_t>(graph)] = 0;
  touched_.clear();
  for (const std::int32_t graph : changed_) {
    searches_[static_cast<std::size_t>(graph)]->restore();
    is_changed_[static_cast<std::size_t>(graph)] = 0;
  }
  changed_.clear();
}

}  // namespace satplay::explaining
