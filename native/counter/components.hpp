// Components: parts of the residual formula that share no variables, counted separately and multiplied
// (Bayardo & Pehoushek, "Counting Models using Connected Components", 2000).
//
// A component is the ascending list of its unassigned variables and of its original clauses of three or more
// literals that are not satisfied. That determines it: every literal of such a clause outside the component
// is false, and a binary clause between two open variables is never satisfied.
#pragma once
#include "search.hpp"

namespace satplay::counting {

class Components {
 public:
  static constexpr std::uint32_t none_of_many = UINT32_MAX;
  struct Occurrence {
    std::uint32_t clauses = 0;              // not satisfied
    std::uint32_t shortest = none_of_many;  // unassigned literals of the shortest originally long clause
  };
  using Place = std::size_t;  // of a component in the stack

  explicit Components(const Problem& problem, Meter& meter);

  std::span<const Var> variables(Place at) const { return {stack_.data() + at + header, stack_[at]}; }
  std::span<const std::uint32_t> clauses(Place at) const {
    return {stack_.data() + at + header + stack_[at], stack_[at + 1]};
  }
  Place top() const { return stack_.size(); }
  Place end(Place at) const { return at + header + stack_[at] + stack_[at + 1]; }
  void drop(Place from) { stack_.resize(from); }  // this component and all above it

  // The whole formula, on an empty stack.
  Place push_everything();
  // Pushes the components of a component under the current assignment. Returns the number of projection
  // variables that no longer occur in a clause.
  std::uint64_t split(Place whole, const Search& search, Meter& meter);
  // Writes the occurrences of each variable of the component to `found` (by variable; entries of other
  // variables are overwritten).
  void look(Place at, const Search& search, std::vector<Occurrence>& found) const;

  bool is_projected(Var var) const { return projected_[var] != 0; }
  std::size_t bytes() const;

 private:
  static constexpr std::size_t header = 2;  // number of variables, number of clauses

  std::span<const Lit> lits(std::uint32_t clause) const {
    return {lits_.data() + starts_[clause], starts_[clause + 1] - starts_[clause]};
  }
  void reach(Var first, std::uint32_t label, const Search& search);
  bool parts_are_apart(Place whole, Place first, const Search& search) const;

  std::vector<std::uint8_t> projected_;
  // The clauses of three or more literals. And for each variable: its neighbours in binary clauses; its
  // ternary clauses, each with the two other literals, to avoid a look-up; its longer clauses.
  struct Links {
    std::uint32_t ternary, longer, end;  // positions in links_
  };
  std::span<const Var> neighbours(Var var) const {
    const std::uint32_t begin = var == 0 ? 0 : links_of_[var - 1].end;
    return {links_.data() + begin, links_of_[var].ternary - begin};
  }
  std::vector<Lit> lits_;
  std::vector<std::uint32_t> starts_;
  std::vector<std::uint32_t> links_;
  std::vector<Links> links_of_;

  std::vector<std::uint32_t> stack_;
  // While splitting: the component of each variable and clause, from 1; 0: not yet reached.
  std::vector<std::uint32_t> variable_label_, clause_label_;
  std::vector<Var> reached_;
  std::vector<std::uint32_t> reached_clauses_, satisfied_clauses_;
  std::vector<Place> next_variable_, next_clause_;  // by label: the next free position of the lists
};

}  // namespace satplay::counting
