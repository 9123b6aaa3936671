// A driver that cannot fail proves nothing: each of these spoils what the engine said before the driver
// judges it, and must be noticed.
#pragma once
#include <array>
#include <string_view>

#include "checker.hpp"

namespace satplay::fuzz {

enum class Sabotage {
  none,
  model,        // one literal of each model is turned round
  core,         // each core loses a literal
  hint,         // each line of a proof loses a hint
  lemma,        // each derived clause loses a literal
  deletion,     // each deleted clause loses a literal
  lost_line,    // derived units go missing
  implied,      // propagation finds one more literal
  conflict,     // propagation always claims a conflict
  overlooked,   // propagation finds one literal less
  unsat,        // satisfiable is called unsatisfiable
  unknown,      // there is no answer, and no limit that forbade one
  counters,     // the statistics are set back
  twin,         // a copy forgets its last assumption
  memory,       // after running out of memory it goes on
  idle_theory,  // theories let everything pass
  axiom,        // a clause of a theory loses a literal in the proof
  protocol,     // a theory is told the same twice
  shown_twice,  // of the models that are enumerated the last is shown again
  not_shown,    // or is not shown
  disorder,     // or comes before the others
  resumed,      // an enumeration goes on after another question
  member_more,  // of groups that cannot hold together: there is one too many
  member_less,  // or one too few
  count,        // there is one model more than there is
  bound,        // a stopped count has seen twice as many as it has
  bound_less,   // or fewer than before
  forced_more,  // a literal that can be false is called forced
  forced_less,  // or one that is forced is not
  verdict,      // a quantified formula that holds is said to fail, and the other way round
  function,     // a function of a strategy is negated
  crash,        // reads what was given back: the sanitizer must see it
  hang,
};

inline constexpr std::array<std::string_view, 33> sabotages{
    "none",        "model",       "core",        "hint",     "lemma",       "deletion",   "lost_line",
    "implied",     "conflict",    "overlooked",  "unsat",    "unknown",     "counters",   "twin",
    "memory",      "idle_theory", "axiom",       "protocol", "shown_twice", "not_shown",  "disorder",
    "resumed",     "member_more", "member_less", "count",    "bound",       "bound_less", "forced_more",
    "forced_less", "verdict",     "function",    "crash",    "hang"};

inline Sabotage sabotage = Sabotage::none;

inline bool sabotaging(Sabotage kind) {
  return sabotage == kind;
}

// False: the line is lost.
inline bool spoil(ProofLine& line) {
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
