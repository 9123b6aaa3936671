// Assertions on invariants: evaluated in debug and fuzz builds only.
//
// INVARIANT(condition) states what must hold here. A build with SATPLAY_INVARIANTS defined evaluates it and
// aborts with its text and place; any other build does not evaluate it, but still compiles it, so that names
// in it stay valid and a variable that only an invariant reads is not reported as unused.
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
