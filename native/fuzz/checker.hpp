// A forward proof checker. Each added clause is checked by reverse unit propagation or, failing that, as RAT
// on its first literal (DRAT: Wetzler, Heule & Hunt 2014). If it has hints, it is also checked by the hints
// alone, in the strictest reading of the format (LRAT: Cruz-Filipe et al. 2017).
#pragma once
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "random.hpp"

namespace satplay::fuzz {

struct ProofLine {
  bool added = true;
  std::optional<std::int64_t> id;
  std::optional<Literals> lits;  // absent in deletions of an LRAT file
  std::optional<std::vector<std::int64_t>> hints;
};

class Checker {
 public:
  // `numbered`: original clauses and proof lines share one numbering, in the order in which they arrive.
  explicit Checker(bool numbered) : numbered_(numbered) {}

  void add_original(const Literals& clause);
  // Clauses implied by a theory need no other reason; a line without hints must be one of them.
  void accept_theory_clauses(std::function<bool(const Literals&)> implied_by_theory) {
    axiom_ = std::move(implied_by_theory);
  }
  void number_all();  // the proof lines that precede the original clauses so far are complete
  void check(const ProofLine& line);
  bool follows(const Literals& clause);

 private:
  using Index = std::size_t;
  struct Stored {
    std::vector<std::uint32_t> lits;  // sorted, without duplicates; the first two are watched
    bool live = true, tautology = false;
  };

  std::uint32_t internal(std::int32_t lit);
  std::vector<std::uint32_t> internal(const Literals& lits);
  Index store(std::vector<std::uint32_t> lits);
  void number_originals_before(std::int64_t id);
  void check_added(const ProofLine& line);
  void check_deleted(const ProofLine& line);
  bool resolves(const std::vector<std::uint32_t>& lits);  // RAT on the first literal
  void check_hints(const std::vector<std::uint32_t>& lits, const std::vector<std::int64_t>& hints);
  bool unit_or_false(std::int64_t hint, const std::string& about);
  bool refutes(const std::vector<std::uint32_t>& lits);
  bool refute(std::uint32_t lit);  // returns false if it is already true
  bool propagate();                // returns true on a conflict
  void undo(std::size_t to);

  bool numbered_;
  std::function<bool(const Literals&)> axiom_;
  std::int64_t last_id_ = 0;
  std::deque<Literals> unnumbered_;
  std::unordered_map<std::int32_t, std::uint32_t> numbers_;
  std::vector<Stored> clauses_;
  std::vector<Index> short_;  // empty and unit clauses
  std::vector<std::vector<Index>> watches_;
  std::unordered_map<std::int64_t, Index> by_id_;
  std::map<std::vector<std::uint32_t>, std::vector<Index>> by_lits_;
  std::vector<std::int8_t> values_;  // by literal
  std::vector<std::uint32_t> trail_;
  std::size_t next_ = 0;
};

}  // namespace satplay::fuzz
