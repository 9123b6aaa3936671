// Counts the codes consistent with the board by dynamic programming over the positions: states with the same
// continuations are merged.
#pragma once
#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <optional>

#include "board.hpp"
#include "pulse.hpp"
#include "states.hpp"

namespace satplay::mastermind {

// The continuations of a prefix depend on the number of pegs that each guess still misses, and for each
// symbol on its *need*: for each guess, how many further occurrences would give a peg. A symbol is dead if
// one more occurrence would give a peg to a guess that misses none, or if it is placed already and repeats
// are not allowed; all dead symbols are equivalent. A symbol is inactive if no guess has it at a later
// position; inactive symbols with the same need are equivalent. The order of the positions makes symbols
// inactive early.
class CodeCount {
 public:
  explicit CodeCount(const Board& board) : board_(board), n_(board.shape.length), m_(board.shape.symbols) {
    for (std::size_t j = 0; j < board_.guesses; ++j)
      if (board_.pegs[j] != Board::unknown) with_pegs_.push_back(j);
    for (std::size_t i = 0; i < n_; ++i) found_at_.push_back(symbols_at(i));
    order_positions();
    order_symbols();
    name_needs();
  }

  // The number in limbs of 32 bits, lowest first; nullopt if it needs more bytes or transitions, or if the
  // pegs of more than 64 guesses are known.
  std::optional<std::vector<std::uint32_t>> count(std::size_t bytes, std::int64_t transitions, Pulse& pulse) {
    if (with_pegs_.size() > 64) return std::nullopt;
    const std::size_t limbs = (n_ * static_cast<std::size_t>(std::bit_width(m_)) + 40) / 32;
    const std::size_t width = board_.guesses + with_pegs_.size() + m_;
    States now(width, limbs), next(width, limbs);
    std::vector<std::uint16_t> state(width);
    begin(state);
    now.add(state, std::vector<std::uint32_t>{1}, 1);
    for (level_ = 0; level_ < n_; ++level_) {
      next.clear();
      for (std::size_t at = 0; at < now.size(); ++at) {
        const std::int64_t made = expand(now.key(at), now.count(at), state, next);
        transitions -= made;
        if (transitions < 0 || now.bytes() + next.bytes() > bytes) return std::nullopt;
        pulse.spent(static_cast<std::size_t>(made + 1) * (100 + 4 * width));
      }
      std::swap(now, next);
    }
    std::vector<std::uint32_t> sum(limbs, 0);
    for (std::size_t at = 0; at < now.size(); ++at) States::add_times(sum, now.count(at), 1);
    return sum;
  }

 private:
  using Id = std::uint16_t;
  static constexpr Id dead = 0;
  using State = std::vector<std::uint16_t>;  // black pegs missing, pegs missing, needs: active first

  // Next is the position with the symbol that occurs at the fewest remaining positions.
  void order_positions() {
    std::vector<std::size_t> left(n_);
    std::iota(left.begin(), left.end(), std::size_t{0});
    while (!left.empty()) {
      std::vector<int> found(m_, 0);
      for (const std::size_t i : left)
        for (const Symbol symbol : found_at_[i]) ++found[symbol];
      const auto rarest = [&](std::size_t i) {
        int fewest = static_cast<int>(n_) + 1;
        for (const Symbol symbol : found_at_[i]) fewest = std::min(fewest, found[symbol]);
        return fewest;
      };
      const auto best = std::min_element(left.begin(), left.end(),
                                         [&](std::size_t a, std::size_t b) { return rarest(a) < rarest(b); });
      order_.push_back(*best);
      left.erase(best);
    }
  }

  // The symbols that guesses have at a position.
  std::vector<Symbol> symbols_at(std::size_t position) const {
    std::vector<Symbol> found;
    for (std::size_t j = 0; j < board_.guesses; ++j) found.push_back(board_.at(j, position));
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }

  // Symbols that stay active longest come first, so that the active symbols are a prefix of the slots.
  void order_symbols() {
    std::vector<std::size_t> until(m_, 0);  // the level from which on it is inactive
    for (std::size_t level = 0; level < n_; ++level)
      for (const Symbol symbol : found_at_[order_[level]]) until[symbol] = level + 1;
    slots_.resize(m_);
    std::iota(slots_.begin(), slots_.end(), Symbol{0});
    std::stable_sort(slots_.begin(), slots_.end(), [&](Symbol a, Symbol b) { return until[a] > until[b]; });
    active_.assign(n_ + 1, 0);
    for (std::size_t level = 0; level < n_; ++level)
      active_[level] = static_cast<std::size_t>(
          std::count_if(until.begin(), until.end(), [&](std::size_t last) { return last > level; }));
  }

  void name_needs() {
    std::map<std::vector<int>, Id> names;
    const auto name = [&](const std::vector<int>& need) {
      const auto [at, fresh] = names.try_emplace(need, static_cast<Id>(names.size() + 1));
      if (fresh) {
        std::uint64_t pegs = 0;
        for (std::size_t t = 0; t < need.size() && t < 64; ++t)
          if (need[t] > 0) pegs |= std::uint64_t{1} << t;
        pegs_.push_back(pegs);
        less_.push_back(dead);
      }
      return at->second;
    };
    pegs_ = {0}, less_ = {dead};
    for (const Symbol symbol : slots_) {
      std::vector<int> need;
      for (const std::size_t j : with_pegs_) need.push_back(board_.times(j, symbol));
      first_.push_back(name(need));
      for (bool rest = board_.shape.repeats; rest;) {
        const Id id = name(need);
        rest = pegs_[id] != 0;
        for (int& times : need) times = std::max(times - 1, 0);
        less_[id] = name(need);
      }
    }
  }

  // The state before the first position.
  void begin(State& state) const {
    for (std::size_t j = 0; j < board_.guesses; ++j) state[j] = static_cast<std::uint16_t>(board_.black[j]);
    for (std::size_t t = 0; t < with_pegs_.size(); ++t)
      state[board_.guesses + t] = static_cast<std::uint16_t>(board_.pegs[with_pegs_[t]]);
    std::copy(first_.begin(), first_.end(), needs(state));
    normalise(state, active_[0]);
  }

  std::int64_t expand(const std::uint16_t* key, std::span<const std::uint32_t> count, State& state,
                      States& next) {
    const std::uint16_t* const ids = key + board_.guesses + with_pegs_.size();
    std::int64_t made = 0;
    for (std::size_t slot = 0; slot < m_;) {
      std::size_t equal = 1;
      if (slot >= active_[level_])
        while (slot + equal < m_ && ids[slot + equal] == ids[slot]) ++equal;
      if (ids[slot] != dead) {
        ++made;
        std::copy(key, key + state.size(), state.begin());
        if (place(state, slot)) next.add(state, count, static_cast<std::uint32_t>(equal));
      }
      slot += equal;
    }
    return made;
  }

  // Places the symbol of this slot; returns false if that is inconsistent.
  bool place(State& state, std::size_t slot) const {
    const std::size_t left = n_ - level_ - 1;
    for (std::size_t j = 0; j < board_.guesses; ++j) {
      if (slot < active_[level_] && board_.at(j, order_[level_]) == slots_[slot]) {
        if (state[j] == 0) return false;
        --state[j];
      }
      if (state[j] > left) return false;
    }
    Id& need = *(needs(state) + static_cast<std::ptrdiff_t>(slot));
    for (std::size_t t = 0; t < with_pegs_.size(); ++t) {
      std::uint16_t& missing = state[board_.guesses + t];
      missing = static_cast<std::uint16_t>(missing - (pegs_[need] >> t & 1));  // a dead symbol has no need
      if (missing > left) return false;
    }
    need = less_[need];
    normalise(state, active_[level_ + 1]);
    return true;
  }

  // Normal form of a state: marks dead symbols and sorts the needs of inactive symbols.
  void normalise(State& state, std::size_t active) const {
    std::uint64_t full = 0;
    for (std::size_t t = 0; t < with_pegs_.size(); ++t)
      if (state[board_.guesses + t] == 0) full |= std::uint64_t{1} << t;
    const auto begin = needs(state);
    for (auto id = begin; id != state.end(); ++id)
      if ((pegs_[*id] & full) != 0) *id = dead;
    std::sort(begin + static_cast<std::ptrdiff_t>(active), state.end());
  }

  State::iterator needs(State& state) const { return state.end() - static_cast<std::ptrdiff_t>(m_); }

  Board board_;
  std::size_t n_, m_;
  std::vector<std::size_t> with_pegs_;         // the guesses with known pegs
  std::vector<std::vector<Symbol>> found_at_;  // by position: the symbols that guesses have there
  std::vector<std::size_t> order_;             // of positions
  std::vector<Symbol> slots_;                  // of symbols
  std::vector<std::size_t> active_;            // by level: the number of active symbols
  std::vector<Id> first_;                      // by slot: the initial need
  std::vector<Id> less_;                       // by need: the need after one more occurrence
  std::vector<std::uint64_t> pegs_;            // by need: the guesses that would give a peg
  std::size_t level_ = 0;
};

}  // namespace satplay::mastermind
