// Internal literals: variable v (from 0) is 2v, its negation 2v + 1, so that tables can be indexed by literal
// and negation flips one bit.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace satplay {

using Var = std::uint32_t;
using Lit = std::uint32_t;
using ClauseId = std::uint64_t;

inline constexpr Lit no_lit = UINT32_MAX;
inline constexpr Var no_var = UINT32_MAX;

constexpr Lit positive(Var var) {
  return 2 * var;
}
constexpr Lit literal(Var var, bool negative) {
  return 2 * var + (negative ? 1u : 0u);
}
constexpr Lit negated(Lit lit) {
  return lit ^ 1u;
}
constexpr Var variable(Lit lit) {
  return lit >> 1;
}
constexpr bool is_negative(Lit lit) {
  return (lit & 1u) != 0;
}

using Lits = std::span<const Lit>;

}  // namespace satplay
