// One session with the engine, and everything needed to judge what it says.
#pragma once
#include <iosfwd>
#include <memory>
#include <optional>

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

  // -- answers.cpp --
  void question(const Call& call, std::ostream& talk);
  Answer solve(const Call& call);
  void judge(const Answer& answer, const Call& call);
  void propagate(const Literals& assumptions, std::ostream& talk);
  void twin(const Call& call, std::ostream& talk);
  void retrace();
  void again();
  void starve(const Call& call, std::ostream& talk);

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
};

}  // namespace satplay::fuzz
