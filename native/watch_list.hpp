// A watch list: like std::vector<Watch>, but with a header of 16 bytes instead of 24, because a large formula
// has some million lists, and able to use memory that it does not own.
#pragma once
#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>

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

class WatchList {
 public:
  WatchList() = default;
  // A copy owns its memory.
  WatchList(const WatchList& other) {
    reserve(other.size_);
    std::copy(other.begin(), other.end(), data_);
    size_ = other.size_;
  }
  WatchList(WatchList&& other) noexcept { swap(other); }
  WatchList& operator=(WatchList other) noexcept {
    swap(other);
    return *this;
  }
  ~WatchList() { release(); }

  Watch* data() { return data_; }
  Watch* begin() { return data_; }
  Watch* end() { return data_ + size_; }
  const Watch* begin() const { return data_; }
  const Watch* end() const { return data_ + size_; }
  Watch& operator[](std::size_t at) { return data_[at]; }
  Watch operator[](std::size_t at) const { return data_[at]; }
  std::size_t size() const { return size_; }
  std::size_t capacity() const { return capacity_; }

  void push_back(Watch watch) {
    if (size_ == capacity_) reserve(std::max<std::size_t>(2 * std::size_t{size_}, 1));
    data_[size_++] = watch;
  }
  void reserve(std::size_t capacity) {
    if (capacity <= capacity_) return;
    move_to(Memory().allocate(capacity), capacity);
    owned_ = 1;
  }
  // Moves the entries into memory that the caller owns, which must last as long as the list uses it.
  void lay_out_in(Watch* memory, std::size_t capacity) {
    INVARIANT(capacity >= size_);
    move_to(memory, capacity);
    owned_ = 0;
  }
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
  using Memory = std::allocator<Watch>;

  void move_to(Watch* memory, std::size_t capacity) {
    std::copy(begin(), end(), memory);
    release();
    data_ = memory;
    capacity_ = static_cast<std::uint32_t>(capacity) & largest;
  }
  void release() {
    if (owned_) Memory().deallocate(data_, capacity_);
    owned_ = 0;
  }
  void swap(WatchList& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    const std::uint32_t capacity = capacity_, owned = owned_;
    capacity_ = other.capacity_;
    owned_ = other.owned_;
    other.capacity_ = capacity & largest;
    other.owned_ = owned & 1u;
  }

  static constexpr std::uint32_t largest = UINT32_MAX >> 1;  // a clause has more than one word in the arena

  Watch* data_ = nullptr;
  std::uint32_t size_ = 0;
  std::uint32_t capacity_ : 31 = 0;
  std::uint32_t owned_ : 1 = 0;
};
static_assert(sizeof(WatchList) == 16);

}  // namespace satplay
