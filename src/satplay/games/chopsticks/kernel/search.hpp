// Breadth-first search over all positions: backwards from goals, or forwards from one position.
#pragma once
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "moves.hpp"

namespace satplay::chopsticks {

using Plies = std::vector<std::int32_t>;
inline constexpr std::int32_t NEVER = -1;

// Thrown if the search is interrupted.
struct Stopped {};

// Checks for an interrupt after every 0x4000 positions, which take a few milliseconds.
class Pulse {
 public:
  explicit Pulse(std::function<bool()> go_on) : go_on_(std::move(go_on)) {}
  void operator()() {
    if (++count_ % 0x4000 == 0 && !go_on_()) throw Stopped{};
  }

 private:
  std::function<bool()> go_on_;
  std::uint32_t count_ = 0;
};

// The number of plies in which we can reach a goal, against every defence or `helped` by the opponent: for
// each position with us to move, and for each with the opponent to move. Retrograde analysis in the order of
// plies: a position with us to move is settled by its first settled successor; with the opponent to move by
// its last one, so `left` counts the successors that are not settled.
inline std::pair<Plies, Plies> attractor(const Moves& moves, std::span<const std::uint8_t> ours,
                                         std::span<const std::uint8_t> theirs, bool helped, Pulse& pulse) {
  const std::size_t count = moves.positions();
  Plies plies[2] = {Plies(count, NEVER), Plies(count, NEVER)};
  std::vector<std::uint16_t> left(helped ? 0 : count);
  if (!helped)
    for (std::size_t p = 0; p < count; ++p) {
      pulse();
      moves.after(p, [&](std::size_t) { ++left[p]; });
    }
  std::vector<std::size_t> queue;  // 2 * position + whether the opponent is to move
  queue.reserve(2 * count);
  for (std::size_t p = 0; p < count; ++p)
    for (std::size_t who = 0; who < 2; ++who)
      if ((who == 0 ? ours : theirs)[p] != 0) {
        plies[who][p] = 0;
        queue.push_back(2 * p + who);
      }
  for (std::size_t at = 0; at < queue.size(); ++at) {
    pulse();
    const std::size_t who = 1 - queue[at] % 2;  // who moved to get here
    const std::int32_t next = plies[1 - who][queue[at] / 2] + 1;
    moves.before(queue[at] / 2, [&](std::size_t p) {
      if (plies[who][p] != NEVER || (who == 1 && !helped && --left[p] != 0)) return;
      plies[who][p] = next;
      queue.push_back(2 * p + who);
    });
  }
  return {std::move(plies[0]), std::move(plies[1])};
}

// The number of plies in which each position can be reached.
inline Plies reach(const Moves& moves, std::size_t from, Pulse& pulse) {
  Plies plies(moves.positions(), NEVER);
  std::vector<std::size_t> queue{from};
  plies[from] = 0;
  for (std::size_t at = 0; at < queue.size(); ++at) {
    pulse();
    const std::int32_t next = plies[queue[at]] + 1;
    moves.after(queue[at], [&](std::size_t p) {
      if (plies[p] != NEVER) return;
      plies[p] = next;
      queue.push_back(p);
    });
  }
  return plies;
}

}  // namespace satplay::chopsticks
