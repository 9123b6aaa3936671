// The judge knows all clauses ever given and decides for itself what is true: by a truth table up to twelve
// variables, beyond that by the oracle.
#pragma once
#include <bitset>
#include <map>
#include <optional>
#include <set>

#include "chance.hpp"
#include "rule.hpp"

namespace satplay::fuzz {

class Judge {
 public:
  void know(const Literals& clause);
  void know(const Rule& rule, const Literals& atoms);
  bool said_by_a_theory(const Literals& clause) const;
  void mention(std::int32_t lit);
  const std::set<std::int32_t>& mentioned() const { return mentioned_; }

  // Each throws Failure.
  void model(const Literals& model, const Literals& assumptions, std::int32_t declared) const;
  void satisfied(const Literals& lits, const Literals& assumptions) const;  // the clauses and the theories
  void core(const Literals& core, const Literals& assumptions) const;       // all but that it is refused
  void conflict(const Literals& assumptions);
  void implied(const Literals& implied, const Literals& assumptions, Chance& chance);
  // What propagating the clauses as they were given finds must have been found.
  void complete(const Literals& implied, const Literals& assumptions) const;

  // Whether the clauses refuse these literals; nothing where that is too hard to say.
  std::optional<bool> refused(const Literals& lits);
  // The same with these clauses as well.
  std::optional<bool> refused_with(const Clauses& more, const Literals& lits) const;
  // The values that variables have in models with these literals, by the truth table if it is that small:
  // each is a literal for each variable.
  std::optional<std::set<Literals>> projections(const Literals& lits, const Literals& variables);

 private:
  static constexpr int most_in_table = 12;
  using Rows = std::bitset<1u << most_in_table>;

  bool small() const { return mentioned_.size() <= most_in_table; }
  void bring_table_up_to_date();
  const Rows& rows_of(std::int32_t lit);  // in which it is true

  struct Known {
    Rule rule;
    Literals atoms;
  };

  Clauses clauses_;
  std::vector<Known> theories_;
  Clauses theirs_;  // what the theories forbid, as clauses
  std::set<std::int32_t> mentioned_;
  std::map<std::int32_t, int> columns_;
  std::map<std::int32_t, Rows> rows_of_;
  Rows models_;
  std::size_t in_table_ = 0, theirs_in_table_ = 0;  // clauses
};

}  // namespace satplay::fuzz
