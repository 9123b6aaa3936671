// The answers of many candidates to a guess.
#pragma once
#include <algorithm>
#include <array>

#include "board.hpp"
#include "measure.hpp"

namespace satplay::mastermind {

// An answer is the number black + step * pegs, where `pegs` is black plus white and `step` is the number of
// positions plus one. Symbol x at position i of a guess, with k occurrences of x to its left, adds 1 if the
// candidate has x at i, and `step` if the candidate has more than k occurrences of x. Candidates are stored
// in columns, one per position and one per symbol's number of occurrences, so that all are updated at once.
// The sums of the first positions are reused if the next guess has the same prefix.
template <class Answer>  // std::uint8_t up to 14 positions: 16 or more candidates per instruction
class Answers {
 public:
  static constexpr std::size_t longest = sizeof(Answer) == 1 ? 14 : Shape::longest;

  Answers(const Shape& shape, bool whites)
      : n_(shape.length), m_(shape.symbols), step_(whites ? static_cast<Answer>(n_ + 1) : Answer{0}) {
    counts_.resize(whites ? (n_ + 1) * (n_ + 1) : n_ + 1, 0);
  }

  // Replaces the candidates.
  void assign(std::span<const Symbol> codes) {
    size_ = codes.size() / n_;
    stride_ = (size_ + lanes - 1) / lanes * lanes;
    stores_all_ = (n_ + 1) * stride_ * sizeof(Answer) <= max_stored_bytes;
    held_.assign(n_ * stride_, 0xff);
    times_.assign(step_ == 0 ? 0 : m_ * stride_, 0);
    sums_.assign((stores_all_ ? n_ + 1 : 2) * stride_, 0);
    for (std::size_t c = 0; c < size_; ++c)
      for (std::size_t i = 0; i < n_; ++i) {
        const Symbol symbol = codes[c * n_ + i];
        held_[i * stride_ + c] = symbol;
        if (step_ != 0) ++times_[symbol * stride_ + c];
      }
    guess_.clear();
  }

  std::size_t size() const { return size_; }

  // The symbols that occur in no candidate.
  Symbols absent(Symbols all) const {
    for (const Symbol symbol : held_)
      if (symbol != 0xff) all &= ~bit(symbol);
    return all;
  }

  // The answer of each candidate; valid until the next call.
  std::span<const Answer> to(std::span<const Symbol> guess) {
    std::size_t from = 0;
    if (stores_all_ && !guess_.empty())
      while (from < n_ && guess[from] == guess_[from]) ++from;
    else
      std::fill_n(sums_.begin(), stride_, Answer{0});
    for (std::size_t i = from; i < n_; ++i) {
      const auto earlier =
          std::count(guess.begin(), guess.begin() + static_cast<std::ptrdiff_t>(i), guess[i]);
      add(i, guess[i], static_cast<std::uint8_t>(earlier));
    }
    guess_.assign(guess.begin(), guess.end());
    return {sums(n_), size_};
  }

  Measure measure(std::span<const Symbol> guess, const Information& information) {
    const std::span<const Answer> answers = to(guess);
    return sizeof(Answer) == 1 && size_ >= min_table_candidates ? measure_in_tables(answers, information)
                                                                : measure_one_by_one(answers, information);
  }

 private:
  static constexpr std::size_t lanes = 32;
  static constexpr std::size_t max_stored_bytes = std::size_t{1} << 26;
  static constexpr std::size_t min_table_candidates = 96;  // candidates, from which on tables are faster

  Answer* sums(std::size_t i) { return sums_.data() + (stores_all_ ? i : i & 1) * stride_; }

  void add(std::size_t i, Symbol symbol, std::uint8_t earlier) {
    const Answer* before = sums(i);
    Answer* after = sums(i + 1);
    const Symbol* held = held_.data() + i * stride_;
    if (step_ == 0) {
      for (std::size_t block = 0; block < stride_; block += lanes)
        for (std::size_t c = block; c < block + lanes; ++c)
          after[c] = static_cast<Answer>(before[c] + (held[c] == symbol));
      return;
    }
    const std::uint8_t* times = times_.data() + symbol * stride_;
    const Answer step = step_;
    for (std::size_t block = 0; block < stride_; block += lanes)
      for (std::size_t c = block; c < block + lanes; ++c)
        after[c] =
            static_cast<Answer>(before[c] + (held[c] == symbol) + (times[c] > earlier ? step : Answer{0}));
  }

  // Four tables, so that consecutive equal answers do not depend on each other.
  Measure measure_in_tables(std::span<const Answer> answers, const Information& information) const {
    std::array<std::array<std::uint32_t, 256>, 4> tables{};
    std::size_t c = 0;
    for (; c + 4 <= size_; c += 4) {
      ++tables[0][answers[c] & 0xff];
      ++tables[1][answers[c + 1] & 0xff];
      ++tables[2][answers[c + 2] & 0xff];
      ++tables[3][answers[c + 3] & 0xff];
    }
    for (; c < size_; ++c) ++tables[0][answers[c] & 0xff];
    Measure measure;
    for (std::size_t answer = 0; answer < counts_.size(); ++answer)
      measure.add(tables[0][answer] + tables[1][answer] + tables[2][answer] + tables[3][answer], information);
    return measure;
  }

  Measure measure_one_by_one(std::span<const Answer> answers, const Information& information) {
    Measure measure;
    for (const Answer answer : answers) {
      const std::size_t size = counts_[answer]++;
      measure.squares += static_cast<std::int64_t>(2 * size + 1);
      measure.largest = std::max(measure.largest, static_cast<std::int64_t>(size + 1));
      measure.parts += size == 0;
      measure.uncertainty += information.gain(size);
    }
    for (const Answer answer : answers) counts_[answer] = 0;
    return measure;
  }

  std::size_t n_, m_, size_ = 0, stride_ = 0;
  Answer step_;
  bool stores_all_ = true;             // sums of all positions are stored; otherwise of the last two
  std::vector<Symbol> held_;           // by position, then candidate
  std::vector<std::uint8_t> times_;    // by symbol, then candidate
  std::vector<Answer> sums_;           // by position of the last guess, then candidate
  std::vector<Symbol> guess_;          // the last one
  std::vector<std::uint32_t> counts_;  // by answer; all 0 between two calls
};

}  // namespace satplay::mastermind
