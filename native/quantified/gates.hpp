// Functions of the loser's variables as an and-inverter graph. A literal is an external variable or the
// number of a gate, possibly negated.
#pragma once
#include <cstdint>
#include <vector>

#include "meter.hpp"

namespace satplay::quantified {

class Gates {
 public:
  struct Full {};  // thrown if there are no numbers left

  Gates(std::int32_t first, Meter& meter) : next_(first), meter_(meter) {}

  std::int32_t constant(bool value);
  // The conjunction of these literals, which are consumed.
  std::int32_t all(std::vector<std::int32_t>& lits);
  std::int32_t any(std::vector<std::int32_t>& lits);
  std::int32_t both(std::int32_t a, std::int32_t b);
  bool is(std::int32_t lit, bool value) const { return lit != 0 && lit == (value ? true_ : -true_); }

  const std::vector<std::int32_t>& rows() const { return rows_; }

 private:
  std::int32_t fresh(const std::vector<std::int32_t>& lits);

  std::int32_t next_;
  Meter& meter_;
  std::int32_t true_ = 0;
  std::vector<std::int32_t> rows_;  // gate, its literals, 0
};

}  // namespace satplay::quantified
