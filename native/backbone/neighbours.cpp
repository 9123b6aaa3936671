// Local search like WalkSAT (Selman, Kautz & Cohen, "Noise strategies for improving local search", 1994):
// flips a literal of a false clause, with a probability that decreases with the number of clauses that it
// breaks.
#include "neighbours.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "../invariant.hpp"

namespace satplay {

namespace {
constexpr std::size_t most_clauses_checked = 500;  // clauses whose values are checked by an invariant

// By the number of clauses that would break: 2^16 (0.9 / (0.9 + breaks))^2.06, the best parameters for
// clauses of three literals.
constexpr std::array<std::uint32_t, 16> weights{65536, 14060, 5884, 3196, 1997, 1362, 987, 747,
                                                584,   469,   385,  321,  272,  233,  202, 177};
}  // namespace

Neighbours::Neighbours(ExternalLits clauses, ExternalLits fixed) {
  table_.read(clauses);
  fixed_.resize(table_.variables());
  for (const std::int32_t literal : fixed)
    if (table_.occurs(literal)) fixed_[variable(table_.internal(literal))] = 1;
  true_.resize(2 * table_.variables());
  breaks_.resize(table_.variables());
  odd_.resize(table_.variables());
  trues_.resize(table_.size());
  sums_.resize(table_.size());
  place_.resize(table_.size());
}

void Neighbours::start(ExternalLits model) {
  std::size_t at = 0;
  for (Var var = 0; var < table_.variables(); var++) {
    while (at < model.size() && std::abs(model[at]) != table_.name(var)) at++;
    if (at == model.size()) throw std::invalid_argument("a model must have a literal for every variable");
    true_[literal(var, false)] = model[at] > 0;
    true_[literal(var, true)] = model[at] < 0;
  }
  std::fill(breaks_.begin(), breaks_.end(), 0);
  broken_.clear();
  flipped_.clear();
  for (Index clause = 0; clause < trues_.size(); clause++) {
    trues_[clause] = sums_[clause] = 0;
    for (const Lit lit : table_.lits(clause)) {
      if (!true_[lit]) continue;
      trues_[clause]++;
      sums_[clause] += variable(lit);
    }
    if (trues_[clause] == 0) throw std::invalid_argument("a model must satisfy every clause");
    if (trues_[clause] == 1) breaks_[sums_[clause]]++;
  }
}

// Makes a false literal true.
void Neighbours::flip(Lit lit) {
  INVARIANT(!true_[lit] && true_[negated(lit)]);
  const Var var = variable(lit);
  flips_++;
  flipped_.push_back(lit);
  true_[lit] = 1;
  true_[negated(lit)] = 0;
  for (const Index clause : table_.with(lit)) {
    if (trues_[clause] == 0) {
      place_[broken_.back()] = place_[clause];
      broken_[place_[clause]] = broken_.back();
      broken_.pop_back();
      breaks_[var]++;
    } else if (trues_[clause] == 1) {
      breaks_[sums_[clause]]--;
    }
    trues_[clause]++;
    sums_[clause] += var;
  }
  for (const Index clause : table_.with(negated(lit))) {
    trues_[clause]--;
    sums_[clause] -= var;
    if (trues_[clause] == 0) {
      place_[clause] = static_cast<Index>(broken_.size());
      broken_.push_back(clause);
      breaks_[var]--;
    } else if (trues_[clause] == 1) {
      breaks_[sums_[clause]]++;
    }
  }
}

// xorshift64* (Marsaglia 2003; Vigna 2016): deterministic.
std::uint32_t Neighbours::chance(std::uint64_t below) {
  random_ ^= random_ >> 12;
  random_ ^= random_ << 25;
  random_ ^= random_ >> 27;
  const std::uint64_t high = (random_ * 0x2545f4914f6cdd1du) >> 32;
  return static_cast<std::uint32_t>((high * below) >> 32);
}

// A random literal of a false clause, more likely if it breaks fewer others; no_lit if all its variables are
// fixed.
Lit Neighbours::choose(Index broken) {
  const auto weight = [&](Lit lit) {
    const Var var = variable(lit);
    return fixed_[var] ? 0 : weights[std::min<std::size_t>(breaks_[var], weights.size() - 1)];
  };
  std::uint64_t sum = 0;
  for (const Lit lit : table_.lits(broken)) sum += weight(lit);
  if (sum == 0) return no_lit;
  std::uint64_t at = chance(sum);
  for (const Lit lit : table_.lits(broken)) {
    const std::uint64_t here = weight(lit);
    if (at < here) return lit;
    at -= here;
  }
  return no_lit;
}

bool Neighbours::reach(std::int32_t literal, std::int64_t most_flips) {
  const Lit wanted = table_.internal(literal);
  if (true_[wanted]) return true;
  flipped_.clear();
  fixed_[variable(wanted)]++;
  flip(wanted);
  for (std::int64_t left = most_flips; !broken_.empty() && left > 0; left--) {
    const Lit lit = choose(broken_[chance(broken_.size())]);
    if (lit == no_lit) break;
    flip(lit);
  }
  fixed_[variable(wanted)]--;
  INVARIANT(counts_are_right());
  if (broken_.empty()) return true;
  // Variables flipped an even number of times have their old values.
  const std::vector<Lit> back = std::exchange(flipped_, {});
  for (const Lit lit : back) odd_[variable(lit)] ^= 1;
  for (const Lit lit : back)
    if (std::exchange(odd_[variable(lit)], 0)) flip(true_[lit] ? negated(lit) : lit);
  INVARIANT(broken_.empty() && !true_[wanted] && counts_are_right());
  return false;
}

// For invariants. Whether the numbers of true literals, the false clauses and the clauses that would break
// are right; skipped for large formulas.
bool Neighbours::counts_are_right() const {
  if (table_.size() > most_clauses_checked) return true;
  std::size_t broken = 0;
  std::vector<std::uint32_t> breaks(breaks_.size(), 0);
  for (Index clause = 0; clause < trues_.size(); clause++) {
    std::uint32_t trues = 0;
    Var last = no_var;
    for (const Lit lit : table_.lits(clause)) {
      if (!true_[lit]) continue;
      trues++;
      last = variable(lit);
    }
    if (trues != trues_[clause]) return false;
    if (trues == 0 && (place_[clause] >= broken_.size() || broken_[place_[clause]] != clause)) return false;
    if (trues == 1) breaks[last]++;
    broken += trues == 0;
  }
  return broken == broken_.size() && breaks == breaks_;
}

}  // namespace satplay
