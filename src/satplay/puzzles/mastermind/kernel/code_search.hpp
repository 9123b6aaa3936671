// Enumerates the codes consistent with the board: depth-first over the positions.
#pragma once
#include <bit>
#include <cstring>
#include <optional>

#include "board.hpp"
#include "pulse.hpp"
#include "splitmix.hpp"

namespace satplay::mastermind {

// At each position a guess gives at most one black peg and at most one peg. So it restricts the symbols of a
// position if it misses no more pegs, or as many as there are positions left. At the last position the
// intersection of these sets is exact.
class CodeSearch {
 public:
  CodeSearch(const Board& board, std::optional<std::uint64_t> seed)
      : board_(board), n_(board.shape.length), times_(board.shape.symbols, 0) {
    states_.resize(n_ * board.guesses);
    open_.resize(n_);
    row_.resize(n_);
    wanted_.resize(board.guesses * board.shape.symbols);
    for (std::size_t j = 0; j < board.guesses; ++j) {
      states_[j] = {board.black[j], board.pegs[j], 0};
      if (board.pegs[j] == Board::unknown) continue;
      for (std::size_t i = 0; i < n_; ++i) {
        ++wanted_[j * board.shape.symbols + board.at(j, i)];
        states_[j].missing |= bit(board.at(j, i));
      }
    }
    if (seed) random_.emplace(*seed);
    enter();
  }

  std::size_t length() const { return n_; }
  bool done() const { return done_; }

  // Writes the next codes one after the other, limited by the room and by the number of nodes.
  std::size_t take(std::span<Symbol> room, std::int64_t nodes, Pulse& pulse) {
    Symbol* out = room.data();
    const Symbol* const end = out + room.size() / n_ * n_;
    search(nodes, pulse, [&] {
      Symbols& last = open_[n_ - 1];
      while (last != 0 && out != end) {
        const Symbol symbol = pick(last);
        std::memcpy(out, row_.data(), n_);
        out[n_ - 1] = symbol;
        out += n_;
      }
      return out != end;
    });
    return static_cast<std::size_t>(out - room.data()) / n_;
  }

  // The number of further codes found within this number of nodes; all of them if done() is true then.
  std::uint64_t count(std::int64_t nodes, Pulse& pulse) {
    std::uint64_t found = 0;
    search(nodes, pulse, [&] {
      found += static_cast<std::uint64_t>(std::popcount(open_[n_ - 1]));
      open_[n_ - 1] = 0;
      return true;
    });
    return found;
  }

 private:
  struct State {
    int black, pegs;  // number still missing
    Symbols missing;  // symbols of which another occurrence gives a peg
  };

  // Calls `leaf` at the last position of every code until it returns false.
  template <class Leaf>
  void search(std::int64_t nodes, Pulse& pulse, Leaf&& leaf) {
    while (!done_ && nodes > 0) {
      if (depth_ == n_ - 1 && !leaf()) return;
      if (open_[depth_] == 0) {
        leave();
      } else {
        place(pick(open_[depth_]));
        --nodes;
        pulse.spent(20);
      }
    }
  }

  // Removes a symbol from the set and returns it.
  Symbol pick(Symbols& set) {
    Symbols from = set;
    if (random_)
      for (std::size_t skipped = random_->below(static_cast<std::size_t>(std::popcount(set))); skipped > 0;
           --skipped)
        from &= from - 1;
    const auto symbol = static_cast<Symbol>(std::countr_zero(from));
    set &= ~bit(symbol);
    return symbol;
  }

  // Computes the symbols to try at this position.
  void enter() {
    Symbols open = board_.shape.all() & ~used_;
    const int left = static_cast<int>(n_ - depth_);
    const State* const states = states_.data() + depth_ * board_.guesses;
    for (std::size_t j = 0; j < board_.guesses; ++j) {
      const State& state = states[j];
      if (state.black == 0) open &= ~bit(board_.at(j, depth_));
      if (state.black >= left) open &= state.black == left ? bit(board_.at(j, depth_)) : 0;
      if (state.pegs == 0) open &= ~state.missing;
      if (state.pegs >= left) open &= state.pegs == left ? state.missing : 0;
    }
    open_[depth_] = open;
  }

  void place(Symbol symbol) {
    const State* const before = states_.data() + depth_ * board_.guesses;
    State* const after = states_.data() + (depth_ + 1) * board_.guesses;
    const int times = ++times_[symbol];
    for (std::size_t j = 0; j < board_.guesses; ++j) {
      State state = before[j];
      state.black -= board_.at(j, depth_) == symbol;
      if ((state.missing >> symbol & 1) != 0) {
        --state.pegs;
        if (times == wanted_[j * board_.shape.symbols + symbol]) state.missing &= ~bit(symbol);
      }
      after[j] = state;
    }
    row_[depth_] = symbol;
    if (!board_.shape.repeats) used_ |= bit(symbol);
    ++depth_;
    enter();
  }

  void leave() {
    if (depth_ == 0) {
      done_ = true;
      return;
    }
    --depth_;
    --times_[row_[depth_]];
    used_ &= ~bit(row_[depth_]);
  }

  Board board_;
  std::size_t n_;
  std::vector<State> states_;  // by depth, then guess
  std::vector<Symbols> open_;  // symbols left to try, by depth
  std::vector<Symbol> row_;
  std::vector<int> wanted_;  // occurrences, by guess with known pegs, then symbol
  std::vector<int> times_;   // occurrences of each symbol in the current row
  std::optional<SplitMix> random_;
  Symbols used_ = 0;
  std::size_t depth_ = 0;
  bool done_ = false;
};

}  // namespace satplay::mastermind
