#include "gates.hpp"

#include <algorithm>
#include <climits>

#include "../invariant.hpp"

namespace satplay::quantified {

std::int32_t Gates::fresh(const std::vector<std::int32_t>& lits) {
  if (next_ <= 0 || next_ == INT32_MAX) throw Full{};
  INVARIANT(std::ranges::all_of(lits, [](std::int32_t lit) { return lit != 0; }));
  meter_.work(lits.size() + 2);
  rows_.push_back(next_);
  rows_.insert(rows_.end(), lits.begin(), lits.end());
  rows_.push_back(0);
  meter_.memory(rows_.capacity() * sizeof(rows_[0]));
  return next_++;
}

std::int32_t Gates::constant(bool value) {
  if (true_ == 0) true_ = fresh({});
  return value ? true_ : -true_;
}

std::int32_t Gates::all(std::vector<std::int32_t>& lits) {
  std::erase_if(lits, [&](std::int32_t lit) { return true_ != 0 && lit == true_; });
  std::sort(lits.begin(), lits.end());
  lits.erase(std::unique(lits.begin(), lits.end()), lits.end());
  if (lits.empty()) return constant(true);
  if (lits.size() == 1) return lits[0];
  if (true_ != 0 && std::binary_search(lits.begin(), lits.end(), -true_)) return constant(false);
  return fresh(lits);
}

std::int32_t Gates::any(std::vector<std::int32_t>& lits) {
  for (std::int32_t& lit : lits) lit = -lit;
  return -all(lits);
}

std::int32_t Gates::both(std::int32_t a, std::int32_t b) {
  std::vector<std::int32_t> lits{a, b};
  return all(lits);
}

}  // namespace satplay::quantified
