#include "session.hpp"

#include <algorithm>

namespace satplay::quantified {

namespace {

Options options_for(bool universal) {
  Options options;
  options.phase = universal ? 1 : 0;
  options.inprocess = 0;
  options.lucky = 0;
  return options;
}

}  // namespace

Session::Session(const Formula& formula, const Keys& keys, std::uint32_t level, Meter& meter)
    : level_(level),
      universal_(formula.prefix.universal[level] != 0),
      first_(positive(formula.prefix.begins[level])),
      solver_(options_for(universal_)) {
  for (Var var = formula.prefix.begins[level]; var < formula.prefix.begins[level + 1]; var++)
    solver_.new_variable();
  if (universal_)
    state_universal(keys, meter);
  else
    state_existential(keys, meter);
}

Lit Session::outer(Key key) {
  if (key == no_key) return no_lit;
  const auto [found, fresh] = open_.try_emplace(key, no_lit);
  if (fresh) {
    found->second = positive(solver_.new_variable());
    outer_.push_back({key, found->second});
  }
  return found->second;
}

Lit Session::open(Key key) {
  const auto found = open_.find(key);
  return found != open_.end() ? found->second : outer(key);
}

// Each clause is satisfied by an outer level, or here, or left to an inner one.
void Session::state_existential(const Keys& keys, Meter& meter) {
  const auto state = [&](Lits lits, Key parent, Lit left) {
    meter.work(lits.size() + 2);
    clause_.clear();
    for (const Lit lit : lits) clause_.push_back(inside(lit));
    if (parent != no_key) clause_.push_back(negated(outer(parent)));
    if (left != no_lit) clause_.push_back(left);
    add(clause_);
  };
  for (const Key key : keys.of_level(level_)) {
    const Keys::Part& part = keys[key];
    const Lits lits = keys.lits(part);
    if (part.parent == no_key && lits.size() == 1) {
      open_.emplace(key, negated(inside(lits[0])));
      continue;
    }
    const Lit left = positive(solver_.new_variable());
    open_.emplace(key, left);
    state(lits, part.parent, left);
  }
  for (const Keys::Ending& ending : keys.endings(level_)) state(keys.lits(ending), ending.parent, no_lit);
}

// What is left open is false here, and was open before.
void Session::state_universal(const Keys& keys, Meter& meter) {
  for (const Key key : keys.of_level(level_)) {
    const Keys::Part& part = keys[key];
    const Lits lits = keys.lits(part);
    meter.work(lits.size() + 2);
    if (part.parent == no_key && lits.size() == 1) {
      open_.emplace(key, negated(inside(lits[0])));
      continue;
    }
    const Lit left = positive(solver_.new_variable());
    open_.emplace(key, left);
    for (const Lit lit : lits) {
      clause_ = {negated(left), negated(inside(lit))};
      add(clause_);
    }
    if (part.parent == no_key) continue;
    clause_ = {negated(left), outer(part.parent)};
    add(clause_);
  }
}

void Session::refine(const std::vector<Key>& keys) {
  clause_.clear();
  for (const Key key : keys) clause_.push_back(universal_ ? open(key) : negated(open(key)));
  add(clause_);
}

bool Session::choose(const std::vector<std::uint8_t>& satisfied, Meter& meter) {
  assumed_.clear();
  for (const Outer& outer : outer_)
    if ((satisfied[outer.key] != 0) == universal_)
      assumed_.push_back(universal_ ? negated(outer.open) : outer.open);
  if (meter.ask(solver_, assumed_) == Status::satisfiable) return true;
  core_.clear();
  for (const Outer& outer : outer_)
    if (solver_.failed(universal_ ? negated(outer.open) : outer.open)) core_.push_back(outer.key);
  return false;
}

}  // namespace satplay::quantified
