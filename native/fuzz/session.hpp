// One session with the engine, and everything needed to judge what it says.
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

// An enumeration, as far as it has gone.
struct Listing {
  bool going = false;           // no other question has been asked since
  bool may_have_ended = false;  // a variable has come back, perhaps: that ends it too
  bool done = false;            // all have been shown
  bool all = false, in_order = false;
  Literals assumptions;
  Literals columns;      // the variables of which each model says something
  Literals judged;       // those of them that the judge knows, each once
  std::size_t free = 0;  // how many it does not know
  std::vector<Literals> shown;
  std::set<Literals> seen;
  std::optional<std::set<Literals>> expected;  // over those that are judged
};

class Session {
 public:
  Session(const Options& options, Record record);
  std::unique_ptr<Session> clone() const;  // writes no proof

  // Everything but Act::clone. Throws Failure; what happened is said to `talk`.
  void perform(const Call& call, std::ostream& talk);

 private:
  Session(std::unique_ptr<Engine> engine, const Session& original);

  void add(const Literals& clause);
  void add_flat(const Literals& flat);
  void close_batch();
  void block(int variables);
  void refuse(const Literals& lits);
  void attach(const Call& call);

  // -- answers.cpp --
  void question(const Call& call, std::ostream& talk);
  Answer solve(const Call& call);
  void disturb(const Call& call, const std::function<void(const Pulse&)>& work);
  void judge(const Answer& answer, const Call& call);
  void judge_stop(Stop stopped, const Call& call) const;
  void propagate(const Literals& assumptions, std::ostream& talk);
  void twin(const Call& call, std::ostream& talk);
  void retrace();
  void again();
  void starve(const Call& call, std::ostream& talk);

  // -- listing.cpp --
  void start_enumeration(const Call& call, std::ostream& talk);
  void next_models(const Call& call, std::ostream& talk);
  void judge_row(const Literals& row);
  void judge_gap(const Literals& before, const Literals& after);
  void judge_end();
  Literals judged_part(const Literals& row) const;

  void hear_proof();
  void look_at_counters();

  Options options_;
  Record record_;
  Judge judge_;
  std::unique_ptr<Checker> checker_;  // outlives the engine, which writes to it
  std::unique_ptr<Engine> engine_;
  std::unique_ptr<Recorder> recorder_;
  Statistics counters_;
  std::int32_t declared_ = 0;
  Chance chance_{1};     // which of many literals are asked about
  bool failed_ = false;  // ran out of memory: nothing more can be asked
  Answer last_;
  Literals last_assumptions_;
  Listing listing_;
};

}  // namespace satplay::fuzz
