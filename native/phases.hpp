// The value that a decision tries first: saved phases (Pipatsrisawat & Darwiche 2007), target and best phases
// (Biere & Fleury 2020), and phases preferred by the caller.
#pragma once
#include <cstdint>
#include <random>
#include <vector>

#include "invariant.hpp"
#include "literal.hpp"
#include "options.hpp"

namespace satplay {

enum class Rephase { original, inverted, best, random, walk };

class Phases {
 public:
  struct State {
    std::int8_t saved = 0, target = 0, best = 0, preferred = 0;  // 1 true, -1 false, 0 none
  };

  void add_variable() { states_.emplace_back(); }
  void reserve(std::size_t variables) { states_.reserve(variables); }

  static std::int8_t sign(Lit lit) { return is_negative(lit) ? -1 : 1; }
  void save(Lit lit) { states_[variable(lit)].saved = sign(lit); }
  Lit choose(Var var, const Options& options, bool stable) const;

  // Sets the phase that the caller prefers; sign 0: none.
  void prefer(Var var, std::int8_t sign) {
    std::int8_t& preferred = states_[var].preferred;
    preferences_ += static_cast<std::size_t>(sign != 0) - static_cast<std::size_t>(preferred != 0);
    preferred = sign;
    INVARIANT(preferences_ <= states_.size());
  }
  bool has_preference(Var var) const { return states_[var].preferred != 0; }
  bool has_preferences() const { return preferences_ != 0; }

  // The literals of a trail without conflict: remembered if they are more than ever before (best), or than
  // since the last restart of the count (target).
  void update_target_and_best(Lits consistent);
  void restart_target() { target_size_ = 0; }
  void restart_target_and_best() { target_size_ = best_size_ = 0; }
  // Moves the search elsewhere; `walk` leaves the saved phases to local search.
  void rephase(Rephase kind, std::int8_t initial, std::mt19937_64& random);

  // Propagation outside of the search must not change phases: they are copied before and restored after.
  std::vector<State> copy() const { return states_; }
  void restore(std::vector<State> states) {
    INVARIANT(states.size() == states_.size());
    states_ = std::move(states);
  }

 private:
  std::vector<State> states_;  // by variable
  std::size_t target_size_ = 0, best_size_ = 0;
  std::size_t preferences_ = 0;  // variables with one
};

}  // namespace satplay
