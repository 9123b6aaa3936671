// A machine without memory.
#pragma once

namespace satplay::fuzz {

// While it lasts, this thread's demand for memory number `after` (from 0) is not met.
class Starvation {
 public:
  explicit Starvation(int after);
  ~Starvation();
  Starvation(const Starvation&) = delete;
  Starvation& operator=(const Starvation&) = delete;
};

}  // namespace satplay::fuzz
