// Random moves of paths that cover a rectangle: Cover.stir of path_cover.py, which says what the moves are.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "random_numbers.hpp"

namespace satplay::flow {

using Cell = std::int32_t;

class Cover {
 public:
  static constexpr std::size_t shortest = 3;

  // `cells` are the cells of all paths, `ends` the end of each path among them.
  Cover(std::int32_t rows, std::int32_t columns, std::span<const Cell> cells,
        std::span<const std::int32_t> ends)
      : rows_(rows), columns_(columns) {
    if (rows < 1 || columns < 1 || std::int64_t{rows} * columns != std::int64_t(cells.size()) || ends.empty())
      throw std::invalid_argument("paths that do not cover the rectangle");
    owner_.assign(cells.size(), -1);
    std::size_t first = 0;
    for (const std::int32_t end : ends) {
      const auto after = static_cast<std::size_t>(end);
      if (after < first + shortest || after > cells.size())
        throw std::invalid_argument("a path is too short");
      put_new({cells.begin() + std::ptrdiff_t(first), cells.begin() + std::ptrdiff_t(after)});
      first = after;
    }
    if (first != cells.size() || std::ranges::find(owner_, -1) != owner_.end())
      throw std::invalid_argument("paths that do not cover the rectangle");
  }

  // The moves from number `first` to the one before `end`; until number `least` also if the goal is reached.
  // Returns whether all were made.
  bool stir(RandomNumbers& random, std::size_t goal, std::int64_t first, std::int64_t least,
            std::int64_t end) {
    const auto cells = static_cast<std::uint32_t>(owner_.size());
    for (std::int64_t tried = first; tried < end; ++tried) {
      if (tried >= least && count_ <= goal) return false;
      if (count_ < goal) cut(random, static_cast<Cell>(random.below(cells)));
      move(random, static_cast<Cell>(random.below(cells)), count_ > goal);
    }
    return true;
  }

  template <class Use>
  void for_each_path(Use&& use) const {
    for (const Path& path : paths_)
      if (!path.empty()) use(path);
  }

 private:
  using Path = std::vector<Cell>;

  Path& path_of(Cell cell) { return paths_[static_cast<std::size_t>(owner(cell))]; }
  std::int32_t owner(Cell cell) const { return owner_[static_cast<std::size_t>(cell)]; }
  static std::size_t place(const Path& path, Cell cell) {
    return static_cast<std::size_t>(std::ranges::find(path, cell) - path.begin());
  }

  // The neighbours in the order of the grid's links.
  std::size_t near(Cell cell, Cell (&found)[4]) const {
    std::size_t count = 0;
    const Cell column = cell % columns_;
    if (column > 0) found[count++] = cell - 1;
    if (column + 1 < columns_) found[count++] = cell + 1;
    if (cell >= columns_) found[count++] = cell - columns_;
    if (cell + columns_ < rows_ * columns_) found[count++] = cell + columns_;
    return count;
  }

  void cut(RandomNumbers& random, Cell cell) {
    Path& path = path_of(cell);
    const std::size_t at = place(path, cell);
    if (at < shortest || at + shortest > path.size()) return;
    random.below(1);  // the choice among one place
    Path part(path.begin() + std::ptrdiff_t(at), path.end());
    path.resize(at);
    put_new(std::move(part));
  }

  void move(RandomNumbers& random, Cell cell, bool may_join) {
    const std::int32_t number = owner(cell);
    Path& path = path_of(cell);
    if (random.coin()) std::ranges::reverse(path);
    Cell around[4];
    const auto count = static_cast<std::uint32_t>(near(path.back(), around));
    const Cell taken = around[random.below(count)];
    const std::int32_t other = owner(taken);
    if (other == number) return;
    Path& theirs = path_of(taken);
    if (random.coin()) std::ranges::reverse(theirs);
    const std::size_t at = place(theirs, taken);
    if (!(at >= shortest || (at == 0 && may_join)) || touches(number, path.back(), theirs, at)) return;
    for (std::size_t next = at; next < theirs.size(); ++next) {
      path.push_back(theirs[next]);
      owner_[static_cast<std::size_t>(theirs[next])] = number;
    }
    theirs.resize(at);
    if (at == 0) --count_;
  }

  // Whether the rest of a path is adjacent to another path, except its first cell to the last one there.
  bool touches(std::int32_t number, Cell last, const Path& theirs, std::size_t at) const {
    for (std::size_t next = at; next < theirs.size(); ++next) {
      Cell around[4];
      const std::size_t count = near(theirs[next], around);
      for (std::size_t side = 0; side < count; ++side)
        if (owner(around[side]) == number && !(next == at && around[side] == last)) return true;
    }
    return false;
  }

  void put_new(Path path) {
    for (const Cell cell : path) {
      if (cell < 0 || cell >= rows_ * columns_) throw std::invalid_argument("no such cell");
      owner_[static_cast<std::size_t>(cell)] = static_cast<std::int32_t>(paths_.size());
    }
    paths_.push_back(std::move(path));
    ++count_;
  }

  std::int32_t rows_, columns_;
  std::vector<Path> paths_;  // empty after it was merged with another one
  std::vector<std::int32_t> owner_;
  std::size_t count_ = 0;
};

}  // namespace satplay::flow
