// Plays a strategy against all secrets at once, by a traversal of its decision tree.
#pragma once
#include <limits>
#include <map>
#include <utility>

#include "answers.hpp"
#include "guesses.hpp"
#include "pulse.hpp"
#include "splitmix.hpp"

namespace satplay::mastermind {

enum class Strategy : std::uint8_t { minimax, entropy, parts, consistent };

// Less is better.
inline std::int64_t badness(const Measure& measure, Strategy strategy) {
  switch (strategy) {
    case Strategy::minimax:
      return measure.largest;
    case Strategy::entropy:
      return measure.uncertainty;
    case Strategy::parts:
      return -measure.parts;
    case Strategy::consistent:
      break;
  }
  return 0;
}

template <class Answer>
class Tournament {
 public:
  struct Rules {
    Shape shape;
    bool whites;  // whether answers have white pegs
    bool all;     // any code may be guessed, not only candidates
    Strategy strategy;
    std::uint64_t seed;
  };
  using Codes = std::vector<Symbol>;  // concatenated

  Tournament(const Rules& rules, const Codes& secrets, Pulse& pulse, std::uint64_t& solved)
      : rules_(rules),
        n_(rules.shape.length),
        secrets_(secrets),
        information_(secrets.size() / rules.shape.length),
        answers_(rules.shape, rules.whites),
        random_(rules.seed),
        pulse_(pulse),
        solved_(solved) {}

  // The number of secrets found with 0, 1, 2 ... guesses.
  std::vector<std::uint64_t> run() {
    visit(secrets_, 0, 1);
    return std::move(found_);
  }

 private:
  // `used`: the symbols of the guesses so far; `number`: of the next guess.
  void visit(const Codes& candidates, Symbols used, std::size_t number) {
    const std::size_t size = candidates.size() / n_;
    if (size <= 2 && rules_.strategy != Strategy::consistent) {
      // Guessing one of two candidates identifies the other; the smaller one is guessed first.
      for (std::size_t i = 0; i < size; ++i) solve(number + i);
      return;
    }
    answers_.assign(candidates);
    const Codes guess = choose(candidates, used);
    const std::vector<Codes> parts = split(candidates, guess);
    for (const Symbol symbol : guess) used |= bit(symbol);
    for (const Codes& part : parts) {
      if (part == guess)
        solve(number);
      else
        visit(part, used, number + 1);
    }
  }

  Codes choose(const Codes& candidates, Symbols used) {
    const auto row = [&](const Codes& codes, std::size_t at) {
      return std::span(codes).subspan(at * n_, n_);
    };
    const std::size_t size = answers_.size();
    if (rules_.strategy == Strategy::consistent) {
      const auto chosen = row(candidates, random_.below(size));
      return {chosen.begin(), chosen.end()};
    }
    std::int64_t best = std::numeric_limits<std::int64_t>::max();
    std::span<const Symbol> chosen;
    // Whether no guess can be better: every answer leaves one candidate.
    const auto try_guess = [&](std::span<const Symbol> guess) {
      const Measure measure = answers_.measure(guess, information_);
      pulse_.spent(size + 20);
      const std::int64_t now = badness(measure, rules_.strategy);
      if (now < best) {
        best = now;
        chosen = guess;
      }
      return measure.parts == static_cast<std::int64_t>(size);
    };
    const Guesses canonical(rules_.shape, used, 0);
    bool over = false;
    for (std::size_t at = 0; at < size && !over; ++at)
      if (canonical.holds(row(candidates, at))) over = try_guess(row(candidates, at));
    if (rules_.all && !over) {
      const Codes& guesses = list_guesses(used, answers_.absent(rules_.shape.all()));
      for (std::size_t at = 0; at * n_ < guesses.size() && !over; ++at) over = try_guess(row(guesses, at));
    }
    return {chosen.begin(), chosen.end()};
  }

  // Stores the lists, because many nodes have the same guesses.
  const Codes& list_guesses(Symbols used, Symbols absent) {
    if (stored_bytes_ > max_stored_bytes) {
      lists_.clear();
      stored_bytes_ = 0;
    }
    const Symbols rest = rules_.shape.all() & ~used & ~absent;  // a single fresh symbol is like a used one
    const Symbols fresh = std::has_single_bit(rest) ? 0 : rest;
    const auto [at, missing] = lists_.try_emplace({fresh, absent});
    if (missing) {
      at->second = *Guesses(rules_.shape, ~fresh, absent).list(std::numeric_limits<std::size_t>::max() / n_);
      stored_bytes_ += at->second.size();
    }
    return at->second;
  }

  // The candidates by answer; each part in the original order.
  std::vector<Codes> split(const Codes& candidates, const Codes& guess) {
    const std::span<const Answer> answers = answers_.to(guess);
    std::vector<std::size_t> part_of((n_ + 1) * (n_ + 1), 0);
    for (const Answer answer : answers) part_of[answer] = 1;
    std::size_t count = 0;
    for (std::size_t& part : part_of)
      if (part != 0) part = ++count;
    std::vector<Codes> parts(count);
    for (std::size_t at = 0; at < answers.size(); ++at) {
      Codes& part = parts[part_of[answers[at]] - 1];
      const auto begin = candidates.begin() + static_cast<std::ptrdiff_t>(at * n_);
      part.insert(part.end(), begin, begin + static_cast<std::ptrdiff_t>(n_));
    }
    return parts;
  }

  void solve(std::size_t number) {
    if (found_.size() <= number) found_.resize(number + 1, 0);
    ++found_[number];
    ++solved_;
  }

  static constexpr std::size_t max_stored_bytes = std::size_t{1} << 25;

  Rules rules_;
  std::size_t n_;
  const Codes& secrets_;
  Information information_;
  Answers<Answer> answers_;
  SplitMix random_;
  Pulse& pulse_;
  std::uint64_t& solved_;
  std::map<std::pair<Symbols, Symbols>, Codes> lists_;
  std::size_t stored_bytes_ = 0;
  std::vector<std::uint64_t> found_;
};

}  // namespace satplay::mastermind
