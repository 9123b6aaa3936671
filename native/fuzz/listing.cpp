// Models that the engine enumerates by itself, and what is demanded of them: each once, none missing, in
// order if that was asked for.
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

constexpr std::int32_t most_declared = 300;  // variables, where all are enumerated over
constexpr std::int32_t surely_too_many = 2'000'000;
constexpr std::size_t most_blocked = 400;  // models that the oracle is asked to look beyond
constexpr int rows_asked = 4;              // by the oracle, of all that are shown at once
constexpr std::size_t most_free = 20;      // unknown variables: so many times two models

bool nonsense(std::int32_t lit) {
  return lit == 0 || lit == INT32_MIN;
}

}  // namespace

void Session::start_enumeration(const Call& call, std::ostream& talk) {
  if (!call.over && declared_ > most_declared && declared_ < surely_too_many) {
    engine_->declare(declared_);  // by what would have been assumed
    return;
  }
  bool fit = call.over || declared_ <= most_declared;
  if (call.over) {
    for (const std::int32_t variable : *call.over) {
      fit = fit && !nonsense(variable);
      if (!fit) break;
      judge_.mention(variable);
      declared_ = std::max(declared_, std::abs(variable));
    }
  }
  bool refused = false;
  try {
    engine_->start_enumeration(call.lits, call.over ? std::optional<ExternalLits>(*call.over) : std::nullopt,
                               call.in_order);
  } catch (const std::invalid_argument&) {
    refused = true;
  }
  demand(refused != fit, std::string("an enumeration was ") + (fit ? "refused" : "started"));
  if (!fit) return;

  listing_ = {};
  listing_.going = true;
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
      listing_.judged.push_back(variable);
    else
      listing_.free++;
  }
  listing_.expected = judge_.projections(call.lits, listing_.judged);
  talk << "  // " << (listing_.expected ? std::to_string(listing_.expected->size()) + " to come" : "")
       << "\n";
}

void Session::next_models(const Call& call, std::ostream& talk) {
  Literals models;
  std::size_t count = 0;
  const std::int64_t before = engine_->statistics().models;
  Status status = Status::unknown;
  try {
    disturb(call, [&](const Pulse& pulse) {
      status = engine_->next_models(static_cast<std::size_t>(call.most), models, count, call.limits, pulse);
    });
  } catch (const std::invalid_argument&) {
    talk << "  // refused\n";
    demand(!listing_.going || listing_.may_have_ended, "an enumeration did not go on");
    demand(count == 0 && models.empty(), "an enumeration that is over shows models");
    demand(!sabotaging(Sabotage::resumed), "an enumeration goes on although another question was asked");
    listing_.going = false;
    return;
  }
  demand(listing_.going, "an enumeration goes on although another question was asked");
  const Stop stopped = engine_->stopped();
  if (status == Status::unknown)
    judge_stop(stopped, call);
  else
    demand(stopped == Stop::none, "models are shown, and there is a reason why not");
  demand(engine_->statistics().models - before == static_cast<std::int64_t>(count),
         "the models shown are not counted right");
  demand(models.size() == count * listing_.columns.size(), "models are cut short");
  demand(count <= static_cast<std::size_t>(call.most), "more models are shown than were asked for");
  demand(count > 0 || call.most == 0 || status != Status::satisfiable,
         "no model is shown, and no reason why");
  demand(!listing_.done || (count == 0 && status == Status::unsatisfiable),
         "there are models after the last");

  std::vector<Literals> rows;
  for (std::size_t row = 0; row < count; row++) {
    const auto from = models.begin() + static_cast<std::ptrdiff_t>(row * listing_.columns.size());
    rows.emplace_back(from, from + static_cast<std::ptrdiff_t>(listing_.columns.size()));
  }
  if (sabotaging(Sabotage::shown_twice) && !rows.empty()) rows.push_back(rows.back());
  if (sabotaging(Sabotage::not_shown) && !rows.empty()) rows.pop_back();
  if (sabotaging(Sabotage::disorder) && rows.size() > 1) std::swap(rows.front(), rows.back());
  talk << "  // " << rows.size() << " shown"
       << (status == Status::unsatisfiable ? ", and that is all"
           : status == Status::unknown     ? ", stopped"
                                           : "")
       << "\n";
  tally.shown += static_cast<std::int64_t>(rows.size());

  const std::size_t old = listing_.shown.size();
  for (const Literals& row : rows) judge_row(row);
  if (!listing_.expected && !rows.empty()) {
    for (int asked = 0; asked < rows_asked; asked++) {
      const std::size_t at = old + static_cast<std::size_t>(chance_.below(static_cast<int>(rows.size())));
      const Literals& row = listing_.shown[at];
      Literals lits = listing_.assumptions;
      lits.insert(lits.end(), row.begin(), row.end());
      if (!listing_.all) demand(judge_.refused(lits) != true, "no model is like " + listed(row));
      if (listing_.in_order && at > 0) judge_gap(listing_.shown[at - 1], row);
    }
  }
  if (status != Status::unsatisfiable || listing_.done) return;
  listing_.done = true;
  tally.exhausted++;
  judge_end();
}

// The variables come in one order, and false before true: so literals can be compared as numbers.
void Session::judge_row(const Literals& row) {
  for (std::size_t at = 0; at < row.size(); at++) {
    demand(std::abs(row[at]) == listing_.columns[at],
           [&] { return "a model shows another variable: " + listed(row); });
    demand(std::find(row.begin(), row.end(), -row[at]) == row.end(), "a model contradicts itself");
  }
  demand(listing_.seen.insert(row).second, [&] { return "a model is shown twice: " + listed(row); });
  if (listing_.in_order && !listing_.shown.empty())
    demand(listing_.shown.back() < row, [&] { return "out of order: " + listed(row); });
  const std::size_t place = listing_.shown.size();
  listing_.shown.push_back(row);
  if (!listing_.expected) {
    if (listing_.all) judge_.satisfied(row, listing_.assumptions);
    return;
  }
  const auto found = listing_.expected->find(judged_part(row));
  demand(found != listing_.expected->end(), [&] { return "this is no model: " + listed(row); });
  if (listing_.in_order && listing_.free == 0)
    demand(static_cast<std::size_t>(std::distance(listing_.expected->begin(), found)) == place,
           [&] { return "a model is missing before " + listed(row); });
}

Literals Session::judged_part(const Literals& row) const {
  Literals part;
  for (const std::int32_t variable : listing_.judged) {
    const auto at = std::find(listing_.columns.begin(), listing_.columns.end(), variable);
    part.push_back(row[static_cast<std::size_t>(at - listing_.columns.begin())]);
  }
  return part;
}

// Between two models that follow each other there is none: none after the first in the part they share, none
// before the second. One place is asked about.
void Session::judge_gap(const Literals& before, const Literals& after) {
  std::size_t parting = 0;
  while (before[parting] == after[parting]) parting++;
  std::vector<Literals> between;
  for (std::size_t at = parting + 1; at < after.size(); at++) {
    for (const Literals* row : {&before, &after}) {
      if (((*row)[at] > 0) != (row == &after)) continue;
      between.emplace_back(row->begin(), row->begin() + static_cast<std::ptrdiff_t>(at));
      between.back().push_back(-(*row)[at]);
    }
  }
  if (between.empty()) return;
  Literals lits = chance_.one_of(between);
  lits.insert(lits.end(), listing_.assumptions.begin(), listing_.assumptions.end());
  demand(judge_.refused(lits) != false, "a model is missing before " + listed(after));
}

void Session::judge_end() {
  if (listing_.expected) {
    if (listing_.free > most_free)
      demand(listing_.expected->empty() && listing_.shown.empty(), "there are more models than can be shown");
    else
      demand(listing_.shown.size() == listing_.expected->size() << listing_.free,
             std::to_string(listing_.shown.size()) + " models were shown instead of " +
                 std::to_string(listing_.expected->size() << listing_.free));
    return;
  }
  if (listing_.shown.size() > most_blocked) return;
  Clauses blocked = listing_.shown;
  for (Literals& row : blocked)
    for (std::int32_t& lit : row) lit = -lit;
  demand(judge_.refused_with(blocked, listing_.assumptions) != false,
         "after " + std::to_string(listing_.shown.size()) + " models one is missing");
}

}  // namespace satplay::fuzz
