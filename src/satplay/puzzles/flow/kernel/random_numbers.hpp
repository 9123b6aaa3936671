// The random numbers of Python's random.Random, so that a seed gives the same boards with and without C++.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>

namespace satplay::flow {

// The Mersenne Twister (Matsumoto & Nishimura 1998) from the state that Python reports: 624 words and the
// number of words used so far. The methods are those of random.Random.
class RandomNumbers {
 public:
  static constexpr std::size_t words = 624;

  explicit RandomNumbers(std::span<const std::uint32_t> state) {
    if (state.size() != words + 1 || state.back() > words) throw std::invalid_argument("another state");
    std::ranges::copy(state, state_.begin());
  }
  std::span<const std::uint32_t> state() const { return state_; }

  // Whether random() < 0.5.
  bool coin() {
    const bool result = word() >> 31 == 0;
    word();  // a random double takes two words
    return result;
  }
  // randrange(bound), for 1 and more.
  std::uint32_t below(std::uint32_t bound) {
    const int unused = std::countl_zero(bound);
    while (true)
      if (const std::uint32_t number = word() >> unused; number < bound) return number;
  }

 private:
  std::uint32_t word() {
    std::uint32_t& used = state_[words];
    if (used == words) renew();
    std::uint32_t y = state_[used++];
    y ^= y >> 11;
    y ^= y << 7 & 0x9d2c5680;
    y ^= y << 15 & 0xefc60000;
    return y ^ y >> 18;
  }
  void renew() {
    for (std::size_t at = 0; at < words; ++at) {
      const std::uint32_t y = (state_[at] & 0x80000000) | (state_[(at + 1) % words] & 0x7fffffff);
      state_[at] = state_[(at + 397) % words] ^ y >> 1 ^ ((y & 1) != 0 ? 0x9908b0df : 0);
    }
    state_[words] = 0;
  }

  std::array<std::uint32_t, words + 1> state_{};
};

}  // namespace satplay::flow
