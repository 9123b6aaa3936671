// Decides a prenex formula by clausal abstraction (Rabe & Tentrup, "CAQE: A Certifying QBF Solver", FMCAD
// 2015; Tentrup, "On Expansion and Resolution in CEGAR Based QBF Solving", CAV 2017).
#pragma once
#include <memory>
#include <vector>

#include "session.hpp"

namespace satplay::quantified {

// A move of the owner of a level: the values to choose when these keys are as needed.
struct Move {
  std::vector<Key> needed;
  std::vector<std::uint8_t> values;  // by variable of the level
};

class Abstraction {
 public:
  // The formula must be universally reduced and must outlive this object.
  Abstraction(const Formula& formula, bool keep_moves, Meter& meter);

  bool holds();

  // Afterwards: the winner's values of the outermost level, if the winner owns it.
  const std::vector<std::uint8_t>& outermost() const { return outermost_; }
  // By level: the winner's moves. In every play at least one of them is possible, and every possible one
  // wins.
  const std::vector<std::vector<Move>>& moves() const { return moves_; }
  const Keys& keys() const { return keys_; }
  std::int64_t refinements = 0;

 private:
  bool satisfied_here(const Keys::Row& row, std::size_t level) const;
  bool is_open(const Keys::Row& row, std::size_t level) const;
  Key cheapest_open(Key key, std::size_t level) const;
  void assign(std::size_t level);
  void win(std::size_t level);
  void store_move(std::size_t level);
  void look_at_memory();

  const Formula& formula_;
  const bool keep_moves_;
  Meter& meter_;
  const Keys keys_;
  std::vector<std::unique_ptr<Session>> sessions_;
  std::vector<std::uint8_t> satisfied_;  // by key of a level that has been assigned
  std::vector<Key> needed_;              // keys whose values the winner needs
  std::vector<std::uint32_t> seen_;      // by key: stamp of a set
  std::uint32_t stamp_ = 0;
  std::vector<std::uint8_t> outermost_;
  std::vector<std::vector<Move>> moves_;
  std::size_t moves_bytes_ = 0;
  std::int64_t next_look_ = 0;
};

}  // namespace satplay::quantified
