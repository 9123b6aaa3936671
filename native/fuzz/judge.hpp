// Stores all clauses and theories of a session and checks answers independently of the engine: by a truth
// table up to twelve variables, by the oracle above.
#pragma once
#include <bitset>
#include <map>
#include <optional>
#include <set>

#include "random.hpp"
#include "rule.hpp"

namespace satplay::fuzz {

class Judge {
 public:
  void add(const Literals& clause);
  void add(const Rule& rule, const Literals& atoms);
  bool implied_by_theory(const Literals& clause) const;
  void mention(std::int32_t lit);
  const std::set<std::int32_t>& mentioned() const { return mentioned_; }

  // Each throws Failure.
  void model(const Literals& model, const Literals& assumptions, std::int32_t declared) const;
  void satisfied(const Literals& lits, const Literals& assumptions) const;  // all clauses and theories
  void core(const Literals& core, const Literals& assumptions) const;       // except that it is unsatisfiable
  void conflict(const Literals& assumptions);
  void implied(const Literals& implied, const Literals& assumptions, Random& random);
  // Unit propagation over the original clauses finds no literal that is missing in `implied`.
  void complete(const Literals& implied, const Literals& assumptions) const;

  // Whether the clauses are unsatisfiable under these assumptions; nullopt if the oracle gives up.
  std::optional<bool> unsatisfiable(const Literals& lits);
  // The same with additional clauses.
  std::optional<bool> unsatisfiable_with_clauses(const Clauses& more, const Literals& lits) const;
  // The models with these literals, projected onto the variables: one literal per variable. nullopt if there
  // are too many variables for the truth table.
  std::optional<std::set<Literals>> projections(const Literals& lits, const Literals& variables);

 private:
  static constexpr int max_table_variables = 12;
  using Rows = std::bitset<1u << max_table_variables>;

  bool small() const { return mentioned_.size() <= max_table_variables; }
  void update_table();
  const Rows& rows_of(std::int32_t lit);  // rows in which it is true

  struct AttachedRule {
    Rule rule;
    Literals atoms;
  };

  Clauses clauses_;
  std::vector<AttachedRule> theories_;
  Clauses theory_clauses_;  // the rules of the theories in CNF
  std::set<std::int32_t> mentioned_;
  std::map<std::int32_t, int> columns_;
  std::map<std::int32_t, Rows> rows_of_;
  Rows models_;
  std::size_t in_table_ = 0, theory_clauses_in_table_ = 0;  // number of clauses in the table
};

}  // namespace satplay::fuzz
