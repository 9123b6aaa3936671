// Replaces the global operator new, so that allocations can be made to fail. The sanitizer still sees every
// allocation, because it intercepts malloc and free.
#include "allocation_failure.hpp"

#include <cstdlib>
#include <new>

namespace {
thread_local int left = -1;  // allocations until one fails; negative: none fails
}

void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  if (left >= 0 && left-- == 0) return nullptr;
  return std::malloc(size > 0 ? size : 1);
}

void* operator new(std::size_t size) {
  if (void* const memory = operator new(size, std::nothrow)) return memory;
  throw std::bad_alloc();
}

void operator delete(void* memory) noexcept {
  std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace satplay::fuzz {

AllocationFailure::AllocationFailure(int after) {
  left = after;
}

AllocationFailure::~AllocationFailure() {
  left = -1;
}

}  // namespace satplay::fuzz
