// The clauses during simplification: occurrence lists, units, and simplification rules.
#pragma once
#include "problem.hpp"

namespace satplay::counting {

class Simplifier {
 public:
  Simplifier(Problem&& problem, Meter& meter);
  // A smaller problem with the same count; variables without clauses are counted in `free`. To be called
  // once.
  Problem run();

 private:
  enum class Subsumed { no, yes, stronger };  // stronger: except for one literal, which can be removed
  struct Clause {
    std::vector<Lit> lits;  // ascending; empty if removed
    std::uint64_t signature = 0;
  };
  using Id = std::uint32_t;

  void add(std::vector<Lit> lits);
  void remove(Id id);
  void strengthen(Id id, Lit lit);
  void fact(Lit lit);
  bool propagate();
  std::vector<Id> occurrences(Lit lit);
  void spend(std::size_t units);
  bool worthwhile() const { return effort_ > 0; }

  // subsume.cpp
  void subsume();
  void subsume_with(Id id);
  Subsumed subsumes(const Clause& one, const Clause& other, Lit& extra) const;
  // equivalent.cpp
  bool substitute_equivalent();
  std::vector<Lit> representatives();
  // eliminate.cpp
  bool eliminate_unprojected();
  bool eliminate(Var var);
  std::vector<Lit> resolvent(const Clause& one, const Clause& other, Var var) const;

  Problem result();

  Meter& meter_;
  Var variables_;
  std::vector<std::vector<Lit>> given_;
  std::vector<std::uint8_t> projected_;
  std::uint64_t free_;
  bool contradictory_;
  std::vector<Clause> clauses_;
  std::vector<std::vector<Id>> occurs_;  // by literal; may have outdated entries
  std::vector<std::int8_t> value_;       // by literal: 1 true, -1 false, 0 unassigned
  std::vector<std::uint8_t> gone_;       // by variable: substituted or eliminated
  std::vector<Lit> facts_;
  std::size_t propagated_ = 0;
  std::vector<Id> fresh_;  // clauses not yet used for subsumption
  std::int64_t effort_;
};

}  // namespace satplay::counting
