// Hard clauses, and groups of clauses that can be left out: which groups are satisfiable together? One
// session answers many queries. groups.cpp calls the engine, rotate.cpp does not need it.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "../budget.hpp"
#include "../formula/clause_table.hpp"

namespace satplay {

class Groups {
 public:
  using Group = std::int32_t;  // from 0; -1 is hard
  using Chosen = std::span<const Group>;

  struct Interrupted {};

  // Flat clauses, each closed by a 0; `group_of` has one entry per clause; otherwise throws
  // std::invalid_argument. Throws Interrupted if the pulse, called while the clauses are loaded, returns
  // false.
  Groups(ExternalLits clauses, std::span<const Group> group_of, Group groups, const Pulse& pulse = {});

  // Whether the chosen groups are satisfiable. If satisfiable: found() are all groups that the model
  // satisfies. If unsatisfiable: found() is an unsatisfiable subset of the chosen groups.
  Status decide(Chosen chosen, const Limits& limits, const Pulse& pulse);

  // If the chosen groups are unsatisfiable: found() is a minimal unsatisfiable subset of them. If a limit is
  // reached (unknown) and refuted() is true, found() is an unsatisfiable subset, but only the groups of
  // needed() are known to be needed. `last`: no query follows.
  Status shrink(Chosen chosen, bool last, const Limits& limits, const Pulse& pulse);

  // If the chosen groups are satisfiable: found() is a maximal satisfiable set that contains them. If a limit
  // is reached and refuted() is false, found() is satisfiable, but may not be maximal.
  Status grow(Chosen chosen, const Limits& limits, const Pulse& pulse);

  // Stops a running query soon, with unknown; may be called from another thread. Otherwise without effect.
  void interrupt() noexcept {
    interrupted_.raise();
    engine_.interrupt();
  }

  const std::vector<Group>& found() const { return found_; }
  const std::vector<Group>& needed() const { return needed_; }
  bool refuted() const { return refuted_; }
  Stop stopped() const { return budget_ ? budget_->stopped() : Stop::none; }
  std::vector<std::int32_t> model() const;  // after satisfiable: of the variables that occur
  const Statistics& statistics() const { return engine_.statistics(); }
  std::size_t bytes() const;
  std::int64_t calls() const { return calls_; }
  std::int64_t rotated() const { return rotated_; }  // groups found to be needed without a solve call

  // The progress of shrink(), for the pulse.
  struct Progress {
    std::size_t needed, dropped, open;
  };
  Progress progress() const { return {needed_.size(), chosen_ - needed_.size() - undecided_, undecided_}; }

 private:
  enum class State : std::uint8_t { out, open, needed };
  using Index = ClauseTable::Index;

  std::span<const Index> clauses_of(Group group) const {
    const auto at = static_cast<std::size_t>(group);
    return {in_group_.data() + group_begins_[at], group_begins_[at + 1] - group_begins_[at]};
  }
  std::int32_t selector(Group group) const {
    return static_cast<std::int32_t>(table_.variables()) + group + 1;
  }
  State& state(Group group) { return states_[static_cast<std::size_t>(group)]; }
  bool alive(Index clause) { return group_[clause] < 0 || state(group_[clause]) != State::out; }

  void gather_groups();
  void load(const Pulse& pulse);
  void start(const Limits& limits, const Pulse& pulse);
  bool out_of_limits();
  Status ask();
  Status ask(Chosen chosen);
  void assume(Group group) { assumed_.push_back(selector(group)); }
  std::vector<Group> core() const;
  void note_model();
  void find_holding();

  void shrink_open();
  Status trim();
  void keep_only(const std::vector<Group>& core);
  void leave_out(Group group);
  void need(Group group);
  void gather();
  void rotate(Group broken);
  void propose(Group broken);
  Group broken_by(Lit flipped, Group broken);
  void flip(Lit lit);
  bool only_broken(Group broken);
  bool all_found(Chosen chosen) const;

  Engine engine_;
  ClauseTable table_;
  std::vector<Group> group_;  // by clause
  std::vector<Index> hard_, in_group_;
  std::vector<std::size_t> group_begins_;

  std::vector<Group> found_, needed_, open_;
  std::vector<State> states_;               // by group
  std::size_t chosen_ = 0, undecided_ = 0;  // groups at the start; groups whose state is open
  std::vector<std::int32_t> assumed_;
  bool refuted_ = false, last_ = false;

  // the model during rotation
  std::vector<std::uint8_t> true_;    // by literal
  std::vector<std::uint32_t> trues_;  // by clause: the number of true literals
  struct Turn {
    Group broken;
    Lit flipped;
    std::size_t next, end;  // of proposed_: the literals to flip from here
  };
  std::vector<Turn> turns_;
  std::vector<Lit> proposed_;
  std::vector<std::uint64_t> visited_;  // by group: the last rotation that visited it
  std::uint64_t rotation_ = 0;

  Pulse pulse_;
  Flag interrupted_;
  std::optional<Budget> budget_;  // of the current query
  std::int64_t calls_ = 0, rotated_ = 0;
};

}  // namespace satplay
