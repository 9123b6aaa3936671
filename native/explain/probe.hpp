// Best-first probing: assume a literal and propagate rule instances in order of their accumulated cost.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "graphs.hpp"
#include "rule_table.hpp"

namespace satplay::explaining {

// A contradiction that an assumption leads to.
struct Refutation {
  std::vector<Group> groups;        // instances of the table, sorted
  std::vector<Instance> on_demand;  // instances of graphs, with their graphs
  std::vector<std::int32_t> graphs;
  std::int32_t cost = 0;  // of all instances together
  std::size_t inferences = 0;
};

class Probe {
 public:
  Probe(const RuleTable& table, const std::vector<Graph>& graphs,
        const std::vector<std::unique_ptr<GraphSearch>>& searches, Values& values);

  // A contradiction that follows from `assumption` with an accumulated cost of at most `bound` along every
  // chain of inferences; none if there is no such contradiction.
  std::optional<Refutation> refute(Lit assumption, std::int32_t bound);

  // The literals assigned by the last call, the graphs examined as a whole, and the nodes (of any graph) near
  // which others were examined: a later call with the same assumption and bound has the same result, unless
  // something near them changes.
  const std::vector<Lit>& assigned() const { return trail_; }
  const std::vector<std::int32_t>& examined() const { return examined_; }
  const std::vector<Node>& surroundings() const { return surroundings_; }
  // What a literal changes in graphs when it becomes true: edges that are blocked cut nodes off, edges that
  // are used close cycles. Where a node is cut off, the search has said that it is no terminal, before
  // anything makes it one.
  struct Change {
    std::int32_t graph;
    EdgeIndex edge;
  };
  std::span<const Change> changes_of(Lit lit) const {
    return {changes_.data() + first_change_[lit], first_change_[lit + 1] - first_change_[lit]};
  }
  // Whether the bound kept the last call from some inference.
  bool cut_off() const { return cut_off_; }

 private:
  static constexpr std::int32_t assumption_reason = -1;
  static constexpr int max_contradictions = 8;  // compared with each other, by cost

  // A literal to assign, or a violated clause (no_lit). Reasons from 0 on are clauses of the table, below -1
  // instances of graphs.
  struct Event {
    Lit lit;
    std::int32_t reason;
  };

  void index_changes(const std::vector<Graph>& graphs);
  void push(Lit lit, std::int32_t reason, std::int32_t cost);
  bool take_next(Event& event, std::int32_t& cost);
  void assign(Lit lit, std::int32_t reason, std::int32_t cost);
  void examine_clauses(Lit lit);
  bool examine_graphs();
  void note_surroundings(std::int32_t graph, const std::vector<Node>* nodes);
  Lits clause_of(std::int32_t reason) const;
  Group group_of(std::int32_t reason) const;
  std::int32_t accumulated_cost(std::int32_t reason) const;
  Refutation analyze(std::int32_t reason);
  void clear();

  const RuleTable& table_;
  const std::vector<std::unique_ptr<GraphSearch>>& searches_;
  Values& values_;
  std::vector<Change> changes_;            // of all literals
  std::vector<std::size_t> first_change_;  // by literal
  std::vector<std::int32_t> cheapest_;     // by graph: the lowest cost of an instance

  std::int32_t bound_ = 0;
  std::vector<std::vector<Event>> waiting_;  // by cost
  std::vector<std::size_t> taken_;           // by cost: the number of events taken
  std::size_t lowest_ = 0;
  bool cut_off_ = false;
  std::vector<std::int32_t> cost_, reason_;  // by variable
  std::vector<std::uint8_t> is_assigned_;    // by variable: assigned by this probe
  std::vector<Lit> trail_;
  std::vector<std::uint8_t> is_touched_, is_changed_;  // by graph: to be examined; changed by this probe
  std::vector<std::int32_t> touched_, changed_, examined_;
  std::vector<Node> surroundings_;
  std::vector<std::uint8_t> is_near_;  // by node: one of them
  std::vector<std::uint8_t> is_seen_;  // by variable, during analyze()
  std::vector<Instance> instances_;
  std::vector<std::int32_t> instance_graphs_;
};

}  // namespace satplay::explaining
