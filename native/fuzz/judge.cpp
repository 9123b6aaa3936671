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
  const auto is_true = [&](std::int32_t lit) { return truth.contains(lit); };
  for (const Literals& clause : clauses_)
    demand(std::any_of(clause.begin(), clause.end(), is_true), "the model breaks " + listed(clause));
  for (const std::int32_t lit : assumptions)
    demand(is_true(lit), "the model breaks the assumption " + std::to_string(lit));
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
      demand(left != 0, "propagation overlooked the conflict in " + listed(clause));
      demand(found.contains(left),
             "propagation overlooked " + std::to_string(left) + " by " + listed(clause));
      truth.insert(left);
      more = true;
    }
  }
}

// -- truth -----------------------------------------------------------------------------------------

std::optional<bool> Judge::refused(const Literals& lits) {
  for (const std::int32_t lit : lits) mention(lit);
  if (!small()) {
    const std::optional<bool> answer = satisfiable(clauses_, lits, patience);
    tally.undecided += !answer;
    return answer ? std::optional(!*answer) : std::nullopt;
  }
  bring_table_up_to_date();
  Rows rows = models_;
  for (const std::int32_t lit : lits) rows &= rows_of(lit);
  return rows.none();
}

void Judge::bring_table_up_to_date() {
  if (columns_.size() != mentioned_.size()) {
    columns_.clear();
    rows_of_.clear();
    for (const std::int32_t variable : mentioned_)
      columns_.emplace(variable, static_cast<int>(columns_.size()));
    in_table_ = 0;
  }
  if (in_table_ == 0) models_.set();
  for (; in_table_ < clauses_.size(); in_table_++) {
    Rows rows;
    for (const std::int32_t lit : clauses_[in_table_]) rows |= rows_of(lit);
    models_ &= rows;
  }
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
