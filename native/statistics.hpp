// Counters of one solver, over all its questions.
#pragma once
#include <cstdint>

namespace satplay {

struct Statistics {
  std::int64_t decisions = 0, propagations = 0, conflicts = 0, restarts = 0, learned = 0, deleted = 0;
  std::int64_t minimised = 0, reductions = 0, collections = 0, mode_switches = 0, rephased = 0, walks = 0,
               chronological = 0, lucky = 0;
  std::int64_t lemmas = 0;  // clauses added by theories
  std::int64_t models = 0;  // reported by enumeration
  // simplification: rounds; clauses tried, shortened and removed by vivification
  std::int64_t inprocessings = 0, vivify_checked = 0, vivified = 0, vivify_dropped = 0;
  // literals probed and failed; clauses subsumed, and shortened by self-subsuming resolution
  std::int64_t probed = 0, probes_failed = 0, subsumed = 0, subsume_strengthened = 0;
  // variables eliminated, resolvents added; variables restored because they were mentioned again
  std::int64_t eliminated = 0, resolvents = 0, reactivated = 0;
  std::int64_t substituted = 0;  // variables replaced by an equivalent literal
};

}  // namespace satplay
