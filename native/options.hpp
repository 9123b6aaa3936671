// The table of options: name, default, least and greatest value, meaning. Everything that reads, writes or
// prints options is generated from it.
#pragma once
#include <array>
#include <cstdint>
#include <string_view>

// clang-format off
#define SATPLAY_OPTIONS(OPTION)                                                                                                                  \
  OPTION(seed,                  0,    0, 2147483647, "random seed")                                                                              \
  OPTION(phase,                 0,    0, 1,          "initial value of a variable: 0 false, 1 true")                                             \
  OPTION(phase_saving,          1,    0, 1,          "decide a variable with its last value")                                                    \
  OPTION(target_phases,         1,    0, 2,          "follow the longest conflict-free trail: 1 in stable mode, 2 always")                       \
  OPTION(rephase,               1000, 0, 2147483647, "conflicts until phases are reset, 0 never")                                                \
  OPTION(lucky,                 1,    0, 1,          "before the first search, try one value for all variables, in order")                       \
  OPTION(walk,                  20,   0, 1000,       "effort of local search for phases, per cent of the search; 0 none")                        \
  OPTION(mode,                  2,    0, 2,          "0 focused (VMTF), 1 stable (VSIDS), 2 switching")                                          \
  OPTION(mode_switch,           1000, 1, 2147483647, "conflicts in the first focused period")                                                    \
  OPTION(queue,                 1,    0, 2,          "VMTF in focused mode: 0 never (VSIDS as in stable mode), 1 in the first period, 2 always") \
  OPTION(decay,                 50,   1, 500,        "VSIDS: score decay per conflict, per mille")                                               \
  OPTION(restarts,              1,    0, 1,          "restart from time to time")                                                                \
  OPTION(restart_margin,        10,   0, 100,        "focused mode: restart if recent glue exceeds the average by this, per cent")               \
  OPTION(restart_least,         2,    1, 1000000,    "focused mode: least conflicts between restarts")                                           \
  OPTION(luby_unit,             400,  1, 1000000,    "stable mode: conflicts per unit of Luby's sequence")                                       \
  OPTION(chrono,                1000, 0, 2147483647, "backtrack chronologically if a jump is over more levels, 0 never")                         \
  OPTION(minimise,              1,    0, 1,          "minimise learned clauses")                                                                 \
  OPTION(strengthen,            1,    0, 1,          "strengthen learned clauses by binary clauses")                                             \
  OPTION(reduce,                1,    0, 1,          "delete learned clauses from time to time")                                                 \
  OPTION(reduce_first,          300,  1, 2147483647, "conflicts until the first reduction of learned clauses")                                   \
  OPTION(reduce_power,          25,   0, 200,        "per cent: the n-th interval is the first times n to this power")                           \
  OPTION(reduce_share,          75,   0, 100,        "unused learned clauses to delete, per cent")                                               \
  OPTION(tier1,                 2,    0, 1000,       "learned clauses of at most this glue are kept for good")                                   \
  OPTION(tier2,                 6,    0, 1000,       "learned clauses of at most this glue are kept while in use")                               \
  OPTION(pure,                  0,    0, 1,          "decide pure literals first")                                                               \
  OPTION(inprocess,             2000, 0, 2147483647, "conflicts between simplifications, 0 never simplify")                                      \
  OPTION(inprocess_first,       100,  0, 2147483647, "conflicts until the first simplification")                                                 \
  OPTION(inprocess_words,       1000, 1, 2147483647, "delay the first simplification by one conflict per this many literals")                    \
  OPTION(inprocess_effort,      10,   1, 1000,       "effort of a simplification, per cent of the search")                                       \
  OPTION(vivify,                1,    0, 1,          "simplify: vivification")                                                                   \
  OPTION(probe,                 1,    0, 1,          "simplify: failed literals")                                                                \
  OPTION(subsume,               1,    0, 1,          "simplify: subsumption and self-subsuming resolution")                                      \
  OPTION(eliminate,             0,    0, 1,          "simplify: bounded variable elimination")                                                   \
  OPTION(eliminate_occurrences, 16,   1, 1000000,    "elimination: most occurrences of a literal")                                               \
  OPTION(eliminate_grow,        8,    0, 1000000,    "elimination: clauses that may be added")                                                   \
  OPTION(equivalent,            1,    0, 1,          "simplify: substitute equivalent literals")                                                 \
  OPTION(preprocess_least,      0,    0, 2147483647, "clauses from which on to simplify before the first search, 0 never")
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
