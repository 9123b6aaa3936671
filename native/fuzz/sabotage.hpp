// Fault injection: each kind falsifies what the engine returns before it is checked, and the fuzzer must
// fail.
#pragma once
#include <array>
#include <string_view>

#include "checker.hpp"

namespace satplay::fuzz {

enum class Sabotage {
  none,
  model,           // one literal of each model is negated
  core,            // each core loses a literal
  hint,            // each line of a proof loses a hint
  lemma,           // each derived clause loses a literal
  deletion,        // each deleted clause loses a literal
  lost_line,       // derived units are dropped
  implied,         // propagation returns additional literals
  conflict,        // propagation always reports a conflict
  overlooked,      // propagation returns one literal less
  unsat,           // satisfiable is reported as unsatisfiable
  unknown,         // no answer, although no limit was reached
  counters,        // the statistics decrease
  twin,            // a clone loses its last assumption
  memory,          // the engine continues after an allocation failure
  idle_theory,     // theories find nothing
  axiom,           // a clause of a theory loses a literal in the proof
  protocol,        // a theory receives an assignment twice
  repeated_model,  // the last enumerated model is repeated
  lost_model,      // the last enumerated model is dropped
  disorder,        // the enumerated models are out of order
  resumed,         // an enumeration continues after another query
  member_more,     // an unsatisfiable subset has one group too many
  member_less,     // an unsatisfiable subset has one group too few
  count,           // an exact count is one too large
  bound,           // a lower bound is doubled
  bound_less,      // a lower bound decreases
  forced_more,     // a literal that is not forced is reported as forced
  forced_less,     // a forced literal is missing
  verdict,         // the answer to a quantified formula is negated
  function,        // a function of a strategy is negated
  shown,           // a model has an auxiliary variable
  known,           // a consequence holds without assumptions
  halted,          // a halted session answers
  decisions,       // the engine stops before its decision limit
  crash,           // reads freed memory: the sanitizer must detect it
  hang,
};

inline constexpr std::array<std::string_view, 37> sabotages{
    "none",        "model",       "core",        "hint",     "lemma",          "deletion",   "lost_line",
    "implied",     "conflict",    "overlooked",  "unsat",    "unknown",        "counters",   "twin",
    "memory",      "idle_theory", "axiom",       "protocol", "repeated_model", "lost_model", "disorder",
    "resumed",     "member_more", "member_less", "count",    "bound",          "bound_less", "forced_more",
    "forced_less", "verdict",     "function",    "shown",    "known",          "halted",     "decisions",
    "crash",       "hang"};

inline Sabotage sabotage = Sabotage::none;

inline bool sabotaging(Sabotage kind) {
  return sabotage == kind;
}

// Returns false if the line is dropped.
inline bool inject_fault(ProofLine& line) {
  if (line.added) {
    if (sabotaging(Sabotage::hint) && line.hints && !line.hints->empty())
      line.hints->erase(line.hints->begin());
    if (sabotaging(Sabotage::axiom) && line.hints && line.hints->empty() && !line.lits->empty())
      line.lits->pop_back();
    if (sabotaging(Sabotage::lemma) && !line.lits->empty()) line.lits->pop_back();
    return !(sabotaging(Sabotage::lost_line) && line.lits->size() == 1);
  }
  if (sabotaging(Sabotage::deletion) && line.lits && !line.lits->empty()) line.lits->pop_back();
  return true;
}

}  // namespace satplay::fuzz
