// A script: everything one session with the engine is asked to do. It is data, so that it can be run again,
// shortened and printed.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "../options.hpp"
#include "../solver.hpp"
#include "chance.hpp"
#include "rule.hpp"

namespace satplay::fuzz {

enum class Act {
  add,          // lits: the clause
  add_flat,     // lits: the clauses, each closed by 0
  declare,      // lits[0] variables
  solve,        // lits: assumptions
  propagate,    // lits: assumptions
  set_phase,    // lits[0]
  clear_phase,  // lits[0]
  freeze,       // lits[0]; only if the engine knows freezing
  melt,         // lits[0]
  interrupt,    // while nothing runs: must do nothing
  clone,        // the copy is another session from now on
  twin,         // lits: assumptions; a copy must answer as the original does
  block,        // forbid the last model, so that another one must be found
  retrace,      // wish for the last model: it must come again without a conflict
  again,        // assume the last core: it must be refused again
  starve,       // lits: assumptions; the `when`-th demand for memory is not met: the end of the session
  refuse,       // lits: as a clause, they must be refused and do no harm
  attach,       // lits: the atoms of a theory that does as `rule` says
  // Models shown one after the other by the engine itself, as against blocking them one by one.
  start_enumeration,  // lits: assumptions; `over` and `in_order`
  next_models,        // `most` of them
};

enum class Disturbance {
  none,
  line,    // at the `when`-th line of the proof
  thread,  // by another thread after `when` microseconds
  pulse,   // by the `when`-th pulse
};

struct Call {
  Act act = Act::solve;
  int session = 0;  // counted among those there are
  Literals lits;
  Limits limits;
  Disturbance disturbance = Disturbance::none;
  int when = 0;
  int most = 0;
  Rule rule;
  std::optional<Literals> over;  // nothing: all that are declared
  bool in_order = false;
};

// How the proof is written down.
enum class Record { nothing, memory, watched, watched_without_hints, text_drat, binary_drat, text_lrat };

struct Script {
  Options options;
  Record record = Record::nothing;
  std::vector<Call> calls;
};

Script random_script(std::uint64_t seed);

std::string as_text(const Call& call);
std::string as_text(const Script& script);  // roughly the C++ that does the same

}  // namespace satplay::fuzz
