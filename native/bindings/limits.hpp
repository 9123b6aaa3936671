// Limits as passed from Python.
#pragma once
#include <nanobind/stl/optional.h>

#include <cstdint>
#include <optional>

#include "../engine.hpp"

namespace satplay {

using Seconds = std::optional<double>;
using Count = std::int64_t;  // -1: no limit

inline Limits limits_of(Seconds seconds, Count conflicts, Count propagations, Count memory) {
  Limits limits;
  if (seconds) limits.seconds = *seconds;
  limits.conflicts = conflicts;
  limits.propagations = propagations;
  limits.memory_bytes = memory;
  return limits;
}

}  // namespace satplay
