#include "counter.hpp"

#include <algorithm>
#include <new>
#include <stdexcept>
#include <utility>

#include "order.hpp"

namespace satplay::counting {

namespace {

constexpr std::int64_t decisions_between_looks_at_memory = 256;
constexpr std::int64_t decisions_for_a_conflict = 10;  // then conflicts are frequent

}  // namespace

Counter::Counter(Problem&& problem, std::size_t cache_bytes)
    : cache_bytes_(cache_bytes), problem_(std::move(problem)) {}

Count Counter::count(const Limits& limits, const Pulse& pulse) {
  Count result;
  meter_.start(limits, pulse);
  try {
    prepare();
    run();
    result.at_least = result_;
  } catch (const Stopped& stopped) {
    result.stopped = stopped.why;
    result.at_least = counted_so_far();
  } catch (const std::bad_alloc&) {
    result.stopped = Stop::memory;
    result.at_least = counted_so_far();
  }
  result.free = problem_.free;
  return result;
}

void Counter::prepare() {
  meter_.work(1);
  meter_.memory(problem_.bytes());
  simplifier_.emplace(std::move(problem_), meter_);
  problem_ = simplifier_->run();
  simplifier_.reset();
  meter_.statistics.variables = problem_.variables;
  meter_.statistics.clauses = static_cast<std::int64_t>(problem_.clauses.size());
  distances_ = distances_from_the_middle(problem_, meter_);
  occurrences_.resize(problem_.variables);
  search_.emplace(problem_, meter_);
  components_.emplace(problem_, meter_);
  std::size_t most = cache_bytes_;
  if (meter_.limits().memory_bytes >= 0)
    most = std::min(most, static_cast<std::size_t>(meter_.limits().memory_bytes) / 2);
  cache_.emplace(most, meter_);
  watch_memory();
}

void Counter::watch_memory() {
  meter_.memory(search_->bytes() + components_->bytes() + cache_->bytes());
}

void Counter::run() {
  if (problem_.contradictory || !search_->probe()) return;
  const Place everything = components_->push_everything();
  if (!search_->satisfiable(components_->variables(everything))) return;
  frames_.push_back({everything, 0, no_lit, true, true, 0, 1});
  split(true);
  while (true) {
    Frame& frame = frames_.back();
    if (pending_.size() > frame.first_pending) {
      enter(pending_.back());
      continue;
    }
    frame.total += frame.product;
    frame.open = false;
    if (frames_.size() == 1) break;
    search_->retreat(search_->level() - 1);
    components_->drop(components_->end(frame.component));
    if (!frame.second) {
      frame.second = true;
      // The other value may have been refuted meanwhile.
      if (search_->value(frame.decision) == 0 && branch(negated(frame.decision), false)) continue;
    }
    leave();
  }
  result_ = frames_.back().total;
  frames_.clear();
}

// Count a pending component, which is known to be satisfiable; the branch of its model goes first.
void Counter::enter(Place component) {
  pending_.pop_back();
  const Var var = best_variable(component);
  if (var == no_var) {  // since it was made, all that was shown in it has followed from learned clauses
    components_->drop(component);
    return;
  }
  if (meter_.statistics.decisions % decisions_between_looks_at_memory == 0) watch_memory();
  const Lit decision = search_->phase(var);
  frames_.push_back({component, pending_.size(), decision, false, false, 0, 1});
  if (!branch(decision, true)) throw std::logic_error("a model was refuted");
}

// Begin a branch of the last frame; false when it has no model. A certain one is known to have one.
bool Counter::branch(Lit decision, bool certain) {
  if (search_->assume(decision) && split(certain)) return true;
  search_->retreat(search_->level() - 1);
  pending_.resize(frames_.back().first_pending);
  return false;
}

// The components of the branch: those counted before are multiplied in, the others wait.
bool Counter::split(bool certain) {
  Frame& frame = frames_.back();
  frame.product = 1;
  const Place first = components_->top();
  frame.product <<= components_->split(frame.component, *search_, meter_);
  for (Place at = first; at < components_->top(); at = components_->end(at)) {
    ++meter_.statistics.components;
    const auto vars = components_->variables(at);
    const bool counts =
        std::any_of(vars.begin(), vars.end(), [&](Var var) { return components_->is_shown(var); });
    if (counts) {
      key_.assign(vars, components_->clauses(at));
      if (const auto known = cache_->find(key_)) {
        frame.product *= *known;
        continue;
      }
      pending_.push_back(at);
    }
    if (!certain && !search_->satisfiable(vars)) return false;
  }
  frame.open = true;
  return true;
}

// The last frame is counted: remember it, and multiply it into the branch that it is part of.
void Counter::leave() {
  Frame done = std::move(frames_.back());
  frames_.pop_back();
  key_.assign(components_->variables(done.component), components_->clauses(done.component));
  cache_->store(key_, done.total);
  components_->drop(done.component);
  frames_.back().product *= done.total;
}

// Where a tree decomposition is narrow its middle goes first. Elsewhere a variable of the long clause with
// fewest open literals does, as in exact covers (Knuth, "Dancing Links", 2000): one row is finished before
// another is begun, and the same components come again. Then occurrences count, and activity where conflicts
// are frequent (VSADS: Sang, Beame & Kautz, "Heuristics for Fast Exact Model Counting", 2005): where they are
// rare it only spoils the order. Only open variables that are shown.
//
// Permutations of 12 take 41 thousand decisions so; without the second rule four million were not enough; in
// random formulas, whose decompositions are wide, heeding them anyway costs a third more decisions.
Var Counter::best_variable(Place component) {
  components_->look(component, *search_, occurrences_);
  const bool narrow = !distances_.empty();
  const double activity =
      meter_.statistics.conflicts * decisions_for_a_conflict > meter_.statistics.decisions ? 1 : 0;
  Var best = no_var;
  std::pair<double, double> best_score;
  for (const Var var : components_->variables(component)) {
    if (!components_->is_shown(var) || !search_->is_open(var)) continue;
    const auto& [clauses, shortest] = occurrences_[var];
    const double score = clauses + activity * search_->activity(var);
    const auto scores =
        narrow ? std::pair(0.0, score - distances_[var]) : std::pair(-double(shortest), score);
    if (best == no_var || scores > best_score) {
      best = var;
      best_score = scores;
    }
  }
  meter_.work(components_->variables(component).size() + components_->clauses(component).size());
  return best;
}

// What the branches done so far and one model for each component still open make certain.
Natural Counter::counted_so_far() const {
  if (frames_.empty()) return 0;
  Natural inner = 1;
  for (auto frame = frames_.rbegin(); frame != frames_.rend(); ++frame) {
    inner *= frame->open ? frame->product : 0;
    inner += frame->total;
    if (inner.size() == 0) inner = 1;
  }
  return inner;
}

}  // namespace satplay::counting
