// The learned clauses: tiers of glue that decide how long each is kept (Audemard & Simon 2009; Oh 2015), and
// when clauses are deleted.
#pragma once
#include <cstdint>
#include <vector>

#include "arena.hpp"
#include "options.hpp"
#include "statistics.hpp"

namespace satplay {

class LearnedClauses {
 public:
  explicit LearnedClauses(const Options& options);

  std::vector<Ref> refs;  // deleted ones stay until the next flush or collection

  std::uint32_t tier1() const { return tier1_; }  // up to this glue: kept forever
  std::uint32_t tier2() const { return tier2_; }  // up to this glue: kept while in use

  void add(Arena& arena, Ref ref, std::uint32_t used) {
    INVARIANT(arena[ref].learned);
    arena[ref].used = used & 3u;
    refs.push_back(ref);
  }
  std::uint32_t initial_use(std::uint32_t glue) const { return glue <= tier2_ ? 2 : 1; }

  // A clause took part in a conflict: it is kept longer, and longer still if its glue became smaller.
  template <class Glue>
  void use(Clause& clause, Glue glue_now) {
    clause.used = clause.glue <= tier2_ ? 2 : 1;
    if (clause.glue <= tier1_) return;
    const std::uint32_t glue = glue_now();
    if (glue >= clause.glue) return;
    clause.glue = glue & 0xffffffu;
    if (glue <= tier2_) clause.used = 2;
  }

  // While an enumeration reports models, the search passes through every part of the space once: clauses
  // learned in one part hardly help in the next, so that they are deleted early.
  bool passing(const Statistics& statistics, bool enumerating) const {
    return enumerating && statistics.models > models_at_reduction_;
  }
  bool reduction_due(const Statistics& statistics, bool enumerating) const {
    if (!reduces_) return false;
    return statistics.conflicts >= (passing(statistics, enumerating)
                                        ? conflicts_at_reduction_ + conflicts_while_passing
                                        : next_reduction_);
  }
  // The clauses to delete, of glue above `tier1`: this share of the recently unused ones, the worst
  // first. Clauses marked as reasons are excluded. Each call decrements the usage counters.
  std::vector<Ref> take_unused(Arena& arena, std::uint32_t tier1, std::int64_t percent);
  void reduced(const Statistics& statistics, const Options& options);

  // Whether all are marked as learned; linear.
  bool check(const Arena& arena) const;

 private:
  static constexpr std::int64_t conflicts_while_passing = 50;

  bool reduces_;
  std::uint32_t tier1_, tier2_;
  std::int64_t next_reduction_;  // in conflicts
  std::int64_t conflicts_at_reduction_ = 0, models_at_reduction_ = 0;
};

}  // namespace satplay
