// Dense numbering of literals: variables are 0, 1, 2, ... in order of first occurrence, so that memory does
// not depend on the largest variable. A literal is 2 * variable, plus 1 when negative.
#pragma once
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <utility>

#include "memory.hpp"

namespace satplay::checker {

using Lit = std::uint32_t;

constexpr Lit negated(Lit lit) {
  return lit ^ 1u;
}

constexpr std::uint32_t variable(Lit lit) {
  return lit >> 1;
}

class Numbering {
 public:
  Lit operator()(std::int32_t external) {
    const auto name = static_cast<std::uint32_t>(external < 0 ? -external : external);
    std::uint32_t& number = name < table_limit ? in_table(name) : far_[name];
    if (number == 0) number = ++count_;
    return 2 * (number - 1) + (external < 0);
  }

  std::uint32_t count() const { return count_; }

 private:
  static constexpr std::uint32_t table_limit = 1u << 22;

  std::uint32_t& in_table(std::uint32_t name) {
    if (name >= near_.size()) near_.resize(name + name / 2 + 16);
    return near_[name];
  }

  using Name = std::uint32_t;
  Vector<std::uint32_t> near_;  // by name; 0: not numbered yet
  std::unordered_map<Name, std::uint32_t, std::hash<Name>, std::equal_to<Name>,
                     Counted<std::pair<const Name, std::uint32_t>>>
      far_;
  std::uint32_t count_ = 0;
};

}  // namespace satplay::checker
