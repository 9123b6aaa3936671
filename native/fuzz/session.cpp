#include "session.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

#include "failure.hpp"
#include "sabotage.hpp"
#include "tally.hpp"
#include "theories.hpp"

namespace satplay::fuzz {

namespace {

template <class Any>
void freeze(Any& engine, std::int32_t variable) {
  if constexpr (requires { engine.freeze(variable); }) engine.freeze(variable);
}

template <class Any>
void melt(Any& engine, std::int32_t variable) {
  if constexpr (requires { engine.melt(variable); }) engine.melt(variable);
}

}  // namespace

Session::Session(const Options& options, Record record)
    : options_(options),
      record_(record),
      checker_(std::make_unique<Checker>(counts_clauses(record))),
      engine_(std::make_unique<Engine>(options)),
      recorder_(start_recording(record, *engine_, *checker_)) {
  checker_->accept_theory_clauses(
      [this](const Literals& clause) { return judge_.implied_by_theory(clause); });
}

Session::Session(std::unique_ptr<Engine> engine, const Session& original)
    : options_(original.options_),
      record_(Record::nothing),
      judge_(original.judge_),
      checker_(std::make_unique<Checker>(false)),
      engine_(std::move(engine)),
      recorder_(start_recording(Record::nothing, *engine_, *checker_)),
      counters_(engine_->statistics()),
      declared_(original.declared_),
      failed_(original.failed_),
      last_(original.last_),
      last_assumptions_(original.last_assumptions_),
      listing_(original.listing_) {}

std::unique_ptr<Session> Session::clone() const {
  std::unique_ptr<Engine> copy = engine_->clone();
  require(counters_of(copy->statistics()) == counters_of(engine_->statistics()),
          "a clone has other statistics");
  require(copy->declared() == engine_->declared(), "a clone has other variables");
  return std::unique_ptr<Session>(new Session(std::move(copy), *this));
}

void Session::perform(const Call& call, std::ostream& out) {
  if (failed_) return;
  note_variables(call);
  dispatch(call, out);
  if (failed_) return;
  check_proof();
  check_counters();
}

void Session::note_variables(const Call& call) {
  if (call.act == Act::declare || call.act == Act::add_invalid || call.act == Act::block) return;
  for (const std::int32_t lit : call.lits) {
    if (lit == 0) continue;
    judge_.mention(lit);
    declared_ = std::max(declared_, std::abs(lit));
  }
}

void Session::dispatch(const Call& call, std::ostream& out) {
  // One function because it only maps each act to its function, and the compiler reports an act that a
  // switch over all of them lacks.
  switch (call.act) {
    case Act::add:
      return add(call.lits);
    case Act::add_flat:
      return add_flat(call.lits);
    case Act::add_invalid:
      return add_invalid(call.lits);
    case Act::attach:
      return attach(call);
    case Act::block:
      return block(call.lits[0]);
    case Act::declare:
    case Act::set_phase:
    case Act::clear_phase:
    case Act::freeze:
    case Act::melt:
    case Act::interrupt:
      return configure(call);
    case Act::solve:
      return solve_and_judge(call, out);
    case Act::propagate:
      return propagate(call.lits, out);
    case Act::twin:
      return compare_with_clone(call, out);
    case Act::repeat_model:
      return repeat_model();
    case Act::repeat_core:
      return repeat_core();
    case Act::fail_allocation:
      return fail_allocation(call, out);
    case Act::start_enumeration:
      return start_enumeration(call, out);
    case Act::next_models:
      return next_models(call, out);
    case Act::clone:
      return;
  }
}

void Session::configure(const Call& call) {
  switch (call.act) {
    case Act::declare:
      engine_->declare(call.lits[0]);
      declared_ = std::max(declared_, call.lits[0]);
      break;
    case Act::set_phase:
      listing_.may_have_ended = true;
      engine_->set_phase(call.lits[0]);
      break;
    case Act::clear_phase:
      engine_->clear_phase(std::abs(call.lits[0]));
      break;
    case Act::freeze:
      listing_.may_have_ended = true;
      freeze(*engine_, std::abs(call.lits[0]));
      break;
    case Act::melt:
      melt(*engine_, std::abs(call.lits[0]));
      break;
    case Act::interrupt:
      engine_->interrupt();
      break;
    default:
      break;
  }
}

void Session::add(const Literals& clause) {
  close_batch();
  judge_.add(clause);
  checker_->add_original(clause);
  listing_.active = false;
  engine_->add(clause);
}

void Session::add_flat(const Literals& flat) {
  close_batch();
  Literals clause;
  for (const std::int32_t lit : flat) {
    if (lit != 0) {
      clause.push_back(lit);
      continue;
    }
    judge_.add(clause);
    checker_->add_original(clause);
    clause.clear();
  }
  if (!flat.empty()) listing_.active = false;
  engine_->add_flat(flat);
}

// A new clause may exclude the last model, and its number follows the numbers of the proof lines so far.
void Session::close_batch() {
  if (last_.status == Status::satisfiable) last_ = {};
  if (engine_->proof() != nullptr) engine_->proof()->flush();
  check_proof();
}

void Session::block(int variables) {
  if (last_.status != Status::satisfiable) return;
  Literals clause;
  for (const std::int32_t lit : last_.literals) {
    if (static_cast<int>(clause.size()) < variables && judge_.mentioned().contains(std::abs(lit)))
      clause.push_back(-lit);
  }
  if (clause.empty()) return;
  add(clause);
}

void Session::add_invalid(const Literals& lits) {
  // The engine may have declared the variables before the invalid literal.
  for (const std::int32_t lit : lits) {
    if (lit == 0 || lit == INT32_MIN) break;
    judge_.mention(lit);
  }
  bool rejected = false;
  try {
    engine_->add(lits);
  } catch (const std::invalid_argument&) {
    rejected = true;
  }
  require(rejected, as_text(lits) + " was accepted as a clause");
  rejected = false;
  try {
    engine_->add_flat(Literals{1});
  } catch (const std::invalid_argument&) {
    rejected = true;
  }
  require(rejected, "a flat clause without a closing 0 was accepted");
  declared_ = std::max(declared_, engine_->declared());
}

// Like a clause, a theory can exclude models.
void Session::attach(const Call& call) {
  if (call.lits.size() > max_atoms) return;
  close_batch();
  Literals variables;
  for (const std::int32_t atom : call.lits) variables.push_back(std::abs(atom));
  const bool valid = std::set(variables.begin(), variables.end()).size() == variables.size();
  bool rejected = false;
  try {
    engine_->attach(make_theory(call.rule, call.lits.size()), call.lits);
  } catch (const std::invalid_argument&) {
    rejected = true;
  }
  require(rejected != valid,
          "atoms were " + std::string(valid ? "rejected" : "accepted") + ": " + as_text(call.lits));
  if (!valid) return;
  tally.theories++;
  listing_.active = false;
  judge_.add(call.rule, call.lits);
}

// -- checks after every call ------------------------------------------------------------------

void Session::check_proof() {
  recorder_->drain();
}

void Session::check_counters() {
  Counters now = counters_of(engine_->statistics());
  if (sabotaging(Sabotage::counters) && now[0] > 1) now[0] = 0;
  const Counters before = counters_of(counters_);
  for (std::size_t at = 0; at < now.size(); at++)
    require(now[at] >= before[at], "counter " + std::to_string(at) + " fell from " +
                                       std::to_string(before[at]) + " to " + std::to_string(now[at]));
  for (std::size_t at = 0; at < now.size(); at++) tally.counters[at] += now[at] - before[at];
  counters_ = engine_->statistics();
  require(engine_->declared() == declared_, "the engine counts " + std::to_string(engine_->declared()) +
                                                " variables instead of " + std::to_string(declared_));
}

}  // namespace satplay::fuzz
