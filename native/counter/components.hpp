// Components: parts of what is left of the formula that share no variable, counted apart and multiplied
// (Bayardo & Pehoushek, "Counting Models using Connected Components", 2000).
//
// A component is its open variables and its given clauses of three or more literals that are not yet
// satisfied, both ascending. That says all: every literal such a clause has outside the component is false,
// and a binary clause between two open variables is never satisfied.
#pragma once
#include "search.hpp"

namespace satplay::counting {

class Components {
 public:
  using Place = std::size_t;  // of a component in the stack

  explicit Components(const Problem& problem);

  std::span<const Var> variables(Place at) const { return {stack_.data() + at + header, stack_[at]}; }
  std::span<const std::uint32_t> clauses(Place at) const {
    return {stack_.data() + at + header + stack_[at], stack_[at + 1]};
  }
  Place top() const { return stack_.size(); }
  Place end(Place at) const { return at + header + stack_[at] + stack_[at + 1]; }
  void drop(Place from) { stack_.resize(from); }  // this component and all above it

  // The whole formula, on an empty stack.
  Place push_everything();
  // What a component has fallen into under the present assignment, pushed one after the other. Returns how
  // many shown variables no clause mentions any more.
  std::uint64_t split(Place whole, const Search& search, Meter& meter);
  // In how many open clauses each variable of the component occurs, into `counts` (by variable; those of
  // others are spoiled).
  void count_occurrences(Place at, const Search& search, std::vector<std::uint32_t>& counts) const;

  bool is_shown(Var var) const { return shown_[var] != 0; }
  std::size_t bytes() const;

 private:
  static constexpr std::size_t header = 2;  // number of variables, number of clauses

  std::span<const Lit> lits(std::uint32_t clause) const {
    return {lits_.data() + starts_[clause], starts_[clause + 1] - starts_[clause]};
  }
  void reach(Var first, std::uint32_t label, const Search& search);

  std::vector<std::uint8_t> shown_;
  // The clauses of three or more literals, those of each variable, and the variables next to it in binary
  // ones.
  std::vector<Lit> lits_;
  std::vector<std::uint32_t> starts_;
  std::vector<std::vector<std::uint32_t>> clauses_of_;
  std::vector<std::vector<Var>> neighbours_;

  std::vector<std::uint32_t> stack_;
  // While splitting: to which component variable and clause belong, counted from 1; 0 not yet reached.
  std::vector<std::uint32_t> variable_label_, clause_label_;
  std::vector<Var> reached_;
  std::vector<std::uint32_t> reached_clauses_, satisfied_clauses_;
  std::vector<Place> next_variable_, next_clause_;  // by label: where the component's lists are filled next
};

}  // namespace satplay::counting
