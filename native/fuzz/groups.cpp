#include "groups.hpp"

#include <algorithm>
#include <new>
#include <optional>
#include <ostream>

#include "../mus/groups.hpp"
#include "../mus/hitting.hpp"
#include "chance.hpp"
#include "disturber.hpp"
#include "failure.hpp"
#include "memory.hpp"
#include "oracle.hpp"
#include "sabotage.hpp"
#include "small.hpp"
#include "stops.hpp"
#include "tally.hpp"

namespace satplay::fuzz {

namespace {

constexpr int enough_conflicts = 20'000;  // for the second opinion
using Numbers = std::vector<std::int32_t>;

bool contains(const Numbers& numbers, std::int32_t number) {
  return std::find(numbers.begin(), numbers.end(), number) != numbers.end();
}

bool part_of(const Numbers& some, const Numbers& all) {
  return std::all_of(some.begin(), some.end(), [&](auto one) { return contains(all, one); });
}

Numbers without(Numbers numbers, std::int32_t number) {
  std::erase(numbers, number);
  return numbers;
}

struct Problem {
  Clauses clauses;
  Numbers group_of;
  std::int32_t groups = 0;

  explicit Problem(Chance& chance) {
    const bool large = chance.one_in(6);
    const int variables = large ? chance.between(10, 30) : chance.between(1, 6);
    const int count = large ? variables * chance.between(4, 6) : chance.below(28);
    const std::int32_t stretch = chance.one_in(4) ? 1'000'003 : 1;  // numbers far apart
    groups = chance.one_in(3) ? count : chance.between(0, large ? 40 : 10);
    for (int number = 0; number < count; number++) {
      Literals clause;
      const int width = large ? 3 : chance.one_in(30) ? 0 : chance.between(1, 4);
      for (int at = 0; at < width; at++)
        clause.push_back(chance.either_sign(stretch * chance.between(1, variables)));
      clauses.push_back(clause);
      group_of.push_back(groups == count ? number : chance.between(-1, groups - 1));
    }
  }

  // Nothing where it is too hard for the judge.
  std::optional<bool> can_hold(const Numbers& chosen) const {
    Clauses there;
    for (std::size_t at = 0; at < clauses.size(); at++)
      if (group_of[at] < 0 || contains(chosen, group_of[at])) there.push_back(clauses[at]);
    const std::optional<bool> answer = fuzz::satisfiable(there, {}, enough_conflicts);
    tally.undecided += !answer;
    return answer;
  }

  // The groups that hold in a model; nothing where what is hard does not.
  std::optional<Numbers> holding(const Literals& model) const {
    std::vector<bool> broken(static_cast<std::size_t>(groups));
    for (std::size_t at = 0; at < clauses.size(); at++) {
      if (std::any_of(clauses[at].begin(), clauses[at].end(), [&](auto lit) { return contains(model, lit); }))
        continue;
      if (group_of[at] < 0) return std::nullopt;
      broken[static_cast<std::size_t>(group_of[at])] = true;
    }
    Numbers held;
    for (std::int32_t group = 0; group < groups; group++)
      if (!broken[static_cast<std::size_t>(group)]) held.push_back(group);
    return held;
  }
};

enum class Question { decide, shrink, last_shrink, grow };

class GroupSession {
 public:
  GroupSession(std::uint64_t seed, std::ostream& talk)
      : chance_(seed),
        problem_(chance_),
        talk_(talk),
        groups_(flat(problem_.clauses), problem_.group_of, problem_.groups) {
    for (std::size_t at = 0; at < problem_.clauses.size(); at++)
      talk_ << "group " << problem_.group_of[at] << ": " << listed(problem_.clauses[at]) << "\n";
  }

  void play() {
    for (int questions = chance_.between(1, 8); questions > 0; questions--) {
      if (chance_.one_in(5)) groups_.interrupt();  // while nothing runs: must do nothing
      if (chance_.one_in(10)) refuse();
      const auto question = static_cast<Question>(chance_.below(4));
      if (!ask(question) || question == Question::last_shrink) break;
    }
    const Counters now = counters_of(groups_.statistics());
    for (std::size_t at = 0; at < now.size(); at++) tally.counters[at] += now[at];
  }

 private:
  void refuse() {
    try {
      groups_.decide(Numbers{chance_.one_in(2) ? -1 : problem_.groups}, {}, {});
    } catch (const std::invalid_argument&) {
      return;
    }
    throw Failure("a group that does not exist was taken");
  }

  // False: the end of the session.
  bool ask(Question question) {
    Numbers chosen;
    const bool all = chance_.one_in(2);
    for (std::int32_t group = 0; group < problem_.groups; group++)
      if (all || chance_.one_in(2)) chosen.push_back(group);
    if (!chosen.empty() && chance_.one_in(5)) chosen.push_back(chance_.one_of(chosen));
    chance_.shuffle(chosen);
    Limits limits;
    if (chance_.one_in(6)) limits.conflicts = chance_.below(40);
    if (chance_.one_in(10)) limits.propagations = chance_.below(2000);
    if (chance_.one_in(10)) limits.seconds = 1e-6 * chance_.below(2000);
    if (chance_.one_in(20)) limits.memory_bytes = chance_.below(40'000);
    const int interrupted = chance_.one_in(8) ? chance_.below(500) : -1;
    const int starved = chance_.one_in(15) ? chance_.below(200) : -1;
    talk_ << "question " << static_cast<int>(question) << " " << listed(chosen) << " conflicts "
          << limits.conflicts << " propagations " << limits.propagations << " seconds " << limits.seconds
          << " memory " << limits.memory_bytes << " interrupted after " << interrupted << " starved after "
          << starved << std::endl;
    Status status{};
    try {
      status = answer(question, chosen, limits, interrupted, starved);
    } catch (const std::bad_alloc&) {
      demand(starved >= 0, "out of memory, though there is enough");
      return false;
    }
    found_ = groups_.found();
    needed_ = groups_.needed();
    if (sabotaging(Sabotage::member_more) && status == Status::unsatisfiable)
      for (std::int32_t group = problem_.groups - 1; group >= 0; group--)
        if (contains(chosen, group) && !contains(found_, group)) {
          found_.push_back(group), needed_.push_back(group);
          break;
        }
    if (sabotaging(Sabotage::member_less) && !found_.empty()) found_.pop_back();
    talk_ << "  // " << static_cast<int>(status) << " " << listed(found_) << " needed " << listed(needed_)
          << std::endl;
    judge(question, status, chosen);
    demand(status == Status::unknown || groups_.stopped() == Stop::none, "answered, and stopped as well");
    if (status == Status::unknown) {
      tally.stops++;
      judge_stop(groups_.stopped(), limits, interrupted, starved);
    }
    return starved < 0;
  }

  Status answer(Question question, const Numbers& chosen, const Limits& limits, int interrupted,
                int starved) {
    const Disturber disturber(interrupted, [this] { groups_.interrupt(); });
    const Pulse pulse = [&] {
      const auto [needed, dropped, open] = groups_.progress();
      demand(needed + dropped + open <= chosen.size(), "there are more groups than there were");
      return true;
    };
    std::optional<Starvation> starvation;
    if (starved >= 0) starvation.emplace(starved);
    switch (question) {
      case Question::decide:
        return groups_.decide(chosen, limits, pulse);
      case Question::shrink:
        return groups_.shrink(chosen, false, limits, pulse);
      case Question::last_shrink:
        return groups_.shrink(chosen, true, limits, pulse);
      case Question::grow:
        break;
    }
    return groups_.grow(chosen, limits, pulse);
  }

  void judge(Question question, Status status, const Numbers& chosen) {
    if (status == Status::satisfiable) {
      tally.models++;
      const std::optional<Numbers> held = problem_.holding(groups_.model());
      demand(held.has_value(), "the model breaks what is hard");
      demand(*held == found_, "other groups hold in the model than are said to");
      demand(part_of(chosen, found_), "a chosen group does not hold in the model");
      if (question == Question::grow)
        for (std::int32_t group = 0; group < problem_.groups; group++) {
          if (contains(found_, group)) continue;
          Numbers more = found_;
          more.push_back(group);
          demand(problem_.can_hold(more) != true, "it could have grown by " + std::to_string(group));
        }
      return;
    }
    demand(groups_.refuted() || needed_.empty(), "groups are needed for nothing");
    if (!groups_.refuted()) {
      demand(status == Status::unknown, "refuted, and not refuted");
      if (question == Question::grow && !found_.empty())
        demand(problem_.can_hold(found_) != false, "what was grown so far cannot hold together");
      return;
    }
    tally.refusals++;
    demand(part_of(found_, chosen), "a group was not chosen");
    demand(part_of(needed_, found_), "a group is needed that is not there");
    demand(problem_.can_hold(found_) != true, "they can hold together");
    for (const std::int32_t group : needed_)
      demand(problem_.can_hold(without(found_, group)) != false, std::to_string(group) + " is not needed");
    if (status == Status::unsatisfiable &&
        (question == Question::shrink || question == Question::last_shrink))
      demand(found_ == needed_, "it is minimal, but not every member is needed");
  }

  Chance chance_;
  Problem problem_;
  std::ostream& talk_;
  Groups groups_;
  Numbers found_, needed_;
};

// Against every subset of a few elements.
void play_hitting(std::uint64_t seed, std::ostream& talk) {
  Chance chance(seed);
  const int elements = chance.between(1, 10);
  std::vector<std::int64_t> weights;
  for (int element = 0; element < elements; element++)
    weights.push_back(chance.one_in(2) ? 1 : chance.one_in(20) ? 1'000'000'007 : chance.between(1, 9));
  HittingSets sets(weights);
  std::vector<unsigned> rows;
  const auto price = [&](unsigned subset) {
    std::int64_t sum = 0;
    for (int element = 0; element < elements; element++)
      if (subset >> element & 1) sum += weights[static_cast<std::size_t>(element)];
    return sum;
  };
  for (int rounds = chance.between(1, 12); rounds > 0; rounds--) {
    for (int more = chance.between(1, 3); more > 0; more--) {
      Numbers row;
      for (int size = chance.between(1, 5); size > 0; size--) row.push_back(chance.below(elements));
      talk << "hit " << listed(row) << std::endl;
      sets.hit(row);
      rows.push_back(0);
      for (const std::int32_t element : row) rows.back() |= 1u << element;
    }
    Limits limits;
    if (chance.one_in(5)) limits.conflicts = chance.below(3);
    const Status status = sets.minimum(limits, {});
    std::int64_t least = INT64_MAX;
    for (unsigned subset = 0; subset < 1u << elements; subset++)
      if (std::all_of(rows.begin(), rows.end(), [&](unsigned row) { return (row & subset) != 0; }))
        least = std::min(least, price(subset));
    demand(sets.cost() <= least, "something costs less than it can");
    if (status == Status::unknown) {
      demand(limits.conflicts >= 0 && sets.stopped() == Stop::conflicts, "it was stopped by nothing");
      continue;
    }
    unsigned found = 0;
    for (const std::int32_t element : sets.found()) found |= 1u << element;
    demand(std::all_of(rows.begin(), rows.end(), [&](unsigned row) { return (row & found) != 0; }),
           "a set is not hit");
    demand(price(found) == least && sets.cost() == least, "something cheaper hits all");
  }
}

}  // namespace

void play_groups(std::uint64_t seed, std::ostream& talk) {
  if (seed % 4 == 0)
    play_hitting(seed, talk);
  else
    GroupSession(seed, talk).play();
}

}  // namespace satplay::fuzz
