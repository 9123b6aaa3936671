// The solver: the state of one CDCL search and the steps that change it, one concern a file:
//   propagate analyze minimize decide restart reduce search, and clauses for what comes in.
// Literals in here are internal; engine.hpp is the door to the outside.
#pragma once
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <random>
#include <vector>

#include "arena.hpp"
#include "heap.hpp"
#include "literal.hpp"
#include "options.hpp"
#include "proof.hpp"
#include "theory.hpp"

namespace satplay {

enum class Status { unknown, satisfiable, unsatisfiable };
enum class Stop { none, time, conflicts, propagations, memory, interrupted };

struct Limits {
  double seconds = std::numeric_limits<double>::infinity();
  std::int64_t conflicts = -1;  // -1: without bound
  std::int64_t propagations = -1;
  std::int64_t memory_bytes = -1;
};

// Called from time to time while solving; the answer is whether to go on.
using Pulse = std::function<bool()>;

struct Statistics {
  std::int64_t decisions = 0, propagations = 0, conflicts = 0, restarts = 0, learned = 0, deleted = 0;
  std::int64_t minimised = 0, reductions = 0, collections = 0, mode_switches = 0, rephased = 0, walks = 0,
               chronological = 0, lucky = 0;
  std::int64_t lemmas = 0;  // clauses that theories gave
  std::int64_t models = 0;  // shown by enumeration
  // of simplification: rounds, clauses looked at by vivification, shortened and dropped by it
  std::int64_t inprocessings = 0, vivify_checked = 0, vivified = 0, vivify_dropped = 0;
  // literals probed and refuted; clauses subsumed, and shortened by self-subsuming resolution
  std::int64_t probed = 0, probes_failed = 0, subsumed = 0, subsume_strengthened = 0;
  // variables resolved away, resolvents kept; variables that had to come back
  std::int64_t eliminated = 0, resolvents = 0, reactivated = 0;
  std::int64_t substituted = 0;  // variables said by an equivalent one
};

// One entry of a watch list: the clause, and another of its literals, which if true saves looking at it. For
// a binary clause that literal is all there is to know.
struct Watch {
  Lit blocker;
  std::uint32_t tagged;

  static Watch of(Ref ref, Lit blocker, bool binary) { return {blocker, ref | (binary ? mask : 0)}; }
  bool binary() const { return (tagged & mask) != 0; }
  Ref ref() const { return tagged & ~mask; }
  static constexpr std::uint32_t mask = 1u << 31;
};

// Exponential moving average that starts unbiased (as in Adam: Kingma & Ba 2015).
struct Average {
  double value = 0, biased = 0, alpha = 0, beta = 0, exponent = 1;
  explicit Average(double window) : alpha(1 / window), beta(1 - 1 / window) {}
  void update(double sample) {
    biased += alpha * (sample - biased);
    if (exponent > 1e-12) {
      exponent *= beta;
      value = biased / (1 - exponent);
    } else {
      value = biased;
    }
  }
};

// A flag that another thread may raise; a copy starts lowered.
class Flag {
 public:
  Flag() = default;
  Flag(const Flag&) noexcept {}
  Flag& operator=(const Flag&) noexcept { return *this; }
  void raise() noexcept { raised_.store(true, std::memory_order_relaxed); }
  void lower() noexcept { raised_.store(false, std::memory_order_relaxed); }
  bool raised() const noexcept { return raised_.load(std::memory_order_relaxed); }

 private:
  std::atomic<bool> raised_{false};
};

class Solver {
 public:
  explicit Solver(const Options& options);

  // -- what comes in (clauses.cpp) --
  Var new_variable();
  std::size_t variables() const { return values_.size() / 2; }
  void reserve(std::size_t variables, std::size_t literals, std::size_t clauses);
  void add_clause(std::vector<Lit>& lits, ClauseId given_id);
  ClauseId next_id() { return ++last_id_; }

  // -- asking (search.cpp) --
  Status solve(Lits assumptions, const Limits& limits, const Pulse& pulse);
  // Unit propagation of assumptions alone; false on conflict. Everything is undone afterwards.
  bool propagate_only(Lits assumptions, std::vector<Lit>& implied);
  bool contradictory() const { return contradictory_; }
  Stop stopped() const { return stopped_; }
  int model_value(Lit lit) const { return lit < model_.size() ? model_[lit] : 0; }
  bool failed(Lit lit) const { return lit < failed_.size() && failed_[lit]; }
  void interrupt() noexcept { interrupted_.raise(); }
  void set_phase(Lit lit) { wish(variable(lit), is_negative(lit) ? -1 : 1); }
  void clear_phase(Var var) { wish(var, 0); }

  // A variable that will be asked about or added to clauses later may be frozen: it is not removed until it
  // is melted as often. That only saves work: what is removed and named again comes back (extend.cpp).
  void freeze(Var var);
  void melt(Var var);
  void reactivate(Var var);

  // -- theory.cpp --
  static constexpr std::size_t most_theories = 32;
  void attach_theory(std::shared_ptr<Theory> theory, std::vector<Lit> atoms);
  void clone_theories();
  std::size_t theories() const { return theories_.size(); }

  // -- enumerate.cpp: models one after the other. Any other question ends it. --
  void start_enumeration(Lits assumptions, Lits over, bool over_all, bool in_order);
  Status next_models(std::size_t most, const std::function<void()>& show, const Limits& limits,
                     const Pulse& pulse);
  bool enumerating() const { return enumerating_; }

  int value(Lit lit) const { return values_[lit]; }
  int root_value(Lit lit) const { return values_[lit] && vars_[variable(lit)].level == 0 ? values_[lit] : 0; }

  Statistics statistics;
  const Options& options() const { return options_; }
  std::size_t bytes() const;

  // Before the first clause; how to say a literal outside is the engine's business.
  void log_proof(Proof* to) {
    proof_ = to;
    arena_.number_clauses();
  }
  void stop_proof() { proof_ = nullptr; }
  const std::vector<std::int32_t>* external = nullptr;  // by variable

 private:
  struct VarState {
    std::uint32_t level = 0;
    Ref reason = no_ref;
    std::uint32_t trail = 0;
  };
  struct PhaseState {
    std::int8_t saved = 0, target = 0, best = 0, wished = 0;
  };
  struct Link {
    Var previous = no_var, next = no_var;
  };

  // -- the trail --
  std::uint32_t level() const { return static_cast<std::uint32_t>(control_.size()); }
  void assign(Lit lit, Ref reason);
  void decide(Lit lit);
  void outlast(Lit lit, Ref reason, std::uint32_t since);
  void backtrack(std::uint32_t level);

  // -- clauses.cpp --
  Ref attach(Lits lits, bool learned, std::uint32_t glue, ClauseId id);
  bool plain(Lits lits) const;
  void connect_pending(bool may_stop);
  void watch(Ref ref, const Clause& clause);
  void learn_unit(Lit lit, ClauseId id);
  void note_root_unit(Lit lit, Ref reason);
  void derive_empty(Ref conflict);

  // -- propagate.cpp --
  Ref propagate();

  // -- analyze.cpp --
  void analyze(Ref conflict);
  std::uint32_t landing(std::uint32_t jump);
  void analyze_literal(Lit lit, std::uint32_t& open);
  void analyze_reason(Ref ref, Lit except, std::uint32_t& open);
  void analyze_final(Lit refused);
  std::uint32_t glue_of(Lits lits);
  void bump_clause(Clause& clause);
  void bump_analyzed();
  void clear_analyzed();

  // -- minimize.cpp --
  void minimize();
  bool redundant(Lit lit, int depth);
  void strengthen_by_binary(std::uint32_t glue);

  // -- decide.cpp --
  Lit next_decision();
  Var next_variable();
  bool by_scores() const {
    return stable_ || enumerating_ || options_.queue + (statistics.mode_switches == 0) < 2;
  }
  void prepare_decisions();
  Lit decide_phase(Var var);
  void wish(Var var, std::int8_t sign);
  void bump_score(Var var);
  void enqueue(Var var);
  void dequeue(Var var);
  void bump_queue(Var var);
  void update_target_and_best();
  void rephase();
  void find_pure();

  // -- lucky.cpp --
  bool luck_due(Lits assumptions) const;
  bool lucky();
  bool descend(bool negative, bool ascending);

  // -- walk.cpp --
  void walk();

  // -- restart.cpp --
  bool restart_due();
  void restart();
  void switch_mode_if_due();

  // -- reduce.cpp --
  bool reduce_due() const;
  bool passing() const;
  template <typename Visit>
  void each_reason(Visit visit);
  void reduce();
  void forget(Ref ref);
  void flush_root();
  bool propagate_root();
  void shorten(Ref ref);
  void rebuild_watches();
  void collect_garbage();

  // -- inprocess.cpp: when the clauses are simplified, and what all simplifications need --
  bool inprocess_due() const;
  bool preprocess_due() const;
  void inprocess();
  void take_stored_units();
  std::int64_t search_ticks() const { return ticks_ - inprocess_ticks_; }
  void explain_clause(Ref ref, Lit except);
  bool explain_by_decisions();
  void order_hints();
  void replace(Ref ref, Lits lits, ClauseId id);
  void take_unit(Lit lit, ClauseId id);

  // -- vivify.cpp --
  struct Candidate {
    Ref ref;
    std::uint32_t begin, end;  // its literals in the order they are tried
  };
  void vivify(std::int64_t effort);
  void vivify_all(bool learned, std::uint32_t least_glue, std::uint32_t most_glue, std::int64_t until);
  void vivify_clause(Ref ref, Lits order);
  void detach(Ref ref);
  void watch_highest(Ref ref, std::uint32_t most);

  // -- probe.cpp --
  void probe(std::int64_t effort);
  void learn_failed(Ref conflict);

  // -- subsume.cpp --
  struct Subsumer {
    Ref ref;
    std::uint64_t signature;  // a bit for each variable, modulo 64
  };
  void subsume(std::int64_t effort);
  std::vector<Subsumer> subsume_schedule(std::vector<std::uint8_t>& fresh);
  bool subsume_clause(Subsumer& subject, const std::vector<std::vector<Subsumer>>& connected);
  bool subsumes(Ref ref, Lit& flipped) const;
  void make_given();

  // -- eliminate.cpp --
  using Occurrences = std::vector<std::vector<Ref>>;  // by literal: the given clauses that have it
  void eliminate(std::int64_t effort);
  bool eliminable(Var var) const;
  bool eliminate_variable(Var var, Occurrences& occurring);
  void live_occurrences(Lit lit, Occurrences& occurring);
  bool resolve(Ref first, Ref second, Lit pivot);
  void add_resolvent(Ref first, Ref second, Occurrences& occurring);

  // -- equivalent.cpp --
  struct Equivalence {
    std::vector<Lit> members;                         // of all components with two literals or more
    std::vector<std::uint32_t> begins, component_of;  // where each begins; by literal: 1 + which, or 0
    std::vector<Lit> representative;                  // by literal
    std::vector<ClauseId> link;                       // by literal: "if its representative then it"
  };
  void equivalent(std::int64_t effort);
  Equivalence components();
  bool link_component(Lit root, Equivalence& same);
  void represent(std::uint32_t component, Equivalence& same);
  void substitute(std::vector<Ref>& list, const Equivalence& same);

  // -- extend.cpp --
  struct Removal {
    Var var = no_var;                    // no_var: it has come back
    std::vector<std::uint32_t> clauses;  // each: the halves of its id, its size, its literals
  };
  template <class Visit>
  static void each_clause(const Removal& removal, Visit visit);
  bool removed(Var var) const { return var < removal_of_.size() && removal_of_[var] != 0; }
  void prepare_removal();
  void remove_variable(Removal removal);
  static void save_clause(Removal& removal, ClauseId id, Lits lits);
  void forget_removed();
  void extend_model();
  void reactivate_all();

  // -- theory.cpp --
  struct AttachedTheory {
    std::shared_ptr<Theory> theory;
    std::vector<Lit> atoms;         // by place
    std::vector<Lit> place;         // by variable: what the theory calls it, or no_lit
    std::vector<std::size_t> told;  // where on the trail what it was told is
    std::size_t heard = 0;          // it knows the trail up to there
    Lit inside(Lit lit) const;
  };
  Ref propagate_all();
  bool theories_agree(Ref& conflict);
  void inform(AttachedTheory& attached);
  Ref take_findings(std::size_t at);
  Ref add_lemma();
  Ref store_lemma(Lits lits, ClauseId id);
  void take_unit_lemmas();
  std::vector<Lit> explanation(Lit lit, std::size_t at) const;
  Ref reason_of(Var var);

  // -- enumerate.cpp --
  // Levels up to this one stay until everything under them has been seen.
  std::uint32_t floor() const { return flips_.empty() ? assumed_ : std::max(assumed_, flips_.back()); }
  bool projected(Var var) const { return over_all_ || (var < projected_.size() && projected_[var]); }
  bool fronted(Var var) const { return enumerating_ && var < projected_.size() && projected_[var]; }
  Lit next_enumerated();
  void exhaust(std::uint32_t from);
  Status enumerate();
  void end_enumeration();

  // -- search.cpp --
  void learn_from(Ref conflict);
  void start(const Limits& limits, const Pulse& pulse);
  bool out_of_limits();
  bool out_of_limits_now();
  bool answered_before(Lits assumptions) const;
  void keep_model();
  Status solve_frozen(Lits assumptions);
  Status search(Lits assumptions);

  // -- proof --
  bool proving() const { return proof_ != nullptr; }
  bool hinting() const { return proof_ != nullptr && proof_->wants_hints(); }
  void prove_added(ClauseId id, Lits lits, Hints hints);
  void prove_removed(ClauseId id, Lits lits);

  Options options_;
  std::mt19937_64 chance_;
  Proof* proof_ = nullptr;

  // assignment
  std::vector<std::int8_t> values_;  // by literal: 1 true, -1 false, 0 open
  std::vector<VarState> vars_;
  std::vector<Lit> trail_;
  std::vector<std::uint32_t> control_;  // where on the trail each level begins
  std::size_t propagated_ = 0;
  struct Late {
    Lit lit;
    std::uint32_t since;
    Ref reason;
  };
  std::vector<Late> late_;  // assigned above the level at which they follow: they outlast a backtrack to it
  std::vector<Late> returning_;
  std::vector<ClauseId> unit_ids_;  // by variable, for hints: the clause that says its value at level 0

  // clauses
  Arena arena_;
  std::vector<std::vector<Watch>> watches_;  // by literal: clauses that have this literal watched
  std::vector<Ref> given_, learned_;
  std::vector<Ref> pending_;  // of the given ones: not watched yet
  ClauseId last_id_ = 0;
  bool contradictory_ = false;
  std::size_t root_flushed_ = 0;
  std::int64_t flushed_at_ = 0;  // ticks then

  // decisions
  ScoreHeap heap_;
  double score_bump_ = 1;
  std::vector<Link> links_;
  std::vector<std::uint64_t> stamps_;
  std::uint64_t stamp_ = 0;
  Var queue_first_ = no_var, queue_last_ = no_var, queue_search_ = no_var;
  std::vector<PhaseState> phases_;
  std::size_t target_assigned_ = 0, best_assigned_ = 0;
  std::vector<Lit> pure_;
  std::size_t pure_next_ = 0;

  // analysis
  std::vector<std::uint8_t> marks_;  // by variable: see analyze.cpp
  std::vector<Var> analyzed_, minimized_;
  std::vector<Lit> lesson_;
  std::vector<ClauseId> hints_;
  std::vector<Var> hint_vars_, hint_units_;
  std::vector<std::uint64_t> level_seen_, glue_seen_;
  std::uint64_t glue_stamp_ = 0;
  std::uint64_t level_stamp_ = 0;
  std::vector<std::uint64_t> lit_stamp_;

  // restarts and modes
  bool stable_ = false;
  Average glue_fast_{33}, glue_slow_{1e5};
  std::int64_t next_restart_ = 0;
  std::int64_t luby_round_ = 1;
  std::int64_t next_mode_switch_ = 0, mode_switch_ticks_ = 0, mode_start_ticks_ = 0, mode_length_ = 0;
  std::int64_t ticks_ = 0;
  std::int64_t walked_at_ = 0;  // search ticks then
  std::int64_t next_rephase_ = 0, rephase_count_ = 0;

  // reduction
  std::int64_t next_reduce_ = 0, reduced_at_ = 0, models_at_reduce_ = 0;

  // simplification
  std::int64_t next_inprocess_ = 0;
  std::int64_t inprocess_ticks_ = 0;            // that simplification took
  std::int64_t inprocess_from_ = 0;             // search ticks when it was last begun
  std::vector<Lit> orders_;                     // vivify: of all candidates, one after the other
  std::vector<std::uint32_t> occurrences_;      // by literal
  std::vector<std::uint32_t> probe_tried_;      // by literal: assigned variables at level 0 then, and 1
  std::vector<std::uint64_t> eliminate_tried_;  // by variable: occurrences when it failed, and the bound
  std::int64_t eliminate_bound_ = 0;
  std::vector<Removal> removals_;          // in the order of removal
  std::vector<std::uint32_t> removal_of_;  // by variable: 1 + where in removals_, 0 if it is there
  std::vector<std::uint8_t> came_back_;    // by variable: is not removed again
  std::vector<std::uint32_t> frozen_;      // by variable: how often
  std::size_t removed_words_ = 0;

  // theories
  std::vector<AttachedTheory> theories_;
  Theory::Findings findings_;
  std::vector<Lit> lemma_;
  std::vector<std::pair<Lit, ClauseId>> unit_lemmas_;

  // enumeration
  bool enumerating_ = false, over_all_ = false, in_order_ = false, shown_ = false, exhausted_ = false;
  std::vector<Lit> under_, over_;        // assumptions; what is enumerated, in its order
  std::vector<std::uint8_t> projected_;  // by variable
  std::vector<std::uint32_t> flips_;     // levels, ascending: the other value of their decision is done with
  Lit flip_ = no_lit;                    // is decided next
  std::size_t next_over_ = 0;
  ScoreHeap front_;  // the variables that are enumerated over, if not all

  // answers and limits
  std::vector<std::int8_t> model_;
  bool model_holds_ = false;  // of all clauses, also those added since
  std::size_t wishes_ = 0;    // variables that somebody wishes a phase for
  bool luck_tried_ = false;
  std::vector<std::uint8_t> failed_;
  Limits limits_;
  Statistics at_start_;
  std::chrono::steady_clock::time_point deadline_, next_pulse_;
  bool timed_ = false;
  std::int64_t next_look_ = 0;
  std::uint32_t assumed_ = 0;  // levels that belong to assumptions
  const Pulse* pulse_ = nullptr;
  Stop stopped_ = Stop::none;
  Flag interrupted_;
};

}  // namespace satplay
