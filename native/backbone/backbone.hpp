// The backbone: literals that are true in every model. In C++, because most of the many solve calls take less
// time than a call from Python.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "../budget.hpp"
#include "neighbours.hpp"

namespace satplay {

class Backbone {
 public:
  // The candidates are literals that are true in the engine's last model under the assumptions, of variables
  // that are not assumed. `clauses`: all relevant clauses, flat, for the local search near the models found.
  // The variables from `fresh` to `last` may be used as selectors.
  struct Question {
    ExternalLits candidates, assumptions;
    std::optional<ExternalLits> clauses;
    std::int32_t fresh = 1, last = 0;
  };
  Backbone(Engine& engine, const Question& question);

  // Runs until no candidate is undecided or a limit is reached.
  Stop run(const Limits& limits, const Pulse& pulse);

  const std::vector<std::int32_t>& forced() const { return forced_; }  // true in every model
  std::vector<std::int32_t> undecided() const;
  std::int32_t fresh() const { return fresh_; }  // the first unused variable

 private:
  struct Candidate {
    std::int32_t lit;
    int tries;  // local searches that failed
  };

  Status ask(std::size_t together, const Limits& limits, const Pulse& pulse);
  void force(std::size_t together);
  void take_known();
  template <class Struck>
  void strike(Struck struck);
  void prefer_others();
  void prefer_nothing();
  void look_around(const std::vector<std::int32_t>& model, Budget& budget);
  void strike_neighbours();
  bool all_apart() const;

  Engine& engine_;
  std::vector<Candidate> open_;
  std::vector<std::int32_t> assumptions_, assumed_, forced_;
  std::optional<ExternalLits> clauses_;
  std::int32_t fresh_, last_;
  std::optional<Neighbours> neighbours_;
  std::int64_t wasted_flips_ = 0;  // flips of local searches that failed
  bool preferring_ = false;
};

}  // namespace satplay
