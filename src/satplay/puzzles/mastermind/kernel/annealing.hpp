// Finds a code consistent with the board by simulated annealing (Kirkpatrick, Gelatt & Vecchi 1983).
//
// The cost of a code is the number of pegs by which its answers are wrong. A step changes one position or
// exchanges two. It is accepted if the cost does not increase, otherwise with a probability that decreases
// with the increase and with time. On boards with few guesses for their length this is much faster than a SAT
// solver, but it cannot prove that no code exists.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <utility>
#include <vector>

#include "board.hpp"
#include "pulse.hpp"
#include "splitmix.hpp"

namespace satplay::mastermind {

class Annealing {
 public:
  Annealing(Board board, std::uint64_t seed)
      : board_(std::move(board)),
        shape_(board_.shape),
        guesses_(board_.guesses),
        random_(seed),
        guessed_(guesses_ * shape_.length),
        occurrences_(guesses_ * shape_.symbols),
        code_(shape_.length),
        times_(shape_.symbols),
        black_(guesses_),
        pegs_(guesses_) {
    for (std::size_t i = 0; i < shape_.length; ++i)
      for (std::size_t g = 0; g < guesses_; ++g) {
        guessed_[i * guesses_ + g] = board_.at(g, i);
        ++occurrences_[board_.at(g, i) * guesses_ + g];
      }
    begin();
  }

  // Whether a code was found within this number of steps; `code` returns it.
  bool run(std::int64_t steps, Pulse& pulse) {
    double heat = warm;
    const double cooling = std::pow(
        cold / warm, static_cast<double>(stage) / static_cast<double>(std::max<std::int64_t>(steps, 1)));
    for (std::int64_t done = 0; done < steps && cost_ > 0; ++done) {
      if (done % stage == 0) {
        heat *= cooling;
        for (std::size_t rise = 0; rise < odds_.size(); ++rise)
          odds_[rise] = static_cast<std::size_t>(std::exp(-static_cast<double>(rise) / heat) * fine);
        pulse.spent(static_cast<std::size_t>(stage) * (10 + 2 * guesses_));
      }
      step();
    }
    return cost_ == 0;
  }

  const std::vector<Symbol>& code() const { return code_; }

 private:
  // Warm enough at first to leave a local minimum two pegs deep, cold enough at the end to converge.
  static constexpr double warm = 0.9, cold = 0.18;
  static constexpr std::int64_t stage = 256;
  static constexpr std::size_t fine = 1u << 30;

  void begin() {
    for (Symbol& symbol : code_) {
      std::size_t drawn = random_.below(shape_.symbols);
      while (!shape_.repeats && times_[drawn] > 0) drawn = (drawn + 1) % shape_.symbols;
      symbol = static_cast<Symbol>(drawn);
      ++times_[drawn];
    }
    for (std::size_t g = 0; g < guesses_; ++g) {
      for (std::size_t i = 0; i < shape_.length; ++i) black_[g] += board_.at(g, i) == code_[i];
      for (std::size_t s = 0; s < shape_.symbols; ++s)
        pegs_[g] += std::min(times_[s], occurrences_[s * guesses_ + g]);
      cost_ += error(g, 0, 0);
    }
  }

  int error(std::size_t g, int more_black, int more_pegs) const {
    const int black = std::abs(black_[g] + more_black - board_.black[g]);
    if (board_.pegs[g] == Board::unknown) return black;
    return black + std::abs(pegs_[g] + more_pegs - board_.pegs[g]);
  }

  void step() {
    const std::size_t at = random_.below(shape_.length);
    if (random_.below(2) == 0) {
      exchange(at, random_.below(shape_.length));
      return;
    }
    const auto symbol = static_cast<Symbol>(random_.below(shape_.symbols));
    if (symbol != code_[at] && (shape_.repeats || times_[symbol] == 0)) change(at, symbol);
  }

  void exchange(std::size_t at, std::size_t other) {
    const Symbol one = code_[at], two = code_[other];
    if (one == two) return;
    const Symbol* const here = &guessed_[at * guesses_];
    const Symbol* const there = &guessed_[other * guesses_];
    const auto more = [&](std::size_t g) {
      return (here[g] == two) - (here[g] == one) + (there[g] == one) - (there[g] == two);
    };
    int cost = 0;
    for (std::size_t g = 0; g < guesses_; ++g) cost += error(g, more(g), 0);
    if (!is_accepted(cost)) return;
    for (std::size_t g = 0; g < guesses_; ++g) black_[g] += more(g);
    std::swap(code_[at], code_[other]);
  }

  void change(std::size_t at, Symbol symbol) {
    const Symbol old = code_[at];
    const Symbol* const here = &guessed_[at * guesses_];
    const int* const of_new = &occurrences_[symbol * guesses_];
    const int* const of_old = &occurrences_[old * guesses_];
    const auto more_black = [&](std::size_t g) { return (here[g] == symbol) - (here[g] == old); };
    const auto more_pegs = [&](std::size_t g) {
      return (times_[symbol] < of_new[g]) - (times_[old] <= of_old[g]);
    };
    int cost = 0;
    for (std::size_t g = 0; g < guesses_; ++g) cost += error(g, more_black(g), more_pegs(g));
    if (!is_accepted(cost)) return;
    for (std::size_t g = 0; g < guesses_; ++g) {
      black_[g] += more_black(g);
      pegs_[g] += more_pegs(g);
    }
    --times_[old];
    ++times_[symbol];
    code_[at] = symbol;
  }

  bool is_accepted(int cost) {
    const int rise = cost - cost_;
    if (rise > 0) {
      const auto by = static_cast<std::size_t>(rise);
      if (by >= odds_.size() || random_.below(fine) >= odds_[by]) return false;
    }
    cost_ = cost;
    return true;
  }

  Board board_;
  Shape shape_;
  std::size_t guesses_;
  SplitMix random_;
  std::vector<Symbol> guessed_;   // symbols, by position, then guess
  std::vector<int> occurrences_;  // number of occurrences, by symbol, then guess
  std::vector<Symbol> code_;
  std::vector<int> times_, black_, pegs_;  // of the code: occurrences of each symbol, and answers
  std::array<std::size_t, 24> odds_{};     // of accepting a step, by the increase of the cost
  int cost_ = 0;
};

}  // namespace satplay::mastermind
