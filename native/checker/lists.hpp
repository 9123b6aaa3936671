// Many growing lists in one array, so that a million of them are freed quickly when a check stops.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>

#include "memory.hpp"

namespace satplay::checker {

// The capacity of a list is a power of two. If it needs more, it moves to a larger place, and another list
// reuses the old one.
template <class T>
class Lists {
 public:
  std::size_t count() const { return lists_.size(); }
  void resize(std::size_t count) { lists_.resize(count); }

  std::uint32_t size(std::size_t list) const { return lists_[list].size; }
  // Valid until an item is added to any list.
  T* items(std::size_t list) { return items_.data() + lists_[list].first; }
  void shrink(std::size_t list, std::uint32_t size) {
    INVARIANT(size <= lists_[list].size);
    lists_[list].size = size;
  }

  void push(std::size_t list, T item) {
    List& to = lists_[list];
    if (to.size == room(to.level)) move(to);
    items_[to.first + to.size++] = item;
  }

  void clear_all() {
    for (std::size_t list = 0; list < lists_.size(); ++list) lists_[list].size = 0;
  }

 private:
  struct List {
    std::uint32_t first, size, level;
  };

  // Level 0 has no capacity, the next levels 2, 4, 8, ...
  static constexpr std::uint32_t room(std::uint32_t level) { return level == 0 ? 0 : 1u << level; }

  void move(List& list) {
    const std::uint32_t level = list.level + 1;
    std::uint32_t first;
    if (level >= 31) throw Stop::memory;
    if (auto& places = left_[level]; !places.empty()) {
      first = places.back();
      places.pop_back();
    } else {
      if (items_.size() + room(level) > UINT32_MAX) throw Stop::memory;
      first = static_cast<std::uint32_t>(items_.size());
      items_.resize(items_.size() + room(level));
    }
    std::copy_n(items_.data() + list.first, list.size, items_.data() + first);
    if (list.level > 0) left_[list.level].push_back(list.first);
    list.first = first;
    list.level = level;
  }

  Pages<List> lists_;
  Pages<T> items_;
  std::array<Pages<std::uint32_t>, 32> left_;  // by level: unused places
};

}  // namespace satplay::checker
