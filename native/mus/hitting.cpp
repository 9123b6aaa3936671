// Branch and bound for minimum hitting sets. The lower bound is Lagrangian: each set has a multiplier, and
// the relaxation takes the elements that cost less than the multipliers of the sets they hit (Held & Karp
// 1971; for set covering Beasley 1987). Multipliers are reused from node to node. All arithmetic is on
// integers, so that nothing is pruned by a rounding error.
#include "hitting.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "../invariant.hpp"

namespace satplay {

namespace {
using Clock = std::chrono::steady_clock;
constexpr auto time_between_pulses = std::chrono::milliseconds(10);
constexpr std::int64_t greatest_sum = std::int64_t{1} << 60, finest = std::int64_t{1} << 20;
constexpr std::int64_t no_bound = std::numeric_limits<std::int64_t>::max();
constexpr int first_rounds = 400, later_rounds = 25;  // of improving prices: at the root, at other nodes
constexpr std::size_t most_elements_checked = 500;    // elements of rows that an invariant counts
constexpr int patience = 5;                           // rounds without success before steps get smaller
constexpr std::int64_t most_leaps = 1000;             // from 0 to the sum of all weights
}  // namespace

HittingSets::HittingSets(std::span<const Weight> weights)
    : weights_(weights.begin(), weights.end()),
      rows_with_(weights.size()),
      next_bound_(no_bound),
      states_(weights.size(), State::open),
      reduced_(weights.size()) {
  Weight sum = 0;
  for (const Weight one : weights) {
    if (one < 1 || one >= greatest_sum - sum) throw std::invalid_argument("a weight out of range");
    sum += one;
    unit_ = std::gcd(unit_, one);
  }
  unit_ = std::max<Weight>(unit_, 1);
  sum /= unit_;
  for (Weight& one : weights_) one /= unit_;
  const bool equal = std::all_of(weights_.begin(), weights_.end(), [](Weight one) { return one == 1; });
  leap_ = equal ? 0 : sum / most_leaps;
  scale_ = std::clamp<Price>(std::bit_floor(static_cast<std::uint64_t>(greatest_sum / (sum + 1))), 1, finest);
}

void HittingSets::hit(std::span<const Element> elements) {
  if (elements.empty()) throw std::invalid_argument("nothing hits an empty set");
  for (const Element element : elements)
    if (element < 0 || static_cast<std::size_t>(element) >= weights_.size())
      throw std::invalid_argument("no such element");
  const auto row = static_cast<Row>(rows());
  elements_.insert(elements_.end(), elements.begin(), elements.end());
  const auto begin = elements_.begin() + static_cast<std::ptrdiff_t>(begins_.back());
  std::sort(begin, elements_.end());
  elements_.erase(std::unique(begin, elements_.end()), elements_.end());
  begins_.push_back(elements_.size());
  std::uint32_t hits = 0, open = 0;
  for (const Element element : this->elements(row)) {
    rows_with_[static_cast<std::size_t>(element)].push_back(row);
    hits += state(element) == State::in;
    open += state(element) == State::open;
  }
  hits_.push_back(hits);
  open_.push_back(open);
  multipliers_.push_back(0);
  waiting_.push_back(row);
  found_.clear();
  best_.clear();
  fresh_ = true;
}

std::size_t HittingSets::bytes() const {
  return 2 * elements_.capacity() * sizeof(Element) + begins_.capacity() * (sizeof(std::size_t) + 20) +
         weights_.size() * 80;
}

// -- limits -----------------------------------------------------------------------------------------------

bool HittingSets::start(const Limits& limits, const Pulse& pulse) {
  interrupted_.lower();
  limits_ = limits;
  pulse_ = &pulse;
  stopped_ = Stop::none;
  failures_before_ = failures_;
  started_ = Clock::now();
  next_pulse_ = started_ + time_between_pulses;
  return !out_of_limits();
}

bool HittingSets::out_of_limits() {
  const Clock::time_point now = Clock::now();
  if (interrupted_.raised()) {
    stopped_ = Stop::interrupted;
  } else if (std::chrono::duration<double>(now - started_).count() >= limits_.seconds) {
    stopped_ = Stop::time;
  } else if (limits_.conflicts >= 0 && failures_ - failures_before_ > limits_.conflicts) {
    stopped_ = Stop::conflicts;
  } else if (limits_.memory_bytes >= 0 && bytes() > static_cast<std::size_t>(limits_.memory_bytes)) {
    stopped_ = Stop::memory;
  } else if (now >= next_pulse_) {
    next_pulse_ = now + time_between_pulses;
    if (*pulse_ && !(*pulse_)()) stopped_ = Stop::interrupted;
  }
  return stopped_ != Stop::none;
}

// -- the search -------------------------------------------------------------------------------------------

Status HittingSets::minimum(const Limits& limits, const Pulse& pulse) {
  if (!start(limits, pulse)) return Status::unknown;
  if (!found_.empty() || rows() == 0) return Status::satisfiable;
  while (!out_of_limits()) {
    INVARIANT(counts_are_right());
    if (!settle()) {
      if (stopped_ != Stop::none) return Status::unknown;
      failures_++;
      if (!turn() && deepen()) {
        INVARIANT(found_hits_all());
        return Status::satisfiable;
      }
    } else if (const Weight cost = complete(); cost == least_) {
      found_ = candidate_;
      INVARIANT(found_hits_all());
      return Status::satisfiable;
    } else if (cost <= bound_) {
      best_ = candidate_;
      bound_ = cost - 1;
      fresh_ = true;
    } else {
      branch();
    }
  }
  return Status::unknown;
}

void HittingSets::set(Element element, State to) {
  INVARIANT(state(element) == State::open && to != State::open);
  state(element) = to;
  trail_.push_back(element);
  if (to == State::in) spent_ += weight(element);
  for (const Row row : rows_with(element)) {
    open_[row]--;
    if (to == State::in)
      hits_[row]++;
    else if (hits_[row] == 0 && open_[row] <= 1)
      waiting_.push_back(row);
  }
}

void HittingSets::take_back(std::size_t trail) {
  while (trail_.size() > trail) {
    const Element element = trail_.back();
    trail_.pop_back();
    const bool was_in = state(element) == State::in;
    if (was_in) spent_ -= weight(element);
    for (const Row row : rows_with(element)) {
      open_[row]++;
      if (was_in) hits_[row]--;
    }
    state(element) = State::open;
  }
  waiting_.clear();
}

// Takes the only element left of a row; returns false if none is left or the weight exceeds the bound.
bool HittingSets::propagate() {
  while (!waiting_.empty()) {
    const Row row = waiting_.back();
    waiting_.pop_back();
    if (hits_[row] > 0 || open_[row] > 1) continue;
    if (open_[row] == 0) return false;
    const std::span<const Element> here = elements(row);
    set(*std::find_if(here.begin(), here.end(), [&](Element e) { return state(e) == State::open; }),
        State::in);
  }
  return !too_dear(spent_);
}

bool HittingSets::too_dear(Weight at_least) {
  if (at_least <= bound_) return false;
  next_bound_ = std::min(next_bound_, at_least);
  return true;
}

// Propagation and bounding at this node; returns false if nothing below it is cheap enough, or at a limit.
bool HittingSets::settle() {
  for (;;) {
    if (!propagate()) return false;
    if (!fresh_) return true;
    gather();
    if (!waiting_.empty()) continue;
    const Price relaxed = relax();
    if (stopped_ != Stop::none) return false;
    fresh_ = false;
    if (too_dear(spent_ + rounded_up(relaxed))) return false;
    fix(relaxed);
  }
}

// The rows not hit yet. Rows added deeper in the search may force an element here.
void HittingSets::gather() {
  missed_.clear();
  for (Row row = 0; row < rows(); row++) {
    if (hits_[row] > 0) continue;
    missed_.push_back(row);
    if (open_[row] <= 1) waiting_.push_back(row);
  }
}

HittingSets::Weight HittingSets::rounded_up(Price price) const {
  return price <= 0 ? 0 : (price + scale_ - 1) / scale_;
}

// The Lagrangian lower bound of the cost of the open elements, improved by subgradient steps until it
// suffices or does not improve (Held, Wolfe & Crowder 1974). The best multipliers are stored.
HittingSets::Price HittingSets::relax() {
  const Price enough = (bound_ - spent_) * scale_ + 1;
  const int rounds = decisions_.empty() ? first_rounds : later_rounds;
  list_open();
  best_multipliers_.assign(missed_.size(), 0);
  slopes_.resize(missed_.size());
  Price best = -1;
  double step = 1;
  for (int round = 0, idle = 0;; round++) {
    const Price relaxed = reduce([&](std::size_t at) { return multipliers_[missed_[at]]; });
    if (relaxed > best) {
      best = relaxed;
      for (std::size_t at = 0; at < missed_.size(); at++) best_multipliers_[at] = multipliers_[missed_[at]];
      idle = 0;
    } else if (++idle == patience) {
      idle = 0;
      step /= 2;
    }
    if (best >= enough || round == rounds) break;
    if (round % 16 == 15 && out_of_limits()) return 0;
    const double length = find_slopes();
    if (length == 0) break;
    const double size = step * static_cast<double>(enough - relaxed) / length;
    for (std::size_t at = 0; at < missed_.size(); at++) {
      Price& price = multipliers_[missed_[at]];
      price = std::max<Price>(0, price + static_cast<Price>(size * slopes_[at]));
    }
  }
  for (std::size_t at = 0; at < missed_.size(); at++) multipliers_[missed_[at]] = best_multipliers_[at];
  return reduce([&](std::size_t at) { return best_multipliers_[at]; });
}

// The subgradient at the reduced costs, in slopes_; returns the square of its length, without the components
// that would make a multiplier negative.
double HittingSets::find_slopes() {
  double length = 0;
  for (std::size_t at = 0; at < missed_.size(); at++) {
    int slope = 1;
    for (const Element element : open_of(at)) slope -= reduced(element) < 0;
    slopes_[at] = slope;
    if (slope > 0 || multipliers_[missed_[at]] > 0) length += slope * slope;
  }
  return length;
}

// The open elements, all of them and by row that is not hit yet.
void HittingSets::list_open() {
  order_.clear();
  for (Element element = 0; static_cast<std::size_t>(element) < states_.size(); element++)
    if (state(element) == State::open) order_.push_back(element);
  listed_.clear();
  listed_begins_.assign(1, 0);
  for (const Row row : missed_) {
    for (const Element element : elements(row))
      if (state(element) == State::open) listed_.push_back(element);
    listed_begins_.push_back(listed_.size());
  }
}

// The reduced costs of the open elements, and the bound that they give.
template <class Multiplier>
HittingSets::Price HittingSets::reduce(Multiplier&& multiplier) {
  for (const Element element : order_) reduced(element) = weight(element) * scale_;
  Price relaxed = 0;
  for (std::size_t at = 0; at < missed_.size(); at++) {
    const Price price = multiplier(at);
    if (price == 0) continue;
    relaxed += price;
    for (const Element element : open_of(at)) reduced(element) -= price;
  }
  for (const Element element : order_) relaxed += std::min<Price>(0, reduced(element));
  return relaxed;
}

// Excludes elements whose inclusion exceeds the bound, and includes those whose exclusion does.
void HittingSets::fix(Price relaxed) {
  const Weight before = spent_;
  for (const Element element : order_) {
    const Price price = reduced(element);
    if (too_dear(before + rounded_up(relaxed + std::abs(price))))
      set(element, price < 0 ? State::in : State::out);
  }
}

// The open element of the row with the least reduced cost.
HittingSets::Element HittingSets::cheapest_open(Row row) {
  Element best = -1;
  for (const Element element : elements(row))
    if (state(element) == State::open && (best < 0 || reduced(element) < reduced(best))) best = element;
  return best;
}

// Completes the chosen elements to a hitting set, guided by the reduced costs; returns its cost.
HittingSets::Weight HittingSets::complete() {
  covered_.assign(rows(), 0);
  for (const Row row : missed_) covered_[row] = hits_[row];
  order_.clear();
  Weight cost = spent_;
  const auto take = [&](Element element) {
    order_.push_back(element);
    cost += weight(element);
    for (const Row row : rows_with(element)) covered_[row]++;
  };
  for (Element element = 0; static_cast<std::size_t>(element) < states_.size(); element++)
    if (state(element) == State::open && reduced(element) < 0) take(element);
  for (const Row row : missed_)
    if (covered_[row] == 0) take(cheapest_open(row));
  std::sort(order_.begin(), order_.end(), [&](Element a, Element b) { return reduced(a) > reduced(b); });
  std::erase_if(order_, [&](Element element) {
    for (const Row row : rows_with(element))
      if (covered_[row] == 1 && hits_[row] == 0) return false;
    for (const Row row : rows_with(element)) covered_[row]--;
    cost -= weight(element);
    return true;
  });
  candidate_ = order_;
  for (Element element = 0; static_cast<std::size_t>(element) < states_.size(); element++)
    if (state(element) == State::in) candidate_.push_back(element);
  std::sort(candidate_.begin(), candidate_.end());
  return cost;
}

// The element with the least reduced cost in the shortest row not hit yet.
void HittingSets::branch() {
  Row shortest = 0;
  std::uint32_t least = UINT32_MAX;
  for (const Row row : missed_) {
    if (hits_[row] > 0 || open_[row] >= least) continue;
    least = open_[row];
    shortest = row;
  }
  const Element best = cheapest_open(shortest);
  decisions_.push_back({trail_.size(), best, false});
  set(best, State::in);
  fresh_ = true;
}

bool HittingSets::turn() {
  while (!decisions_.empty()) {
    Decision& last = decisions_.back();
    take_back(last.trail);
    if (!last.turned) {
      last.turned = true;
      set(last.element, State::out);
      fresh_ = true;
      return true;
    }
    decisions_.pop_back();
  }
  return false;
}

// No hitting set is within the bound. Either the best one found is minimum, or the bound rises to the least
// cost that was pruned; if there are many different costs, it rises faster.
bool HittingSets::deepen() {
  take_back(0);
  INVARIANT(spent_ == 0 && decisions_.empty());
  fresh_ = true;
  [[maybe_unused]] const Weight before = least_;
  least_ = std::max(least_, best_.empty() ? next_bound_ : bound_ + 1);
  bound_ = least_ + (best_.empty() ? leap_ : 0);
  next_bound_ = no_bound;
  found_ = std::move(best_);
  best_.clear();
  INVARIANT(least_ >= before && least_ <= bound_ + (found_.empty() ? 0 : 1));
  return !found_.empty();
}

// -- for invariants ---------------------------------------------------------------------------------------

// Whether the set found has an element of each row and costs the least.
bool HittingSets::found_hits_all() const {
  for (Row row = 0; row < rows(); row++) {
    const std::span<const Element> here = elements(row);
    if (std::none_of(here.begin(), here.end(), [&](Element element) {
          return std::binary_search(found_.begin(), found_.end(), element);
        }))
      return false;
  }
  Weight sum = 0;
  for (const Element element : found_) sum += weight(element);
  return sum == least_;
}

// Whether the numbers of elements that are in and open, and what is spent, are right; skipped if there
// are many rows.
bool HittingSets::counts_are_right() const {
  if (elements_.size() > most_elements_checked) return true;
  for (Row row = 0; row < rows(); row++) {
    std::uint32_t hits = 0, open = 0;
    for (const Element element : elements(row)) {
      hits += states_[static_cast<std::size_t>(element)] == State::in;
      open += states_[static_cast<std::size_t>(element)] == State::open;
    }
    if (hits != hits_[row] || open != open_[row]) return false;
  }
  Weight spent = 0;
  for (std::size_t at = 0; at < states_.size(); at++) spent += states_[at] == State::in ? weights_[at] : 0;
  return spent == spent_;
}

}  // namespace satplay
