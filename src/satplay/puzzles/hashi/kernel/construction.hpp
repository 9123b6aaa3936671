// Random islands and bridges, repaired until no other solution is found: construction.py and generator.py say
// how, and why. Boards of a level are made here, because most of them are rejected.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

#include "links.hpp"

namespace satplay::hashi {

using Cell = std::int32_t;
using Way = std::pair<Cell, Cell>;

struct Wishes {
  std::int32_t rows, columns, islands;
  bool exact;  // no other number of islands
  Number most;
  bool loops;
  double several, closing;  // as in Mix; negative: all numbers of bridges are equally likely
};

class Construction {
 public:
  static constexpr int most_questions = 200;
  static constexpr std::size_t farthest = 8;

  Construction(const Wishes& wishes, std::uint64_t seed)
      : wishes_(wishes), random_(seed), state_(cells()), is_near_(cells()) {
    settle(static_cast<Cell>(below(cells())));
  }

  // Whether a board was made: with one solution, as far as the search goes.
  bool make() {
    const auto islands = static_cast<std::size_t>(wishes_.islands);
    const std::size_t first = wishes_.exact ? std::max(std::size_t{2}, islands - islands / 20) : islands;
    if (grow(first) < std::min(std::size_t{3}, first)) return false;
    for (int question = 0; question < most_questions; ++question) {
      if (wishes_.exact && islands_.size() > islands) return false;
      const std::vector<Way> differing = find_differing();
      if (!differing.empty()) {
        repair(differing);
      } else if (!wishes_.exact || islands_.size() == islands) {
        return true;
      } else if (const std::size_t more = islands_.size() + 1; grow(more) < more) {
        return false;
      }
    }
    return false;
  }

  const std::map<Way, Number>& built() const { return built_; }

 private:
  enum State : std::uint8_t { is_free, is_covered, is_island };
  enum Axis : std::uint8_t { across, down };

  std::size_t cells() const {
    return static_cast<std::size_t>(wishes_.rows) * static_cast<std::size_t>(wishes_.columns);
  }
  static std::size_t at(Cell cell) { return static_cast<std::size_t>(cell); }
  std::size_t below(std::size_t bound) { return random_() % bound; }
  bool happens(double share) { return static_cast<double>(random_() >> 11) * 0x1p-53 < share; }
  template <class Items>
  void shuffle(Items& items) {
    for (std::size_t left = items.size(); left > 1; --left) std::swap(items[left - 1], items[below(left)]);
  }

  // -- growing --------------------------------------------------------------------------------------------

  std::size_t grow(std::size_t islands) {
    while (islands_.size() < islands && !growing_.empty()) {
      const std::size_t chosen = below(growing_.size());
      if (sprout(growing_[chosen])) continue;
      growing_[chosen] = growing_.back();
      growing_.pop_back();
    }
    return islands_.size();
  }

  bool sprout(Cell island) {
    std::array<std::pair<Axis, Cell>, 4> directions{{{across, -1}, {across, 1}, {down, -1}, {down, 1}}};
    shuffle(directions);
    for (const auto& [axis, sign] : directions) {
      std::vector<Cell> free;
      Cell next = step(island, axis, sign);
      for (; next >= 0 && state_[at(next)] == is_free; next = step(next, axis, sign)) free.push_back(next);
      if (next >= 0 && state_[at(next)] == is_island && wishes_.loops && happens(wishes_.closing)) {
        build({std::min(island, next), std::max(island, next)});
        continue;
      }
      std::vector<Cell> places;
      for (std::size_t far = 1; far < std::min(farthest, free.size()); ++far)
        if (!is_near_[at(free[far])]) places.push_back(free[far]);
      if (places.empty()) continue;
      const Cell added = places[below(places.size())];
      settle(added);
      build({std::min(island, added), std::max(island, added)});
      return true;
    }
    return false;
  }

  // The next cell in a direction; -1 beyond the border.
  Cell step(Cell cell, Axis axis, Cell sign) const {
    if (axis == across) {
      const Cell column = cell % wishes_.columns + sign;
      return column >= 0 && column < wishes_.columns ? cell + sign : -1;
    }
    const Cell next = cell + sign * wishes_.columns;
    return next >= 0 && next < wishes_.rows * wishes_.columns ? next : -1;
  }

  void settle(Cell cell) {
    islands_.push_back(cell);
    growing_.push_back(cell);
    state_[at(cell)] = is_island;
    for (const Axis axis : {across, down})
      for (const Cell sign : {-1, 1})
        if (const Cell near = step(cell, axis, sign); near >= 0) is_near_[at(near)] = 1;
  }

  std::vector<Cell> between(const Way& way) const {
    const Axis axis = way.first / wishes_.columns == way.second / wishes_.columns ? across : down;
    std::vector<Cell> cells;
    for (Cell cell = step(way.first, axis, 1); cell != way.second; cell = step(cell, axis, 1))
      cells.push_back(cell);
    return cells;
  }

  void build(const Way& way) {
    if (!built_.try_emplace(way, draw_count()).second) return;
    for (const Cell cell : between(way)) state_[at(cell)] = is_covered;
  }

  Number draw_count() {
    const auto most = static_cast<std::size_t>(wishes_.most);
    if (wishes_.several < 0) return static_cast<Number>(1 + below(most));
    if (most == 1 || !happens(wishes_.several)) return 1;
    return static_cast<Number>(2 + below(most - 1));
  }

  // -- repairing ------------------------------------------------------------------------------------------

  // The ways on which another solution differs; none if there is no other one.
  std::vector<Way> find_differing() {
    std::vector<Cell> islands = islands_;
    std::ranges::sort(islands);
    const std::size_t none = cells();
    std::vector<std::size_t> number(cells(), none), over(cells(), none);
    Links board;
    board.most = wishes_.most;
    board.loops = wishes_.loops;
    board.wanted.resize(islands.size());
    board.of_island.resize(islands.size());
    for (std::size_t island = 0; island < islands.size(); ++island) number[at(islands[island])] = island;
    std::vector<Way> ways;
    for (const Axis axis : {across, down})
      for (std::size_t island = 0; island < islands.size(); ++island) {
        Cell next = step(islands[island], axis, 1);
        while (next >= 0 && number[at(next)] == none) next = step(next, axis, 1);
        if (next < 0) continue;
        const Way way{islands[island], next};
        const std::size_t link = ways.size(), other = number[at(next)];
        const auto found = built_.find(way);
        ways.push_back(way);
        board.links.push_back({{island, other}, found == built_.end() ? 0 : found->second});
        board.crossed_by.emplace_back();
        for (const std::size_t end : {island, other}) {
          board.of_island[end].push_back(link);
          board.wanted[end] += board.links[link].own;
        }
        for (const Cell cell : between(way)) {
          if (axis == across) {
            over[at(cell)] = link;
          } else if (over[at(cell)] != none) {
            board.crossed_by[link].push_back(over[at(cell)]);
            board.crossed_by[over[at(cell)]].push_back(link);
          }
        }
      }
    const auto other = SecondSolution(board).find();
    std::vector<Way> differing;
    for (std::size_t link = 0; other && link < ways.size(); ++link)
      if ((*other)[link] != board.links[link].own) differing.push_back(ways[link]);
    return differing;
  }

  void repair(const std::vector<Way>& differing) {
    for (std::vector<Way>& part : connected_groups(differing)) {
      shuffle(part);
      const bool is_changed = std::ranges::any_of(part, [&](const Way& way) { return strengthen(way); }) ||
                              std::ranges::any_of(part, [&](const Way& way) { return split(way); });
      if (is_changed) continue;
      for (const Way& way : part)
        if (const auto found = built_.find(way); found != built_.end()) found->second = draw_count();
    }
  }

  static std::vector<std::vector<Way>> connected_groups(std::vector<Way> ways) {
    std::vector<std::vector<Way>> groups;
    while (!ways.empty()) {
      std::vector<Way> group{ways.back()};
      ways.pop_back();
      for (std::size_t next = 0; next < group.size(); ++next) {
        const Way from = group[next];
        const auto meets = [&](const Way& way) {
          return way.first == from.first || way.first == from.second || way.second == from.first ||
                 way.second == from.second;
        };
        for (const Way& way : ways)
          if (meets(way)) group.push_back(way);
        std::erase_if(ways, meets);
      }
      groups.push_back(std::move(group));
    }
    return groups;
  }

  bool strengthen(const Way& way) {
    if (const auto found = built_.find(way); found != built_.end()) {
      if (found->second == wishes_.most) return false;
      ++found->second;
      return true;
    }
    const auto is_taken = [&](Cell cell) { return state_[at(cell)] != is_free; };
    if (!wishes_.loops || std::ranges::any_of(between(way), is_taken)) return false;
    build(way);
    return true;
  }

  bool split(const Way& way) {
    const auto found = built_.find(way);
    if (found == built_.end()) return false;
    std::vector<Cell> places = between(way);
    std::erase_if(places, [&](Cell cell) { return is_near_[at(cell)] != 0; });
    if (places.empty()) return false;
    const Cell added = places[below(places.size())];
    const Number count = found->second;
    built_.erase(found);
    settle(added);
    built_[{way.first, added}] = count;
    built_[{added, way.second}] = count;
    return true;
  }

  Wishes wishes_;
  std::mt19937_64 random_;
  std::vector<std::uint8_t> state_, is_near_;
  std::vector<Cell> islands_, growing_;
  std::map<Way, Number> built_;
};

}  // namespace satplay::hashi
