// Measures of the partition of candidates by a guess.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace satplay::mastermind {

// n log2 n in fixed point. The logarithm of a product is exactly the sum of the logarithms of its prime
// factors, and the logarithms of primes are linearly independent: two partitions have equal sums exactly if
// their entropies are equal.
class Information {
 public:
  static constexpr int fraction = 36;                        // bits
  static constexpr std::size_t most = std::size_t{1} << 22;  // beyond this n log2 n would not fit

  explicit Information(std::size_t largest) : times_log_(largest + 1, 0), gain_(largest + 1, 0) {
    std::vector<std::int64_t> log(largest + 1, 0);
    for (std::size_t n = 2; n <= largest; ++n) {
      if (log[n] == 0) {  // a prime
        const std::int64_t own = std::llround(std::ldexp(std::log2(static_cast<double>(n)), fraction));
        for (std::size_t power = n; power <= largest; power *= n)
          for (std::size_t multiple = power; multiple <= largest; multiple += power) log[multiple] += own;
      }
      times_log_[n] = static_cast<std::int64_t>(n) * log[n];
    }
    for (std::size_t n = 0; n < largest; ++n) gain_[n] = times_log_[n + 1] - times_log_[n];
  }

  std::int64_t times_log(std::size_t n) const { return times_log_[n]; }
  std::int64_t gain(std::size_t n) const { return gain_[n]; }  // of one more candidate

 private:
  std::vector<std::int64_t> times_log_, gain_;
};

struct Measure {
  std::int64_t squares = 0;      // sum over all parts of the square of their size
  std::int64_t largest = 0;      // size of the largest part
  std::int64_t parts = 0;        // number of parts
  std::int64_t uncertainty = 0;  // sum over all parts of n log2 n

  void add(std::size_t size, const Information& information) {
    const auto n = static_cast<std::int64_t>(size);
    squares += n * n;
    largest = std::max(largest, n);
    parts += n != 0;
    uncertainty += information.times_log(size);
  }
};

}  // namespace satplay::mastermind
