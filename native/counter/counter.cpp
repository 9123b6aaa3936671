#include "counter.hpp"

#include <algorithm>
#include <new>
#include <stdexcept>
#include <utility>

#include "../invariant.hpp"
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
  if (stage_ != Stage::counted) {
    meter_.start(limits, pulse);
    try {
      prepare();
      run();
    } catch (const Stopped& stopped) {
      result.stopped = stopped.why;
      keep_bound();
    } catch (const std::bad_alloc&) {
      // An allocation can fail anywhere, and an unfinished step would make later counts wrong. The lower
      // bound remains valid: it is changed atomically and only by proven amounts.
      result.stopped = Stop::memory;
      keep_bound();
      start_over();
    } catch (...) {
      start_over();
      throw;
    }
  }
  result.at_least = at_least_;
  result.free = problem_.free;
  return result;
}

// A finished stage is not repeated; a stopped stage starts over, except for what its parts store.
void Counter::prepare() {
  meter_.work(1);
  meter_.rest();
  if (stage_ == Stage::given) {
    meter_.memory(problem_.bytes());
    simplifier_.emplace(Problem(problem_),
                        meter_);  // a copy: a call that is stopped starts over with the given problem
    problem_ = simplifier_->run();
    simplifier_.reset();
    meter_.statistics.variables = problem_.variables;
    meter_.statistics.clauses = static_cast<std::int64_t>(problem_.clauses.size());
    stage_ = Stage::simplified;
  }
  if (stage_ == Stage::simplified) build();
  cache_->bound(most_cached());
  watch_memory();
  if (stage_ == Stage::built) begin();
}

void Counter::build() {
  distances_ = distances_from_the_middle(problem_, meter_);
  occurrences_.resize(problem_.variables);
  search_.emplace(problem_, meter_);
  components_.emplace(problem_, meter_);
  cache_.emplace(most_cached(), meter_);
  stage_ = Stage::built;
}

// Makes the whole formula the first frame, if it has a model.
void Counter::begin() {
  if (problem_.contradictory || !search_->probe()) return finish(0);
  components_->drop(0);  // left by a stopped call
  const Place everything = components_->push_everything();
  if (!search_->satisfiable(components_->variables(everything))) return finish(0);
  frames_.push_back({everything, 0, no_lit, true, true, 0, 1});
  split(true);
  stage_ = Stage::counting;
}

void Counter::finish(Natural&& count) {
  INVARIANT(!(count < at_least_));  // earlier lower bounds were valid
  at_least_ = std::move(count);
  start_over();  // frees the memory
  stage_ = Stage::counted;
}

void Counter::start_over() noexcept {
  if (stage_ > Stage::simplified) stage_ = Stage::simplified;
  frames_.clear();
  pending_.clear();
  cache_.reset();
  components_.reset();
  search_.reset();
}

std::size_t Counter::most_cached() const {
  const std::int64_t allowed = meter_.limits().memory_bytes;
  return allowed < 0 ? cache_bytes_ : std::min(cache_bytes_, static_cast<std::size_t>(allowed) / 2);
}

void Counter::watch_memory() {
  meter_.memory(search_->bytes() + components_->bytes() + cache_->bytes());
}

void Counter::run() {
  while (stage_ != Stage::counted) {
    meter_.progress();
    const Frame& frame = frames_.back();
    if (pending_.size() > frame.first_pending)
      enter(pending_.back());
    else if (frame.open)
      close();
    else if (frame.second || !turn())
      leave();
  }
}

// Counts a pending component, which is known to be satisfiable; the branch of its model comes first.
void Counter::enter(Place component) {
  const Var var = best_variable(component);
  if (var == no_var) {  // meanwhile learned clauses have implied all its projection variables
    pending_.pop_back();
    components_->drop(component);
    return;
  }
  if (meter_.statistics.decisions % decisions_between_looks_at_memory == 0) watch_memory();
  pending_.pop_back();
  const Lit decision = search_->phase(var);
  frames_.push_back({component, pending_.size(), decision, false, false, 0, 1});
  if (!branch(decision, true)) throw std::logic_error("a model was refuted");
}

// A branch of the last frame is counted; returns whether it was the last of the whole formula.
void Counter::close() {
  Frame& frame = frames_.back();
  INVARIANT(frame.open && pending_.size() == frame.first_pending);
  frame.total += frame.product;
  frame.open = false;
  if (frames_.size() == 1) return finish(std::move(frame.total));
  search_->retreat(search_->level() - 1);
  components_->drop(components_->end(frame.component));
}

// Starts the second branch of the last frame; returns false if it has no model. If stopped, it has no effect.
bool Counter::turn() {
  Frame& frame = frames_.back();
  INVARIANT(!frame.second && pending_.size() == frame.first_pending);
  const std::uint32_t level = search_->level();
  try {
    // The other value may have been refuted in the meantime.
    const bool any = search_->value(frame.decision) == 0 && branch(negated(frame.decision), false);
    frame.second = true;
    return any;
  } catch (const Stopped&) {
    search_->retreat(level);
    pending_.resize(frame.first_pending);
    components_->drop(components_->end(frame.component));
    throw;
  }
}

// Starts a branch of the last frame; returns false if it has no model. `certain`: it is known to have one.
bool Counter::branch(Lit decision, bool certain) {
  if (search_->assume(decision) && split(certain)) return true;
  search_->retreat(search_->level() - 1);
  pending_.resize(frames_.back().first_pending);
  return false;
}

// The components of the branch: cached ones are multiplied in, the others become pending.
bool Counter::split(bool certain) {
  Frame& frame = frames_.back();
  frame.product = 1;
  const Place first = components_->top();
  frame.product <<= components_->split(frame.component, *search_, meter_);
  for (Place at = first; at < components_->top(); at = components_->end(at)) {
    ++meter_.statistics.components;
    const auto vars = components_->variables(at);
    const bool counts =
        std::any_of(vars.begin(), vars.end(), [&](Var var) { return components_->is_projected(var); });
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

// The last frame is counted: stores it in the cache and multiplies it into the branch that contains it.
void Counter::leave() {
  INVARIANT(frames_.size() > 1 && frames_.back().second && !frames_.back().open);
  INVARIANT(frames_.back().total.size() > 0);  // only what is satisfiable is counted
  Frame done = std::move(frames_.back());
  frames_.pop_back();
  key_.assign(components_->variables(done.component), components_->clauses(done.component));
  cache_->store(key_, done.total);
  components_->drop(done.component);
  frames_.back().product *= done.total;
}

// The decision variable, among the unassigned projection variables. If a tree decomposition is narrow, its
// centre comes first. Otherwise a variable of the long clause with the fewest unassigned literals, as in
// exact covers (Knuth, "Dancing Links", 2000): one row is finished before another is started, and the same
// components recur. Then the number of occurrences decides, and activity if conflicts are frequent (VSADS:
// Sang, Beame & Kautz, "Heuristics for Fast Exact Model Counting", 2005); if they are rare, activity makes
// the order worse.
//
// Permutations of 12 take 41 thousand decisions; without the second rule four million do not suffice. On
// random formulas, whose decompositions are wide, using them costs a third more decisions.
Var Counter::best_variable(Place component) {
  components_->look(component, *search_, occurrences_);
  const bool narrow = !distances_.empty();
  const double activity =
      meter_.statistics.conflicts * decisions_for_a_conflict > meter_.statistics.decisions ? 1 : 0;
  Var best = no_var;
  std::pair<double, double> best_score;
  for (const Var var : components_->variables(component)) {
    if (!components_->is_projected(var) || !search_->is_open(var)) continue;
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

void Counter::keep_bound() {
  try {
    Natural bound = counted_so_far();
    if (at_least_ < bound) at_least_ = std::move(bound);
  } catch (const std::bad_alloc&) {  // then the last bound remains
  }
}

// The lower bound from the finished branches and one model for each pending component.
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
