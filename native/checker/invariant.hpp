// INVARIANT(condition): evaluated in builds with SATPLAY_INVARIANTS defined, and only compiled in all others.
// The core has the same in native/invariant.hpp; the checker shares no file with it.
#pragma once
#include <cstdio>
#include <cstdlib>

#ifdef SATPLAY_INVARIANTS
#define INVARIANT(condition)                                                                   \
  do {                                                                                         \
    if (!(condition)) {                                                                        \
      std::fprintf(stderr, "%s:%d: invariant violated: %s\n", __FILE__, __LINE__, #condition); \
      std::abort();                                                                            \
    }                                                                                          \
  } while (false)
#else
#define INVARIANT(condition)      \
  do {                            \
    if (false) (void)(condition); \
  } while (false)
#endif
