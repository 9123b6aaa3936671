// Breadth-first search over all positions: backwards from goals with an opponent, or forwards from one
// position.
#pragma once
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "moves.hpp"

namespace satplay::chopsticks {

using Plies = std::vector<std::int32_t>;
inline constexpr std::int32_t NEVER = -1;

// Thrown when the search is interrupted.
struct Stopped {};

// Calls `is_running` every 16384 positions, which take a few milliseconds; false stops the search.
class Pulse {
 public:
  explicit Pulse(std::function<bool()> is_running) : is_running_(std::move(is_running)) {}
  void operator()() {
    if (++count_ % 0x4000 == 0 && !is_running_()) throw Stopped{};
  }

 private:
  std::function<bool()> is_running_;
  std::uint32_t count_ = 0;
};

// The number of plies in which we can force a goal, or reach it if `helped` by the opponent: for each
// position with us to move, and for each with the opponent to move. Retrograde analysis: a position of ours
// is decided as soon as one successor is, a position of the opponent when all successors are; `left` counts
// the undecided ones. Positions are decided in the order of their plies.
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
    const std::size_t who = 1 - queue[at] % 2;  // the player who moved to get here
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
