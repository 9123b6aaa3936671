// A script: the calls of one run as data, so that they can be repeated, shortened and printed.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "../options.hpp"
#include "../solver.hpp"
#include "random.hpp"
#include "rule.hpp"

namespace satplay::fuzz {

enum class Act {
  add,              // lits: the clause
  add_flat,         // lits: the clauses, each closed by 0
  declare,          // lits[0] variables
  solve,            // lits: assumptions
  propagate,        // lits: assumptions
  set_phase,        // lits[0]
  clear_phase,      // lits[0]
  freeze,           // lits[0]; if the engine supports freezing
  melt,             // lits[0]
  interrupt,        // while nothing runs: without effect
  clone,            // the clone becomes another session
  twin,             // lits: assumptions; a clone must give the same answer
  block,            // add a blocking clause for the last model
  repeat_model,     // set the phases to the last model: it must be found again without a conflict
  repeat_core,      // assume the last core: it must be unsatisfiable again
  fail_allocation,  // lits: assumptions; allocation `when` fails, which ends the session
  add_invalid,      // lits: an invalid clause, which must be rejected without side effects
  attach,           // lits: the atoms of a theory that implements `rule`
  // Enumeration by the engine, without blocking clauses.
  start_enumeration,  // lits: assumptions; `over` and `in_order`
  next_models,        // `most` of them
};

enum class Interruption {
  none,
  line,    // at the `when`-th line of the proof
  thread,  // by another thread after `when` microseconds
  pulse,   // by the `when`-th pulse
};

struct Call {
  Act act = Act::solve;
  int session = 0;  // modulo the number of sessions
  Literals lits;
  Limits limits;
  Interruption interruption = Interruption::none;
  int when = 0;
  int most = 0;
  Rule rule;
  std::optional<Literals> over;  // nullopt: all declared variables
  bool in_order = false;
};

// How the proof is logged.
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
