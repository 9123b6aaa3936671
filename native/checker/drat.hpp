// Checks DRAT proofs (Wetzler, Heule & Hunt, "DRAT-trim", 2014), forwards or backwards.
//
// Every clause added must follow by reverse unit propagation (RUP), or every resolvent with a clause that
// holds the negation of its first literal must (RAT). Backwards, only clauses that the refutation turns out
// to use are checked, and clauses known to be used are propagated first (Heule, Hunt & Wetzler, "Trimming
// while checking clausal proofs", 2013). Deleting a clause that is unit under the literals known so far does
// nothing: known literals are never taken back. Shares no code with the engine.
//
// RAT keeps satisfiability by changing the value of its literal. So it may not be used on a variable of the
// goal: a model that refutes the goal would be changed into one that does not.
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

  // Only what is needed is checked. A refusal names no line: forward() finds the first bad one.
  Outcome backward(Reader& reader);
  // Every line is checked until the goal is reached. `strict`: a deleted clause must be there.
  Outcome forward(Reader& reader, bool strict);

 private:
  struct Move {
    Ref clause;
    Lit pivot;  // the first literal of a clause added
    bool deletes;
  };
  struct Watch {
    Ref clause;
    Lit blocker;  // another literal of the clause: when it is true, the clause need not be looked at
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
  Ref given_end_ = 0;             // given clauses begin before here
  Pages<Move> moves_;
  Ref conflict_ = no_clause;  // a clause that the known literals make false

  Watches core_, rest_;  // by the literal watched: clauses known to be needed, and all others
  Vector<std::int8_t> value_;
  Vector<Ref> reason_;              // by variable; no_clause for what is assumed
  Vector<std::uint32_t> position_;  // by variable, on the trail
  Vector<std::uint8_t> explained_;  // by variable
  Vector<Lit> trail_;
  std::size_t core_head_ = 0, rest_head_ = 0;

  bool explaining_ = false;        // whether the clauses that a conflict needs are marked
  Vector<std::uint32_t> waiting_;  // variables whose reasons are needed
  LitSet lits_;                    // of the clause at hand
  Lists<Ref> occurs_;              // by literal, made when the first RAT clause is met
  bool occurrences_indexed_ = false;
};

}  // namespace satplay::checker
