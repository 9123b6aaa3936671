#include "theories.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "../theories/connected.hpp"
#include "failure.hpp"
#include "sabotage.hpp"

namespace satplay::fuzz {

namespace {

using Values = std::vector<std::int8_t>;  // by place: 1 true, -1 false, 0 open
using Said = std::vector<Lit>;            // a clause in the theory's own words

Lit false_now(const Values& values, std::size_t place) {
  return literal(static_cast<Var>(place), values[place] > 0);
}

// -- what follows --------------------------------------------------------------------------------------

class Logic {
 public:
  Logic(const Rule& rule, std::size_t atoms) : rule_(rule), atoms_(atoms) {}

  // A clause that holds always and is false of the values, if there is one; of all values there is one
  // exactly if they are not allowed.
  std::optional<Said> refutation(const Values& values) const {
    switch (rule_.kind) {
      case Rule::Kind::at_most: {
        Said said = not_both(values, rule_.number + 1, no_var);
        if (static_cast<int>(said.size()) <= rule_.number) return std::nullopt;
        return said;
      }
      case Rule::Kind::parity: {
        if (std::count(values.begin(), values.end(), 0) > 0 || odd(values) == (rule_.number % 2 != 0))
          return std::nullopt;
        Said said;
        for (std::size_t place = 0; place < atoms_; place++) said.push_back(false_now(values, place));
        return said;
      }
      case Rule::Kind::connected:
      case Rule::Kind::joined:
        break;
    }
    const std::vector<bool> side = reached(0, values, no_var);
    if (std::count(side.begin(), side.end(), false) == 0) return std::nullopt;
    return cut(side, no_lit);
  }

  // A clause that holds always, of this literal and others that are false, if there is one.
  std::optional<Said> implication(const Values& values, Lit lit) const {
    const Var place = variable(lit);
    switch (rule_.kind) {
      case Rule::Kind::at_most: {
        Said said = not_both(values, rule_.number, place);
        if (!is_negative(lit) || static_cast<int>(said.size()) < rule_.number) return std::nullopt;
        said.push_back(lit);
        return said;
      }
      case Rule::Kind::parity: {
        Values then = values;
        then[place] = is_negative(lit) ? 1 : -1;
        return refutation(then);
      }
      case Rule::Kind::connected:
      case Rule::Kind::joined:
        break;
    }
    if (is_negative(lit)) return std::nullopt;
    const auto [from, to] = rule_.edge(place);
    const std::vector<bool> side = reached(from, values, place);
    if (side[static_cast<std::size_t>(to)]) return std::nullopt;
    return cut(side, lit);
  }

 private:
  static bool odd(const Values& values) { return std::count(values.begin(), values.end(), 1) % 2 != 0; }

  // Negations of as many atoms that are true, but for one.
  Said not_both(const Values& values, int most, Var except) const {
    Said said;
    for (Var place = 0; place < atoms_ && static_cast<int>(said.size()) < most; place++)
      if (place != except && values[place] > 0) said.push_back(negated(positive(place)));
    return said;
  }

  // The vertices that edges which are not false connect with this one, without one of the edges.
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

  // One of the edges between the two sides is needed.
  Said cut(const std::vector<bool>& side, Lit first) const {
    Said said;
    if (first != no_lit) said.push_back(first);
    for (Var place = 0; place < atoms_; place++) {
      const auto [from, to] = ends(place);
      if (side[from] != side[to] && positive(place) != first) said.push_back(positive(place));
    }
    return said;
  }

  std::pair<std::size_t, std::size_t> ends(Var place) const {
    const auto [from, to] = rule_.edge(place);
    return {static_cast<std::size_t>(from), static_cast<std::size_t>(to)};
  }

  Rule rule_;
  std::size_t atoms_;
};

// -- when it is said -----------------------------------------------------------------------------------

class LazyTheory final : public Theory {
 public:
  LazyTheory(const Rule& rule, std::size_t atoms)
      : rule_(rule), logic_(rule, atoms), chance_(~rule.seed), zeal_(chance_.below(5)), values_(atoms, 0) {}

  void assign(Lit lit) override {
    demand(variable(lit) < values_.size(), "a theory is told of an atom that it does not have");
    demand(values_[variable(lit)] == 0, "a theory is told the value of an atom that has one");
    if (sabotaging(Sabotage::protocol) && !heard_.empty()) lit = heard_.back();
    demand(values_[variable(lit)] == 0, "a theory is told the same twice");
    values_[variable(lit)] = is_negative(lit) ? -1 : 1;
    heard_.push_back(lit);
  }

  void backtrack(std::size_t kept) override {
    demand(kept <= heard_.size(), "a theory is to keep more than it was told");
    for (; heard_.size() > kept; heard_.pop_back()) values_[variable(heard_.back())] = 0;
    std::erase_if(since_, [&](const auto& implied) { return implied.second > kept; });
  }

  void propagate(Findings& findings) override {
    if (sabotaging(Sabotage::idle_theory)) return;
    if (chance_.one_in(20)) say_anything(findings);
    if (chance_.below(4) >= zeal_) return;
    if (const std::optional<Said> refuted = logic_.refutation(values_)) {
      refuse(*refuted, findings);
      return;
    }
    for (Var place = 0; place < values_.size(); place++) {
      if (values_[place] != 0) continue;
      for (const Lit lit : {positive(place), negated(positive(place))}) {
        const std::optional<Said> why = logic_.implication(values_, lit);
        if (!why || chance_.below(5) >= zeal_ + 1) continue;
        if (chance_.one_in(4))
          say(*why, findings);
        else
          imply(lit, findings);
      }
    }
  }

  void explain(Lit implied, std::vector<Lit>& clause) override {
    const auto found = since_.find(implied);
    demand(found != since_.end(), "a theory is to explain what it did not imply");
    demand(found->second <= heard_.size(), "a theory is to explain what it has taken back");
    Values then(values_.size(), 0);
    for (std::size_t at = 0; at < found->second; at++)
      if (variable(heard_[at]) != variable(implied))
        then[variable(heard_[at])] = is_negative(heard_[at]) ? -1 : 1;
    const std::optional<Said> why = logic_.implication(then, implied);
    demand(why.has_value(), "a theory cannot explain what it implied");
    clause = *why;
    chance_.shuffle(clause);
  }

  void check(Findings& findings) override {
    demand(heard_.size() == values_.size(), "a theory is asked for its last word too early");
    if (sabotaging(Sabotage::idle_theory)) return;
    std::vector<bool> truth;
    for (const std::int8_t value : values_) truth.push_back(value > 0);
    const std::optional<Said> refuted = logic_.refutation(values_);
    demand(refuted.has_value() != rule_.allows(truth), "a theory does not do what it should");
    if (refuted) refuse(*refuted, findings);
  }

  std::unique_ptr<Theory> clone() const override { return std::make_unique<LazyTheory>(*this); }

 private:
  void imply(Lit lit, Findings& findings) {
    since_[lit] = heard_.size();
    findings.imply(lit);
  }

  // As a clause, or by implying one of its literals although it is false.
  void refuse(const Said& refuted, Findings& findings) {
    if (!refuted.empty() && chance_.one_in(3)) {
      const Lit lit = chance_.one_of(refuted);
      Values others = values_;
      others[variable(lit)] = 0;
      if (logic_.implication(others, lit)) {
        imply(lit, findings);
        return;
      }
    }
    findings.add_clause(disordered(refuted));
  }

  // A clause need not be as short as it could be.
  void say(Said said, Findings& findings) {
    if (chance_.one_in(6)) said.push_back(any());
    findings.add_clause(disordered(said));
  }

  Said disordered(Said said) {
    if (!said.empty() && chance_.one_in(6)) said.push_back(chance_.one_of(said));
    chance_.shuffle(said);
    return said;
  }

  // Something that holds, whatever the values are: the clause may be true, open, unit or false.
  void say_anything(Findings& findings) {
    if (values_.empty()) return;
    Values other = values_;
    for (std::int8_t& value : other)
      if (chance_.one_in(2)) value = static_cast<std::int8_t>(chance_.between(-1, 1));
    const Lit lit = any();
    other[variable(lit)] = 0;
    if (const std::optional<Said> refuted = logic_.refutation(other)) say(*refuted, findings);
    if (const std::optional<Said> why = logic_.implication(other, lit)) say(*why, findings);
  }

  Lit any() {
    return literal(static_cast<Var>(chance_.below(static_cast<int>(values_.size()))), chance_.one_in(2));
  }

  Rule rule_;
  Logic logic_;
  Chance chance_;
  int zeal_;  // in quarters: how often it looks for something before the end
  Values values_;
  std::vector<Lit> heard_;
  std::map<Lit, std::size_t> since_;  // what was implied: how much had been heard then
};

}  // namespace

std::shared_ptr<Theory> make_theory(const Rule& rule, std::size_t atoms) {
  if (rule.kind == Rule::Kind::joined) {
    std::vector<Graph::Edge> edges;
    for (Var place = 0; place < atoms; place++)
      for (const auto& [from, to, negative] : rule.joints(place))
        edges.push_back(
            {static_cast<Graph::Node>(from), static_cast<Graph::Node>(to), literal(place, negative)});
    return std::make_shared<Connected>(Graph(static_cast<Graph::Node>(rule.number), atoms, edges));
  }
  return std::make_shared<LazyTheory>(rule, atoms);
}

}  // namespace satplay::fuzz
