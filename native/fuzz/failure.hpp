// What the driver throws when the engine has broken its word.
#pragma once
#include <concepts>
#include <stdexcept>
#include <string>

#include "chance.hpp"

namespace satplay::fuzz {

struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline void demand(bool right, const std::string& otherwise) {
  if (!right) throw Failure(otherwise);
}

// Where so much is asked that the words would cost more than the question.
template <std::invocable Words>
void demand(bool right, Words&& otherwise) {
  if (!right) throw Failure(otherwise());
}

inline std::string listed(const Literals& lits) {
  std::string text = "[";
  for (const std::int32_t lit : lits) text += (text.size() > 1 ? " " : "") + std::to_string(lit);
  return text + "]";
}

}  // namespace satplay::fuzz
