// Every demand for memory of the whole program passes here; the sanitizer watches below, in malloc and free.
#include "memory.hpp"

#include <cstdlib>
#include <new>

namespace {
thread_local int left = -1;  // demands until one is not met
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

Starvation::Starvation(int after) {
  left = after;
}

Starvation::~Starvation() {
  left = -1;
}

}  // namespace satplay::fuzz
