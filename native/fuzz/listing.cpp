// Enumeration by the engine, and its checks: no model repeated, none missing, in order if required.
#include <algorithm>
#include <cstdlib>
#include <ostream>
#include <stdexcept>

#include "failure.hpp"
#include "sabotage.hpp"
#include "session.hpp"
#include "tally.hpp"

namespace satplay::fuzz {

namespace {

constexpr std::int32_t max_declared = 300;  // variables of an enumeration over all variables
constexpr std::int32_t too_many_declared = 2'000'000;
constexpr std::size_t max_blocked = 400;             // models, for the check that no other model exists
constexpr int rows_checked = 4;                      // rows per call, if the oracle checks them
constexpr std::size_t max_unmentioned_columns = 20;  // each doubles the number of models

bool is_invalid(std::int32_t lit) {
  return lit == 0 || lit == INT32_MIN;
}

}  // namespace

void Session::start_enumeration(const Call& call, std::ostream& out) {
  if (!call.over && declared_ > max_declared && declared_ < too_many_declared)
    return skip_enumeration(call.lits);
  const bool valid = call.over ? mention_columns(*call.over) : declared_ <= max_declared;
  bool refused = false;
  try {
    engine_->start_enumeration(call.lits, call.over ? std::optional<ExternalLits>(*call.over) : std::nullopt,
                               call.in_order);
  } catch (const std::invalid_argument&) {
    refused = true;
  }
  require(refused != valid, std::string("an enumeration was ") + (valid ? "refused" : "started"));
  if (!valid) return;
  note_enumeration(call);
  out << "  // " << (listing_.expected ? std::to_string(listing_.expected->size()) + " expected" : "")
      << "\n";
}

// Does what the enumeration would have done to the variables: the assumptions declare and mention theirs.
void Session::skip_enumeration(const Literals& assumptions) {
  engine_->declare(declared_);
  for (const std::int32_t lit : assumptions) {
    engine_->freeze(std::abs(lit));
    engine_->melt(std::abs(lit));
  }
}

// Returns false if one is invalid; the engine declares those before it.
bool Session::mention_columns(const Literals& over) {
  for (const std::int32_t variable : over) {
    if (is_invalid(variable)) return false;
    judge_.mention(variable);
    declared_ = std::max(declared_, std::abs(variable));
  }
  return true;
}

void Session::note_enumeration(const Call& call) {
  listing_ = {};
  listing_.active = true;
  listing_.all = !call.over;
  listing_.in_order = call.in_order;
  listing_.assumptions = call.lits;
  for (std::int32_t variable = 1; listing_.all && variable <= declared_; variable++)
    listing_.columns.push_back(variable);
  if (call.over)
    for (const std::int32_t variable : *call.over) listing_.columns.push_back(std::abs(variable));
  std::set<std::int32_t> once;
  for (const std::int32_t variable : listing_.columns) {
    if (!once.insert(variable).second) continue;
    if (judge_.mentioned().contains(variable))
      listing_.mentioned.push_back(variable);
    else
      listing_.unmentioned++;
  }
  listing_.expected = judge_.projections(call.lits, listing_.mentioned);
}

void Session::next_models(const Call& call, std::ostream& out) {
  Literals models;
  std::size_t count = 0;
  const std::int64_t before = engine_->statistics().models;
  Status status = Status::unknown;
  try {
    run_with_interruption(call, [&](const Pulse& pulse) {
      status = engine_->next_models(static_cast<std::size_t>(call.most), models, count, call.limits, pulse);
    });
  } catch (const std::invalid_argument&) {
    out << "  // refused\n";
    require(!listing_.active || listing_.may_have_ended, "an enumeration was not continued");
    require(count == 0 && models.empty(), "an enumeration that has ended returns models");
    require(!sabotaging(Sabotage::resumed), "an enumeration continues after another query");
    listing_.active = false;
    return;
  }
  judge_batch(call, status, count, models.size());
  require(engine_->statistics().models - before == static_cast<std::int64_t>(count),
          "the statistics count the enumerated models wrongly");

  const std::vector<Literals> rows = split_rows(models, count);
  out << "  // " << rows.size() << " models"
      << (status == Status::unsatisfiable ? ", exhausted"
          : status == Status::unknown     ? ", stopped"
                                          : "")
      << "\n";
  tally.enumerated += static_cast<std::int64_t>(rows.size());
  judge_rows(rows);
  if (status != Status::unsatisfiable || listing_.exhausted) return;
  listing_.exhausted = true;
  tally.exhausted++;
  judge_end();
}

// What is required of a call, whatever the models are.
void Session::judge_batch(const Call& call, Status status, std::size_t count, std::size_t literals) {
  require(listing_.active, "an enumeration continues after another query");
  const Stop stopped = engine_->stopped();
  if (status == Status::unknown)
    judge_stop(stopped, call);
  else
    require(stopped == Stop::none, "an answer was given together with a reason for stopping");
  require(literals == count * listing_.columns.size(), "the models have the wrong length");
  require(count <= static_cast<std::size_t>(call.most), "more models than requested");
  require(count > 0 || call.most == 0 || status != Status::satisfiable,
          "no model and no reason for stopping");
  require(!listing_.exhausted || (count == 0 && status == Status::unsatisfiable),
          "models follow after the last one");
}

// `count` is given, because rows of a projection onto no variables are empty.
std::vector<Literals> Session::split_rows(const Literals& models, std::size_t count) const {
  const auto width = static_cast<std::ptrdiff_t>(listing_.columns.size());
  std::vector<Literals> rows;
  auto from = models.begin();
  for (std::size_t row = 0; row < count; row++, from += width) rows.emplace_back(from, from + width);
  if (sabotaging(Sabotage::repeated_model) && !rows.empty()) rows.push_back(rows.back());
  if (sabotaging(Sabotage::lost_model) && !rows.empty()) rows.pop_back();
  if (sabotaging(Sabotage::disorder) && rows.size() > 1) std::swap(rows.front(), rows.back());
  return rows;
}

void Session::judge_rows(const std::vector<Literals>& rows) {
  const std::size_t old = listing_.models.size();
  for (const Literals& row : rows) judge_row(row);
  if (listing_.expected || rows.empty()) return;
  for (int checked = 0; checked < rows_checked; checked++) {
    const std::size_t at = old + static_cast<std::size_t>(random_.below(static_cast<int>(rows.size())));
    const Literals& row = listing_.models[at];
    Literals lits = listing_.assumptions;
    lits.insert(lits.end(), row.begin(), row.end());
    if (!listing_.all) require(judge_.unsatisfiable(lits) != true, "no model extends " + as_text(row));
    if (listing_.in_order && at > 0) judge_gap(listing_.models[at - 1], row);
  }
}

// All rows have the same variable order, and false comes before true: rows compare as lists of numbers.
void Session::judge_row(const Literals& row) {
  for (std::size_t at = 0; at < row.size(); at++) {
    require(std::abs(row[at]) == listing_.columns[at],
            [&] { return "a model has another variable: " + as_text(row); });
    require(std::find(row.begin(), row.end(), -row[at]) == row.end(), "a model has both signs of a variable");
  }
  require(listing_.seen.insert(row).second, [&] { return "a model is repeated: " + as_text(row); });
  if (listing_.in_order && !listing_.models.empty())
    require(listing_.models.back() < row, [&] { return "out of order: " + as_text(row); });
  const std::size_t place = listing_.models.size();
  listing_.models.push_back(row);
  if (!listing_.expected) {
    if (listing_.all) judge_.satisfied(row, listing_.assumptions);
    return;
  }
  const auto found = listing_.expected->find(mentioned_part(row));
  require(found != listing_.expected->end(), [&] { return "not a model: " + as_text(row); });
  if (listing_.in_order && listing_.unmentioned == 0)
    require(static_cast<std::size_t>(std::distance(listing_.expected->begin(), found)) == place,
            [&] { return "a model is missing before " + as_text(row); });
}

Literals Session::mentioned_part(const Literals& row) const {
  Literals part;
  for (const std::int32_t variable : listing_.mentioned) {
    const auto at = std::find(listing_.columns.begin(), listing_.columns.end(), variable);
    part.push_back(row[static_cast<std::size_t>(at - listing_.columns.begin())]);
  }
  return part;
}

// There is no model between two consecutive ones: none after the first in the part they share, none before
// the second. Checks one random place.
void Session::judge_gap(const Literals& before, const Literals& after) {
  std::size_t difference = 0;
  while (before[difference] == after[difference]) difference++;
  std::vector<Literals> between;
  for (std::size_t at = difference + 1; at < after.size(); at++) {
    for (const Literals* row : {&before, &after}) {
      if (((*row)[at] > 0) != (row == &after)) continue;
      between.emplace_back(row->begin(), row->begin() + static_cast<std::ptrdiff_t>(at));
      between.back().push_back(-(*row)[at]);
    }
  }
  if (between.empty()) return;
  Literals lits = random_.one_of(between);
  lits.insert(lits.end(), listing_.assumptions.begin(), listing_.assumptions.end());
  require(judge_.unsatisfiable(lits) != false, "a model is missing before " + as_text(after));
}

void Session::judge_end() {
  if (listing_.expected) {
    if (listing_.unmentioned > max_unmentioned_columns)
      require(listing_.expected->empty() && listing_.models.empty(),
              "there are more models than can be enumerated");
    else
      require(listing_.models.size() == listing_.expected->size() << listing_.unmentioned,
              std::to_string(listing_.models.size()) + " models instead of " +
                  std::to_string(listing_.expected->size() << listing_.unmentioned));
    return;
  }
  if (listing_.models.size() > max_blocked) return;
  Clauses blocked = listing_.models;
  for (Literals& row : blocked)
    for (std::int32_t& lit : row) lit = -lit;
  require(judge_.unsatisfiable_with_clauses(blocked, listing_.assumptions) != false,
          "after " + std::to_string(listing_.models.size()) + " models one is missing");
}

}  // namespace satplay::fuzz
