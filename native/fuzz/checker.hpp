// A forward checker of proofs. Each line is checked twice: by reverse unit propagation or, failing that, by
// resolving on its first literal (DRAT: Wetzler, Heule & Hunt 2014); and, where there are hints, by nothing
// but the hints, as strictly as the format can be read (LRAT: Cruz-Filipe et al. 2017).
#pragma once
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "chance.hpp"

namespace satplay::fuzz {

struct ProofLine {
  bool added = true;
  std::optional<std::int64_t> id;
  std::optional<Literals> lits;  // an LRAT file does not say what it deletes
  std::optional<std::vector<std::int64_t>> hints;
};

class Checker {
 public:
  // Clauses and lines are counted together; a given clause has the next number when it comes.
  explicit Checker(bool counting) : counting_(counting) {}

  void give(const Literals& clause);
  // What theories say needs no other reason: a line without hints must be of that kind.
  void accept(std::function<bool(const Literals&)> said_by_a_theory) { axiom_ = std::move(said_by_a_theory); }
  void settle();  // no line of what was given so far is still to come
  void check(const ProofLine& line);
  bool follows(const Literals& clause);

 private:
  using Index = std::size_t;
  struct Stored {
    std::vector<std::uint32_t> lits;  // in order, each once; the first two are watched
    bool live = true, tautology = false;
  };

  std::uint32_t inside(std::int32_t lit);
  std::vector<std::uint32_t> inside(const Literals& lits);
  Index store(std::vector<std::uint32_t> lits);
  void number_given_before(std::int64_t id);
  void check_added(const ProofLine& line);
  void check_deleted(const ProofLine& line);
  bool resolves(const std::vector<std::uint32_t>& lits);  // on the first literal, with everything
  void check_hints(const std::vector<std::uint32_t>& lits, const std::vector<std::int64_t>& hints);
  bool unit_or_false(std::int64_t hint, const std::string& about);
  bool refutes(const std::vector<std::uint32_t>& lits);
  bool refute(std::uint32_t lit);  // false: it is true already
  bool propagate();                // true: a conflict
  void undo(std::size_t to);

  bool counting_;
  std::function<bool(const Literals&)> axiom_;
  std::int64_t last_id_ = 0;
  std::deque<Literals> unnumbered_;
  std::unordered_map<std::int32_t, std::uint32_t> numbers_;
  std::vector<Stored> clauses_;
  std::vector<Index> short_;  // of no or one literal
  std::vector<std::vector<Index>> watches_;
  std::unordered_map<std::int64_t, Index> by_id_;
  std::map<std::vector<std::uint32_t>, std::vector<Index>> by_lits_;
  std::vector<std::int8_t> values_;  // by literal
  std::vector<std::uint32_t> trail_;
  std::size_t next_ = 0;
};

}  // namespace satplay::fuzz
