// Groups that are not needed: the puzzle is solved without them, by steps that cost no more than allowed.
#include <algorithm>
#include <utility>

#include "deadline.hpp"
#include "explainer.hpp"

namespace satplay::explaining {

// A puzzle that is solved, and loses one group after the other. What does not depend on a group stays known
// without it, so that only a part of the puzzle is solved again.
class Explainer::Thinning {
 public:
  Thinning(const Explainer& whole, StepLimits allowed, Deadline& deadline)
      : whole_(whole), allowed_(allowed), deadline_(deadline), is_left_out_(at(whole.table_.groups())) {}

  Result solve() {
    const Result result = solve_after({});
    if (result == Result::done) load_engine();
    return result;
  }

  // `done`: the group is left out from now on.
  Result leave_out(Group group) {
    is_left_out_[at(group)] = 1;
    const Result result = has_other_solution() ? Result::several : solve_after(independent_of(group));
    if (result != Result::done) is_left_out_[at(group)] = 0;
    return result;
  }

 private:
  struct PathStep {
    std::vector<Group> groups;
    std::vector<Lit> facts;
    bool is_dear;
  };
  using PathSteps = std::vector<PathStep>;

  // Solves what is left after these steps; keeps the path if it leads to the end.
  Result solve_after(PathSteps path) {
    std::vector<std::uint8_t> is_known(whole_.table_.variables());
    std::vector<Lit> known;
    std::int32_t dear = 0;
    for (const PathStep& step : path) {
      dear += step.is_dear ? 1 : 0;
      known.insert(known.end(), step.facts.begin(), step.facts.end());
      for (const Lit fact : step.facts) is_known[variable(fact)] = 1;
    }
    Clauses clauses = clauses_without(is_known);
    Explainer rest(whole_.puzzle_with(clauses.flat, clauses.group_of));
    rest.know(known);
    const auto [max_cost, cheap, allowed_dear] = allowed_;
    const CostBounds found = rest.bound_costs({max_cost, cheap, allowed_dear - dear}, deadline_);
    if (found.result == Result::done) {
      append_steps(rest, path);
      path_ = std::move(path);
    }
    return found.result;
  }

  // Clauses that say: each group, if its selector is true; and the answer differs from the one that was
  // found.
  void load_engine() {
    const RuleTable& table = whole_.table_;
    engine_.declare(selector(table.groups()));
    std::vector<std::int32_t> lits;
    for (ClauseIndex index = 0; index < table.clauses(); ++index) {
      lits.clear();
      for (const Lit lit : table.clause(index)) lits.push_back(to_external(lit));
      if (const Group group = table.group_of(index); group != definition) lits.push_back(-selector(group));
      engine_.add(lits);
    }
    lits.clear();
    for (const PathStep& step : path_)
      for (const Lit fact : step.facts)
        if (whole_.is_answer(fact)) lits.push_back(to_external(negated(fact)));
    engine_.add(lits);
  }

  std::int32_t selector(Group group) const {
    return static_cast<std::int32_t>(whole_.table_.variables()) + group + 1;
  }

  // Whether there is another answer without the groups that are left out. Found much faster than probing
  // fails.
  bool has_other_solution() {
    std::vector<std::int32_t> selectors;
    for (Group group = 0; group < whole_.table_.groups(); ++group)
      if (!is_left_out_[at(group)]) selectors.push_back(selector(group));
    return engine_.solve(selectors, {}, {}) == Status::satisfiable;
  }

  struct Clauses {
    std::vector<std::int32_t> flat;
    std::vector<Group> group_of;
  };

  // The clauses of all groups that are not left out and have an open fact.
  Clauses clauses_without(const std::vector<std::uint8_t>& is_known) const {
    const RuleTable& table = whole_.table_;
    std::vector<std::uint8_t> is_needed(at(table.groups()));
    for (Group group = 0; group < table.groups(); ++group)
      is_needed[at(group)] =
          !is_left_out_[at(group)] && std::ranges::any_of(table.variables_of(group), [&](Var var) {
            return whole_.is_fact_[var] && !is_known[var];
          });
    Clauses clauses;
    for (ClauseIndex index = 0; index < table.clauses(); ++index) {
      const Group group = table.group_of(index);
      if (group != definition && !is_needed[at(group)]) continue;
      for (const Lit lit : table.clause(index)) clauses.flat.push_back(to_external(lit));
      clauses.flat.push_back(0);
      clauses.group_of.push_back(group);
    }
    return clauses;
  }

  // The steps that need neither the group nor, as far as it is known without reasons, a fact that does.
  PathSteps independent_of(Group removed) const {
    std::vector<std::uint8_t> depends(whole_.table_.variables());
    PathSteps kept;
    for (const PathStep& step : path_) {
      const bool is_independent = std::ranges::none_of(step.groups, [&](Group group) {
        return group == removed || group >= whole_.table_.groups() ||
               std::ranges::any_of(whole_.table_.variables_of(group), [&](Var var) { return depends[var]; });
      });
      if (is_independent) kept.push_back(step);
      for (const Lit fact : step.facts) depends[variable(fact)] = !is_independent;
    }
    return kept;
  }

  void append_steps(const Explainer& solved, PathSteps& path) const {
    const std::size_t before = path.size();
    for (const Record& record : solved.records_)
      path.push_back({record.step.groups,
                      {},
                      !record.is_plain && solved.is_drawn(record.step) && record.step.cost > allowed_.cheap});
    for (std::size_t place = 0; place < solved.trail_.size(); ++place)
      if (const std::int32_t record = solved.record_at_[place]; record != given)
        if (const Lit lit = solved.trail_[place]; whole_.is_fact_[variable(lit)])
          path[before + static_cast<std::size_t>(record)].facts.push_back(lit);
  }

  const Explainer& whole_;
  const StepLimits allowed_;
  Deadline& deadline_;
  std::vector<std::uint8_t> is_left_out_;
  PathSteps path_;
  Engine engine_;
};

std::vector<Explainer::Result> Explainer::leave_out(std::span<const Group> groups, StepLimits allowed,
                                                    const Limits& limits, const Pulse& pulse) const {
  Deadline deadline(limits, pulse);
  Thinning thinning(*this, allowed, deadline);
  std::vector<Result> results{thinning.solve()};
  for (const Group group : groups) {
    if (results.front() != Result::done || results.back() == Result::stopped) break;
    results.push_back(thinning.leave_out(group));
  }
  return results;
}

Explainer::Puzzle Explainer::puzzle_with(ExternalLits clauses, std::span<const Group> group_of) const {
  std::vector<GroupCost> costs;
  for (Group group = 0; group < table_.groups(); ++group) costs.push_back(table_.cost(group));
  return {table_.variables(), clauses, group_of, std::move(costs), searched_, is_fact_, targets_, graphs_};
}

}  // namespace satplay::explaining
