// The counter: how many assignments to the projection variables can be completed to a model, exactly.
//
// Branch on a variable, propagate, split what is left into components, count each apart, multiply, add up the
// two branches, and remember the count of each component (sharpSAT: Thurley 2006). Projection variables are
// decided first inside a component; one without any counts as 1, being satisfiable (Aziz, Chu, Muise &
// Stuckey, "#∃SAT: Projected Model Counting", 2015). The first branch follows a model of the component and
// needs no question; before the second is counted, its components are asked whether they can be satisfied
// (search.hpp explains why).
//
// A count that was stopped can go on. It is made of steps (run); only steps that can be begun anew are
// stopped in the middle (Meter::rest), namely the preparation and the questions before a second branch. So
// the frames, the cache and what was learned are whole whenever nothing runs.
#pragma once
#include <memory>
#include <string>

#include "cache.hpp"
#include "components.hpp"
#include "simplify.hpp"

namespace satplay::counting {

struct Count {
  Natural at_least;        // the count itself unless it was stopped
  std::uint64_t free = 0;  // the number of times that at_least still has to be doubled
  Stop stopped = Stop::none;
};

class Counter {
 public:
  Counter(Problem&& problem, std::size_t cache_bytes);

  // Count, or go on counting; the limits are those of this call. What is counted is not counted again, and
  // at_least never becomes less. Only where the machine has no memory left the work begins anew.
  Count count(const Limits& limits, const Pulse& pulse);
  void interrupt() noexcept { meter_.interrupt(); }
  const Statistics& statistics() const { return meter_.statistics; }

 private:
  using Place = Components::Place;

  // A component being counted: its branch of the moment, and what is known of both.
  struct Frame {
    Place component;
    std::size_t first_pending;  // where in pending_ the components of this branch begin
    Lit decision = no_lit;
    bool second = false;
    bool open = false;  // the branch is known to be satisfiable: product counts
    Natural total = 0;
    Natural product = 1;
  };

  enum class Stage { given, simplified, built, counting, counted };

  void prepare();
  void build();
  void begin();
  void begin_anew() noexcept;
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
  // While it simplifies. A member, so that a stop need not wait until a million clauses are freed.
  std::optional<Simplifier> simplifier_;
  std::optional<Search> search_;
  std::optional<Components> components_;
  std::optional<Cache> cache_;
  std::vector<double> distances_;  // empty where no decomposition is narrow enough
  std::vector<Components::Occurrence> occurrences_;
  std::vector<Frame> frames_;
  std::vector<Place> pending_;  // components still to be counted, the last frame's on top
  Key key_;
  Natural at_least_ = 0;
};

}  // namespace satplay::counting
