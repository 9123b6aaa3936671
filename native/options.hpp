// The one table of options: name, default, least and greatest value, meaning. Everything that reads, writes
// or prints options is made from it.
#pragma once
#include <array>
#include <cstdint>
#include <string_view>

// clang-format off
#define SATPLAY_OPTIONS(OPTION)                                                                            \
  OPTION(seed,           0,      0, 2147483647, "where chance plays a part: which chance")                   \
  OPTION(phase,          0,      0, 1,          "the value a variable is first tried with")                  \
  OPTION(phase_saving,   1,      0, 1,          "try the last value of a variable again")                    \
  OPTION(target_phases,  1,      0, 2,          "follow the longest conflict-free trail: 1 in stable mode, 2 always") \
  OPTION(rephase,        1000,   0, 2147483647, "conflicts until phases are reset, 0 never")                 \
  OPTION(lucky,          1,      0, 1,          "first try all variables with one value, in order")          \
  OPTION(walk,           20,     0, 1000,       "per cent of the search that local search for phases may cost, 0 none") \
  OPTION(mode,           2,      0, 2,          "0 focused (VMTF), 1 stable (VSIDS), 2 switching")           \
  OPTION(mode_switch,    1000,   1, 2147483647, "conflicts in the first focused period")                     \
  OPTION(queue,          1,      0, 2,          "focused, VMTF: 0 never (VSIDS as in stable mode), 1 in the first period, 2 always") \
  OPTION(decay,          50,     1, 500,        "VSIDS: per mille by which older conflicts count less")      \
  OPTION(restarts,       1,      0, 1,          "start afresh from time to time")                            \
  OPTION(restart_margin, 10,     0, 100,        "focused: per cent by which recent glue must exceed the average") \
  OPTION(restart_least,  2,      1, 1000000,    "focused: conflicts between restarts at least")              \
  OPTION(luby_unit,      400,    1, 1000000,    "stable: conflicts per unit of Luby's sequence")             \
  OPTION(chrono,         1000,   0, 2147483647, "jumps over more levels than this go back by one level, 0 never")  \
  OPTION(minimise,       1,      0, 1,          "drop learned literals that the others imply")               \
  OPTION(strengthen,     1,      0, 1,          "drop learned literals by binary clauses")                   \
  OPTION(reduce,         1,      0, 1,          "forget learned clauses from time to time")                  \
  OPTION(reduce_first,   300,    1, 2147483647, "conflicts until clauses are forgotten for the first time")  \
  OPTION(reduce_power,   25,     0, 200,        "per cent: the n-th interval is n to this power times the first")  \
  OPTION(reduce_share,   75,     0, 100,        "per cent of the candidates that are forgotten")             \
  OPTION(tier1,          2,      0, 1000,       "learned clauses of at most this glue stay for good")        \
  OPTION(tier2,          6,      0, 1000,       "learned clauses of at most this glue stay while in use")    \
  OPTION(pure,           0,      0, 1,          "decide pure literals first")                                \
  OPTION(inprocess,      2000,   0, 2147483647, "conflicts until they are simplified again, 0 never at all")       \
  OPTION(inprocess_first, 100,   0, 2147483647, "conflicts until the clauses are simplified for the first time,")    \
  OPTION(inprocess_words, 1000,  1, 2147483647, "and one more for so many literals of all clauses")    \
  OPTION(inprocess_effort, 10,   1, 1000,       "per cent of the search that a simplification may cost")     \
  OPTION(vivify,         1,      0, 1,          "simplify: drop literals that propagation shows idle")       \
  OPTION(probe,          1,      0, 1,          "simplify: find literals that propagation refutes")          \
  OPTION(subsume,        1,      0, 1,          "simplify: drop what shorter clauses say already")           \
  OPTION(eliminate,      0,      0, 1,          "simplify: resolve variables away where that is short")      \
  OPTION(eliminate_occurrences, 16, 1, 1000000, "literals that occur more often are not resolved away")      \
  OPTION(eliminate_grow, 8,      0, 1000000,    "clauses more than before that resolving away may make")     \
  OPTION(equivalent,     1,      0, 1,          "simplify: say literals that are the same by one of them")   \
  OPTION(preprocess_least, 0,    0, 2147483647, "clauses from which on they are simplified before the first search, 0 never")
// clang-format on

namespace satplay {

struct Options {
#define SATPLAY_FIELD(name, value, low, high, meaning) std::int64_t name = value;
  SATPLAY_OPTIONS(SATPLAY_FIELD)
#undef SATPLAY_FIELD
};

struct OptionRow {
  std::string_view name;
  std::int64_t value, low, high;
  std::string_view meaning;
  std::int64_t Options::* field;
};

inline constexpr std::array option_table{
#define SATPLAY_ROW(name, value, low, high, meaning) \
  OptionRow{#name, value, low, high, meaning, &Options::name},
    SATPLAY_OPTIONS(SATPLAY_ROW)
#undef SATPLAY_ROW
};

}  // namespace satplay
