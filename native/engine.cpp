#include "engine.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace satplay {

namespace {
constexpr std::size_t clauses_between_pulses = 1 << 14;  // a few milliseconds of work
constexpr std::size_t spare = 1'000'000;                 // entries of a table that may be unused
constexpr std::int64_t most_unmentioned = 1'000'000;     // if more are declared, a model leaves them out
}  // namespace

Engine::Engine(const Options& options) : solver_(options) {
  solver_.set_names(&names_);
}

std::unique_ptr<Engine> Engine::clone() const {
  auto copy = std::make_unique<Engine>(solver_.options());
  copy->solver_ = solver_;
  copy->solver_.stop_proof();
  copy->declared_ = declared_;
  copy->hidden_ = hidden_;
  copy->names_ = names_;
  copy->dense_ = dense_;
  copy->sparse_ = sparse_;
  copy->assumptions_ = assumptions_;
  copy->enumerated_ = enumerated_;
  copy->solver_.clone_theories();
  copy->given_ = given_;
  copy->waiting_ = waiting_;
  copy->failure_ = failure_;
  copy->solver_.set_names(&copy->names_);
  return copy;
}

void Engine::log_proof(std::unique_ptr<Proof> proof) {
  if (given_ > 0 || !names_.empty())
    throw std::logic_error("a proof must be asked for before the first clause");
  proof_ = std::move(proof);
  solver_.log_proof(proof_.get());
}

Var Engine::internal_variable(std::int32_t variable) {
  const auto number = static_cast<std::size_t>(variable);
  if (number < dense_.size() && dense_[number] != no_var) return dense_[number];
  const bool close = number <= 4 * names_.size() + spare;
  if (!close) {
    if (const auto found = sparse_.find(variable); found != sparse_.end()) return found->second;
  } else if (!sparse_.empty()) {
    if (const auto found = sparse_.find(variable); found != sparse_.end()) return found->second;
  }
  const Var fresh = solver_.new_variable();
  names_.push_back(variable);
  if (close) {
    if (number >= dense_.size())
      dense_.resize(std::max(number + 1, std::min(2 * dense_.size(), number + spare)), no_var);
    dense_[number] = fresh;
  } else {
    sparse_.emplace(variable, fresh);
  }
  if (!hidden(variable)) declare(variable);
  return fresh;
}

Lit Engine::internal(std::int32_t literal) {
  if (literal == 0 || literal == INT32_MIN) throw std::invalid_argument("a literal must not be 0");
  return satplay::literal(internal_variable(literal < 0 ? -literal : literal), literal < 0);
}

std::vector<Lit> Engine::internal(ExternalLits literals) {
  std::vector<Lit> lits;
  lits.reserve(literals.size());
  for (const std::int32_t literal : literals) lits.push_back(internal(literal));
  return lits;
}

std::int32_t Engine::external(Lit lit) const {
  const std::int32_t name = names_[variable(lit)];
  return is_negative(lit) ? -name : name;
}

void Engine::add(ExternalLits clause) {
  guarded([&] {
    clause_.clear();
    for (const std::int32_t literal : clause) clause_.push_back(internal(literal));
    given_++;
    const ClauseId id = solver_.next_id();
    if (!proof_) {
      solver_.add_clause(clause_, id);
      return;
    }
    waiting_.insert(waiting_.end(), {static_cast<std::uint32_t>(id), static_cast<std::uint32_t>(id >> 32),
                                     static_cast<std::uint32_t>(clause_.size())});
    waiting_.insert(waiting_.end(), clause_.begin(), clause_.end());
  });
}

// Clauses derived while a clause is added also get ids. Proof checkers number the given clauses without gaps:
// therefore clauses are queued until the next solve call.
void Engine::add_waiting() {
  const std::vector<std::uint32_t> waiting = std::exchange(waiting_, {});
  for (auto at = waiting.begin(); at != waiting.end();) {
    const ClauseId id = (ClauseId{at[1]} << 32) | at[0];
    const auto end = at + 3 + static_cast<std::ptrdiff_t>(at[2]);
    clause_.assign(at + 3, end);
    solver_.add_clause(clause_, id);
    at = end;
  }
}

void Engine::add_flat(ExternalLits clauses, const Pulse& pulse) {
  if (clauses.empty()) return;
  if (clauses.back() != 0) throw std::invalid_argument("the last clause must be closed by 0");
  std::size_t count = 0;
  std::int32_t greatest = 0;
  for (const std::int32_t literal : clauses) {
    if (literal == INT32_MIN) throw std::invalid_argument("a literal out of range");
    count += literal == 0;
    greatest = std::max(greatest, literal < 0 ? -literal : literal);
  }
  const auto most = std::min<std::size_t>(static_cast<std::size_t>(greatest), clauses.size() - count);
  guarded([&] { solver_.reserve(most, clauses.size() - count, count); });
  const std::int32_t* begin = clauses.data();
  count = 0;
  for (const std::int32_t* at = begin; at != clauses.data() + clauses.size(); at++) {
    if (*at != 0) continue;
    add({begin, at});
    begin = at + 1;
    if (++count % clauses_between_pulses == 0 && pulse && !pulse())
      guarded([] { throw LoadingInterrupted(); });
  }
}

Status Engine::solve(ExternalLits assumptions, const Limits& limits, const Pulse& pulse) {
  return guarded([&] {
    add_waiting();
    assumptions_.assign(assumptions.begin(), assumptions.end());
    return solver_.solve(internal(assumptions), limits, pulse);
  });
}

std::size_t Engine::start_enumeration(ExternalLits assumptions, std::optional<ExternalLits> projection,
                                      bool in_order, bool whole_models) {
  return guarded([&] {
    const std::vector<Lit> assumed = internal(assumptions);
    if (!projection && declared_ - static_cast<std::int64_t>(names_.size()) > most_unmentioned)
      throw std::invalid_argument("too many variables to enumerate over all of them");
    std::vector<Lit> columns;
    if (projection) {
      for (const std::int32_t variable : *projection)
        columns.push_back(positive(satplay::variable(internal(variable))));
    } else {
      for (std::int32_t variable = 1; variable <= declared_; variable++)
        columns.push_back(internal(variable));
    }
    add_waiting();
    enumerated_.clear();
    if (whole_models) {
      enumerated_ = all_columns();
    } else {
      for (const Lit lit : columns) enumerated_.push_back({lit, external(lit)});
    }
    solver_.start_enumeration(assumed, columns, !projection, in_order);
    return enumerated_.size();
  });
}

Status Engine::next_models(std::size_t most, std::vector<std::int32_t>& models, std::size_t& count,
                           const Limits& limits, const Pulse& pulse) {
  count = 0;
  return guarded([&] {
    if (!solver_.enumerating() || !waiting_.empty())
      throw std::invalid_argument("another question has ended the enumeration");
    const auto report = [&] {
      count++;
      const std::size_t begin = models.size();
      models.resize(begin + enumerated_.size());
      std::transform(enumerated_.begin(), enumerated_.end(),
                     models.begin() + static_cast<std::ptrdiff_t>(begin),
                     [&](const Column& column) { return reported(column); });
    };
    return solver_.next_models(most, report, limits, pulse);
  });
}

void Engine::attach(std::shared_ptr<Theory> theory, ExternalLits atoms) {
  guarded([&] {
    if (solver_.theories().size() >= Solver::most_theories) throw std::invalid_argument("too many theories");
    add_waiting();
    solver_.attach_theory(std::move(theory), internal(atoms));
  });
}

// Every declared variable in order; variables that occur in no clause are left out if there are too many.
std::vector<Engine::Column> Engine::all_columns() const {
  std::vector<Column> columns;
  if (declared_ - static_cast<std::int64_t>(names_.size()) <= most_unmentioned) {
    columns.resize(static_cast<std::size_t>(declared_));
    for (std::int32_t name = 1; name <= declared_; name++)
      columns[static_cast<std::size_t>(name - 1)] = {no_lit, name};
    for (Var var = 0; var < names_.size(); var++)
      if (!hidden(names_[var])) columns[static_cast<std::size_t>(names_[var] - 1)].lit = positive(var);
  } else {
    for (Var var = 0; var < names_.size(); var++)
      if (!hidden(names_[var])) columns.push_back({positive(var), names_[var]});
    std::sort(columns.begin(), columns.end(), [](Column a, Column b) { return a.name < b.name; });
  }
  return columns;
}

std::vector<std::int32_t> Engine::model() const {
  if (declared_ - static_cast<std::int64_t>(names_.size()) <= most_unmentioned) {
    std::vector<std::int32_t> all(static_cast<std::size_t>(declared_));
    for (std::int32_t name = 1; name <= declared_; name++) all[static_cast<std::size_t>(name - 1)] = -name;
    for (Var var = 0; var < names_.size(); var++)
      if (!hidden(names_[var]))
        all[static_cast<std::size_t>(names_[var] - 1)] = reported({positive(var), names_[var]});
    return all;
  }
  const std::vector<Column> columns = all_columns();
  std::vector<std::int32_t> literals(columns.size());
  std::transform(columns.begin(), columns.end(), literals.begin(),
                 [&](const Column& column) { return reported(column); });
  return literals;
}

std::vector<std::int32_t> Engine::core() const {
  std::vector<std::int32_t> core;
  std::vector<bool> listed(2 * names_.size());  // an assumption may have been given twice
  for (const std::int32_t literal : assumptions_) {
    const Lit lit = const_cast<Engine*>(this)->internal(literal);  // exists already: nothing is changed
    if (!solver_.failed(lit) || listed[lit]) continue;
    listed[lit] = true;
    core.push_back(literal);
  }
  return core;
}

bool Engine::propagate(ExternalLits assumptions, std::vector<std::int32_t>& implied) {
  return guarded([&] {
    add_waiting();
    std::vector<Lit> found;
    const bool consistent = solver_.propagate_only(internal(assumptions), found);
    implied.clear();
    for (const Lit lit : found) implied.push_back(external(lit));
    return consistent;
  });
}

bool Engine::consequences(ExternalLits assumptions, std::vector<std::int32_t>& implied) {
  const bool consistent = propagate(assumptions, implied);
  std::erase_if(implied, [&](std::int32_t literal) {
    return root_value(literal) > 0 || hidden(literal < 0 ? -literal : literal);
  });
  return consistent;
}

void Engine::freeze(std::int32_t variable) {
  guarded([&] { solver_.freeze(satplay::variable(internal(variable))); });
}

void Engine::melt(std::int32_t variable) {
  guarded([&] { solver_.melt(satplay::variable(internal(variable))); });
}

void Engine::set_phase(std::int32_t literal) {
  guarded([&] {
    const Lit lit = internal(literal);
    solver_.reactivate(satplay::variable(lit));
    solver_.set_phase(lit);
  });
}

void Engine::clear_phase(std::int32_t variable) {
  guarded([&] { solver_.clear_phase(satplay::variable(internal(variable))); });
}

}  // namespace satplay
