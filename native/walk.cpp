// Local search for good phases: ProbSAT (Balint & Schöning 2012) on the given clauses. One variable of a
// random false clause is flipped, with a probability that decreases with the number of clauses it breaks. The
// best assignment found becomes the saved phases (Cai, Zhang, Fleury & Biere 2022), so that the search
// continues near it; if it is a model, the search finds it without a conflict.
#include <algorithm>
#include <array>

#include "solver.hpp"

namespace satplay {

namespace {

// The base of the exponential for uniform formulas with 3, 4, ... literals in a clause, as Balint and
// Schöning tuned it; 2 for binary clauses is extrapolated.
double base_for(double length) {
  constexpr std::array<double, 6> bases{2.0, 2.5, 2.85, 3.7, 5.0, 5.4};
  const double at = std::clamp(length - 2, 0.0, static_cast<double>(bases.size() - 1));
  const auto below = std::min(static_cast<std::size_t>(at), bases.size() - 2);
  const double share = at - static_cast<double>(below);
  return (1 - share) * bases[below] + share * bases[below + 1];
}

// Lists of numbers, stored one after the other.
struct Lists {
  std::vector<std::uint32_t> begins{0}, items;
  std::span<const std::uint32_t> operator[](std::size_t at) const {
    return {items.data() + begins[at], items.data() + begins[at + 1]};
  }
  std::size_t size() const { return begins.size() - 1; }
  void close() { begins.push_back(static_cast<std::uint32_t>(items.size())); }
};

class Walk {
 public:
  Walk(Lists clauses, std::vector<std::int8_t> truth, std::mt19937_64& random)
      : clauses_(std::move(clauses)), truth_(std::move(truth)), random_(random) {
    find_occurrences();
    const double length = static_cast<double>(clauses_.items.size()) / static_cast<double>(clauses_.size());
    double probability = 1;
    for (double& weight : weights_) {
      weight = probability;
      probability /= base_for(length);
    }
    true_lits_.resize(clauses_.size());
    place_.resize(clauses_.size());
    breaks_.resize(truth_.size() / 2);
    for (std::uint32_t clause = 0; clause < clauses_.size(); clause++) {
      TrueLits& held = true_lits_[clause];
      for (const Lit lit : clauses_[clause]) {
        if (truth_[lit] <= 0) continue;
        held.count++;
        held.sum ^= lit;
      }
      if (held.count == 0) make_false(clause);
      if (held.count == 1) breaks_[variable(held.sum)]++;
    }
    least_ = false_.size();
  }

  // Flips until no clause is false, the effort is used up or `stop` returns true; returns the ticks used.
  template <class Stop>
  std::int64_t flip_until(std::int64_t effort, Stop stop) {
    std::int64_t ticks = 0;
    for (std::int64_t flips = 1; ticks < effort && !false_.empty(); flips++) {
      if (flips % 1024 == 0 && stop()) break;
      ticks += flip(pick(clauses_[false_[below(false_.size())]]));
      if (false_.size() < least_) {
        least_ = false_.size();
        since_best_.clear();
      }
    }
    return ticks;
  }

  std::size_t least() const { return least_; }

  // The assignment with the fewest false clauses.
  const std::vector<std::int8_t>& best() {
    for (const Var var : since_best_) {
      std::swap(truth_[positive(var)], truth_[negated(positive(var))]);
    }
    since_best_.clear();
    return truth_;
  }

 private:
  struct TrueLits {
    std::uint32_t count = 0, sum = 0;  // sum: exclusive or of the true literals; of a single one, itself
  };

  void find_occurrences() {
    std::vector<std::uint32_t>& begins = occurrences_.begins;
    begins.assign(truth_.size() + 1, 0);
    for (const Lit lit : clauses_.items) begins[lit + 1]++;
    for (std::size_t lit = 1; lit < begins.size(); lit++) begins[lit] += begins[lit - 1];
    occurrences_.items.resize(clauses_.items.size());
    std::vector<std::uint32_t> next(begins.begin(), begins.end() - 1);
    for (std::uint32_t clause = 0; clause < clauses_.size(); clause++) {
      for (const Lit lit : clauses_[clause]) occurrences_.items[next[lit]++] = clause;
    }
  }

  std::size_t below(std::size_t bound) {
    return static_cast<std::size_t>((static_cast<std::uint64_t>(random_() >> 32) * bound) >> 32);
  }

  void make_false(std::uint32_t clause) {
    place_[clause] = static_cast<std::uint32_t>(false_.size());
    false_.push_back(clause);
  }

  void make_true(std::uint32_t clause) {
    const std::uint32_t last = false_.back();
    false_[place_[clause]] = last;
    place_[last] = place_[clause];
    false_.pop_back();
  }

  double weight(Lit lit) const {
    return weights_[std::min<std::size_t>(breaks_[variable(lit)], weights_.size() - 1)];
  }

  Lit pick(std::span<const Lit> clause) {
    double sum = 0;
    for (const Lit lit : clause) sum += weight(lit);
    double left = sum * static_cast<double>(random_() >> 11) * 0x1p-53;
    for (const Lit lit : clause) {
      left -= weight(lit);
      if (left < 0) return lit;
    }
    return clause.back();
  }

  // `lit` is false and becomes true.
  std::int64_t flip(Lit lit) {
    const Var var = variable(lit);
    std::swap(truth_[lit], truth_[negated(lit)]);
    since_best_.push_back(var);
    for (const std::uint32_t clause : occurrences_[negated(lit)]) {
      TrueLits& held = true_lits_[clause];
      held.sum ^= negated(lit);
      if (--held.count == 0) {
        make_false(clause);
        breaks_[var]--;
      } else if (held.count == 1) {
        breaks_[variable(held.sum)]++;
      }
    }
    for (const std::uint32_t clause : occurrences_[lit]) {
      TrueLits& held = true_lits_[clause];
      if (held.count == 1) breaks_[variable(held.sum)]--;
      held.sum ^= lit;
      if (++held.count == 1) {
        make_true(clause);
        breaks_[var]++;
      }
    }
    return 2 + static_cast<std::int64_t>(occurrences_[lit].size() + occurrences_[negated(lit)].size());
  }

  Lists clauses_, occurrences_;
  std::vector<std::int8_t> truth_;  // by literal
  std::mt19937_64& random_;
  std::array<double, 64> weights_;  // by the number of clauses that a flip makes false
  std::vector<TrueLits> true_lits_;
  std::vector<std::uint32_t> breaks_;  // by variable: clauses that it alone makes true
  std::vector<std::uint32_t> false_, place_;
  std::vector<Var> since_best_;
  std::size_t least_ = 0;
};

}  // namespace

// At level 0. Does nothing if the effort limit does not even cover collecting the clauses.
void Solver::walk() {
  const std::int64_t effort = (work_.searching() - schedule_.walked_at) * options_.walk / 100;
  if (effort < static_cast<std::int64_t>(arena_.size() + trail_.literals()) || given_.empty()) return;
  schedule_.walked_at = work_.searching();
  Lists clauses;
  for (const Ref ref : given_) {
    const Clause& clause = arena_[ref];
    if (clause.garbage ||
        std::any_of(clause.begin(), clause.end(), [&](Lit lit) { return trail_.value(lit) > 0; }))
      continue;
    for (const Lit lit : clause.lits()) {
      if (trail_.value(lit) == 0) clauses.items.push_back(lit);
    }
    clauses.close();
  }
  if (clauses.size() == 0) return;
  std::vector<std::int8_t> truth(trail_.values());
  for (Var var = 0; var < variables(); var++) {
    if (truth[positive(var)] != 0) continue;
    const Lit lit = choose_phase(var);
    truth[lit] = 1;
    truth[negated(lit)] = -1;
  }
  Walk walk(std::move(clauses), std::move(truth), random_);
  const std::size_t before = walk.least();
  statistics.walks++;
  const std::int64_t ticks = walk.flip_until(effort, [&] { return out_of_limits_now(); });
  work_.ticks += ticks;
  work_.simplifying += ticks;
  LOG("local search: %zu false clauses before, %zu after", before, walk.least());
  if (walk.least() >= before) return;
  const std::vector<std::int8_t>& best = walk.best();
  for (Var var = 0; var < variables(); var++) phases_.save(literal(var, best[positive(var)] < 0));
}

}  // namespace satplay
