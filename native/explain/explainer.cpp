// Known facts, steps of single instances, and the order in which steps are found.
#include "explainer.hpp"

#include <algorithm>
#include <utility>

#include "deadline.hpp"

namespace satplay::explaining {

namespace {

std::vector<Graph> indexed(std::vector<Graph> graphs) {
  for (Graph& graph : graphs) graph.index();
  return graphs;
}

std::vector<Group> marked(const std::vector<std::uint8_t>& marks) {
  std::vector<Group> groups;
  for (std::size_t group = 0; group < marks.size(); ++group)
    if (marks[group]) groups.push_back(static_cast<Group>(group));
  return groups;
}

std::vector<std::unique_ptr<GraphSearch>> searches_of(const std::vector<Graph>& graphs) {
  std::vector<std::unique_ptr<GraphSearch>> searches;
  for (const Graph& graph : graphs) searches.push_back(search_of(graph));
  return searches;
}

}  // namespace

Explainer::Explainer(Puzzle puzzle)
    : table_(puzzle.variables, puzzle.clauses, puzzle.group_of, std::move(puzzle.costs)),
      searched_(std::move(puzzle.searched)),
      is_fact_(std::move(puzzle.is_fact)),
      is_target_(2 * std::size_t{puzzle.variables}),
      searched_groups_(marked(searched_)),
      targets_(std::move(puzzle.targets)),
      graphs_(indexed(std::move(puzzle.graphs))),
      graph_searches_(searches_of(graphs_)),
      values_(puzzle.variables),
      probe_(table_, graphs_, graph_searches_, values_),
      place_(puzzle.variables),
      is_shown_(2 * std::size_t{puzzle.variables}),
      is_cited_(at(table_.groups())),
      is_changed_(at(table_.groups())),
      ready_(at(table_.groups())),
      search_(at(table_.groups())),
      is_plain_bound_(puzzle.variables),
      graph_changed_(graphs_.size(), 1),
      outlines_(graphs_.size()),
      is_outdated_(graphs_.size(), 1),
      outlined_with_(puzzle.variables),
      graph_of_(at(table_.groups()), -1),
      sets_(at(table_.groups())),
      probes_(2 * std::size_t{puzzle.variables}),
      probes_with_(puzzle.variables),
      probes_examining_(graphs_.size()) {
  for (const Graph& graph : graphs_)
    probes_near_.resize(std::max(probes_near_.size(), static_cast<std::size_t>(graph.nodes)));
  for (const Lit lit : targets_) is_target_[lit] = 1;
  for (Var var = 0; var < puzzle.variables; ++var)
    if (is_fact_[var] && !is_answer(positive(var))) other_facts_.push_back(positive(var));
  for (Var var = 0; var < puzzle.variables; ++var) open_targets_ += is_answer(positive(var)) ? 1 : 0;
  contradiction_ = table_.has_empty_definition();
  if (!contradiction_) find_plain_bounds();
  for (Var var = 0; var < puzzle.variables; ++var)
    for (const ClauseIndex index : table_.definitions_of(var))
      if (table_.clause(index).size() == 1) enter(table_.clause(index).front(), given);
  propagate(0);
  // The first group is examined last, so that it is picked first.
  for (Group group = table_.groups(); group-- > 0;) {
    if (!is_changed_[at(group)]) changed_.push_back(group);
    is_changed_[at(group)] = 1;
  }
  std::ranges::sort(changed_, std::greater<>());
}

// -- known facts ----------------------------------------------------------------------------------------

bool Explainer::enter(Lit lit, std::int32_t record) {
  if (values_[lit] > 0) return false;
  if (values_[lit] < 0) {
    contradiction_ = true;
    return false;
  }
  values_.assign(lit);
  place_[variable(lit)] = trail_.size();
  trail_.push_back(lit);
  record_at_.push_back(record);
  if (is_answer(lit)) --open_targets_;
  note_change(lit);
  return true;
}

// Enters what follows by definitions, as part of the same record; and facts by instances that cost nothing,
// as records of their own.
void Explainer::propagate(std::size_t next) {
  for (; next < trail_.size() && !contradiction_; ++next) {
    const Lit lit = trail_[next];
    for (const ClauseIndex index : table_.definitions_of(variable(lit))) {
      const Reading reading = read(table_.clause(index), values_);
      if (reading.kind == Reading::Kind::falsified) contradiction_ = true;
      if (reading.kind == Reading::Kind::unit && enter(reading.implied, record_at_[next]) &&
          table_.clause(index).size() > 2)
        add_conclusion(reading.implied, record_at_[next]);
    }
    for (const ClauseIndex index : table_.clauses_with(negated(lit))) {
      const Group group = table_.group_of(index);
      if (group == definition || table_.whole_cost(group) > 0) continue;
      const Reading reading = read(table_.clause(index), values_);
      const Lit implied = reading.implied;
      if (reading.kind != Reading::Kind::unit || !is_fact_[variable(implied)] || is_answer(implied)) continue;
      Record record{{}, trail_.size()};
      record.step.groups = {group};
      record.step.facts = {implied};
      record.is_plain = true;
      records_.push_back(std::move(record));
      enter(implied, static_cast<std::int32_t>(records_.size()) - 1);
    }
  }
}

// A part of the answer that follows by a definition of several facts is worth telling: "only 4 is left".
void Explainer::add_conclusion(Lit lit, std::int32_t record) {
  if (record != given && is_target_[lit])
    records_[static_cast<std::size_t>(record)].step.facts.push_back(lit);
}

// Marks what has to be examined again.
void Explainer::note_change(Lit lit) {
  for (const Lit side : {lit, negated(lit)}) {
    for (const ClauseIndex index : table_.clauses_with(side)) {
      if (const Group group = table_.group_of(index); group != definition) examine_again(group);
      if (!has_probed_) continue;
      for (const Lit near : table_.clause(index)) outdate(probes_with_[variable(near)]);
    }
    note_plain_bounds(side);
  }
  for (const Group group : searched_groups_) examine_again(group);
  for (const std::size_t graph : outlined_with_[variable(lit)]) is_outdated_[graph] = 1;
  outlined_with_[variable(lit)].clear();
  for (const auto& [graph, edge] : probe_.changes_of(lit)) {
    const auto number = static_cast<std::size_t>(graph);
    if (graph_searches_[number]->is_outlined_near(edge)) is_outdated_[number] = 1;
    if (!graph_searches_[number]->matters(edge)) continue;
    graph_changed_[number] = is_outdated_[number] = 1;
    outdate(probes_examining_[number]);
    for (const Node node : graphs_[number].edge(edge).ends)
      outdate(probes_near_[static_cast<std::size_t>(node)]);
  }
}

void Explainer::examine_again(Group group) {
  if (is_changed_[at(group)]) return;
  is_changed_[at(group)] = 1;
  changed_.push_back(group);
}

void Explainer::outdate(std::vector<Dependent>& dependents) {
  for (const auto& [probed, run] : dependents)
    if (probes_[probed].run == run) probes_[probed].changed = true;
  dependents.clear();
}

// When an instance is finished, the bounds that it gave are plain to see.
void Explainer::note_plain_bounds(Lit side) {
  Group last = definition;  // the clauses of a group are next to each other
  for (const ClauseIndex index : table_.clauses_with(side)) {
    const Group group = table_.group_of(index);
    if (group == last || group == definition) continue;
    last = group;
    if (table_.cost(group).noted == table_.cost(group).whole || !is_finished(group, {})) continue;
    for (const Var near : table_.variables_of(group)) {
      if (table_.weaker(near) == no_lit) continue;
      for (const ClauseIndex other : table_.clauses_with(positive(near)))
        if (table_.group_of(other) != definition) examine_again(table_.group_of(other));
    }
  }
}

void Explainer::know(Lits facts) {
  const std::size_t next = trail_.size();
  for (const Lit fact : facts) enter(fact, given);
  propagate(next);
}

void Explainer::add_record(Step step) {
  const auto number = static_cast<std::int32_t>(records_.size());
  const std::size_t begin = trail_.size();
  step.cost = std::max(step.cost, 1);
  const std::vector<Lit> facts = step.facts;
  for (const Group group : step.groups) is_cited_[at(group)] = 1;
  records_.push_back({std::move(step), begin});
  for (const Lit fact : facts) enter(fact, number);
  propagate(begin);
  if (contradiction_ || !is_drawn(records_[static_cast<std::size_t>(number)].step)) return;
  deferred_.push_back(number);
  if (!defers_reports_) report_deferred();
}

bool Explainer::is_drawn(const Step& step) const {
  return std::ranges::any_of(step.facts, [&](Lit fact) { return is_target_[fact] != 0; });
}

void Explainer::enter_step(std::vector<Group> groups, std::vector<Lit> facts) {
  Step step;
  std::ranges::sort(groups);
  for (const Group group : groups) step.cost += table_.whole_cost(group);
  step.groups = std::move(groups);
  step.facts = std::move(facts);
  step.available = 1;
  add_record(std::move(step));
}

Group Explainer::add_group(GroupCost cost, const std::vector<std::vector<Lit>>& clauses) {
  const Group group = table_.add_group(cost);
  for (const auto& clause : clauses) table_.add_clause(group, clause);
  is_cited_.push_back(0);
  is_changed_.push_back(1);
  changed_.push_back(group);
  ready_.emplace_back();
  search_.emplace_back();
  graph_of_.push_back(-1);
  sets_.emplace_back();
  return group;
}

std::vector<Lit> Explainer::known_facts() const {
  std::vector<Lit> known;
  for (const Lit lit : trail_)
    if (is_fact_[variable(lit)]) known.push_back(lit);
  return known;
}

std::int32_t Explainer::graph_of(Group group) const {
  return graph_of_[at(group)];
}

// -- the next step --------------------------------------------------------------------------------------

Explainer::Result Explainer::next(Step& step, std::int32_t max_cost, const Limits& limits,
                                  const Pulse& pulse) {
  Deadline deadline(limits, pulse);
  defers_reports_ = false;
  report_deferred();
  while (true) {
    if (!reported_.empty()) {
      const Record& record = records_[static_cast<std::size_t>(reported_.front())];
      if (record.step.cost > max_cost) return Result::dearer;
      reported_.pop_front();
      if (record.is_plain) {
        plain_.insert(plain_.end(), record.step.facts.begin(), record.step.facts.end());
        continue;
      }
      step = record.step;
      step.plain = std::exchange(plain_, {});
      return Result::step;
    }
    const Result result = advance(max_cost, max_cost, deadline);
    if (result != Result::step) return result;
  }
}

// Enters one more step, reported or not; or finds out why there is none.
Explainer::Result Explainer::advance(std::int32_t max_cost, std::int32_t max_on_demand, Deadline& deadline) {
  if (contradiction_) return Result::contradiction;
  if (open_targets_ == 0) return is_consistent() ? Result::done : Result::contradiction;
  if (deadline.reached()) return Result::stopped;
  if (advance_by_single_instance()) return Result::step;
  if (contradiction_) return Result::contradiction;
  bool is_dearer = false;
  if (advance_on_demand(max_on_demand, is_dearer)) return Result::step;
  if (is_dearer) return Result::dearer;
  if (contradiction_) return Result::contradiction;
  return advance_by_probing(max_cost, deadline);
}

// -- single instances -----------------------------------------------------------------------------------

// Whether no single instance contradicts the facts, now that the whole answer is known.
bool Explainer::is_consistent() {
  examine_changed();
  std::vector<Instance> found;
  for (const auto& search : graph_searches_) {
    search->narrow(values_);
    search->find(values_, nullptr, found);
  }
  return !contradiction_ &&
         std::ranges::none_of(found, [](const Instance& instance) { return instance.implied == no_lit; });
}

void Explainer::examine_changed() {
  while (!changed_.empty() && !contradiction_) {
    const Group group = changed_.back();
    changed_.pop_back();
    is_changed_[at(group)] = 0;
    examine(group);
  }
}

bool Explainer::advance_by_single_instance() {
  examine_changed();
  if (contradiction_) return false;
  const Group group = pick_ready();
  if (group < 0) return false;
  Step step;
  step.groups = {group};
  step.facts = facts_of(ready_[at(group)], group);
  step.cost = ready_[at(group)].cost;
  step.available = ready_count_;
  ready_[at(group)].cost = -1;
  --ready_count_;
  add_record(std::move(step));
  return true;
}

void Explainer::examine(Group group) {
  const std::vector<Lit> facts = implied_by(group);
  Ready& ready = ready_[at(group)];
  if (ready.cost >= 0) --ready_count_;
  ready.cost = -1;
  if (facts.empty()) return;
  ready = rate(group);
  ++ready_count_;
  const auto bucket = static_cast<std::size_t>(ready.cost);
  if (waiting_.size() <= bucket) waiting_.resize(bucket + 1);
  waiting_[bucket].emplace_back(group, ready.stamp);
}

static bool asserts(const std::vector<Lit>& facts) {
  return std::ranges::any_of(facts, [](Lit lit) { return !is_negative(lit); });
}

Explainer::Ready Explainer::rate(Group group) {
  const GroupCost& cost = table_.cost(group);
  if (cost.partial == cost.whole && cost.noted == cost.whole) return {cost.whole, ++stamp_};
  const auto obvious = implied_without(group, [&](Var var) { return is_bound(var); });
  if (is_finished_but_for_amounts(group, obvious)) return {cost.whole, ++stamp_, Ready::without_bounds};
  const auto plain = implied_without(group, [&](Var var) { return is_note(var); });
  if (plain.empty()) return {cost.noted, ++stamp_};
  const bool is_whole = !asserts(plain) || is_finished(group, plain);
  return {is_whole ? cost.whole : cost.partial, ++stamp_, Ready::without_notes};
}

// What the step of an instance that is ready implies.
std::vector<Lit> Explainer::facts_of(const Ready& ready, Group group) {
  switch (ready.kind) {
    case Ready::without_bounds:
      return implied_without(group, [&](Var var) { return is_bound(var); });
    case Ready::without_notes:
      return implied_without(group, [&](Var var) { return is_note(var); });
    default:
      return implied_by(group);
  }
}

// What the instance implies if some known facts are left out.
std::vector<Lit> Explainer::implied_without(Group group, const std::function<bool(Var)>& left_out) {
  std::vector<Lit> hidden;
  for (const Var var : table_.variables_of(group))
    if (!values_.open(var) && left_out(var)) hidden.push_back(literal(var, values_[positive(var)] < 0));
  if (hidden.empty()) return implied_by(group);
  for (const Lit lit : hidden) values_.clear(variable(lit));
  std::vector<Lit> facts = implied_by(group);
  for (const Lit lit : hidden) values_.assign(lit);
  std::erase_if(facts, [&](Lit lit) { return values_[lit] != 0; });
  return facts;
}

// Whether a known fact is a bound: "at most one bridge", but not "no bridge".
bool Explainer::is_bound(Var var) const {
  const Lit weaker = table_.weaker(var);
  return weaker != no_lit && values_[weaker] >= 0 && values_[positive(var)] < 0;
}

// Whether a bound has to be kept in mind: it is not plain, and the instance that gave it is not finished.
bool Explainer::is_note(Var var) const {
  if (!is_bound(var) || is_plain_bound_[var]) return false;
  const std::int32_t record = record_at_[place_[var]];
  if (record == given) return false;
  const auto& groups = records_[static_cast<std::size_t>(record)].step.groups;
  return groups.size() > 1 || !is_finished(groups.front(), {});
}

// The bounds that single instances imply without any fact.
void Explainer::find_plain_bounds() {
  for (Group group = 0; group < table_.groups(); ++group) {
    if (searched_[at(group)] || table_.cost(group).noted == table_.cost(group).whole) continue;
    for (const Lit lit : implied_by(group))
      if (is_negative(lit)) is_plain_bound_[variable(lit)] = 1;
  }
}

// The cheapest ready instance, among equals the one that became ready last: near the last step.
Group Explainer::pick_ready() {
  for (auto& waiting : waiting_) {
    while (!waiting.empty()) {
      const auto [group, stamp] = waiting.back();
      waiting.pop_back();
      if (ready_[at(group)].cost >= 0 && ready_[at(group)].stamp == stamp) return group;
    }
  }
  return -1;
}

// The open facts that one instance implies, with the definitions and all known facts.
std::vector<Lit> Explainer::implied_by(Group group) {
  if (at(group) < searched_.size() && searched_[at(group)]) return implied_by_search(group);
  std::vector<Lit> implied, facts;
  bool violated = false;
  const auto look = [&](ClauseIndex index) {
    const Reading reading = read(table_.clause(index), values_);
    if (reading.kind == Reading::Kind::falsified) violated = true;
    if (reading.kind != Reading::Kind::unit) return;
    values_.assign(reading.implied);
    implied.push_back(reading.implied);
  };
  for (const ClauseIndex index : table_.clauses_of(group)) look(index);
  for (std::size_t next = 0; next < implied.size() && !violated; ++next)
    for (const ClauseIndex index : table_.clauses_with(negated(implied[next])))
      if (const Group other = table_.group_of(index); other == group || other == definition) look(index);
  for (const Lit lit : implied) {
    values_.clear(variable(lit));
    if (is_fact_[variable(lit)]) facts.push_back(lit);
  }
  contradiction_ = contradiction_ || violated;
  return facts;
}

std::vector<Lit> Explainer::implied_by_search(Group group) {
  auto& search = search_[at(group)];
  if (!search) search = std::make_unique<LocalReasoning>(table_, std::span(&group, 1));
  std::vector<Var> candidates;
  for (const Var var : search->variables())
    if (is_fact_[var] && values_.open(var)) candidates.push_back(var);
  bool conflict = false;
  auto facts = search->implied(known_near(*search, trail_.size()), candidates, conflict);
  contradiction_ = contradiction_ || conflict;
  std::ranges::sort(facts);
  return facts;
}

bool Explainer::is_finished(Group group, const std::vector<Lit>& facts) const {
  return std::ranges::all_of(table_.variables_of(group), [&](Var var) {
    return !values_.open(var) || !is_fact_[var] ||
           std::ranges::any_of(facts, [&](Lit lit) { return variable(lit) == var; });
  });
}

// Whether the facts assert only that something is there at all, and nothing but amounts stays open: "at least
// one bridge in every direction".
bool Explainer::is_finished_but_for_amounts(Group group, const std::vector<Lit>& facts) const {
  const auto is_asserted = [&](Lit lit) {
    return lit != no_lit && (values_[lit] > 0 || std::ranges::find(facts, lit) != facts.end());
  };
  const bool amounts = std::ranges::any_of(
      facts, [&](Lit lit) { return !is_negative(lit) && table_.weaker(variable(lit)) != no_lit; });
  return asserts(facts) && !amounts && std::ranges::all_of(table_.variables_of(group), [&](Var var) {
           return !values_.open(var) || !is_fact_[var] ||
                  std::ranges::find(facts, positive(var)) != facts.end() ||
                  std::ranges::find(facts, literal(var, true)) != facts.end() ||
                  is_asserted(table_.weaker(var));
         });
}

}  // namespace satplay::explaining
