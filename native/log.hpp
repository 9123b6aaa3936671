// LOG("level %u: decide %d", level, lit): one line on stderr for each step of the search, in builds with
// SATPLAY_LOG defined. In every other build the arguments are type-checked and never evaluated.
#pragma once
#include <cstdio>

#ifdef SATPLAY_LOG
#define LOG(...)                       \
  do {                                 \
    std::fputs("satplay: ", stderr);   \
    std::fprintf(stderr, __VA_ARGS__); \
    std::fputc('\n', stderr);          \
  } while (false)
#else
#define LOG(...)                                  \
  do {                                            \
    if (false) std::fprintf(stderr, __VA_ARGS__); \
  } while (false)
#endif
