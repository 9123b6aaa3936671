// The explanation engine: the steps of a person who solves a puzzle, cheapest first.
//
// (a) Single rule instances, examined again when a fact near them changes. (b) If none implies a new fact:
// probes of all open answers, in order of their cost. (c) The reason is shrunk: first the instances, with all
// known facts; then the facts. (d) All facts that the same reason implies belong to the step. A step is
// reported when a part of the answer depends on it; steps that nothing depends on are dropped.
#pragma once
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "graphs.hpp"
#include "local_reasoning.hpp"
#include "probe.hpp"
#include "rule_table.hpp"

namespace satplay::explaining {

struct Step {
  std::vector<Group> groups;
  std::vector<Lit> facts, given;
  std::vector<Lit> plain;  // facts that are plain to see before the step: by instances that cost nothing
  std::vector<Inference> chain;  // from the negation of the first fact to a contradiction; may be empty
  std::int32_t cost = 0;
  std::int32_t available = 0;  // different steps that were possible at this moment
};

class Explainer {
 public:
  enum class Result { step, done, stuck, contradiction, dearer, stopped, several };

  struct Puzzle {
    Var variables;
    ExternalLits clauses;
    std::span<const Group> group_of;
    std::vector<GroupCost> costs;
    std::vector<std::uint8_t> searched;  // by group: unit propagation in its clauses is not complete
    std::vector<std::uint8_t> is_fact;   // by variable
    std::vector<Lit> targets;            // literals of the answer, as a person writes it
    std::vector<Graph> graphs;
  };
  explicit Explainer(Puzzle puzzle);

  // Enters facts that are known from the start.
  void know(Lits facts);
  // Enters a step found elsewhere; the groups and the known facts imply each of the facts.
  void enter_step(std::vector<Group> groups, std::vector<Lit> facts);
  Group add_group(GroupCost cost, const std::vector<std::vector<Lit>>& clauses);

  // The next step. `dearer`: only steps that cost more than `max_cost` are left. `stuck`: nothing follows by
  // probing, but answers are open.
  Result next(Step& step, std::int32_t max_cost, const Limits& limits, const Pulse& pulse);

  // The cost of the dearest step, and the number of steps that cost more than `cheap`.
  struct Costs {
    std::int32_t dearest = 0, dear = 0;
    void add(std::int32_t cost, std::int32_t cheap);
  };
  struct CostBounds {
    Result result = Result::step;
    Costs least, most;
  };
  struct StepLimits {
    std::int32_t max_cost, cheap, allowed_dear;
  };
  // Goes on to the end without reasons, which take most of the time. Steps that nothing depends on are not
  // reported; which ones is known by the reasons alone, so that the costs are bounds. `dearer` also if a step
  // that is reported costs more than `max_cost`, or if more than `allowed_dear` of them are dear.
  CostBounds bound_costs(StepLimits allowed, const Limits& limits, const Pulse& pulse);
  // The costs of all steps that are reported so far and have not been asked for; or of some of them,
  // if more than `allowed_dear` are dear.
  Costs exact_costs(std::int32_t cheap, std::int32_t allowed_dear);

  // Whether bound_costs solves the puzzle; then the same for each of the groups, without it and those before
  // it that were not needed; `several` if it has other answers then. Ends early if the puzzle itself is not
  // solved, or if the time is over.
  std::vector<Result> leave_out(std::span<const Group> groups, StepLimits allowed, const Limits& limits,
                                const Pulse& pulse) const;

  bool has_group(Group group) const { return group >= 0 && group < table_.groups(); }
  // The graph of a group that was stated on demand, and its nodes or edges; -1 for other groups.
  std::int32_t graph_of(Group group) const;
  const std::vector<std::int32_t>& set_of(Group group) const {
    return sets_[static_cast<std::size_t>(group)];
  }
  // All facts that are known now, also those of steps that were not reported.
  std::vector<Lit> known_facts() const;
  // Those known before the first step that costs more.
  std::vector<Lit> facts_before_cost(std::int32_t cost) const;

 private:
  static constexpr std::int32_t given = -1;  // the record of facts known from the start

  struct Record {
    Step step;
    std::size_t begin;  // length of the trail before it
    bool reported = false, is_plain = false;
  };
  struct Ready {
    enum Kind : std::uint8_t { with_all_facts, without_notes, without_bounds };
    std::int32_t cost = -1;  // -1: implies nothing new
    std::uint64_t stamp = 0;
    Kind kind = with_all_facts;  // the known facts that the step uses
  };
  struct ProbeState {
    bool changed = true;
    std::int32_t tested = 0;           // bound without a contradiction
    std::int32_t cost = 0, bound = 0;  // of a contradiction; 0: none
    std::uint32_t run = 0;
  };
  struct Dependent {
    Lit lit;
    std::uint32_t run;
  };
  struct Deadline;
  class Thinning;

  static std::size_t at(Group group) { return static_cast<std::size_t>(group); }

  // known facts
  void add_record(Step step);
  bool enter(Lit lit, std::int32_t record);
  void propagate(std::size_t next);
  void add_conclusion(Lit lit, std::int32_t record);
  void note_change(Lit lit);
  void note_plain_bounds(Lit side);
  void examine_again(Group group);
  void outdate(std::vector<Dependent>& dependents);
  bool is_answer(Lit lit) const { return is_target_[lit] || is_target_[negated(lit)]; }

  // single instances
  bool is_consistent();
  void examine_changed();
  bool advance_by_single_instance();
  void examine(Group group);
  std::vector<Lit> implied_by(Group group);
  std::vector<Lit> implied_by_search(Group group);
  Ready rate(Group group);
  std::vector<Lit> facts_of(const Ready& ready, Group group);
  std::vector<Lit> implied_without(Group group, const std::function<bool(Var)>& left_out);
  bool is_finished(Group group, const std::vector<Lit>& facts) const;
  bool is_finished_but_for_amounts(Group group, const std::vector<Lit>& facts) const;
  void find_plain_bounds();
  bool is_bound(Var var) const;
  bool is_note(Var var) const;
  std::int32_t pick_ready();
  bool advance_on_demand(std::int32_t max_cost, bool& is_dearer);
  void outline(std::size_t graph);
  bool may_imply(Lit implied) const;
  Group state_on_demand(std::int32_t graph, std::size_t number, bool is_alone);
  Group state_on_demand(const Instance& instance, std::int32_t graph);

  Result advance(std::int32_t max_cost, std::int32_t max_on_demand, Deadline& deadline);

  // several instances
  Result advance_by_probing(std::int32_t max_cost, Deadline& deadline);
  Result advance_by_probing(Lits candidates, std::int32_t max_cost, Deadline& deadline);
  Result probe_all(Lits candidates, std::int32_t bound, std::int32_t& best, bool& cut_off,
                   Deadline& deadline);
  void probe(Lit lit, std::int32_t bound, bool& cut_off);
  std::pair<Lit, Refutation> best_refutation(Lits candidates, std::int32_t cost, std::int32_t& ties);
  Step step_from(Lit assumption, const Refutation& refutation);
  std::vector<Group> shrink_groups(Lit assumption, std::vector<Group> groups);
  std::vector<Lit> known_near(const LocalReasoning& local, std::size_t length) const;

  CostBounds bound_costs(StepLimits allowed, Deadline& deadline);
  // This puzzle with other clauses.
  Puzzle puzzle_with(ExternalLits clauses, std::span<const Group> group_of) const;

  // reports
  bool is_drawn(const Step& step) const;
  void report_deferred();
  void report(std::int32_t number);
  void explain(Record& record, LocalReasoning& local, const std::vector<Lit>& known);
  void show(Lit lit);
  std::vector<Lit> meaning(Lit lit) const;
  void add_stronger(const std::vector<Lit>& known, std::vector<Lit>& needed) const;
  std::vector<Lit> strongest(const std::vector<Lit>& facts) const;
  std::vector<Lit> shrink_given(LocalReasoning& local, const Step& step, const std::vector<Lit>& facts,
                                const std::vector<Lit>& known);

  RuleTable table_;
  std::vector<std::uint8_t> searched_, is_fact_, is_target_;  // is_target_: by literal
  std::vector<Group> searched_groups_;
  std::vector<Lit> targets_, other_facts_;
  std::vector<Graph> graphs_;
  std::vector<std::unique_ptr<GraphSearch>> graph_searches_;
  Values values_;
  Probe probe_;

  std::vector<Lit> trail_;
  std::vector<std::int32_t> record_at_;  // by place in the trail
  std::vector<std::size_t> place_;       // by variable
  std::vector<Record> records_;
  std::deque<std::int32_t> reported_;
  std::vector<Lit> plain_;              // for the next step
  std::vector<std::uint8_t> is_shown_;  // by literal: reported, or implied by that by definitions
  std::size_t open_targets_ = 0;
  bool contradiction_ = false;
  bool defers_reports_ = false;
  std::vector<std::int32_t> deferred_;  // records to report, in order
  std::vector<std::uint8_t> is_cited_;  // by group: some record has it

  std::vector<Group> changed_;
  std::vector<std::uint8_t> is_changed_;                               // by group
  std::vector<Ready> ready_;                                           // by group
  std::vector<std::vector<std::pair<Group, std::uint64_t>>> waiting_;  // by cost
  std::int32_t ready_count_ = 0;
  std::uint64_t stamp_ = 0;
  std::vector<std::unique_ptr<LocalReasoning>> search_;  // by group that is searched

  // By variable: bounds that a person sees without any fact ("at most one bridge leads to a 1").
  std::vector<std::uint8_t> is_plain_bound_;

  std::vector<std::uint8_t> graph_changed_;
  std::vector<std::vector<Outline>> outlines_;           // by graph
  std::vector<std::uint8_t> is_outdated_;                // by graph: its outlines
  std::vector<std::vector<std::size_t>> outlined_with_;  // by variable: graphs whose outlines imply it
  std::map<std::pair<std::int32_t, std::vector<std::int32_t>>, Group> stated_;  // by graph and set
  std::vector<std::int32_t> graph_of_;                                          // by group
  std::vector<std::vector<std::int32_t>> sets_;                                 // by group

  bool has_probed_ = false;
  std::vector<ProbeState> probes_;                        // by literal
  std::vector<std::vector<Dependent>> probes_with_;       // by variable that they assigned
  std::vector<std::vector<Dependent>> probes_examining_;  // by graph that they examined as a whole
  std::vector<std::vector<Dependent>> probes_near_;       // by node (of any graph)
};

}  // namespace satplay::explaining
