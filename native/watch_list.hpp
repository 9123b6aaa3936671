// Watch lists in shared blocks of memory. A large formula has some million lists: separate allocations would
// take longer than filling them, and freeing them at the end would take most of a second, which is too long
// after Ctrl-C.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

#include "arena.hpp"
#include "invariant.hpp"

namespace satplay {

// One entry of a watch list: the clause, and another of its literals (the blocker). If the blocker is true,
// the clause need not be read; the blocker of a binary clause is its other literal.
struct Watch {
  Lit blocker;
  std::uint32_t tagged;

  static Watch of(Ref ref, Lit blocker, bool binary) { return {blocker, ref | (binary ? mask : 0)}; }
  bool binary() const { return (tagged & mask) != 0; }
  Ref ref() const { return tagged & ~mask; }
  static constexpr std::uint32_t mask = 1u << 31;
};

// Does not own its memory, which belongs to a WatchMemory.
class WatchList {
 public:
  Watch* data() { return data_; }
  Watch* begin() { return data_; }
  Watch* end() { return data_ + size_; }
  const Watch* begin() const { return data_; }
  const Watch* end() const { return data_ + size_; }
  Watch& operator[](std::size_t at) { return data_[at]; }
  Watch operator[](std::size_t at) const { return data_[at]; }
  std::size_t size() const { return size_; }
  std::size_t capacity() const { return capacity_; }

  // Only makes it shorter.
  void resize(std::size_t size) {
    INVARIANT(size <= size_);
    size_ = static_cast<std::uint32_t>(size);
  }
  void clear() { size_ = 0; }
  void erase(Watch* at) {
    std::copy(at + 1, end(), at);
    size_--;
  }
  template <class Condition>
  void erase_if(Condition condition) {
    resize(static_cast<std::size_t>(std::remove_if(begin(), end(), condition) - begin()));
  }

 private:
  friend class WatchMemory;
  Watch* data_ = nullptr;
  std::uint32_t size_ = 0, capacity_ = 0;
};
static_assert(sizeof(WatchList) == 16);

// Memory for lists, taken from blocks that are freed together. Released memory is used again for lists of the
// same capacity, a power of two.
class WatchMemory {
 public:
  void push_back(WatchList& list, Watch watch) {
    if (list.size_ == list.capacity_) [[unlikely]]
      grow(list);
    list.data_[list.size_++] = watch;
  }
  void reserve(WatchList& list, std::size_t capacity) {
    if (capacity > list.capacity_) move(list, std::bit_ceil(capacity));
  }
  // Makes room for exactly `capacity` entries. The caller has reserved memory for all lists together.
  void lay_out(WatchList& list, std::size_t capacity) { move_to(list, take(capacity), capacity); }
  void copy(const WatchList& from, WatchList& to) {
    if (from.size() == 0) return;
    lay_out(to, from.size());
    std::copy(from.begin(), from.end(), to.begin());
    to.size_ = from.size_;
  }
  void reserve_block(std::size_t entries) {
    blocks_.emplace_back(new Watch[entries]);
    free_ = blocks_.back().get();
    free_end_ = free_ + entries;
  }

 private:
  static constexpr std::size_t least_block = 256, largest_block = 1 << 17;  // entries

  Watch* take(std::size_t entries) {
    if (static_cast<std::size_t>(free_end_ - free_) < entries) {
      reserve_block(std::max(entries, next_block_));
      next_block_ = std::min(2 * next_block_, largest_block);
    }
    Watch* const taken = free_;
    free_ += entries;
    return taken;
  }
  void grow(WatchList& list);  // elsewhere: it must not be a part of the hottest loop, propagation
  void move(WatchList& list, std::size_t capacity) {
    std::vector<Watch*>& spare = spare_[static_cast<std::size_t>(std::countr_zero(capacity))];
    if (spare.empty()) {
      move_to(list, take(capacity), capacity);
    } else {
      Watch* const memory = spare.back();
      spare.pop_back();
      move_to(list, memory, capacity);
    }
  }
  void move_to(WatchList& list, Watch* memory, std::size_t capacity) {
    INVARIANT(list.size() <= capacity);
    std::copy(list.begin(), list.end(), memory);
    if (std::has_single_bit(list.capacity_))
      spare_[static_cast<std::size_t>(std::countr_zero(list.capacity_))].push_back(list.data_);
    list.data_ = memory;
    list.capacity_ = static_cast<std::uint32_t>(capacity);
  }

  std::vector<std::unique_ptr<Watch[]>> blocks_;
  Watch *free_ = nullptr, *free_end_ = nullptr;  // in the last block
  std::size_t next_block_ = least_block;
  std::array<std::vector<Watch*>, 32> spare_;  // by the logarithm of the capacity
};

}  // namespace satplay
