// Memory of a check, counted to the byte at allocation; allocations beyond a limit fail.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "invariant.hpp"
#include "stop.hpp"

namespace satplay::checker {

// The memory in use by the check of a thread, and its limit. A check allocates and frees only in its own
// thread, so containers need no pointer to it.
struct Ledger {
  std::uint64_t held = 0;
  std::uint64_t most = UINT64_MAX;

  void take(std::uint64_t bytes) {
    if (bytes > most - held) throw Stop::memory;
    held += bytes;
  }
  void give_back(std::uint64_t bytes) {
    INVARIANT(bytes <= held);
    held -= bytes;
  }
};

inline thread_local Ledger ledger;

// A separate account for the duration of a check, because a callback may start another check.
class Bookkeeping {
 public:
  explicit Bookkeeping(std::uint64_t most) : before_(std::exchange(ledger, Ledger{0, most})) {}
  ~Bookkeeping() { ledger = before_; }
  Bookkeeping(const Bookkeeping&) = delete;
  Bookkeeping& operator=(const Bookkeeping&) = delete;

 private:
  Ledger before_;
};

template <class T>
struct Counted {
  using value_type = T;

  Counted() = default;
  template <class Other>
  Counted(const Counted<Other>&) {}

  T* allocate(std::size_t count) {
    if (count > SIZE_MAX / 2 / sizeof(T)) throw Stop::memory;
    ledger.take(count * sizeof(T));
    try {
      return std::allocator<T>().allocate(count);
    } catch (const std::bad_alloc&) {
      ledger.give_back(count * sizeof(T));
      throw Stop::memory;
    }
  }
  void deallocate(T* first, std::size_t count) noexcept {
    ledger.give_back(count * sizeof(T));
    std::allocator<T>().deallocate(first, count);
  }
  bool operator==(const Counted&) const { return true; }
};

template <class T>
using Vector = std::vector<T, Counted<T>>;

// For the few very large arrays: growing moves pages instead of copying them. Copying could delay stopping a
// check too long, and needs a second array.
template <class T>
class Pages {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Pages() = default;
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;
  ~Pages() {
    ledger.give_back(room_ * sizeof(T));
    std::free(first_);
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* data() { return first_; }
  T& operator[](std::size_t at) {
    INVARIANT(at < size_);
    return first_[at];
  }
  const T& operator[](std::size_t at) const {
    INVARIANT(at < size_);
    return first_[at];
  }
  T& back() { return (*this)[size_ - 1]; }

  void push_back(T value) {
    if (size_ == room_) grow(size_ + 1);
    first_[size_++] = value;
  }
  void append(std::span<const T> values) {
    if (values.size() > room_ - size_) grow(size_ + values.size());
    for (const T& value : values) first_[size_++] = value;
  }
  void pop_back() {
    INVARIANT(size_ > 0);
    --size_;
  }
  void shrink(std::size_t size) {
    INVARIANT(size <= size_);
    size_ = size;
  }
  // New elements are zero.
  void resize(std::size_t size) {
    if (size > room_) grow(size);
    if (size > size_) std::memset(static_cast<void*>(first_ + size_), 0, (size - size_) * sizeof(T));
    size_ = size;
  }

 private:
  void grow(std::size_t least) {
    const std::size_t room = least + least / 2 + 16;
    ledger.take((room - room_) * sizeof(T));
    void* const moved = std::realloc(first_, room * sizeof(T));
    if (moved == nullptr) {
      ledger.give_back((room - room_) * sizeof(T));
      throw Stop::memory;
    }
    first_ = static_cast<T*>(moved);
    room_ = room;
  }

  T* first_ = nullptr;
  std::size_t size_ = 0, room_ = 0;
};

}  // namespace satplay::checker
