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
constexpr int patience = 3000;  // conflicts of the oracle
constexpr std::int64_t most_unmentioned = 1'000'000;
constexpr int most_literals_asked = 4;  // by the oracle, of all that are said to follow
}  // namespace

void Judge::know(const Literals& clause) {
  clauses_.push_back(clause);
  for (const std::int32_t lit : clause) mention(lit);
}

void Judge::know(const Rule& rule, const Literals& atoms) {
  theories_.push_back({rule, atoms});
  for (const std::int32_t lit : atoms) mention(lit);
  for (const Literals& clause : forbidden(rule, atoms)) theirs_.push_back(clause);
}

// By one theory alone: whatever values of its atoms make the clause false, it forbids.
bool Judge::said_by_a_theory(const Literals& clause) const {
  return std::any_of(theories_.begin(), theories_.end(), [&](const Known& known) {
    const auto place_of = [&](std::int32_t lit) {
      return std::find_if(known.atoms.begin(), known.atoms.end(),
                          [&](std::int32_t atom) { return std::abs(atom) == std::abs(lit); });
    };
    if (std::any_of(clause.begin(), clause.end(),
                    [&](std::int32_t lit) { return place_of(lit) == known.atoms.end(); }))
      return false;
    for (unsigned row = 0; row < (1u << known.atoms.size()); row++) {
      std::vector<bool> truth;
      for (std::size_t place = 0; place < known.atoms.size(); place++)
        truth.push_back(((row >> place) & 1u) != 0);
      const bool holds = std::any_of(clause.begin(), clause.end(), [&](std::int32_t lit) {
        const auto atom = place_of(lit);
        return truth[static_cast<std::size_t>(atom - known.atoms.begin())] == (*atom == lit);
      });
      if (!holds && known.rule.allows(truth)) return false;
    }
    return true;
  });
}

void Judge::mention(std::int32_t lit) {
  mentioned_.insert(std::abs(lit));
}

void Judge::model(const Literals& model, const Literals& assumptions, std::int32_t declared) const {
  const std::unordered_set<std::int32_t> truth(model.begin(), model.end());
  demand(truth.size() == model.size(), "the model names a literal twice");
  for (const std::int32_t lit : model) {
    demand(lit != 0 && std::abs(lit) <= declared, "the model names " + std::to_string(lit));
    demand(!truth.contains(-lit), "the model says both of " + std::to_string(lit));
  }
  for (const std::int32_t variable : mentioned_)
    demand(truth.contains(variable) || truth.contains(-variable),
           "the model lacks " + std::to_string(variable));
  if (declared - static_cast<std::int64_t>(mentioned_.size()) <= most_unmentioned)
    demand(static_cast<std::int64_t>(model.size()) == declared, "the model lacks a declared variable");
  satisfied(model, assumptions);
}

void Judge::satisfied(const Literals& lits, const Literals& assumptions) const {
  const std::unordered_set<std::int32_t> truth(lits.begin(), lits.end());
  const auto is_true = [&](std::int32_t lit) { return truth.contains(lit); };
  for (const Literals& clause : clauses_)
    demand(std::any_of(clause.begin(), clause.end(), is_true),
           [&] { return "the model breaks " + listed(clause); });
  for (const std::int32_t lit : assumptions)
    demand(is_true(lit), "the model breaks the assumption " + std::to_string(lit));
  for (const Known& known : theories_) {
    std::vector<bool> values;
    for (const std::int32_t atom : known.atoms) values.push_back(is_true(atom));
    demand(known.rule.allows(values), [&] {
      return "the model breaks the theory " + as_text(known.rule) + " of " + listed(known.atoms);
    });
  }
}

void Judge::core(const Literals& core, const Literals& assumptions) const {
  demand(std::set(core.begin(), core.end()).size() == core.size(),
         "the core repeats itself: " + listed(core));
  for (const std::int32_t lit : core)
    demand(std::find(assumptions.begin(), assumptions.end(), lit) != assumptions.end(),
           "the core " + listed(core) + " names what was not assumed");
}

void Judge::conflict(const Literals& assumptions) {
  demand(refused(assumptions) != false, "propagation claims a conflict, but there is a model");
}

void Judge::implied(const Literals& implied, const Literals& assumptions, Chance& chance) {
  const std::set<std::int32_t> found(implied.begin(), implied.end());
  demand(found.size() == implied.size(), "propagation names a literal twice");
  for (const std::int32_t lit : assumptions)
    demand(found.contains(lit), "propagation lost the assumption " + std::to_string(lit));
  for (const std::int32_t lit : implied)
    demand(!found.contains(-lit), "propagation found both of " + std::to_string(lit) + " and no conflict");
  Literals asked = implied;
  chance.shuffle(asked);
  if (!small() && asked.size() > most_literals_asked) asked.resize(most_literals_asked);
  Literals against = assumptions;
  for (const std::int32_t lit : asked) {
    against.push_back(-lit);
    demand(refused(against) != false, "propagation found " + std::to_string(lit) + ", which does not follow");
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
      bool open = false;  // satisfied, or with two different literals left
      for (const std::int32_t lit : clause) {
        open |= truth.contains(lit);
        if (truth.contains(-lit) || lit == left) continue;
        open |= left != 0;
        left = lit;
      }
      if (open) continue;
      demand(left != 0, [&] { return "propagation overlooked the conflict in " + listed(clause); });
      demand(found.contains(left),
             [&] { return "propagation overlooked " + std::to_string(left) + " by " + listed(clause); });
      truth.insert(left);
      more = true;
    }
  }
}

// -- truth -----------------------------------------------------------------------------------------

std::optional<bool> Judge::refused(const Literals& lits) {
  for (const std::int32_t lit : lits) mention(lit);
  if (!small()) return refused_with({}, lits);
  bring_table_up_to_date();
  Rows rows = models_;
  for (const std::int32_t lit : lits) rows &= rows_of(lit);
  return rows.none();
}

std::optional<bool> Judge::refused_with(const Clauses& more, const Literals& lits) const {
  Clauses all = clauses_;
  all.insert(all.end(), theirs_.begin(), theirs_.end());
  all.insert(all.end(), more.begin(), more.end());
  const std::optional<bool> answer = satisfiable(all, lits, patience);
  tally.undecided += !answer;
  return answer ? std::optional(!*answer) : std::nullopt;
}

std::optional<std::set<Literals>> Judge::projections(const Literals& lits, const Literals& variables) {
  for (const std::int32_t lit : lits) mention(lit);
  if (!small()) return std::nullopt;
  bring_table_up_to_date();
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

void Judge::bring_table_up_to_date() {
  if (columns_.size() != mentioned_.size()) {
    columns_.clear();
    rows_of_.clear();
    for (const std::int32_t variable : mentioned_)
      columns_.emplace(variable, static_cast<int>(columns_.size()));
    in_table_ = theirs_in_table_ = 0;
    models_.set();
  }
  if (in_table_ == 0 && theirs_in_table_ == 0) models_.set();
  const auto add = [&](const Literals& clause) {
    Rows rows;
    for (const std::int32_t lit : clause) rows |= rows_of(lit);
    models_ &= rows;
  };
  for (; in_table_ < clauses_.size(); in_table_++) add(clauses_[in_table_]);
  for (; theirs_in_table_ < theirs_.size(); theirs_in_table_++) add(theirs_[theirs_in_table_]);
}

const Judge::Rows& Judge::rows_of(std::int32_t lit) {
  const auto [found, fresh] = rows_of_.try_emplace(lit);
  if (fresh) {
    const int column = columns_.at(std::abs(lit));
    for (std::size_t row = 0; row < found->second.size(); row++)
      found->second[row] = (((row >> column) & 1u) != 0) == (lit > 0);
  }
  return found->second;
}

}  // namespace satplay::fuzz
