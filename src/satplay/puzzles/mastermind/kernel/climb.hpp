// A code that gives all guesses their answers, by chance: simulated annealing.
//
// The cost of a code is by how many pegs its answers are off.  A step changes one position or exchanges two
// and is taken if the cost falls, or else with a probability that falls with the rise and with time.  On
// boards with few guesses for their length this finds a code long before clauses do; it can never say that
// there is none.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

namespace satplay::mastermind {

// One guess: what it has where, how often, and its answer; no number of pegs where only the black were told.
struct Asked {
  std::vector<std::uint8_t> row;
  std::vector<int> times;
  int black;
  int pegs;
  bool whites_told;
};

class Climb {
 public:
  Climb(std::size_t length, std::size_t symbols, bool repeats, std::vector<Asked> guesses, std::uint64_t seed)
      : length_(length),
        symbols_(symbols),
        repeats_(repeats),
        guesses_(std::move(guesses)),
        state_(seed | 1),
        code_(length),
        times_(symbols),
        black_(guesses_.size()),
        pegs_(guesses_.size()) {}

  // Whether a code was found within so many steps; then `code` is it.
  bool run(std::uint64_t steps) {
    start();
    // Warm enough to leave a hollow two pegs deep at first, cold enough to settle at the end.
    constexpr double warm = 0.9, cold = 0.18;
    constexpr std::uint64_t stage = 256;
    const double cooling = std::pow(cold / warm, static_cast<double>(stage) / static_cast<double>(steps));
    double heat = warm;
    for (std::uint64_t step = 0; step < steps && cost_ > 0; ++step) {
      if (step % stage == 0) {
        heat *= cooling;
        for (std::size_t rise = 0; rise < limits_.size(); ++rise)
          limits_[rise] =
              static_cast<std::uint32_t>(std::exp(-static_cast<double>(rise) / heat) * 4294967295.0);
      }
      this->step();
    }
    return cost_ == 0;
  }

  const std::vector<std::uint8_t>& code() const { return code_; }

 private:
  void start() {
    for (std::size_t at = 0; at < length_; ++at) {
      std::size_t symbol = below(symbols_);
      while (!repeats_ && times_[symbol] > 0) symbol = (symbol + 1) % symbols_;
      code_[at] = static_cast<std::uint8_t>(symbol);
      ++times_[symbol];
    }
    cost_ = 0;
    for (std::size_t g = 0; g < guesses_.size(); ++g) {
      for (std::size_t at = 0; at < length_; ++at) black_[g] += guesses_[g].row[at] == code_[at];
      for (std::size_t symbol = 0; symbol < symbols_; ++symbol)
        pegs_[g] += std::min(times_[symbol], guesses_[g].times[symbol]);
      cost_ += off(g, 0, 0);
    }
  }

  int off(std::size_t g, int more_black, int more_pegs) const {
    const Asked& guess = guesses_[g];
    const int black = std::abs(black_[g] + more_black - guess.black);
    return guess.whites_told ? black + std::abs(pegs_[g] + more_pegs - guess.pegs) : black;
  }

  void step() {
    const std::size_t at = below(length_);
    if (below(2) == 0) {
      exchange(at, below(length_));
      return;
    }
    const std::size_t symbol = below(symbols_);
    if (symbol != code_[at] && (repeats_ || times_[symbol] == 0)) change(at, symbol);
  }

  void exchange(std::size_t at, std::size_t other) {
    const std::uint8_t one = code_[at], two = code_[other];
    if (one == two) return;
    const auto more = [&](const Asked& guess) {
      return (guess.row[at] == two) - (guess.row[at] == one) + (guess.row[other] == one) -
             (guess.row[other] == two);
    };
    int cost = 0;
    for (std::size_t g = 0; g < guesses_.size(); ++g) cost += off(g, more(guesses_[g]), 0);
    if (!taken(cost)) return;
    for (std::size_t g = 0; g < guesses_.size(); ++g) black_[g] += more(guesses_[g]);
    code_[at] = two;
    code_[other] = one;
  }

  void change(std::size_t at, std::size_t symbol) {
    const std::size_t old = code_[at];
    const auto more_black = [&](const Asked& guess) {
      return (guess.row[at] == symbol) - (guess.row[at] == old);
    };
    const auto more_pegs = [&](const Asked& guess) {
      return (times_[symbol] < guess.times[symbol]) - (times_[old] <= guess.times[old]);
    };
    int cost = 0;
    for (std::size_t g = 0; g < guesses_.size(); ++g)
      cost += off(g, more_black(guesses_[g]), more_pegs(guesses_[g]));
    if (!taken(cost)) return;
    for (std::size_t g = 0; g < guesses_.size(); ++g) {
      black_[g] += more_black(guesses_[g]);
      pegs_[g] += more_pegs(guesses_[g]);
    }
    --times_[old];
    ++times_[symbol];
    code_[at] = static_cast<std::uint8_t>(symbol);
  }

  bool taken(int cost) {
    const int rise = cost - cost_;
    if (rise > 0 &&
        (rise >= static_cast<int>(limits_.size()) || random() >= limits_[static_cast<std::size_t>(rise)]))
      return false;
    cost_ = cost;
    return true;
  }

  // Marsaglia's xorshift64*, 2003 and 2014: the high half is good enough for a walk.
  std::uint32_t random() {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return static_cast<std::uint32_t>((state_ * 0x2545F4914F6CDD1DULL) >> 32);
  }

  std::size_t below(std::size_t bound) {
    return static_cast<std::size_t>((std::uint64_t{random()} * bound) >> 32);
  }

  std::size_t length_, symbols_;
  bool repeats_;
  std::vector<Asked> guesses_;
  std::uint64_t state_;
  std::vector<std::uint8_t> code_;
  std::vector<int> times_, black_, pegs_;
  std::vector<std::uint32_t> limits_ = std::vector<std::uint32_t>(24);
  int cost_ = 0;
};

}  // namespace satplay::mastermind
