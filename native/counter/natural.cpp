#include "natural.hpp"

#include <algorithm>

#include "../invariant.hpp"

namespace satplay::counting {

Natural::Natural(std::span<const std::uint32_t> limbs) {
  become({limbs.begin(), limbs.end()});
}

std::size_t Natural::size() const {
  if (!is_small()) return large_.size();
  return small_ == 0 ? 0 : small_ >> 32 == 0 ? 1 : 2;
}

std::uint32_t Natural::limb(std::size_t index) const {
  INVARIANT(index < size());
  if (!is_small()) return large_[index];
  return static_cast<std::uint32_t>(index == 0 ? small_ : small_ >> 32);
}

std::vector<std::uint32_t> Natural::limbs() const {
  std::vector<std::uint32_t> all(size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = limb(i);
  return all;
}

void Natural::become(std::vector<std::uint32_t>&& limbs) {
  while (!limbs.empty() && limbs.back() == 0) limbs.pop_back();
  small_ = 0;
  large_.clear();
  if (limbs.size() > 2) {
    large_ = std::move(limbs);
  } else {
    for (std::size_t i = limbs.size(); i-- > 0;) small_ = small_ << 32 | limbs[i];
  }
}

Natural& Natural::operator+=(const Natural& other) {
  std::uint64_t sum = 0;
  if (is_small() && other.is_small() && !__builtin_add_overflow(small_, other.small_, &sum)) {
    small_ = sum;
    return *this;
  }
  std::vector<std::uint32_t> result = limbs();
  result.resize(std::max(result.size(), other.size()) + 1);
  std::uint64_t carry = 0;
  for (std::size_t i = 0; i < result.size(); ++i) {
    carry += std::uint64_t{result[i]} + (i < other.size() ? other.limb(i) : 0);
    result[i] = static_cast<std::uint32_t>(carry);
    carry >>= 32;
  }
  become(std::move(result));
  return *this;
}

Natural& Natural::operator*=(const Natural& other) {
  std::uint64_t product = 0;
  if (is_small() && other.is_small() && !__builtin_mul_overflow(small_, other.small_, &product)) {
    small_ = product;
    return *this;
  }
  const std::vector<std::uint32_t> left = limbs(), right = other.limbs();
  std::vector<std::uint32_t> result(left.size() + right.size());
  for (std::size_t i = 0; i < left.size(); ++i) {
    std::uint64_t carry = 0;
    for (std::size_t j = 0; j < right.size(); ++j) {
      carry += std::uint64_t{left[i]} * right[j] + result[i + j];
      result[i + j] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    result[i + right.size()] = static_cast<std::uint32_t>(carry);
  }
  become(std::move(result));
  return *this;
}

Natural& Natural::operator<<=(std::uint64_t bits) {
  if (is_small() && (small_ == 0 || bits < static_cast<std::uint64_t>(__builtin_clzll(small_)))) {
    small_ <<= small_ == 0 ? 0 : bits;
    return *this;
  }
  const std::vector<std::uint32_t> old = limbs();
  const std::size_t whole = bits / 32;
  const unsigned rest = bits % 32;
  std::vector<std::uint32_t> result(old.size() + whole + 1);
  for (std::size_t i = 0; i < old.size(); ++i) {
    const std::uint64_t moved = std::uint64_t{old[i]} << rest;
    result[i + whole] |= static_cast<std::uint32_t>(moved);
    result[i + whole + 1] |= static_cast<std::uint32_t>(moved >> 32);
  }
  become(std::move(result));
  return *this;
}

bool Natural::operator<(const Natural& other) const {
  if (size() != other.size()) return size() < other.size();
  for (std::size_t i = size(); i-- > 0;)
    if (limb(i) != other.limb(i)) return limb(i) < other.limb(i);
  return false;
}

std::vector<std::uint8_t> Natural::bytes() const {
  std::vector<std::uint8_t> result;
  for (std::size_t i = 0; i < size(); ++i)
    for (unsigned shift = 0; shift < 32; shift += 8)
      result.push_back(static_cast<std::uint8_t>(limb(i) >> shift));
  return result;
}

}  // namespace satplay::counting
