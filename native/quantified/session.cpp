#include "session.hpp"

#include "../invariant.hpp"

namespace satplay::quantified {

namespace {

// An existential level prefers satisfied clauses, a universal one open clauses. The queries are many and
// short, so stable mode does not pay. With one level the problem is SAT, and the defaults are best.
Options options_for(bool universal, bool alone) {
  Options options;
  if (alone) return options;
  options.phase = universal ? 1 : 0;
  options.mode = 0;
  return options;
}

}  // namespace

Session::Session(const Formula& formula, const Keys& keys, std::uint32_t level, Meter& meter)
    : level_(level),
      universal_(formula.prefix.universal[level] != 0),
      first_(positive(formula.prefix.begins[level])),
      solver_(options_for(universal_, formula.prefix.levels() == 1)) {
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

// A literal that is true when the row is open, if one exists: the negation of a single literal.
Lit Session::plain(const Keys& keys, const Keys::Row& row) const {
  const Lits lits = keys.lits(row);
  return row.parent == no_key && lits.size() == 1 ? negated(internal(lits[0])) : no_lit;
}

// Each clause is satisfied by an outer level, or here, or left to an inner one.
void Session::state_existential(const Keys& keys, Meter& meter) {
  const auto state = [&](const Keys::Row& row, Lit left) {
    const Lits lits = keys.lits(row);
    meter.work(lits.size() + 2);
    clause_.clear();
    for (const Lit lit : lits) clause_.push_back(internal(lit));
    if (row.parent != no_key) clause_.push_back(negated(outer(row.parent)));
    if (left != no_lit) clause_.push_back(left);
    add(clause_);
  };
  for (const Key key : keys.of_level(level_)) {
    const auto rows = keys.rows(key);
    Lit left = rows.size() == 1 ? plain(keys, rows[0]) : no_lit;
    if (left == no_lit) {
      left = positive(solver_.new_variable());
      for (const Keys::Row& row : rows) state(row, left);
    }
    open_.emplace(key, left);
  }
  for (const Keys::Row& row : keys.endings(level_)) state(row, no_lit);
}

// A key is open by one of its rows: the literals are false at this level, and the parent is open.
void Session::state_universal(const Keys& keys, Meter& meter) {
  std::vector<Lit> ways;
  for (const Key key : keys.of_level(level_)) {
    const auto rows = keys.rows(key);
    ways.clear();
    for (const Keys::Row& row : rows) {
      const Lits lits = keys.lits(row);
      meter.work(lits.size() + 2);
      Lit left = plain(keys, row);
      if (left == no_lit) {
        left = positive(solver_.new_variable());
        for (const Lit lit : lits) {
          clause_ = {negated(left), negated(internal(lit))};
          add(clause_);
        }
        if (row.parent != no_key) {
          clause_ = {negated(left), outer(row.parent)};
          add(clause_);
        }
      }
      ways.push_back(left);
    }
    if (ways.size() == 1) {
      open_.emplace(key, ways[0]);
      continue;
    }
    const Lit left = positive(solver_.new_variable());
    open_.emplace(key, left);
    ways.push_back(negated(left));
    add(ways);
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
  INVARIANT(std::ranges::all_of(core_, [&](Key key) { return (satisfied[key] != 0) == universal_; }));
  return false;
}

}  // namespace satplay::quantified
