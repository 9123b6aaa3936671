// Random numbers.
#pragma once
#include <cstddef>
#include <cstdint>

namespace satplay::mastermind {

// SplitMix64 (Steele, Lea & Flood 2014): the same numbers on every platform.
class SplitMix {
 public:
  explicit SplitMix(std::uint64_t seed) : state_(seed) {}
  std::size_t below(std::size_t bound) {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return static_cast<std::size_t>(((z ^ z >> 31) >> 32) * bound >> 32);
  }

 private:
  std::uint64_t state_;
};

}  // namespace satplay::mastermind
