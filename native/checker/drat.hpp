// Checks DRAT proofs (Wetzler, Heule & Hunt, "DRAT-trim", 2014), forward or backward.
//
// Every added clause must follow by reverse unit propagation (RUP), or every resolvent with a clause that
// contains the negation of its first literal must (RAT). The backward check covers only clauses that the
// refutation uses, and clauses known to be used are propagated first (Heule, Hunt & Wetzler, "Trimming while
// checking clausal proofs", 2013). Deleting a clause that is unit under the known literals has no effect:
// known literals are never retracted. Shares no code with the engine.
//
// RAT preserves satisfiability by changing the value of its literal. So it is not allowed on a variable of
// the goal: a model that falsifies the goal could be changed into one that does not.
#pragma once
#include <cstdint>
#include <span>
#include <string>

#include "clauses.hpp"
#include "lists.hpp"
#include "lit_set.hpp"
#include "memory.hpp"
#include "outcome.hpp"
#include "pulse.hpp"
#include "reader.hpp"

namespace satplay::checker {

class Drat {
 public:
  Drat(std::span<const std::int32_t> formula, std::span<const std::int32_t> goal, Pulse& pulse);

  // Checks only the clauses needed. A refusal has no line: forward() finds the first bad one.
  Outcome backward(Reader& reader);
  // Checks every line until the goal is reached. `strict`: a deleted clause must exist.
  Outcome forward(Reader& reader, bool strict);

 private:
  struct Move {
    Ref clause;
    Lit pivot;  // the first literal of a clause added
    bool deletes;
  };
  struct Watch {
    Ref clause;
    Lit blocker;  // another literal of the clause: if it is true, the clause is skipped
  };
  using Watches = Lists<Watch>;

  // drat.cpp: lines and clauses
  bool prepare(std::span<const std::int32_t> lits);
  Ref take(bool is_tautology);
  Ref let_go(Outcome& outcome);
  void attach(Ref ref);
  std::uint32_t free_literals_first(Ref ref);
  void join(Ref ref);
  void read_on(Reader& reader, Outcome& outcome);
  void take_back(const Move& move);
  void watch_anew();
  std::string why_not(const Step& step) const;

  // follow.cpp: whether a clause follows
  bool follows(std::span<const Lit> lits, Lit pivot);
  bool refuted(std::span<const Lit> lits, Lit except);
  bool every_resolvent_follows(Lit pivot);
  void index_occurrences();
  void explain(Ref conflict);
  void explain_literal(Lit lit);
  void explain_waiting();
  void use(Ref ref);

  // propagate.cpp
  void assign(Lit lit, Ref reason);
  void undo(std::size_t size);
  Ref propagate();
  Ref propagate_core();
  template <bool in_core>
  Ref visit(Lit false_lit);

  bool is_true(Lit lit) const { return value_[lit] > 0; }
  bool is_false(Lit lit) const { return value_[lit] < 0; }

  Pulse& pulse_;
  Clauses clauses_;
  Vector<Lit> goal_;
  Vector<std::uint8_t> in_goal_;  // by variable
  Ref given_end_ = 0;             // end of the original clauses
  Pages<Move> moves_;
  Ref conflict_ = no_clause;  // a clause that the known literals falsify

  Watches core_, rest_;  // by the literal watched: clauses known to be needed, and all others
  Vector<std::int8_t> value_;
  Vector<Ref> reason_;              // by variable; no_clause for assumed literals
  Vector<std::uint32_t> position_;  // by variable, on the trail
  Vector<std::uint8_t> explained_;  // by variable
  Vector<Lit> trail_;
  std::size_t core_head_ = 0, rest_head_ = 0;

  bool explaining_ = false;        // whether the clauses that a conflict needs are marked
  Vector<std::uint32_t> waiting_;  // variables whose reasons are needed
  LitSet lits_;                    // of the current clause
  Lists<Ref> occurs_;              // by literal; built for the first RAT clause
  bool occurrences_indexed_ = false;
};

}  // namespace satplay::checker
