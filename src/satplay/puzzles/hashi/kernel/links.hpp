// The links of a board, and a search for a solution other than a known one.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace satplay::hashi {

using Number = std::int32_t;
using Counts = std::vector<Number>;  // bridges by link

struct Link {
  std::size_t ends[2];
  Number own;  // bridges in the known solution
};

// Islands by number; at most four links each, some of which cross.
struct Links {
  std::vector<Number> wanted;  // by island
  std::vector<Link> links;
  std::vector<std::vector<std::size_t>> of_island;
  std::vector<std::vector<std::size_t>> crossed_by;  // by link
  Number most = 2;
  bool loops = true;
};

// Depth-first search; bounds of the bridges of each link follow from the numbers and the crossings.
class SecondSolution {
 public:
  // The search ends after this number of decisions: the board is explained anyway, which proves uniqueness.
  static constexpr int most_nodes = 400;

  explicit SecondSolution(const Links& board) : board_(board) {}

  std::optional<Counts> find() {
    Bounds bounds{Counts(board_.links.size(), 0), Counts(board_.links.size(), board_.most)};
    std::vector<std::size_t> changed;
    for (std::size_t island = 0; island < board_.wanted.size(); ++island) changed.push_back(island);
    return search(std::move(bounds), std::move(changed));
  }

 private:
  struct Bounds {
    Counts low, high;
  };

  std::optional<Counts> search(Bounds bounds, std::vector<std::size_t> changed) {
    if (++nodes_ > most_nodes || !propagate(bounds, std::move(changed)) || !can_connect(bounds)) return {};
    const std::size_t open = choose(bounds);
    if (open == board_.links.size()) return is_other(bounds) ? std::optional(bounds.low) : std::nullopt;
    // What differs from the known solution first.
    const Number own = board_.links[open].own;
    for (const bool is_own : {false, true})
      for (Number count = bounds.low[open]; count <= bounds.high[open]; ++count) {
        if ((count == own) != is_own) continue;
        Bounds next = bounds;
        next.low[open] = next.high[open] = count;
        const auto& ends = board_.links[open].ends;
        std::vector<std::size_t> touched{ends[0], ends[1]};
        if (count > 0 && !close_crossed(next, open, touched)) continue;
        if (auto found = search(std::move(next), std::move(touched))) return found;
      }
    return {};
  }

  bool propagate(Bounds& bounds, std::vector<std::size_t> changed) const {
    while (!changed.empty()) {
      const std::size_t island = changed.back();
      changed.pop_back();
      Number low = 0, high = 0;
      for (const std::size_t link : board_.of_island[island])
        low += bounds.low[link], high += bounds.high[link];
      const Number wanted = board_.wanted[island];
      if (low > wanted || high < wanted) return false;
      for (const std::size_t link : board_.of_island[island]) {
        const Number old_low = bounds.low[link], old_high = bounds.high[link];
        const Number new_low = std::max(old_low, wanted - (high - old_high));
        const Number new_high = std::min(old_high, wanted - (low - old_low));
        if (new_low == old_low && new_high == old_high) continue;
        if (new_low > new_high) return false;
        bounds.low[link] = new_low;
        bounds.high[link] = new_high;
        low += new_low - old_low;
        high += new_high - old_high;
        for (const std::size_t end : board_.links[link].ends) changed.push_back(end);
        if (old_low == 0 && new_low > 0 && !close_crossed(bounds, link, changed)) return false;
      }
    }
    return true;
  }

  bool close_crossed(Bounds& bounds, std::size_t link, std::vector<std::size_t>& changed) const {
    for (const std::size_t other : board_.crossed_by[link]) {
      if (bounds.low[other] > 0) return false;
      if (bounds.high[other] == 0) continue;
      bounds.high[other] = 0;
      for (const std::size_t end : board_.links[other].ends) changed.push_back(end);
    }
    return true;
  }

  // Whether links that may have bridges connect all islands.
  bool can_connect(const Bounds& bounds) const {
    std::vector<std::uint8_t> seen(board_.wanted.size());
    std::vector<std::size_t> waiting{0};
    seen[0] = 1;
    std::size_t count = 1;
    while (!waiting.empty()) {
      const std::size_t island = waiting.back();
      waiting.pop_back();
      for (const std::size_t link : board_.of_island[island]) {
        if (bounds.high[link] == 0) continue;
        const auto& ends = board_.links[link].ends;
        const std::size_t other = ends[0] == island ? ends[1] : ends[0];
        if (seen[other]) continue;
        seen[other] = 1;
        ++count;
        waiting.push_back(other);
      }
    }
    return count == board_.wanted.size();
  }

  // An open link of an island with the fewest open ones; the number of links if none is open.
  std::size_t choose(const Bounds& bounds) const {
    std::size_t best = board_.links.size(), fewest = 5;
    for (const auto& links : board_.of_island) {
      std::size_t count = 0, open = 0;
      for (const std::size_t link : links)
        if (bounds.low[link] < bounds.high[link]) ++count, open = link;
      if (count > 0 && count < fewest) fewest = count, best = open;
    }
    return best;
  }

  bool is_other(const Bounds& bounds) const {
    std::size_t used = 0;
    bool differs = false;
    for (std::size_t link = 0; link < board_.links.size(); ++link) {
      used += bounds.low[link] > 0 ? 1 : 0;
      differs = differs || bounds.low[link] != board_.links[link].own;
    }
    return differs && (board_.loops || used == board_.wanted.size() - 1);  // it is connected
  }

  const Links& board_;
  int nodes_ = 0;
};

}  // namespace satplay::hashi
