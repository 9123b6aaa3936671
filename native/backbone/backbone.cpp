// The literals of one model are the candidates. A model in which a candidate is false removes it, and all
// other candidates that are false in it. A candidate that cannot be false is in the backbone (Janota, Lynce &
// Marques-Silva, "Algorithms for computing backbones of propositional formulae", 2015).
//
// Tried on random 3-SAT, colourings, sudokus, queens and permutations:
// - one candidate per query while models are found, ten times as many after each refutation, as in CadiBack
//   (Biere, Froleyks & Wang 2023): 10% to 20% fewer conflicts than one at a time on random formulas, a few
//   more on sudokus. All candidates from the start: fewest conflicts on some of the hardest formulas, but up
//   to four times as many queries if models are easy to find.
// - phases opposite to the candidates: half as many models remove all of them if models are easy to find, up
//   to twice the conflicts otherwise. So it is used only while queries are easy.
// - local search from the models found, if queries take many conflicts: up to ten times faster if nothing
//   is forced. It cannot refute and is useless for a large backbone, so failed tries may not take longer
//   than the engine.
// - cores of all candidates negated together (ibid.): a single literal in none of 31 cores on random
//   formulas, in 5% of the cores on colourings and sudokus. Not used.
#include "backbone.hpp"

#include <algorithm>

#include "../invariant.hpp"

namespace satplay {

namespace {
constexpr std::size_t growth = 10;
constexpr std::int64_t easy = 40;                  // conflicts of a query
constexpr std::int64_t flips_at_first = 10;        // per variable that occurs; doubled for each new try
constexpr std::int64_t most_at_first = 40;         // failed tries before the first query
constexpr std::int64_t propagations_per_flip = 2;  // about the same time
}  // namespace

Backbone::Backbone(Engine& engine, const Question& question)
    : engine_(engine),
      assumptions_(question.assumptions.begin(), question.assumptions.end()),
      clauses_(question.clauses),
      fresh_(question.fresh),
      last_(question.last) {
  for (const std::int32_t lit : question.candidates) open_.push_back({lit, 0});
}

std::vector<std::int32_t> Backbone::undecided() const {
  std::vector<std::int32_t> lits;
  for (const Candidate& candidate : open_) lits.push_back(candidate.lit);
  return lits;
}

Stop Backbone::run(const Limits& limits, const Pulse& pulse) {
  Budget budget(engine_, limits, pulse);
  take_known();
  prefer_others();
  std::size_t together = 1;
  std::vector<std::int32_t> model = engine_.model();
  while (!open_.empty() && !budget.spent()) {
    Limits limits_now = budget.left();
    const bool trying = preferring_ && (limits_now.conflicts < 0 || limits_now.conflicts > easy);
    if (trying) limits_now.conflicts = easy;
    const std::int64_t before = budget.conflicts();
    const std::size_t queried = fresh_ <= last_ ? std::min(together, open_.size()) : 1;
    const Status status = ask(queried, limits_now, budget.pulse());
    if (status == Status::unknown && trying && engine_.stopped() == Stop::conflicts) {
      prefer_nothing();
      look_around(model, budget);
    } else if (status == Status::unknown) {
      budget.stop(engine_.stopped());
      break;
    } else if (status == Status::satisfiable) {
      [[maybe_unused]] const std::size_t open_before = open_.size();
      strike([&](std::int32_t lit) { return engine_.model_value(lit) <= 0; });
      INVARIANT(open_.size() < open_before);  // one of the candidates of the query is false in the model
      if (!preferring_ && budget.conflicts() - before > easy) look_around(engine_.model(), budget);
      together = 1;
    } else {
      force(queried);
      together *= growth;
    }
    take_known();
  }
  prefer_nothing();
  INVARIANT(all_apart());
  return budget.stopped();
}

// Whether one of the first candidates can be false. Several candidates are negated in one clause with a
// selector, which is set to false afterwards.
Status Backbone::ask(std::size_t together, const Limits& limits, const Pulse& pulse) {
  assumed_ = assumptions_;
  if (together == 1) {
    assumed_.push_back(-open_[0].lit);
    return engine_.solve(assumed_, limits, pulse);
  }
  INVARIANT(fresh_ <= last_);
  const std::int32_t selector = fresh_++;
  std::vector<std::int32_t> clause{-selector};
  for (std::size_t i = 0; i < together; i++) clause.push_back(-open_[i].lit);
  engine_.add(clause);
  assumed_.push_back(selector);
  const Status status = engine_.solve(assumed_, limits, pulse);
  engine_.add(std::vector{-selector});
  return status;
}

// The first candidates cannot be false. They become unit clauses, unless they depend on assumptions.
void Backbone::force(std::size_t together) {
  INVARIANT(together <= open_.size());
  for (std::size_t i = 0; i < together; i++) {
    forced_.push_back(open_[i].lit);
    if (assumptions_.empty()) engine_.add(std::vector{open_[i].lit});
  }
  open_.erase(open_.begin(), open_.begin() + static_cast<std::ptrdiff_t>(together));
}

// Candidates that the engine has meanwhile derived at level 0.
void Backbone::take_known() {
  std::erase_if(open_, [&](const Candidate& candidate) {
    if (engine_.root_value(candidate.lit) <= 0) return false;
    forced_.push_back(candidate.lit);
    return true;
  });
}

template <class Struck>
void Backbone::strike(Struck struck) {
  std::erase_if(open_, [&](const Candidate& candidate) {
    if (!struck(candidate.lit)) return false;
    if (preferring_) engine_.clear_phase(std::abs(candidate.lit));
    return true;
  });
}

// For invariants. Whether no literal is forced twice, or forced and undecided.
bool Backbone::all_apart() const {
  std::vector<std::int32_t> lits = undecided();
  lits.insert(lits.end(), forced_.begin(), forced_.end());
  std::sort(lits.begin(), lits.end());
  return std::adjacent_find(lits.begin(), lits.end()) == lits.end();
}

void Backbone::prefer_others() {
  preferring_ = true;
  for (const Candidate& candidate : open_) engine_.set_phase(-candidate.lit);
}

void Backbone::prefer_nothing() {
  if (!preferring_) return;
  preferring_ = false;
  for (const Candidate& candidate : open_) engine_.clear_phase(std::abs(candidate.lit));
  for (const std::int32_t lit : forced_) engine_.clear_phase(std::abs(lit));
}

// -- local search -----------------------------------------------------------------------------------------

void Backbone::look_around(const std::vector<std::int32_t>& model, Budget& budget) {
  if (!clauses_ || open_.empty()) return;
  if (!neighbours_) neighbours_.emplace(*clauses_, assumptions_);
  neighbours_->start(model);
  strike_neighbours();
  const auto at_first = flips_at_first * static_cast<std::int64_t>(neighbours_->variables());
  // The candidates tried least often come first.
  std::stable_sort(open_.begin(), open_.end(),
                   [](const Candidate& a, const Candidate& b) { return a.tries < b.tries; });
  for (std::size_t at = 0; at < open_.size();) {
    if (wasted_flips_ * propagations_per_flip > at_first * most_at_first + budget.propagations() ||
        budget.spent())
      return;
    const std::int64_t before = neighbours_->flips();
    Candidate& candidate = open_[at];
    if (neighbours_->reach(-candidate.lit, at_first << std::min(candidate.tries, 20))) {
      strike_neighbours();  // the candidate itself and possibly others, before and after it
      at = 0;
      while (at < open_.size() && open_[at].tries > 0) at++;
    } else {
      wasted_flips_ += neighbours_->flips() - before;
      candidate.tries++;
      at++;
    }
  }
}

void Backbone::strike_neighbours() {
  strike([&](std::int32_t lit) {  // a variable that occurs in no clause can have either value
    return !neighbours_->occurs(lit) || !neighbours_->holds(lit) || neighbours_->can_turn(lit);
  });
}

}  // namespace satplay
