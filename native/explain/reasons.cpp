// Steps of several instances, and the reasons of all steps.
#include <algorithm>

#include "deadline.hpp"
#include "explainer.hpp"

namespace satplay::explaining {

// -- probing --------------------------------------------------------------------------------------------

Explainer::Result Explainer::advance_by_probing(std::int32_t max_cost, Deadline& deadline) {
  const Result result = advance_by_probing(targets_, max_cost, deadline);
  // Probes of what is not part of the answer are many, and seldom needed.
  return result == Result::stuck ? advance_by_probing(other_facts_, max_cost, deadline) : result;
}

Explainer::Result Explainer::advance_by_probing(Lits candidates, std::int32_t max_cost, Deadline& deadline) {
  std::int32_t best = INT32_MAX;
  for (std::int32_t bound = 1;; ++bound) {
    if (bound > max_cost) return Result::dearer;
    bool cut_off = false;
    const Result result = probe_all(candidates, bound, best, cut_off, deadline);
    if (result == Result::stopped) return result;
    if (best <= bound + 1 || (best < INT32_MAX && !cut_off)) break;
    if (!cut_off) return Result::stuck;
  }
  if (best > max_cost) return Result::dearer;
  std::int32_t ties = 0;
  const auto [assumption, refutation] = best_refutation(candidates, best, ties);
  Step step = step_from(assumption, refutation);
  step.available = ties;
  add_record(std::move(step));
  return Result::step;
}

// Probes both literals of every open fact whose earlier result does not hold any more.
Explainer::Result Explainer::probe_all(Lits candidates, std::int32_t bound, std::int32_t& best, bool& cut_off,
                                       Deadline& deadline) {
  for (const Lit target : candidates) {
    if (values_[target] != 0) continue;
    for (const Lit lit : {target, negated(target)}) {
      ProbeState& state = probes_[lit];
      if (state.changed || (state.cost == 0 && state.tested < bound)) {
        if (deadline.reached()) return Result::stopped;
        probe(lit, bound, cut_off);
      } else if (state.cost == 0) {
        cut_off = cut_off || state.tested < INT32_MAX;
      }
      if (state.cost > 0) best = std::min(best, state.cost);
    }
  }
  return Result::step;
}

void Explainer::probe(Lit lit, std::int32_t bound, bool& cut_off) {
  has_probed_ = true;
  ProbeState& state = probes_[lit];
  const auto refutation = probe_.refute(lit, bound);
  state.changed = false;
  state.cost = refutation ? std::max(refutation->cost, 1) : 0;
  state.bound = bound;
  state.tested = probe_.cut_off() ? bound : INT32_MAX;
  cut_off = cut_off || (!refutation && probe_.cut_off());
  ++state.run;
  for (const Lit assigned : probe_.assigned()) probes_with_[variable(assigned)].push_back({lit, state.run});
  for (const std::int32_t graph : probe_.examined())
    probes_examining_[static_cast<std::size_t>(graph)].push_back({lit, state.run});
  for (const Node node : probe_.surroundings())
    probes_near_[static_cast<std::size_t>(node)].push_back({lit, state.run});
}

// Of the contradictions of this cost: the one with the fewest instances, then the shortest chain.
std::pair<Lit, Refutation> Explainer::best_refutation(Lits candidates, std::int32_t cost,
                                                      std::int32_t& ties) {
  std::pair<Lit, Refutation> best{no_lit, {}};
  const auto size = [](const Refutation& refutation) {
    return std::pair(refutation.groups.size() + refutation.on_demand.size(), refutation.inferences);
  };
  for (const Lit target : candidates) {
    if (values_[target] != 0) continue;
    for (const Lit lit : {target, negated(target)}) {
      if (probes_[lit].cost != cost) continue;
      auto refutation = probe_.refute(lit, probes_[lit].bound);
      if (!refutation) continue;
      ++ties;
      if (best.first == no_lit || size(*refutation) < size(best.second)) best = {lit, std::move(*refutation)};
    }
  }
  return best;
}

Step Explainer::step_from(Lit assumption, const Refutation& refutation) {
  std::vector<Group> groups = refutation.groups;
  for (std::size_t number = 0; number < refutation.on_demand.size(); ++number)
    groups.push_back(state_on_demand(refutation.on_demand[number], refutation.graphs[number]));
  std::ranges::sort(groups);
  groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
  Step step;
  step.groups = shrink_groups(assumption, std::move(groups));
  for (const Group group : step.groups) step.cost += table_.whole_cost(group);
  step.facts.push_back(negated(assumption));
  LocalReasoning local(table_, step.groups);
  const auto known = known_near(local, trail_.size());
  for (const Var var : local.variables()) {
    if (!is_fact_[var] || !values_.open(var) || var == variable(assumption)) continue;
    for (const Lit lit : {positive(var), literal(var, true)})
      if (local.refutes(known, negated(lit))) {
        step.facts.push_back(lit);
        break;
      }
  }
  return step;
}

// Leaves out instances that are not needed if all known facts are used, the dearest first.
std::vector<Group> Explainer::shrink_groups(Lit assumption, std::vector<Group> groups) {
  LocalReasoning all(table_, groups);
  if (all.refutes(known_near(all, trail_.size()), assumption)) groups = all.used_groups();
  std::vector<Group> open = groups;
  std::ranges::stable_sort(open, std::greater<>(), [&](Group group) { return table_.whole_cost(group); });
  for (const Group group : open) {
    if (groups.size() == 1 || std::ranges::find(groups, group) == groups.end()) continue;
    std::vector<Group> fewer;
    std::ranges::copy_if(groups, std::back_inserter(fewer), [&](Group other) { return other != group; });
    LocalReasoning local(table_, fewer);
    const auto known = known_near(local, trail_.size());
    if (local.refutes(known, assumption)) {
      groups = local.used_groups();
    } else if (local.entails_contradiction(known, assumption)) {
      groups = fewer;
    }
  }
  return groups;
}

// The facts among the first literals of the trail whose variables are mentioned.
std::vector<Lit> Explainer::known_near(const LocalReasoning& local, std::size_t length) const {
  std::vector<Lit> known;
  for (const Var var : local.variables()) {
    if (!is_fact_[var] || values_.open(var) || place_[var] >= length) continue;
    known.push_back(trail_[place_[var]]);
  }
  std::ranges::sort(known, {}, [&](Lit lit) { return place_[variable(lit)]; });
  return known;
}

// -- reports --------------------------------------------------------------------------------------------

// Reports a step after all steps that it depends on.
void Explainer::report(std::int32_t number) {
  std::vector<std::int32_t> waiting{number}, all;
  while (!waiting.empty()) {
    const std::int32_t next = waiting.back();
    waiting.pop_back();
    Record& record = records_[static_cast<std::size_t>(next)];
    if (record.reported) continue;
    record.reported = true;
    LocalReasoning local(table_, record.step.groups);
    explain(record, local, known_near(local, record.begin));
    all.push_back(next);
    for (const Lit fact : record.step.given)
      if (const std::int32_t source = record_at_[place_[variable(fact)]]; source != given)
        waiting.push_back(source);
  }
  std::ranges::sort(all);
  for (const std::int32_t next : all) {
    // What is shown in a stronger form is not repeated.
    Record& record = records_[static_cast<std::size_t>(next)];
    auto& facts = record.step.facts;
    const auto repeated = std::erase_if(facts, [&](Lit fact) { return is_shown_[fact] != 0; });
    if (facts.empty()) continue;
    if (repeated > 0) {
      LocalReasoning local(table_, record.step.groups);
      explain(record, local, record.step.given);
    }
    for (const Lit fact : facts) show(fact);
    reported_.push_back(next);
  }
}

// Marks a fact and what follows from it by definitions of two literals.
void Explainer::show(Lit lit) {
  for (const Lit shown : meaning(lit)) is_shown_[shown] = 1;
}

// Fills in what the step follows from: some of the known facts.
void Explainer::explain(Record& record, LocalReasoning& local, const std::vector<Lit>& known) {
  Step& step = record.step;
  const std::vector<Lit> facts = strongest(step.facts);
  step.given = shrink_given(local, step, facts, known);
  step.chain.clear();
  step.facts = facts;
  // The chain is that of a fact which needs every instance; others may need fewer.
  if (step.groups.size() > 1)
    for (const Lit fact : facts)
      if (local.refutes(step.given, negated(fact)) && local.used_groups().size() == step.groups.size()) {
        std::ranges::partition(step.facts, [&](Lit lit) { return lit == fact; });
        step.chain = local.chain();
        break;
      }
}

// A literal and all that follow from it by definitions of two literals.
std::vector<Lit> Explainer::meaning(Lit lit) const {
  std::vector<Lit> reached{lit};
  for (std::size_t next = 0; next < reached.size(); ++next) {
    for (const ClauseIndex index : table_.clauses_with(negated(reached[next]))) {
      const Lits clause = table_.clause(index);
      if (table_.group_of(index) != definition || clause.size() != 2) continue;
      const Lit implied = clause[0] == negated(reached[next]) ? clause[1] : clause[0];
      if (std::ranges::find(reached, implied) == reached.end()) reached.push_back(implied);
    }
  }
  return reached;
}

// Adds known facts that mean more than a needed one: "A1 belongs to B" for "C does not pass A1".
void Explainer::add_stronger(const std::vector<Lit>& known, std::vector<Lit>& needed) const {
  const std::vector<Lit> weak = needed;
  for (const Lit lit : known) {
    if (is_negative(lit) || std::ranges::find(needed, lit) != needed.end()) continue;
    const auto means = meaning(lit);
    if (std::ranges::any_of(weak, [&](Lit fact) { return std::ranges::find(means, fact) != means.end(); }))
      needed.push_back(lit);
  }
}

// The facts that no other one implies by a definition: at least two implies at least one.
std::vector<Lit> Explainer::strongest(const std::vector<Lit>& facts) const {
  if (facts.size() == 1) return facts;
  std::vector<Lit> result;
  std::vector<std::uint8_t> is_implied(facts.size());
  for (std::size_t first = 0; first < facts.size(); ++first) {
    if (is_implied[first]) continue;
    const std::vector<Lit> reached = meaning(facts[first]);
    for (std::size_t other = 0; other < facts.size(); ++other)
      if (other != first && std::ranges::find(reached, facts[other]) != reached.end()) is_implied[other] = 1;
  }
  for (std::size_t number = 0; number < facts.size(); ++number)
    if (!is_implied[number]) result.push_back(facts[number]);
  return result;
}

// A minimal set of known facts from which all new ones follow.
std::vector<Lit> Explainer::shrink_given(LocalReasoning& local, const Step& step,
                                         const std::vector<Lit>& facts, const std::vector<Lit>& known) {
  const bool is_complete = step.groups.size() == 1 && !(at(step.groups.front()) < searched_.size() &&
                                                        searched_[at(step.groups.front())]);
  std::vector<Lit> needed;
  for (const Lit fact : facts) {
    if (!local.refutes(known, negated(fact))) {
      needed = known;
      break;
    }
    for (const Lit used : local.used_facts())
      if (used != negated(fact) && std::ranges::find(needed, used) == needed.end()) needed.push_back(used);
  }
  std::erase_if(needed, [&](Lit lit) { return std::ranges::find(known, lit) == known.end(); });
  add_stronger(known, needed);
  const auto follow_from = [&](const std::vector<Lit>& some) {
    return std::ranges::all_of(facts, [&](Lit fact) {
      return is_complete ? local.refutes(some, negated(fact))
                         : local.entails_contradiction(some, negated(fact));
    });
  };
  // Weak facts first, so that of "two bridges" and "at least one" the former stays; then the latest.
  std::vector<Lit> open = needed;
  const std::vector<Lit> strong = strongest(needed);
  std::ranges::stable_sort(open, {}, [&](Lit lit) {
    const bool is_strong = std::ranges::find(strong, lit) != strong.end();
    return std::pair(is_strong, trail_.size() - place_[variable(lit)]);
  });
  for (const Lit lit : open) {
    std::vector<Lit> fewer;
    std::ranges::copy_if(needed, std::back_inserter(fewer), [&](Lit other) { return other != lit; });
    if (follow_from(fewer)) needed = std::move(fewer);
  }
  std::ranges::sort(needed, {}, [&](Lit lit) { return place_[variable(lit)]; });
  return needed;
}

}  // namespace satplay::explaining
