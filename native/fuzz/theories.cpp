#include "theories.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "../theories/connected.hpp"
#include "failure.hpp"
#include "sabotage.hpp"

namespace satplay::fuzz {

namespace {

using Values = std::vector<std::int8_t>;  // by position: 1 true, -1 false, 0 unassigned
using TheoryClause = std::vector<Lit>;    // in literals of the atoms' positions

Lit false_now(const Values& values, std::size_t place) {
  return literal(static_cast<Var>(place), values[place] > 0);
}

// -- consequences of the rule
// --------------------------------------------------------------------------------------

class RuleLogic {
 public:
  RuleLogic(const Rule& rule, std::size_t atoms) : rule_(rule), atoms_(atoms) {}

  // A clause implied by the rule and false under the values, if one is found. Under a total assignment one is
  // found exactly if the assignment is not allowed.
  std::optional<TheoryClause> refutation(const Values& values) const {
    switch (rule_.kind) {
      case Rule::Kind::at_most: {
        TheoryClause clause = negations_of_true(values, rule_.number + 1, no_var);
        if (static_cast<int>(clause.size()) <= rule_.number) return std::nullopt;
        return clause;
      }
      case Rule::Kind::parity: {
        if (std::count(values.begin(), values.end(), 0) > 0 || is_odd(values) == (rule_.number % 2 != 0))
          return std::nullopt;
        TheoryClause clause;
        for (std::size_t place = 0; place < atoms_; place++) clause.push_back(false_now(values, place));
        return clause;
      }
      case Rule::Kind::connected:
      case Rule::Kind::connected_multigraph:
        break;
    }
    const std::vector<bool> side = reached(0, values, no_var);
    if (std::count(side.begin(), side.end(), false) == 0) return std::nullopt;
    return cut(side, no_lit);
  }

  // A clause implied by the rule, of this literal and false literals, if one is found.
  std::optional<TheoryClause> implication(const Values& values, Lit lit) const {
    const Var place = variable(lit);
    switch (rule_.kind) {
      case Rule::Kind::at_most: {
        TheoryClause clause = negations_of_true(values, rule_.number, place);
        if (!is_negative(lit) || static_cast<int>(clause.size()) < rule_.number) return std::nullopt;
        clause.push_back(lit);
        return clause;
      }
      case Rule::Kind::parity: {
        Values then = values;
        then[place] = is_negative(lit) ? 1 : -1;
        return refutation(then);
      }
      case Rule::Kind::connected:
      case Rule::Kind::connected_multigraph:
        break;
    }
    if (is_negative(lit)) return std::nullopt;
    const auto [from, to] = rule_.edge(place);
    const std::vector<bool> side = reached(from, values, place);
    if (side[static_cast<std::size_t>(to)]) return std::nullopt;
    return cut(side, lit);
  }

 private:
  static bool is_odd(const Values& values) { return std::count(values.begin(), values.end(), 1) % 2 != 0; }

  // Negations of at most `most` true atoms, without `except`.
  TheoryClause negations_of_true(const Values& values, int most, Var except) const {
    TheoryClause clause;
    for (Var place = 0; place < atoms_ && static_cast<int>(clause.size()) < most; place++)
      if (place != except && values[place] > 0) clause.push_back(negated(positive(place)));
    return clause;
  }

  // The vertices connected with `start` by edges that are not false, without one edge.
  std::vector<bool> reached(int start, const Values& values, Var without) const {
    std::vector<bool> side(static_cast<std::size_t>(rule_.number), false);
    side[static_cast<std::size_t>(start)] = true;
    for (bool more = true; more;) {
      more = false;
      for (Var place = 0; place < atoms_; place++) {
        const auto [from, to] = ends(place);
        if (place == without || values[place] < 0 || side[from] == side[to]) continue;
        side[from] = side[to] = more = true;
      }
    }
    return side;
  }

  // The clause of the edges between the two sides.
  TheoryClause cut(const std::vector<bool>& side, Lit first) const {
    TheoryClause clause;
    if (first != no_lit) clause.push_back(first);
    for (Var place = 0; place < atoms_; place++) {
      const auto [from, to] = ends(place);
      if (side[from] != side[to] && positive(place) != first) clause.push_back(positive(place));
    }
    return clause;
  }

  std::pair<std::size_t, std::size_t> ends(Var place) const {
    const auto [from, to] = rule_.edge(place);
    return {static_cast<std::size_t>(from), static_cast<std::size_t>(to)};
  }

  Rule rule_;
  std::size_t atoms_;
};

// -- the theory -----------------------------------------------------------------------------------

class LazyTheory final : public Theory {
 public:
  LazyTheory(const Rule& rule, std::size_t atoms)
      : rule_(rule),
        logic_(rule, atoms),
        random_(~rule.seed),
        eagerness_(random_.below(5)),
        values_(atoms, 0) {}

  void assign(Lit lit) override {
    require(variable(lit) < values_.size(), "a theory receives an unknown atom");
    require(values_[variable(lit)] == 0, "a theory receives an atom that is already assigned");
    if (sabotaging(Sabotage::protocol) && !assigned_.empty()) lit = assigned_.back();
    require(values_[variable(lit)] == 0, "a theory receives an assignment twice");
    values_[variable(lit)] = is_negative(lit) ? -1 : 1;
    assigned_.push_back(lit);
  }

  void backtrack(std::size_t count) override {
    require(count <= assigned_.size(), "a theory is to keep more assignments than it has");
    for (; assigned_.size() > count; assigned_.pop_back()) values_[variable(assigned_.back())] = 0;
    std::erase_if(assigned_when_implied_, [&](const auto& implied) { return implied.second > count; });
  }

  void propagate(Findings& findings) override {
    if (sabotaging(Sabotage::idle_theory)) return;
    if (random_.one_in(20)) add_random_clause(findings);
    if (random_.below(4) >= eagerness_) return;
    if (const std::optional<TheoryClause> refuted = logic_.refutation(values_)) {
      refuse(*refuted, findings);
      return;
    }
    for (Var place = 0; place < values_.size(); place++) {
      if (values_[place] != 0) continue;
      for (const Lit lit : {positive(place), negated(positive(place))}) {
        const std::optional<TheoryClause> why = logic_.implication(values_, lit);
        if (!why || random_.below(5) >= eagerness_ + 1) continue;
        if (random_.one_in(4))
          add_clause(*why, findings);
        else
          imply(lit, findings);
      }
    }
  }

  void explain(Lit implied, std::vector<Lit>& clause) override {
    const auto found = assigned_when_implied_.find(implied);
    require(found != assigned_when_implied_.end(),
            "a theory is asked to explain a literal that it did not imply");
    require(found->second <= assigned_.size(), "a theory is asked to explain a literal after backtracking");
    Values then(values_.size(), 0);
    for (std::size_t at = 0; at < found->second; at++)
      if (variable(assigned_[at]) != variable(implied))
        then[variable(assigned_[at])] = is_negative(assigned_[at]) ? -1 : 1;
    const std::optional<TheoryClause> why = logic_.implication(then, implied);
    require(why.has_value(), "a theory cannot explain an implied literal");
    clause = *why;
    random_.shuffle(clause);
  }

  void check(Findings& findings) override {
    require(assigned_.size() == values_.size(), "check() is called before all atoms are assigned");
    if (sabotaging(Sabotage::idle_theory)) return;
    std::vector<bool> truth;
    for (const std::int8_t value : values_) truth.push_back(value > 0);
    const std::optional<TheoryClause> refuted = logic_.refutation(values_);
    require(refuted.has_value() != rule_.allows(truth), "the refutation does not agree with the rule");
    if (refuted) refuse(*refuted, findings);
  }

  std::unique_ptr<Theory> clone() const override { return std::make_unique<LazyTheory>(*this); }

 private:
  void imply(Lit lit, Findings& findings) {
    assigned_when_implied_[lit] = assigned_.size();
    findings.imply(lit);
  }

  // By a clause, or by implying one of its false literals.
  void refuse(const TheoryClause& refuted, Findings& findings) {
    if (!refuted.empty() && random_.one_in(3)) {
      const Lit lit = random_.one_of(refuted);
      Values others = values_;
      others[variable(lit)] = 0;
      if (logic_.implication(others, lit)) {
        imply(lit, findings);
        return;
      }
    }
    findings.add_clause(shuffled(refuted));
  }

  // Sometimes with a redundant literal: a clause need not be minimal.
  void add_clause(TheoryClause clause, Findings& findings) {
    if (random_.one_in(6)) clause.push_back(random_literal());
    findings.add_clause(shuffled(clause));
  }

  TheoryClause shuffled(TheoryClause clause) {
    if (!clause.empty() && random_.one_in(6)) clause.push_back(random_.one_of(clause));
    random_.shuffle(clause);
    return clause;
  }

  // Adds an implied clause that may be satisfied, open, unit or false.
  void add_random_clause(Findings& findings) {
    if (values_.empty()) return;
    Values other = values_;
    for (std::int8_t& value : other)
      if (random_.one_in(2)) value = static_cast<std::int8_t>(random_.between(-1, 1));
    const Lit lit = random_literal();
    other[variable(lit)] = 0;
    if (const std::optional<TheoryClause> refuted = logic_.refutation(other)) add_clause(*refuted, findings);
    if (const std::optional<TheoryClause> why = logic_.implication(other, lit)) add_clause(*why, findings);
  }

  Lit random_literal() {
    return literal(static_cast<Var>(random_.below(static_cast<int>(values_.size()))), random_.one_in(2));
  }

  Rule rule_;
  RuleLogic logic_;
  Random random_;
  int eagerness_;  // probability, in quarters, of propagating before check()
  Values values_;
  std::vector<Lit> assigned_;
  std::map<Lit, std::size_t> assigned_when_implied_;  // by implied literal: number of assignments then
};

}  // namespace

std::shared_ptr<Theory> make_theory(const Rule& rule, std::size_t atoms) {
  if (rule.kind == Rule::Kind::connected_multigraph) {
    std::vector<Graph::Edge> edges;
    for (Var place = 0; place < atoms; place++)
      for (const auto& [from, to, negative] : rule.edges_of(place))
        edges.push_back(
            {static_cast<Graph::Node>(from), static_cast<Graph::Node>(to), literal(place, negative)});
    return std::make_shared<Connected>(Graph(static_cast<Graph::Node>(rule.number), atoms, edges));
  }
  return std::make_shared<LazyTheory>(rule, atoms);
}

}  // namespace satplay::fuzz
