// The solver: one CDCL search over internal literals, made of parts that each keep their own invariants:
//   trail             the assignment, its levels and reasons
//   watches, arena    the clauses, and which of them to visit when a literal becomes false
//   decisions, phases which variable to decide next, and with which value
//   analysis          the clause that is learned from a conflict
//   learned           which learned clauses are kept
//   restart           when to restart, and in which mode to search
//   enumeration       which part of the search space has been exhausted
//   removed           variables that simplification removed
//   proof_log         clause ids and the hints of derived clauses
//   limits            when to stop
// The steps of the search, one file each: propagate analyze minimize backtrack decide restart reduce
// search; clauses for input; inprocess and the files it names for simplification. engine.hpp is the interface
// with external literals.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <vector>

#include "analysis.hpp"
#include "arena.hpp"
#include "attached_theory.hpp"
#include "decisions.hpp"
#include "enumeration.hpp"
#include "invariant.hpp"
#include "learned.hpp"
#include "limits.hpp"
#include "literal.hpp"
#include "log.hpp"
#include "options.hpp"
#include "phases.hpp"
#include "proof_log.hpp"
#include "removed.hpp"
#include "restart.hpp"
#include "statistics.hpp"
#include "theory.hpp"
#include "trail.hpp"
#include "watches.hpp"

namespace satplay {

class Solver {
 public:
  explicit Solver(const Options& options);

  // -- input (clauses.cpp) --
  Var new_variable();
  std::size_t variables() const { return trail_.variables(); }
  void reserve(std::size_t variables, std::size_t literals, std::size_t clauses);
  void add_clause(std::vector<Lit>& lits, ClauseId given_id);
  ClauseId next_id() { return proof_.next_id(); }

  // -- questions (search.cpp) --
  Status solve(Lits assumptions, const Limits& limits, const Pulse& pulse);
  // Unit propagation of assumptions alone; false on conflict. Everything is undone afterwards.
  bool propagate_only(Lits assumptions, std::vector<Lit>& implied);
  bool contradictory() const { return contradictory_; }
  Stop stopped() const { return limits_.stopped(); }
  int model_value(Lit lit) const { return lit < model_.size() ? model_[lit] : 0; }
  bool failed(Lit lit) const { return lit < failed_.size() && failed_[lit]; }
  void interrupt() noexcept { limits_.interrupt(); }
  void halt() noexcept { limits_.halt(); }
  void resume() noexcept { limits_.resume(); }
  void set_phase(Lit lit) { phases_.prefer(variable(lit), Phases::sign(lit)); }
  void clear_phase(Var var) { phases_.prefer(var, 0); }

  // A frozen variable is not removed by simplification until it is melted as many times. That only saves
  // work: a removed variable that is mentioned again is restored (extend.cpp).
  void freeze(Var var);
  void melt(Var var);
  void reactivate(Var var);

  // -- theories (theory.cpp) --
  static constexpr std::size_t most_theories = 32;
  // The atoms are different variables. They are never removed.
  void attach_theory(std::shared_ptr<Theory> theory, std::vector<Lit> atoms);
  void clone_theories();
  std::vector<Theory*> theories() const;

  // -- enumeration of models (enumerate.cpp); any other question ends it --
  void start_enumeration(Lits assumptions, Lits projection, bool over_all, bool in_order);
  Status next_models(std::size_t most, const std::function<void()>& report, const Limits& limits,
                     const Pulse& pulse);
  bool enumerating() const { return enumeration_.active(); }

  int value(Lit lit) const { return trail_.value(lit); }
  int root_value(Lit lit) const { return trail_.root_value(lit); }

  Statistics statistics;
  const Options& options() const { return options_; }
  std::size_t bytes() const;

  // Before the first clause.
  void log_proof(Proof* to) {
    proof_.start(to);
    arena_.number_clauses();
  }
  void stop_proof() { proof_.stop(); }
  // The external name of each variable; the table belongs to the caller.
  void set_names(const std::vector<std::int32_t>* names) { proof_.set_names(names); }

 private:
  // Simplifications: each goes through the clauses at level 0, and may leave units to be propagated.
  friend class Prober;
  friend class EquivalentLiterals;
  friend class Vivifier;
  friend class Subsumption;
  friend class Eliminator;

  // -- assignment: propagate.cpp, backtrack.cpp --
  void assign(Lit lit, Ref reason);
  void decide(Lit lit);
  void assume(Lit lit);
  Ref propagate(bool may_stop = false);
  bool propagate_root(bool may_stop = false);
  void backtrack(std::uint32_t level);

  // -- clauses.cpp --
  Ref attach(Lits lits, bool learned, std::uint32_t glue, ClauseId id);
  bool is_plain(Lits lits) const;
  bool remove_false(std::vector<Lit>& lits, std::vector<Lit>& false_lits);
  void store_given(Lits lits, ClauseId id);
  void watch_pending(bool may_stop);
  std::span<const Ref> pending() const { return std::span(given_).last(pending_); }
  bool add_watches_of_pending(bool may_stop);
  bool prepare_pending(Ref ref);
  void unwatch_pending();
  void assert_new_unit(Lit lit, ClauseId id);
  void assert_unit(Lit lit, ClauseId id);
  void derive_root_unit(Lit lit, Ref reason);
  void derive_empty(Ref conflict);

  // -- analyze.cpp, minimize.cpp --
  void analyze(Ref conflict);
  Ref analyze_conflict(Ref conflict);
  void collect_first_uip(Ref conflict);
  void analyze_literal(Lit lit, std::uint32_t& open);
  void analyze_reason(Ref ref, Lit except, std::uint32_t& open);
  void minimize();
  bool redundant(Lit lit, int depth);
  void hint_dropped(std::vector<Var> dropped);
  void strengthen_by_binary(std::uint32_t glue);
  std::uint32_t order_watches();
  void bump_analyzed();
  ClauseId prove_learned(Ref conflict);
  std::uint32_t backtrack_level(std::uint32_t assertion_level);
  Ref learn(ClauseId id, std::uint32_t glue, std::uint32_t assertion_level);
  void analyze_final(Lit refused);
  bool check_learned(std::uint32_t conflict_level) const;

  // -- decide.cpp, lucky.cpp, walk.cpp --
  bool decides_by_scores() const {
    return restarts_.stable() || enumeration_.active() ||
           options_.queue + (statistics.mode_switches == 0) < 2;
  }
  Lit next_decision();
  Lit choose_phase(Var var) const;
  void update_target_and_best();
  void rephase();
  void walk();
  void find_pure();
  bool lucky_due(Lits assumptions) const;
  bool lucky();
  bool decide_all(bool negative, bool ascending);

  // -- restart.cpp --
  bool restart_due() const;
  void restart();
  void switch_mode_if_due();

  // -- reduce.cpp --
  void reduce();
  void delete_clause(Ref ref);
  void flush_root();
  void shorten(Ref ref);
  void rebuild_watches();
  void collect_garbage();

  // -- inprocess.cpp: schedule and shared code of the simplifications --
  bool inprocess_due() const;
  bool preprocess_due() const;
  void inprocess();
  void simplify(std::int64_t effort);
  void assert_stored_units();
  void explain_clause(Ref ref, Lit except);
  void replace(Ref ref, Lits lits, ClauseId id);

  // -- extend.cpp --
  bool may_remove(Var var) const {
    return !trail_.assigned(var) && !phases_.has_preference(var) && removed_.may_remove(var);
  }
  bool mentions_removed(Lits lits) const;
  void remove_variable(Removal removal);
  void delete_learned_with_removed();
  void reactivate_all();

  // -- theory.cpp --
  Ref propagate_all();
  bool theories_agree(Ref& conflict);
  Ref take_findings(std::size_t at);
  Ref add_lemma();
  Ref store_lemma(Lits lits, ClauseId id);
  void assert_unit_lemmas();
  Ref reason_of(Var var);

  // -- enumerate.cpp --
  // Levels that no restart removes: assumption levels, and levels up to the last flipped decision.
  std::uint32_t fixed_levels() const { return std::max(assumed_levels_, enumeration_.last_flipped()); }
  Lit next_enumerated();
  void flip_last_decision();
  bool prepare_enumeration();
  bool assume_next();
  Status search_next_model();
  void decide_flip();
  void stop_enumeration();

  // -- search.cpp --
  void learn_from(Ref conflict);
  bool out_of_limits();
  bool out_of_limits_now();
  bool answered_by_last_model(Lits assumptions) const;
  void save_model();
  bool decide_or_save_model(Lit lit);
  Status solve_frozen(Lits assumptions);
  Status search(Lits assumptions);
  bool maintain();
  // Checks the invariants of all parts where that is affordable; returns true, for use in INVARIANT.
  bool check_now() const;

  Options options_;
  std::mt19937_64 random_;
  ProofLog proof_;

  // the assignment and the clauses
  Trail trail_;
  Arena arena_;
  Watches watches_;
  std::vector<Ref> given_;
  std::size_t pending_ = 0;  // the last clauses of given_: not yet watched
  LearnedClauses learned_;
  bool contradictory_ = false;    // the empty clause has been derived
  std::size_t root_flushed_ = 0;  // literals at level 0 that no clause contains any more
  std::int64_t flushed_at_ = 0;   // in ticks

  // the search
  Decisions decisions_;
  Phases phases_;
  Restarts restarts_;
  Analysis analysis_;
  LitSet lit_set_;
  Work work_;
  LimitMonitor limits_;
  Enumeration enumeration_;
  Theories theories_;
  std::uint32_t assumed_levels_ = 0;  // levels that belong to assumptions

  // simplification
  struct Schedule {
    std::int64_t next_rephase = 0, next_inprocess = 0;  // in conflicts
    std::int64_t walked_at = 0, inprocessed_at = 0;     // in ticks of search
    bool lucky_tried = false;
  };
  Schedule schedule_;
  std::vector<std::uint32_t> probed_at_;          // by literal: 1 + assigned variables when it was probed
  std::vector<std::uint64_t> elimination_tried_;  // by variable: its occurrences, and the bound
  std::int64_t elimination_bound_ = 0;            // by how many clauses an elimination may grow the formula
  RemovedVariables removed_;

  // answers
  std::vector<std::int8_t> model_;    // by literal
  bool model_holds_ = false;          // it satisfies all clauses, also those added since
  std::vector<std::uint8_t> failed_;  // by literal: an assumption of the core
};

}  // namespace satplay
