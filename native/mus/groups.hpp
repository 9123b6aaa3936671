// Clauses in groups, each of which may be left out, over hard clauses that may not: which groups can hold
// together? One session answers many such questions: groups.cpp calls the engine, rotate.cpp needs no call.
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

  // Clauses lie flat, each closed by a 0; `group_of` has one entry a clause. std::invalid_argument where
  // that is not so; Interrupted when the pulse, called while many clauses are loaded, returns false.
  Groups(ExternalLits clauses, std::span<const Group> group_of, Group groups, const Pulse& pulse = {});

  // Can the chosen groups hold together? Satisfiable: found() are all groups that do in the model.
  // Unsatisfiable: found() are some of the chosen that cannot.
  Status decide(Chosen chosen, const Limits& limits, const Pulse& pulse);

  // If the chosen groups cannot hold together: found() are some of them that cannot, while without any one of
  // them they can. If a limit comes first (unknown) and refuted() is true, found() cannot hold together
  // either, but only the members of needed() are known to be indispensable. `last`: no more questions follow.
  Status shrink(Chosen chosen, bool last, const Limits& limits, const Pulse& pulse);

  // If the chosen groups can hold together: found() are those and more, to which none can be added. When a
  // limit comes first and refuted() is false, found() can hold together, but more might.
  Status grow(Chosen chosen, const Limits& limits, const Pulse& pulse);

  // Makes a running question end soon, as unknown; from another thread. Without one nothing happens.
  void interrupt() noexcept {
    interrupted_.raise();
    engine_.interrupt();
  }

  const std::vector<Group>& found() const { return found_; }
  const std::vector<Group>& needed() const { return needed_; }
  bool refuted() const { return refuted_; }
  Stop stopped() const { return budget_ ? budget_->stopped() : Stop::none; }
  std::vector<std::int32_t> model() const;  // after satisfiable: the variables that occur in clauses
  const Statistics& statistics() const { return engine_.statistics(); }
  std::size_t bytes() const;
  std::int64_t calls() const { return calls_; }
  std::int64_t rotated() const { return rotated_; }  // groups found indispensable without a call

  // While the chosen groups are shrunk, to be looked at by the pulse.
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

  // the model, and what rotation does to it
  std::vector<std::uint8_t> true_;    // by literal
  std::vector<std::uint32_t> trues_;  // by clause: how many of its literals are true
  struct Turn {
    Group broken;
    Lit flipped;
    std::size_t next, end;  // of proposed_: the literals to flip from here
  };
  std::vector<Turn> turns_;
  std::vector<Lit> proposed_;
  std::vector<std::uint64_t> visited_;  // by group: the rotation it was last met in
  std::uint64_t rotation_ = 0;

  Pulse pulse_;
  Flag interrupted_;
  std::optional<Budget> budget_;  // of the present question
  std::int64_t calls_ = 0, rotated_ = 0;
};

}  // namespace satplay
