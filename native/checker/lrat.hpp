// Checks LRAT proofs (Cruz-Filipe, Heule, Hunt, Kaufmann & Schneider-Kamp 2017): each line by its hints
// alone.
//
// The hints, in their order, must become unit under the negation of the clause until one is false. A RAT
// clause then names, as -ID, each clause with the negation of its first literal, followed by the hints that
// refute the resolvent; a clause that is already satisfied may be left out. RAT on a variable of the goal is
// not allowed (drat.hpp explains why).
#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>

#include "lit_set.hpp"
#include "memory.hpp"
#include "outcome.hpp"
#include "pulse.hpp"
#include "reader.hpp"

namespace satplay::checker {

class Lrat {
 public:
  Lrat(std::span<const std::int32_t> formula, std::span<const std::int32_t> goal, Pulse& pulse);
  Outcome check(Reader& reader);

 private:
  using Place = std::uint64_t;  // position of a clause in words, plus 1; 0: none
  using Ids = std::span<const std::int64_t>;

  bool prepare(std::span<const std::int32_t> lits);
  void store(std::int64_t id, bool is_tautology);
  bool remove(std::int64_t id);
  void collect();
  Place& place(std::int64_t id);
  std::span<const Lit> clause(std::int64_t id);

  std::string fault_of(const Step& step);
  std::string fault_of_resolvents(Ids hints);
  std::string follow(Ids hints, std::size_t& used, bool& refuted);
  std::string unnamed_resolvent(Ids hints, Lit pivot);
  bool assume(Lit lit);
  void undo(std::size_t size);

  Pulse& pulse_;
  Vector<Lit> goal_;
  Vector<std::uint8_t> in_goal_;  // by literal
  bool reached_ = false;

  // A clause is its size with two flags, its number in two words, and its literals.
  static constexpr std::uint32_t gone = 1, tautology = 2;
  static constexpr std::size_t header = 3;
  Pages<std::uint32_t> words_;
  std::size_t wasted_ = 0;
  Vector<Place> near_;  // by number, for dense numbers
  std::unordered_map<std::int64_t, Place, std::hash<std::int64_t>, std::equal_to<std::int64_t>,
                     Counted<std::pair<const std::int64_t, Place>>>
      far_;
  std::int64_t last_id_ = 0;
  std::uint64_t stored_ = 0;

  Vector<std::uint32_t> occurrences_;  // by literal; without tautologies
  Vector<std::uint8_t> true_;          // by literal
  Vector<Lit> trail_;
  LitSet lits_;  // of the current clause
};

}  // namespace satplay::checker
