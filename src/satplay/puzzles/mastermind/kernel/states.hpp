// A hash table from states to counts of any size.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace satplay::mastermind {

class States {
 public:
  States(std::size_t width, std::size_t limbs) : width_(width), limbs_(limbs) { clear(); }

  void clear() {
    size_ = 0;
    keys_.clear();
    counts_.clear();
    places_.assign(64, empty);
  }

  std::size_t size() const { return size_; }
  std::size_t bytes() const {
    return keys_.capacity() * sizeof keys_[0] + counts_.capacity() * sizeof counts_[0] +
           places_.capacity() * sizeof places_[0];
  }
  const std::uint16_t* key(std::size_t at) const { return keys_.data() + at * width_; }
  std::span<const std::uint32_t> count(std::size_t at) const {
    return {counts_.data() + at * limbs_, limbs_};
  }

  // Adds times * count to the count of a state; `count` has at most `limbs` limbs.
  void add(std::span<const std::uint16_t> key, std::span<const std::uint32_t> count, std::uint32_t times) {
    std::size_t place = hash(key.data()) & (places_.size() - 1);
    while (places_[place] != empty && !same(places_[place], key.data()))
      place = (place + 1) & (places_.size() - 1);
    if (places_[place] == empty) {
      places_[place] = static_cast<std::uint32_t>(size_++);
      keys_.insert(keys_.end(), key.begin(), key.end());
      counts_.resize(counts_.size() + limbs_, 0);
      add_times({counts_.data() + (size_ - 1) * limbs_, limbs_}, count, times);
      if (size_ * 2 > places_.size()) grow();
    } else {
      add_times({counts_.data() + places_[place] * limbs_, limbs_}, count, times);
    }
  }

  static void add_times(std::span<std::uint32_t> sum, std::span<const std::uint32_t> count,
                        std::uint32_t times) {
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < sum.size(); ++i) {
      carry += sum[i];
      if (i < count.size()) carry += std::uint64_t{count[i]} * times;
      sum[i] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
  }

 private:
  static constexpr std::uint32_t empty = UINT32_MAX;

  bool same(std::uint32_t at, const std::uint16_t* other) const {
    return std::memcmp(key(at), other, width_ * sizeof *other) == 0;
  }

  // FNV-1a, two bytes at a time, with a final mix of the low bits.
  std::size_t hash(const std::uint16_t* key) const {
    std::uint64_t code = 0xcbf29ce484222325;
    for (std::size_t i = 0; i < width_; ++i) code = (code ^ key[i]) * 0x100000001b3;
    return static_cast<std::size_t>(code ^ code >> 29);
  }

  void grow() {
    places_.assign(places_.size() * 2, empty);
    for (std::size_t at = 0; at < size_; ++at) {
      std::size_t place = hash(key(at)) & (places_.size() - 1);
      while (places_[place] != empty) place = (place + 1) & (places_.size() - 1);
      places_[place] = static_cast<std::uint32_t>(at);
    }
  }

  std::size_t width_, limbs_, size_ = 0;
  std::vector<std::uint16_t> keys_;
  std::vector<std::uint32_t> counts_;
  std::vector<std::uint32_t> places_;  // by hash: index of the state, or empty
};

}  // namespace satplay::mastermind
