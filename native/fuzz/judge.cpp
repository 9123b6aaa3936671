#include "judge.hpp"

#include <algorithm>
#include <cstdlib>
#include <unordered_map>
#include <unordered_set>

#include "failure.hpp"
#include "oracle.hpp"
#include "tally.hpp"

namespace satplay::fuzz {

namespace {
constexpr int oracle_conflicts = 3000;  // limit of one query
constexpr std::int64_t max_unmentioned = 1'000'000;
constexpr int max_literals_checked = 4;  // implied literals per call, if the oracle checks them
}  // namespace

void Judge::add(const Literals& clause) {
  clauses_.push_back(clause);
  for (const std::int32_t lit : clause) mention(lit);
}

void Judge::add(const Rule& rule, const Literals& atoms) {
  theories_.push_back({rule, atoms});
  for (const std::int32_t lit : atoms) mention(lit);
  for (const Literals& clause : forbidden(rule, atoms)) theory_clauses_.push_back(clause);
}

// Whether a single theory forbids all values of its atoms that falsify the clause.
bool Judge::implied_by_theory(const Literals& clause) const {
  return std::any_of(theories_.begin(), theories_.end(), [&](const AttachedRule& attached) {
    const auto place_of = [&](std::int32_t lit) {
      return std::find_if(attached.atoms.begin(), attached.atoms.end(),
                          [&](std::int32_t atom) { return std::abs(atom) == std::abs(lit); });
    };
    if (std::any_of(clause.begin(), clause.end(),
                    [&](std::int32_t lit) { return place_of(lit) == attached.atoms.end(); }))
      return false;
    for (unsigned row = 0; row < (1u << attached.atoms.size()); row++) {
      std::vector<bool> truth;
      for (std::size_t place = 0; place < attached.atoms.size(); place++)
        truth.push_back(((row >> place) & 1u) != 0);
      const bool holds = std::any_of(clause.begin(), clause.end(), [&](std::int32_t lit) {
        const auto atom = place_of(lit);
        return truth[static_cast<std::size_t>(atom - attached.atoms.begin())] == (*atom == lit);
      });
      if (!holds && attached.rule.allows(truth)) return false;
    }
    return true;
  });
}

void Judge::mention(std::int32_t lit) {
  mentioned_.insert(std::abs(lit));
}

void Judge::model(const Literals& model, const Literals& assumptions, std::int32_t declared) const {
  const std::unordered_set<std::int32_t> truth(model.begin(), model.end());
  require(truth.size() == model.size(), "the model has a duplicate literal");
  for (const std::int32_t lit : model) {
    require(lit != 0 && std::abs(lit) <= declared, "the model has an unknown literal " + std::to_string(lit));
    require(!truth.contains(-lit), "the model has both signs of " + std::to_string(lit));
  }
  for (const std::int32_t variable : mentioned_)
    require(truth.contains(variable) || truth.contains(-variable),
            "the model lacks " + std::to_string(variable));
  if (declared - static_cast<std::int64_t>(mentioned_.size()) <= max_unmentioned)
    require(static_cast<std::int64_t>(model.size()) == declared, "the model lacks a declared variable");
  satisfied(model, assumptions);
}

void Judge::satisfied(const Literals& lits, const Literals& assumptions) const {
  const std::unordered_set<std::int32_t> truth(lits.begin(), lits.end());
  const auto is_true = [&](std::int32_t lit) { return truth.contains(lit); };
  for (const Literals& clause : clauses_)
    require(std::any_of(clause.begin(), clause.end(), is_true),
            [&] { return "the model violates " + as_text(clause); });
  for (const std::int32_t lit : assumptions)
    require(is_true(lit), "the model violates the assumption " + std::to_string(lit));
  for (const AttachedRule& attached : theories_) {
    std::vector<bool> values;
    for (const std::int32_t atom : attached.atoms) values.push_back(is_true(atom));
    require(attached.rule.allows(values), [&] {
      return "the model violates the theory " + as_text(attached.rule) + " of " + as_text(attached.atoms);
    });
  }
}

void Judge::core(const Literals& core, const Literals& assumptions) const {
  require(std::set(core.begin(), core.end()).size() == core.size(),
          "the core has a duplicate literal: " + as_text(core));
  for (const std::int32_t lit : core)
    require(std::find(assumptions.begin(), assumptions.end(), lit) != assumptions.end(),
            "the core " + as_text(core) + " has a literal that was not assumed");
}

void Judge::conflict(const Literals& assumptions) {
  require(unsatisfiable(assumptions) != false, "propagation reports a conflict, but there is a model");
}

void Judge::implied(const Literals& implied, const Literals& assumptions, Random& random) {
  const std::set<std::int32_t> found(implied.begin(), implied.end());
  require(found.size() == implied.size(), "propagation returns a duplicate literal");
  for (const std::int32_t lit : assumptions)
    require(found.contains(lit), "propagation lost the assumption " + std::to_string(lit));
  for (const std::int32_t lit : implied)
    require(!found.contains(-lit),
            "propagation returns both signs of " + std::to_string(lit) + " without a conflict");
  Literals checked = implied;
  random.shuffle(checked);
  if (!small() && checked.size() > max_literals_checked) checked.resize(max_literals_checked);
  Literals against = assumptions;
  for (const std::int32_t lit : checked) {
    against.push_back(-lit);
    require(unsatisfiable(against) != false,
            "propagation found " + std::to_string(lit) + ", which does not follow");
    against.pop_back();
  }
}

void Judge::complete(const Literals& implied, const Literals& assumptions) const {
  const std::unordered_set<std::int32_t> found(implied.begin(), implied.end());
  std::unordered_set<std::int32_t> truth(assumptions.begin(), assumptions.end());
  for (bool more = true; more;) {
    more = false;
    for (const Literals& clause : clauses_) {
      std::int32_t left = 0;
      bool open = false;  // satisfied, or at least two literals unassigned
      for (const std::int32_t lit : clause) {
        open |= truth.contains(lit);
        if (truth.contains(-lit) || lit == left) continue;
        open |= left != 0;
        left = lit;
      }
      if (open) continue;
      require(left != 0, [&] { return "propagation misses the conflict in " + as_text(clause); });
      require(found.contains(left),
              [&] { return "propagation misses " + std::to_string(left) + " by " + as_text(clause); });
      truth.insert(left);
      more = true;
    }
  }
}

// -- truth -----------------------------------------------------------------------------------------

std::optional<bool> Judge::unsatisfiable(const Literals& lits) {
  for (const std::int32_t lit : lits) mention(lit);
  if (!small()) return unsatisfiable_with_clauses({}, lits);
  update_table();
  Rows rows = models_;
  for (const std::int32_t lit : lits) rows &= rows_of(lit);
  return rows.none();
}

std::optional<bool> Judge::unsatisfiable_with_clauses(const Clauses& more, const Literals& lits) const {
  Clauses all = clauses_;
  all.insert(all.end(), theory_clauses_.begin(), theory_clauses_.end());
  all.insert(all.end(), more.begin(), more.end());
  const std::optional<bool> answer = satisfiable(all, lits, oracle_conflicts);
  tally.undecided += !answer;
  return answer ? std::optional(!*answer) : std::nullopt;
}

std::optional<std::set<Literals>> Judge::projections(const Literals& lits, const Literals& variables) {
  for (const std::int32_t lit : lits) mention(lit);
  if (!small()) return std::nullopt;
  update_table();
  Rows rows = models_;
  for (const std::int32_t lit : lits) rows &= rows_of(lit);
  std::set<Literals> found;
  for (std::size_t row = 0; row < (std::size_t{1} << columns_.size()); row++) {
    if (!rows[row]) continue;
    Literals values;
    for (const std::int32_t variable : variables)
      values.push_back(((row >> columns_.at(variable)) & 1u) != 0 ? variable : -variable);
    found.insert(values);
  }
  return found;
}

void Judge::update_table() {
  if (columns_.size() != mentioned_.size()) {
    columns_.clear();
    rows_of_.clear();
    for (const std::int32_t variable : mentioned_)
      columns_.emplace(variable, static_cast<int>(columns_.size()));
    in_table_ = theory_clauses_in_table_ = 0;
    models_.set();
  }
  if (in_table_ == 0 && theory_clauses_in_table_ == 0) models_.set();
  const auto add = [&](const Literals& clause) {
    Rows rows;
    for (const std::int32_t lit : clause) rows |= rows_of(lit);
    models_ &= rows;
  };
  for (; in_table_ < clauses_.size(); in_table_++) add(clauses_[in_table_]);
  for (; theory_clauses_in_table_ < theory_clauses_.size(); theory_clauses_in_table_++)
    add(theory_clauses_[theory_clauses_in_table_]);
}

const Judge::Rows& Judge::rows_of(std::int32_t lit) {
  const auto [found, inserted] = rows_of_.try_emplace(lit);
  if (inserted) {
    const int column = columns_.at(std::abs(lit));
    for (std::size_t row = 0; row < found->second.size(); row++)
      found->second[row] = (((row >> column) & 1u) != 0) == (lit > 0);
  }
  return found->second;
}

}  // namespace satplay::fuzz
