#include "oracle.hpp"

#include <algorithm>
#include <cstdlib>
#include <unordered_map>

namespace satplay::fuzz {

namespace {

class Oracle {
 public:
  // Returns false for the empty clause and for a unit that contradicts another.
  bool add(const Literals& given) {
    Literals clause;
    for (const std::int32_t lit : given) {
      const std::int32_t internal = lit > 0 ? number(lit) : -number(-lit);
      if (std::find(clause.begin(), clause.end(), -internal) != clause.end()) return true;
      if (std::find(clause.begin(), clause.end(), internal) == clause.end()) clause.push_back(internal);
    }
    if (clause.empty()) return false;
    if (clause.size() == 1) {
      if (value(clause[0]) == 0) assign(clause[0], -1);
      return value(clause[0]) > 0;
    }
    attach(clause);
    return true;
  }

  std::optional<bool> decide(int max_conflicts) {
    for (int conflicts = 0; conflicts <= max_conflicts;) {
      const int conflict = propagate();
      if (conflict >= 0) {
        conflicts++;
        if (level_ == 0) return false;
        learn(conflict);
        continue;
      }
      std::int32_t best = 0;
      for (std::int32_t variable = 1; variable < static_cast<std::int32_t>(vars_.size()); variable++) {
        if (value(variable) == 0 && (best == 0 || vars_[at(variable)].activity > vars_[at(best)].activity))
          best = variable;
      }
      if (best == 0) return true;
      level_++;
      assign(-best, -1);
    }
    return std::nullopt;
  }

 private:
  struct Variable {
    int value = 0, level = 0, reason = -1;
    double activity = 0;
    bool seen = false;
  };

  static std::size_t at(std::int32_t lit) { return static_cast<std::size_t>(std::abs(lit)); }
  static std::size_t watched(std::int32_t lit) { return 2 * at(lit) + (lit < 0); }
  int value(std::int32_t lit) const { return lit > 0 ? vars_[at(lit)].value : -vars_[at(lit)].value; }

  std::int32_t number(std::int32_t variable) {
    const auto [found, inserted] = numbers_.emplace(variable, static_cast<std::int32_t>(vars_.size()));
    if (inserted) {
      vars_.emplace_back();
      watches_.resize(2 * vars_.size());
    }
    return found->second;
  }

  int attach(const Literals& clause) {
    clauses_.push_back(clause);
    const int index = static_cast<int>(clauses_.size()) - 1;
    watches_[watched(clause[0])].push_back(index);
    watches_[watched(clause[1])].push_back(index);
    return index;
  }

  void assign(std::int32_t lit, int reason) {
    Variable& variable = vars_[at(lit)];
    variable.value = lit > 0 ? 1 : -1;
    variable.level = level_;
    variable.reason = reason;
    trail_.push_back(lit);
  }

  int propagate() {
    while (next_ < trail_.size()) {
      const std::int32_t wrong = -trail_[next_++];
      const std::vector<int> visiting = std::exchange(watches_[watched(wrong)], {});
      int conflict = -1;
      for (const int index : visiting) {
        Literals& clause = clauses_[static_cast<std::size_t>(index)];
        if (clause[0] == wrong) std::swap(clause[0], clause[1]);
        const auto spare =
            std::find_if(clause.begin() + 2, clause.end(), [&](auto l) { return value(l) >= 0; });
        if (conflict < 0 && value(clause[0]) <= 0 && spare != clause.end()) {
          std::swap(clause[1], *spare);
          watches_[watched(clause[1])].push_back(index);
          continue;
        }
        watches_[watched(wrong)].push_back(index);
        if (conflict >= 0 || value(clause[0]) > 0) continue;
        if (value(clause[0]) < 0)
          conflict = index;
        else
          assign(clause[0], index);
      }
      if (conflict >= 0) return conflict;
    }
    return -1;
  }

  void learn(int conflict) {
    Literals learned{0};
    std::vector<std::size_t> seen;
    int open = 0;
    std::size_t back = trail_.size();
    for (int reason = conflict;;) {
      for (const std::int32_t lit : clauses_[static_cast<std::size_t>(reason)]) {
        Variable& variable = vars_[at(lit)];
        if (variable.seen || variable.level == 0 || value(lit) > 0) continue;
        variable.seen = true;
        variable.activity += bump_;
        seen.push_back(at(lit));
        if (variable.level == level_)
          open++;
        else
          learned.push_back(lit);
      }
      do back--;
      while (!vars_[at(trail_[back])].seen);
      learned[0] = -trail_[back];
      reason = vars_[at(trail_[back])].reason;
      if (--open == 0) break;
    }
    for (const std::size_t variable : seen) vars_[variable].seen = false;
    bump_ *= 1.05;
    level_ = 0;
    for (std::size_t i = 1; i < learned.size(); i++) {
      if (vars_[at(learned[i])].level <= level_) continue;
      level_ = vars_[at(learned[i])].level;
      std::swap(learned[1], learned[i]);
    }
    while (!trail_.empty() && vars_[at(trail_.back())].level > level_) {
      vars_[at(trail_.back())].value = 0;
      trail_.pop_back();
    }
    next_ = trail_.size();
    assign(learned[0], learned.size() > 1 ? attach(learned) : -1);
  }

  std::unordered_map<std::int32_t, std::int32_t> numbers_;
  std::vector<Variable> vars_{1};
  Clauses clauses_;
  std::vector<std::vector<int>> watches_ = std::vector<std::vector<int>>(2);
  Literals trail_;
  std::size_t next_ = 0;
  int level_ = 0;
  double bump_ = 1;
};

}  // namespace

std::optional<bool> satisfiable(const Clauses& clauses, const Literals& assumptions, int max_conflicts) {
  Oracle oracle;
  for (const Literals& clause : clauses)
    if (!oracle.add(clause)) return false;
  for (const std::int32_t lit : assumptions)
    if (!oracle.add({lit})) return false;
  return oracle.decide(max_conflicts);
}

}  // namespace satplay::fuzz
