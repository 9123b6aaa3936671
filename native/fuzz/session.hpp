// One session with the engine, and the state needed to check its answers.
#pragma once
#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <set>

#include "../engine.hpp"
#include "checker.hpp"
#include "judge.hpp"
#include "recorder.hpp"
#include "script.hpp"

namespace satplay::fuzz {

struct Answer {
  Status status = Status::unknown;
  Stop stopped = Stop::none;
  Literals literals;  // the model or the core
  bool operator==(const Answer&) const = default;
};

// The state of an enumeration.
struct Listing {
  bool active = false;          // no other query since
  bool may_have_ended = false;  // a variable may have been reactivated, which also ends it
  bool exhausted = false;       // all models have been returned
  bool all = false, in_order = false;
  Literals assumptions;
  Literals columns;             // the variables of each row
  Literals mentioned;           // columns declared to the judge, without duplicates
  std::size_t unmentioned = 0;  // number of other columns
  std::vector<Literals> models;
  std::set<Literals> seen;
  std::optional<std::set<Literals>> expected;  // projected onto `mentioned`
};

class Session {
 public:
  Session(const Options& options, Record record);
  std::unique_ptr<Session> clone() const;  // without a proof

  // Performs any call except Act::clone and prints the result to `out`. Throws Failure.
  void perform(const Call& call, std::ostream& out);

 private:
  Session(std::unique_ptr<Engine> engine, const Session& original);

  void note_variables(const Call& call);
  void dispatch(const Call& call, std::ostream& out);
  void configure(const Call& call);
  void add(const Literals& clause);
  void add_flat(const Literals& flat);
  void close_batch();
  void block(int variables);
  void add_invalid(const Literals& lits);
  void attach(const Call& call);

  // -- answers.cpp --
  void solve_and_judge(const Call& call, std::ostream& out);
  Answer solve(const Call& call);
  void run_with_interruption(const Call& call, const std::function<void(const Pulse&)>& work);
  void judge(const Answer& answer, const Call& call);
  void judge_stop(Stop stopped, const Call& call) const;
  void propagate(const Literals& assumptions, std::ostream& out);
  void compare_with_clone(const Call& call, std::ostream& out);
  void repeat_model();
  void repeat_core();
  void fail_allocation(const Call& call, std::ostream& out);

  // -- listing.cpp --
  void start_enumeration(const Call& call, std::ostream& out);
  void skip_enumeration(const Literals& assumptions);
  bool mention_columns(const Literals& over);
  void note_enumeration(const Call& call);
  void next_models(const Call& call, std::ostream& out);
  void judge_batch(const Call& call, Status status, std::size_t count, std::size_t literals);
  std::vector<Literals> split_rows(const Literals& models, std::size_t count) const;
  void judge_rows(const std::vector<Literals>& rows);
  void judge_row(const Literals& row);
  void judge_gap(const Literals& before, const Literals& after);
  void judge_end();
  Literals mentioned_part(const Literals& row) const;

  void check_proof();
  void check_counters();

  Options options_;
  Record record_;
  Judge judge_;
  std::unique_ptr<Checker> checker_;  // outlives the engine, which writes to it
  std::unique_ptr<Engine> engine_;
  std::unique_ptr<Recorder> recorder_;
  Statistics counters_;
  std::int32_t declared_ = 0;
  Random random_{1};     // selects the literals to check
  bool failed_ = false;  // after an allocation failure: no further calls
  Answer last_;
  Literals last_assumptions_;
  Listing listing_;
};

}  // namespace satplay::fuzz
