// A growing array of 32-bit words, like std::vector. It grows by realloc: the system moves the pages of a
// large array instead of copying it, which takes a second and twice the memory for the clauses of a large
// formula.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>
#include <utility>

#include "invariant.hpp"

namespace satplay {

class Words {
 public:
  Words() = default;
  Words(const Words& other) { assign({other.memory_.get(), other.size_}); }
  Words(Words&& other) noexcept { swap(other); }
  Words& operator=(Words other) noexcept {
    swap(other);
    return *this;
  }
  ~Words() = default;

  std::size_t size() const { return size_; }
  std::size_t capacity() const { return capacity_; }
  std::uint32_t& operator[](std::size_t at) {
    INVARIANT(at < size_);
    return memory_.get()[at];
  }
  const std::uint32_t& operator[](std::size_t at) const {
    INVARIANT(at < size_);
    return memory_.get()[at];
  }
  std::span<const std::uint32_t> from(std::size_t at) const { return {memory_.get() + at, size_ - at}; }

  // New words are not initialised.
  void resize(std::size_t size) {
    if (size > capacity_) reserve(std::max(size, capacity_ + capacity_ / 2));
    size_ = size;
  }
  void reserve(std::size_t capacity) {
    if (capacity <= capacity_) return;
    void* const grown = std::realloc(memory_.get(), capacity * sizeof(std::uint32_t));
    if (grown == nullptr) throw std::bad_alloc();
    static_cast<void>(memory_.release());  // realloc has freed or moved it
    memory_.reset(static_cast<std::uint32_t*>(grown));
    capacity_ = capacity;
  }
  void assign(std::span<const std::uint32_t> words) {
    resize(words.size());
    std::copy(words.begin(), words.end(), memory_.get());
  }
  void swap(Words& other) noexcept {
    std::swap(memory_, other.memory_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }

 private:
  std::unique_ptr<std::uint32_t, decltype(&std::free)> memory_{nullptr, &std::free};
  std::size_t size_ = 0, capacity_ = 0;
};

}  // namespace satplay
