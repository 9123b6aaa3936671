// Random numbers that are the same on every platform, unlike the distributions of the standard library
// (SplitMix64: Steele, Lea & Flood 2014).
#pragma once
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace satplay::fuzz {

using Literals = std::vector<std::int32_t>;
using Clauses = std::vector<Literals>;

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t mixed = state_ += 0x9e3779b97f4a7c15u;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
    return mixed ^ (mixed >> 31);
  }

  int below(int bound) { return static_cast<int>(next() % static_cast<std::uint64_t>(bound)); }
  int between(int low, int high) { return low + below(high - low + 1); }
  bool one_in(int count) { return below(count) == 0; }
  std::int32_t either_sign(std::int32_t variable) { return one_in(2) ? variable : -variable; }

  template <class Thing>
  const Thing& one_of(const std::vector<Thing>& things) {
    return things[static_cast<std::size_t>(below(static_cast<int>(things.size())))];
  }

  template <class Thing>
  void shuffle(std::vector<Thing>& things) {
    for (std::size_t left = things.size(); left > 1; left--)
      std::swap(things[left - 1], things[static_cast<std::size_t>(below(static_cast<int>(left)))]);
  }

 private:
  std::uint64_t state_;
};

}  // namespace satplay::fuzz
