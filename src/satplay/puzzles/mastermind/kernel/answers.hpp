// The answers of candidates to guesses, many candidates at a time.
#pragma once
#include <algorithm>
#include <array>

#include "board.hpp"
#include "measure.hpp"

namespace satplay::mastermind {

// An answer is a number: black + step * pegs, where `pegs` are black and white together and step is the
// number of positions plus one. A symbol x at position i of a guess that holds k more of them further left
// adds 1 where the candidate has x at i, and a step where it has more than k of x at all. So candidates lie
// in columns, one for each position and one for each symbol's number of times; all are added to at once, and
// the sums for the first positions of a guess serve the next guess if it begins alike.
template <class Answer>  // std::uint8_t up to 14 positions: 16 or more candidates an instruction
class Answers {
 public:
  static constexpr std::size_t longest = sizeof(Answer) == 1 ? 14 : Shape::longest;

  Answers(const Shape& shape, bool whites)
      : n_(shape.length), m_(shape.symbols), step_(whites ? static_cast<Answer>(n_ + 1) : Answer{0}) {
    counts_.resize(whites ? (n_ + 1) * (n_ + 1) : n_ + 1, 0);
  }

  // Replace the candidates.
  void assign(std::span<const Symbol> codes) {
    size_ = codes.size() / n_;
    stride_ = (size_ + lanes - 1) / lanes * lanes;
    kept_ = (n_ + 1) * stride_ * sizeof(Answer) <= most_kept;
    held_.assign(n_ * stride_, 0xff);
    times_.assign(step_ == 0 ? 0 : m_ * stride_, 0);
    sums_.assign((kept_ ? n_ + 1 : 2) * stride_, 0);
    for (std::size_t c = 0; c < size_; ++c)
      for (std::size_t i = 0; i < n_; ++i) {
        const Symbol symbol = codes[c * n_ + i];
        held_[i * stride_ + c] = symbol;
        if (step_ != 0) ++times_[symbol * stride_ + c];
      }
    guess_.clear();
  }

  std::size_t size() const { return size_; }

  // The symbols that are in no candidate.
  Symbols absent(Symbols all) const {
    for (const Symbol symbol : held_)
      if (symbol != 0xff) all &= ~bit(symbol);
    return all;
  }

  // The answer of each candidate; valid until the next call.
  std::span<const Answer> to(std::span<const Symbol> guess) {
    std::size_t from = 0;
    if (kept_ && !guess_.empty())
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
    return sizeof(Answer) == 1 && size_ >= worth_tables ? in_tables(answers, information)
                                                        : one_by_one(answers, information);
  }

 private:
  static constexpr std::size_t lanes = 32;
  static constexpr std::size_t most_kept = std::size_t{1} << 26;  // bytes of sums
  static constexpr std::size_t worth_tables = 96;  // candidates: clearing and reading a table costs as much

  Answer* sums(std::size_t i) { return sums_.data() + (kept_ ? i : i & 1) * stride_; }

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

  // Four tables, so that equal answers in a row need not wait for each other.
  Measure in_tables(std::span<const Answer> answers, const Information& information) const {
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

  Measure one_by_one(std::span<const Answer> answers, const Information& information) {
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
  bool kept_ = true;                   // the sums of all positions; otherwise of two, in turn
  std::vector<Symbol> held_;           // by position, then candidate
  std::vector<std::uint8_t> times_;    // by symbol, then candidate
  std::vector<Answer> sums_;           // after so many positions of the last guess, by candidate
  std::vector<Symbol> guess_;          // the last one
  std::vector<std::uint32_t> counts_;  // by answer; all 0 between two questions
};

}  // namespace satplay::mastermind
