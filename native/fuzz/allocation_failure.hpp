// Makes an allocation of the current thread fail.
#pragma once

namespace satplay::fuzz {

// During its lifetime allocation number `after` (from 0) of this thread throws std::bad_alloc.
class AllocationFailure {
 public:
  explicit AllocationFailure(int after);
  ~AllocationFailure();
  AllocationFailure(const AllocationFailure&) = delete;
  AllocationFailure& operator=(const AllocationFailure&) = delete;
};

}  // namespace satplay::fuzz
