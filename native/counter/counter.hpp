// The counter: the exact number of assignments to the projection variables that extend to a model.
//
// Branches on a variable, propagates, splits the residual formula into components, counts each separately,
// multiplies, adds the two branches, and caches the count of each component (sharpSAT: Thurley 2006). In a
// component projection variables are decided first; a satisfiable component without any counts as 1 (Aziz,
// Chu, Muise & Stuckey, "#∃SAT: Projected Model Counting", 2015). The first branch follows a model of the
// component and needs no check; before the second branch is counted, its components are checked for
// satisfiability (search.hpp explains why).
//
// A stopped count can be continued. It consists of steps (run); only steps that can be repeated are stopped
// in the middle (Meter::rest), namely the preparation and the checks before a second branch. So the frames,
// the cache and the learned clauses are consistent between calls.
#pragma once
#include <memory>
#include <string>

#include "cache.hpp"
#include "components.hpp"
#include "simplify.hpp"

namespace satplay::counting {

struct Count {
  Natural at_least;        // the exact count unless stopped
  std::uint64_t free = 0;  // at_least must still be multiplied by 2 to the power of this
  Stop stopped = Stop::none;
};

class Counter {
 public:
  Counter(Problem&& problem, std::size_t cache_bytes);

  // Starts or continues the count; the limits are for this call. Finished work is not repeated, and at_least
  // never decreases. Only after an allocation failure the work starts over.
  Count count(const Limits& limits, const Pulse& pulse);
  void interrupt() noexcept { meter_.interrupt(); }
  const Statistics& statistics() const { return meter_.statistics; }

 private:
  using Place = Components::Place;

  // A component being counted: its current branch and the results of both.
  struct Frame {
    Place component;
    std::size_t first_pending;  // index in pending_ of the first component of this branch
    Lit decision = no_lit;
    bool second = false;
    bool open = false;  // the branch is known to be satisfiable: product is valid
    Natural total = 0;
    Natural product = 1;
  };

  enum class Stage { given, simplified, built, counting, counted };

  void prepare();
  void build();
  void begin();
  void start_over() noexcept;
  void finish(Natural&& count);
  void run();
  void enter(Place component);
  void close();
  bool turn();
  bool branch(Lit decision, bool certain);
  bool split(bool certain);
  void leave();
  Var best_variable(Place component);
  Natural counted_so_far() const;
  void keep_bound();
  std::size_t most_cached() const;
  void watch_memory();

  Meter meter_;
  std::size_t cache_bytes_;
  Stage stage_ = Stage::given;
  Problem problem_;
  // During simplification. A member, so that stopping does not wait until a million clauses are freed.
  std::optional<Simplifier> simplifier_;
  std::optional<Search> search_;
  std::optional<Components> components_;
  std::optional<Cache> cache_;
  std::vector<double> distances_;  // empty if no decomposition is narrow enough
  std::vector<Components::Occurrence> occurrences_;
  std::vector<Frame> frames_;
  std::vector<Place> pending_;  // components not counted yet, the ones of the last frame on top
  Key key_;
  Natural at_least_ = 0;
};

}  // namespace satplay::counting
