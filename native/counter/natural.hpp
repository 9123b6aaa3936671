// Natural numbers of any size: model counts often exceed 64 bits.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace satplay::counting {

class Natural {
 public:
  Natural(std::uint64_t value = 0) : small_(value) {}
  explicit Natural(std::span<const std::uint32_t> limbs);  // lowest 32 bits first

  Natural& operator+=(const Natural& other);
  Natural& operator*=(const Natural& other);
  Natural& operator<<=(std::uint64_t bits);
  bool operator<(const Natural& other) const;

  // The number of 32-bit limbs, without leading zeros, and each limb.
  std::size_t size() const;
  std::uint32_t limb(std::size_t index) const;
  std::vector<std::uint8_t> bytes() const;  // lowest first

 private:
  bool is_small() const { return large_.empty(); }
  std::vector<std::uint32_t> limbs() const;
  void become(std::vector<std::uint32_t>&& limbs);

  // Nearly all numbers of a search are small. A large number has at least three limbs, in large_.
  std::uint64_t small_ = 0;
  std::vector<std::uint32_t> large_;
};

}  // namespace satplay::counting
