// The minimum total number of guesses over all secrets, by branch and bound.
#pragma once
#include <bit>
#include <compare>
#include <limits>
#include <string>
#include <unordered_map>

#include "answers.hpp"
#include "guesses.hpp"
#include "pulse.hpp"
#include "symmetry.hpp"

namespace satplay::mastermind {

// A set of k candidates with equal answers so far costs k for the next guess, plus the costs of the parts
// into which that guess partitions it; the part of the correct guess costs nothing. The cost does not depend
// on the guesses before, so results are stored by set.
//
// At most one candidate is found by the first guess and, if a guess has at most p other answers, p by the
// second, p * p by the third, and so on. This is a lower bound of the cost of k candidates; the bounds of the
// parts give one for a guess. Guesses are tried in the order of their bounds; the search of one stops as soon
// as it cannot be better than the best.
class Optimal {
 public:
  static constexpr std::size_t most =
      5040;  // secrets, the number of Bulls and Cows: each pair takes five bytes

  // Pairs of a first guess and a secret; a pair is settled if its guess is not optimal or its part is solved.
  struct Progress {
    std::uint64_t settled = 0, of = 0;
  };

  Optimal(const Shape& shape, bool whites, Pulse& pulse, Progress& progress)
      : codes_(list_codes(shape)),
        size_(codes_.size() / shape.length),
        symmetry_(shape, whites, codes_, pulse),
        pulse_(pulse),
        progress_(progress) {
    fill(shape, whites);
    bound();
  }

  // The number of secrets that an optimal strategy finds with 0, 1, 2 ... guesses.
  std::vector<std::uint64_t> run() {
    Set secrets(size_);
    for (std::size_t code = 0; code < size_; ++code) secrets[code] = static_cast<Code>(code);
    play(secrets, 1);
    return std::move(found_);
  }

 private:
  using Code = Symmetry::Code;
  using Set = Symmetry::Set;
  using Cost = std::uint32_t;
  static constexpr Cost unlimited = std::numeric_limits<Cost>::max() / 2;
  static constexpr std::size_t max_known = std::size_t{1} << 19;  // sets; more would take too long to free

  // The cost of a set and its best guess if exact, otherwise a lower bound of the cost.
  struct Known {
    Cost cost;
    Code guess;
    bool exact;
  };
  struct Choice {
    Cost bound;
    Code guess;
    auto operator<=>(const Choice&) const = default;
  };

  static std::vector<Symbol> list_codes(const Shape& shape) {
    auto codes = Guesses(shape, shape.all(), 0).list(most);
    if (!codes) throw std::invalid_argument("5040 secrets at most are expected");
    return std::move(*codes);
  }

  // Numbers the answers; the correct guess is 0. There are fewer than 100 answers, because with more than 12
  // positions there is only one symbol.
  void fill(const Shape& shape, bool whites) {
    Answers<std::uint16_t> answers(shape, whites);
    answers.assign(codes_);
    table_.resize(size_ * size_);
    std::unordered_map<std::uint16_t, std::uint8_t> number;
    for (std::size_t guess = 0; guess < size_; ++guess) {
      const auto given = answers.to(std::span(codes_).subspan(guess * shape.length, shape.length));
      number.try_emplace(given[guess], std::uint8_t{0});
      for (std::size_t code = 0; code < size_; ++code)
        table_[guess * size_ + code] =
            number.try_emplace(given[code], static_cast<std::uint8_t>(number.size())).first->second;
      pulse_.spent(size_ * 10);
    }
    answers_ = number.size();
    counts_.resize(answers_);
    if (answers_ > 32) return;
    bits_.reserve(table_.size());
    for (std::size_t guess = 0; guess < size_; ++guess) {
      for (const std::uint8_t answer : row(guess)) bits_.push_back(std::uint32_t{1} << answer);
      pulse_.spent(size_);
    }
  }

  void bound() {
    std::size_t level = 1, width = 1, room = 1;
    for (std::size_t k = 0; k < size_; ++k, --room) {
      if (room == 0) {
        ++level;
        room = width = std::min(width * (answers_ - 1), size_);
      }
      gain_.push_back(static_cast<Cost>(level));
      bound_.push_back(bound_.back() + gain_.back());
    }
  }

  std::span<const std::uint8_t> row(std::size_t guess) const {
    return std::span(table_).subspan(guess * size_, size_);
  }

  // The cost of the set, or a lower bound if it is not below the limit.
  Known solve(const Set& set, Cost limit, std::size_t depth) {
    const std::size_t k = set.size();
    if (k <= 2) return {static_cast<Cost>(2 * k - 1), set[0], true};
    if (bound_[k] >= limit) return {bound_[k], 0, false};
    const std::u16string key(set.begin(), set.end());
    const auto stored = known_.find(key);
    if (stored != known_.end() && (stored->second.exact || stored->second.cost >= limit))
      return stored->second;
    const Known found = search(set, limit, depth);
    if (known_.size() >= max_known) known_.clear();
    known_[key] = found;
    return found;
  }

  Known search(const Set& set, Cost limit, std::size_t depth) {
    Known best{limit, 0, false};
    std::vector<Choice> open = choices(set, best);
    std::sort(open.begin(), open.end());
    if (depth == 0) progress_.of = open.size() * size_;
    for (std::size_t at = 0; at < open.size() && open[at].bound < best.cost; ++at) {
      if (depth == 0) progress_.settled = at * size_;
      const Cost cost = follow(set, open[at], best.cost, depth);
      if (cost < best.cost) best = {cost, open[at].guess, true};
    }
    return best;
  }

  // The guesses that may be better than the best so far. If all parts are small, the cost is exact and the
  // guess becomes the best immediately.
  std::vector<Choice> choices(const Set& set, Known& best) {
    const std::size_t k = set.size();
    const Symmetry::Judge judge = symmetry_.judge(set);
    std::vector<Choice> open;
    const auto try_out = [&](Code guess) {
      if (judge.replaces(guess)) return;
      const auto [bound, exact] = measure(set, guess);
      if (bound >= best.cost || judge.swaps(guess)) return;
      if (exact)
        best = {bound, guess, true};
      else
        open.push_back({bound, guess});
    };
    for (const Code guess : set) {
      try_out(guess);
      if (best.cost <= bound_[k]) return {};
    }
    // Any other guess finds none of the k candidates, so its cost exceeds the bound by at least one.
    std::vector<std::uint32_t> met;
    auto next = set.begin();
    for (std::size_t guess = 0; guess < size_ && best.cost > bound_[k] + 1; ++guess) {
      if (guess % block == 0) meet(set, guess, met);
      if (next != set.end() && *next == guess)
        ++next;
      else if (bits_.empty() || least(k, met[guess % block]) < best.cost)
        try_out(static_cast<Code>(guess));
    }
    return open;
  }

  // The sets of answers to a block of guesses, one bit per answer. Several guesses per instruction: excludes
  // most guesses that need not be measured.
  void meet(const Set& set, std::size_t from, std::vector<std::uint32_t>& met) {
    if (bits_.empty()) return;
    met.assign(std::min(block, size_ - from), 0);
    for (const Code code : set) {
      const std::uint32_t* bits =
          bits_.data() + code * size_ + from;  // answers are symmetric in guess and secret
      for (std::size_t at = 0; at < met.size(); ++at) met[at] |= bits[at];
    }
    pulse_.spent(set.size() * met.size() / 2);
  }

  // A lower bound of the cost of a guess that is no candidate: a part of size s costs at least 2 s - 1.
  static Cost least(std::size_t k, std::uint32_t answers) {
    return static_cast<Cost>(3 * k) - static_cast<Cost>(std::popcount(answers));
  }

  struct Measured {
    Cost bound;
    bool exact;
  };
  Measured measure(const Set& set, Code guess) {
    const auto answers = row(guess);
    std::fill(counts_.begin(), counts_.end(), std::uint16_t{0});
    auto cost = static_cast<Cost>(set.size());
    std::uint16_t largest = 0;
    for (const Code code : set) {
      std::uint16_t& count = counts_[answers[code]];
      cost += gain_[count++];
      largest = std::max(largest, count);
    }
    pulse_.spent(set.size() * 2 + 20);
    if (largest == set.size()) return {unlimited, false};  // no information
    return {cost - counts_[0], largest <= 2};
  }

  // The cost of a guess, or a lower bound if it is not below the limit. Small parts come first, because they
  // are solved quickly and may suffice to reach the limit.
  Cost follow(const Set& set, const Choice& tried, Cost limit, std::size_t depth) {
    std::vector<Set> parts = split(set, tried.guess);
    std::sort(parts.begin() + 1, parts.end(), [](const Set& a, const Set& b) { return a.size() < b.size(); });
    Cost cost = tried.bound;
    for (std::size_t at = 1; at < parts.size() && cost < limit; ++at) {
      const Set& part = parts[at];
      if (part.size() > 2) {
        const Cost others = cost - bound_[part.size()];
        cost = others + solve(part, limit - others, depth + 1).cost;
      }
      if (depth == 0) progress_.settled += part.size();
    }
    return cost;
  }

  // The parts of the set, by answer.
  std::vector<Set> split(const Set& set, Code guess) {
    std::vector<Set> parts(answers_);
    const auto answers = row(guess);
    for (const Code code : set) parts[answers[code]].push_back(code);
    for (Set& part : parts)
      if (part.size() > 2) symmetry_.normalise(part);
    return parts;
  }

  // Plays the optimal strategy from here on; the next guess has this number.
  void play(const Set& set, std::size_t number) {
    const std::vector<Set> parts = split(set, solve(set, unlimited, number - 1).guess);
    if (found_.size() <= number) found_.resize(number + 1, 0);
    found_[number] += parts[0].size();
    for (std::size_t answer = 1; answer < answers_; ++answer)
      if (!parts[answer].empty()) play(parts[answer], number + 1);
  }

  static constexpr std::size_t block = 256;  // guesses

  std::vector<Symbol> codes_;  // concatenated
  std::size_t size_, answers_ = 0;
  Symmetry symmetry_;
  Pulse& pulse_;
  Progress& progress_;
  std::vector<std::uint8_t> table_;    // answers, by guess, then secret
  std::vector<std::uint32_t> bits_;    // the same as bits, if there are at most 32 answers
  std::vector<Cost> bound_{0};         // by number of candidates
  std::vector<Cost> gain_;             // of one more candidate
  std::vector<std::uint16_t> counts_;  // by answer
  std::unordered_map<std::u16string, Known> known_;
  std::vector<std::uint64_t> found_;
};

}  // namespace satplay::mastermind
