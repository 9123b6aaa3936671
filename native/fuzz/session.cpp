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
  checker_->accept([this](const Literals& clause) { return judge_.said_by_a_theory(clause); });
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
  demand(counters_of(copy->statistics()) == counters_of(engine_->statistics()), "a copy has other counters");
  demand(copy->declared() == engine_->declared(), "a copy has other variables");
  return std::unique_ptr<Session>(new Session(std::move(copy), *this));
}

void Session::perform(const Call& call, std::ostream& talk) {
  if (failed_) return;
  for (const std::int32_t lit : call.lits) {
    if (call.act != Act::declare && call.act != Act::refuse && call.act != Act::block && lit != 0) {
      judge_.mention(lit);
      declared_ = std::max(declared_, std::abs(lit));
    }
  }
  switch (call.act) {
    case Act::add:
      add(call.lits);
      break;
    case Act::add_flat:
      add_flat(call.lits);
      break;
    case Act::declare:
      engine_->declare(call.lits[0]);
      declared_ = std::max(declared_, call.lits[0]);
      break;
    case Act::solve:
      question(call, talk);
      break;
    case Act::propagate:
      propagate(call.lits, talk);
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
    case Act::twin:
      twin(call, talk);
      break;
    case Act::block:
      block(call.lits[0]);
      break;
    case Act::retrace:
      retrace();
      break;
    case Act::again:
      again();
      break;
    case Act::starve:
      starve(call, talk);
      break;
    case Act::refuse:
      refuse(call.lits);
      break;
    case Act::attach:
      attach(call);
      break;
    case Act::start_enumeration:
      start_enumeration(call, talk);
      break;
    case Act::next_models:
      next_models(call, talk);
      break;
    case Act::clone:
      break;
  }
  if (failed_) return;
  hear_proof();
  look_at_counters();
}

void Session::add(const Literals& clause) {
  close_batch();
  judge_.know(clause);
  checker_->give(clause);
  listing_.going = false;
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
    judge_.know(clause);
    checker_->give(clause);
    clause.clear();
  }
  if (!flat.empty()) listing_.going = false;
  engine_->add_flat(flat);
}

// What is added may break the last model, and its number comes after those of the lines so far.
void Session::close_batch() {
  if (last_.status == Status::satisfiable) last_ = {};
  if (engine_->proof() != nullptr) engine_->proof()->flush();
  hear_proof();
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

void Session::refuse(const Literals& lits) {
  // Variables named before the fault may be known from now on.
  for (const std::int32_t lit : lits) {
    if (lit == 0 || lit == INT32_MIN) break;
    judge_.mention(lit);
  }
  bool refused = false;
  try {
    engine_->add(lits);
  } catch (const std::invalid_argument&) {
    refused = true;
  }
  demand(refused, listed(lits) + " was taken for a clause");
  refused = false;
  try {
    engine_->add_flat(Literals{1});
  } catch (const std::invalid_argument&) {
    refused = true;
  }
  demand(refused, "a flat clause that is not closed was taken");
  declared_ = std::max(declared_, engine_->declared());
}

// A theory is new knowledge, like a clause.
void Session::attach(const Call& call) {
  if (call.lits.size() > most_atoms) return;
  close_batch();
  Literals variables;
  for (const std::int32_t atom : call.lits) variables.push_back(std::abs(atom));
  const bool fit = std::set(variables.begin(), variables.end()).size() == variables.size();
  bool refused = false;
  try {
    engine_->attach(make_theory(call.rule, call.lits.size()), call.lits);
  } catch (const std::invalid_argument&) {
    refused = true;
  }
  demand(refused != fit, "atoms were " + std::string(fit ? "refused" : "taken") + ": " + listed(call.lits));
  if (!fit) return;
  tally.theories++;
  listing_.going = false;
  judge_.know(call.rule, call.lits);
}

// -- what is watched all the time ------------------------------------------------------------------

void Session::hear_proof() {
  recorder_->drain();
}

void Session::look_at_counters() {
  Counters now = counters_of(engine_->statistics());
  if (sabotaging(Sabotage::counters) && now[0] > 1) now[0] = 0;
  const Counters before = counters_of(counters_);
  for (std::size_t at = 0; at < now.size(); at++)
    demand(now[at] >= before[at], "counter " + std::to_string(at) + " fell from " +
                                      std::to_string(before[at]) + " to " + std::to_string(now[at]));
  for (std::size_t at = 0; at < now.size(); at++) tally.counters[at] += now[at] - before[at];
  counters_ = engine_->statistics();
  demand(engine_->declared() == declared_, "the engine counts " + std::to_string(engine_->declared()) +
                                               " variables instead of " + std::to_string(declared_));
}

}  // namespace satplay::fuzz
