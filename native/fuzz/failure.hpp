// The exception of a failed check.
#pragma once
#include <concepts>
#include <stdexcept>
#include <string>

#include "random.hpp"

namespace satplay::fuzz {

struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline void require(bool condition, const std::string& message) {
  if (!condition) throw Failure(message);
}

// For frequent checks: builds the message only if the check fails.
template <std::invocable Message>
void require(bool condition, Message&& message) {
  if (!condition) throw Failure(message());
}

inline std::string as_text(const Literals& lits) {
  std::string text = "[";
  for (const std::int32_t lit : lits) text += (text.size() > 1 ? " " : "") + std::to_string(lit);
  return text + "]";
}

}  // namespace satplay::fuzz
