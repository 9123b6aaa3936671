// Minimal unsatisfiable and maximal satisfiable sets of groups. Shrinking is deletion-based: each group is
// left out in turn. If the others are unsatisfiable, the groups that the refutation did not use are removed
// too (clause-set refinement: Dershowitz, Hanna & Nadel 2006); otherwise model rotation finds more groups
// that are needed.
#include "groups.hpp"

#include <algorithm>
#include <stdexcept>

#include "../invariant.hpp"

namespace satplay {

namespace {
constexpr int most_trims = 4;
constexpr std::size_t most_clauses_checked = 500;  // clauses whose values are checked by an invariant

void go_on(const Pulse& pulse) {
  if (pulse && !pulse()) throw Groups::Interrupted();
}
}  // namespace

Groups::Groups(ExternalLits clauses, std::span<const Group> group_of, Group groups, const Pulse& pulse) {
  if (static_cast<std::size_t>(std::count(clauses.begin(), clauses.end(), 0)) != group_of.size())
    throw std::invalid_argument("each clause must have a group");
  for (const Group group : group_of)
    if (group < -1 || group >= groups) throw std::invalid_argument("a group out of range");
  states_.assign(static_cast<std::size_t>(groups), State::out);
  visited_.assign(static_cast<std::size_t>(groups), 0);
  for (const std::size_t number : table_.read(clauses)) group_.push_back(group_of[number]);
  if (table_.variables() + states_.size() >= INT32_MAX / 2) throw std::invalid_argument("too many groups");
  go_on(pulse);
  gather_groups();
  load(pulse);
  go_on(pulse);
  true_.assign(2 * table_.variables(), 0);
  trues_.assign(table_.size(), 0);
}

void Groups::gather_groups() {
  group_begins_ = begins_of(states_.size(), [&](auto&& count) {
    for (const Group group : group_)
      if (group >= 0) count(static_cast<std::size_t>(group));
  });
  in_group_.resize(group_begins_.back());
  std::vector<std::size_t> at = group_begins_;
  for (Index clause = 0; clause < group_.size(); clause++) {
    if (group_[clause] >= 0)
      in_group_[at[static_cast<std::size_t>(group_[clause])]++] = clause;
    else
      hard_.push_back(clause);
  }
}

// In the engine the variables are 1, 2, 3, ..., followed by the selectors.
void Groups::load(const Pulse& pulse) {
  std::vector<std::int32_t> flat;
  for (Index clause = 0; clause < group_.size(); clause++) {
    for (const Lit lit : table_.lits(clause)) {
      const auto name = static_cast<std::int32_t>(variable(lit)) + 1;
      flat.push_back(is_negative(lit) ? -name : name);
    }
    if (group_[clause] >= 0) flat.push_back(-selector(group_[clause]));
    flat.push_back(0);
  }
  go_on(pulse);
  engine_.add_flat(flat);
  engine_.declare(selector(static_cast<Group>(states_.size()) - 1));
}

// -- queries -----------------------------------------------------------------------------------------------

void Groups::start(const Limits& limits, const Pulse& pulse) {
  interrupted_.lower();
  Limits of_the_engine = limits;
  if (limits.memory_bytes >= 0)
    of_the_engine.memory_bytes =
        std::max<std::int64_t>(0, limits.memory_bytes - static_cast<std::int64_t>(bytes() - engine_.bytes()));
  // The engine ignores an interrupt between two of its calls, so it is stored here.
  pulse_ = [this, &pulse] { return !interrupted_.raised() && (!pulse || pulse()); };
  budget_.emplace(engine_, of_the_engine, pulse_);
  refuted_ = false;
  found_.clear();
  needed_.clear();
  chosen_ = undecided_ = 0;
}

bool Groups::out_of_limits() {
  if (!budget_->spent() && interrupted_.raised()) budget_->stop(Stop::interrupted);
  return budget_->stopped() != Stop::none;
}

// The limits are shared by all calls of one query. After an allocation failure the engine throws at every
// later call.
Status Groups::ask() {
  if (out_of_limits()) return Status::unknown;
  calls_++;
  const Status status = engine_.solve(assumed_, budget_->left(), pulse_);
  if (status == Status::unknown) budget_->stop(engine_.stopped());
  return status;
}

Status Groups::ask(Chosen chosen) {
  assumed_.clear();
  for (const Group group : chosen) {
    if (group < 0 || static_cast<std::size_t>(group) >= states_.size())
      throw std::invalid_argument("no such group");
    assume(group);
  }
  return ask();
}

std::vector<Groups::Group> Groups::core() const {
  std::vector<Group> core;
  for (const std::int32_t assumed : engine_.core()) {
    core.push_back(assumed - 1 - static_cast<std::int32_t>(table_.variables()));
    INVARIANT(core.back() >= 0 && static_cast<std::size_t>(core.back()) < states_.size());
  }
  return core;
}

void Groups::note_model() {
  const std::vector<std::int32_t> model = engine_.model();
  for (Var var = 0; var < table_.variables(); var++) {
    true_[literal(var, false)] = model[var] > 0;
    true_[literal(var, true)] = model[var] < 0;
  }
}

std::size_t Groups::bytes() const {
  const auto of = [](const auto&... vectors) { return ((vectors.capacity() * sizeof(vectors[0])) + ...); };
  return engine_.bytes() + table_.bytes() + of(group_, hard_, in_group_, group_begins_) +
         of(found_, needed_, open_, states_, assumed_, true_, trues_, visited_);
}

std::vector<std::int32_t> Groups::model() const {
  std::vector<std::int32_t> model;
  for (Var var = 0; var < table_.variables(); var++)
    model.push_back(true_[literal(var, false)] ? table_.name(var) : -table_.name(var));
  return model;
}

// The groups whose clauses are all true in the model.
void Groups::find_holding() {
  note_model();
  std::vector<std::uint8_t> breaks(states_.size(), 0);
  for (Index clause = 0; clause < group_.size(); clause++) {
    if (group_[clause] < 0) continue;
    const std::span<const Lit> here = table_.lits(clause);
    if (std::none_of(here.begin(), here.end(), [&](Lit lit) { return true_[lit]; }))
      breaks[static_cast<std::size_t>(group_[clause])] = 1;
  }
  found_.clear();
  for (std::size_t group = 0; group < breaks.size(); group++)
    if (!breaks[group]) found_.push_back(static_cast<Group>(group));
}

Status Groups::decide(Chosen chosen, const Limits& limits, const Pulse& pulse) {
  start(limits, pulse);
  const Status status = ask(chosen);
  if (status == Status::satisfiable) {
    find_holding();
    INVARIANT(all_found(chosen));
  }
  if (status == Status::unsatisfiable) found_ = core();
  refuted_ = status == Status::unsatisfiable;
  return status;
}

Status Groups::grow(Chosen chosen, const Limits& limits, const Pulse& pulse) {
  const Status first = decide(chosen, limits, pulse);
  if (first != Status::satisfiable) return first;
  for (Group group = 0; static_cast<std::size_t>(group) < states_.size(); group++) {
    if (std::binary_search(found_.begin(), found_.end(), group)) continue;
    assumed_.clear();
    for (const Group held : found_) assume(held);
    assume(group);
    const Status status = ask();
    if (status == Status::unknown) return status;
    if (status != Status::satisfiable) continue;
    const std::size_t before = found_.size();
    find_holding();
    INVARIANT(found_.size() > before && std::binary_search(found_.begin(), found_.end(), group));
  }
  return Status::satisfiable;
}

// -- shrinking --------------------------------------------------------------------------------------------

Status Groups::shrink(Chosen chosen, bool last, const Limits& limits, const Pulse& pulse) {
  start(limits, pulse);
  last_ = last;
  chosen_ = undecided_ = chosen.size();
  const Status first = ask(chosen);
  if (first == Status::satisfiable) find_holding();
  if (first != Status::unsatisfiable) return first;
  std::fill(states_.begin(), states_.end(), State::out);
  open_.assign(chosen.begin(), chosen.end());
  std::sort(open_.begin(), open_.end());
  open_.erase(std::unique(open_.begin(), open_.end()), open_.end());
  for (const Group group : open_) state(group) = State::open;
  chosen_ = undecided_ = open_.size();
  needed_.reserve(chosen_);
  found_.reserve(chosen_);  // so that the result can be stored even without memory
  refuted_ = true;
  try {
    shrink_open();
  } catch (const std::bad_alloc&) {
    budget_->stop(Stop::memory);
  }
  found_ = needed_;
  for (const Group group : open_)
    if (state(group) == State::open) found_.push_back(group);
  std::sort(found_.begin(), found_.end());
  std::sort(needed_.begin(), needed_.end());
  INVARIANT(std::ranges::adjacent_find(found_) == found_.end());
  INVARIANT(found_.size() == needed_.size() + undecided_ && found_.size() <= chosen_);
  if (undecided_ > 0) return Status::unknown;
  budget_->stop(Stop::none);  // a limit reached together with the last answer
  return Status::unsatisfiable;
}

void Groups::shrink_open() {
  keep_only(core());
  if (trim() == Status::unknown) return;
  while (!open_.empty()) {
    const Group group = open_.back();
    if (state(group) != State::open) {  // decided by rotation
      open_.pop_back();
      continue;
    }
    assumed_.clear();
    for (const Group known : needed_) assume(known);
    for (const Group other : open_)
      if (other != group && state(other) == State::open) assume(other);
    const Status status = ask();
    if (status == Status::unknown) return;
    if (status == Status::unsatisfiable) {
      leave_out(group);
      keep_only(core());
    } else {
      need(group);
      gather();
      rotate(group);
    }
  }
}

// Repeats the query with the core in reverse order, which gives another core, as long as it gets clearly
// smaller.
Status Groups::trim() {
  for (int trims = 0; trims < most_trims && open_.size() > 1; trims++) {
    const std::size_t before = open_.size();
    std::reverse(open_.begin(), open_.end());
    const Status status = ask(open_);
    if (status == Status::unknown) return status;
    keep_only(core());
    if (open_.size() + before / 20 >= before) break;
  }
  return Status::unsatisfiable;
}

// Removes the groups that are not in the core.
void Groups::keep_only(const std::vector<Group>& core) {
  rotation_++;
  for (const Group group : core) visited_[static_cast<std::size_t>(group)] = rotation_;
  for (const Group group : open_) {
    if (state(group) == State::open && visited_[static_cast<std::size_t>(group)] != rotation_)
      leave_out(group);
  }
  std::erase_if(open_, [&](Group group) { return state(group) != State::open; });
}

void Groups::leave_out(Group group) {
  INVARIANT(state(group) == State::open);
  state(group) = State::out;
  undecided_--;
  if (last_) engine_.add(std::vector{-selector(group)});
}

void Groups::need(Group group) {
  INVARIANT(state(group) == State::open);
  state(group) = State::needed;
  undecided_--;
  needed_.push_back(group);
  if (last_) engine_.add(std::vector{selector(group)});
}

// Counts the true literals of each remaining clause.
void Groups::gather() {
  note_model();
  const auto count = [&](Index clause) {
    const std::span<const Lit> here = table_.lits(clause);
    trues_[clause] = static_cast<std::uint32_t>(
        std::count_if(here.begin(), here.end(), [&](Lit lit) { return true_[lit]; }));
  };
  for (const Index clause : hard_) count(clause);
  for (const std::vector<Group>* groups : {&needed_, &open_})
    for (const Group group : *groups)
      for (const Index clause : clauses_of(group)) count(clause);
}

// For invariants. Whether the model satisfies all clauses except some of this group; removed groups are
// ignored. Skipped for large formulas.
bool Groups::only_broken(Group broken) {
  if (table_.size() > most_clauses_checked) return true;
  bool any = false;
  for (Index clause = 0; clause < group_.size(); clause++) {
    if (!alive(clause)) continue;
    const std::span<const Lit> here = table_.lits(clause);
    const bool holds = std::any_of(here.begin(), here.end(), [&](Lit lit) { return true_[lit]; });
    if (holds != (trues_[clause] > 0)) return false;
    if (!holds && group_[clause] != broken) return false;
    any = any || !holds;
  }
  return any;
}

// For invariants.
bool Groups::all_found(Chosen chosen) const {
  return std::all_of(chosen.begin(), chosen.end(),
                     [&](Group group) { return std::binary_search(found_.begin(), found_.end(), group); });
}

}  // namespace satplay
