#include "groups.hpp"

#include <algorithm>
#include <new>
#include <optional>
#include <ostream>

#include "../mus/groups.hpp"
#include "../mus/hitting.hpp"
#include "allocation_failure.hpp"
#include "failure.hpp"
#include "interrupter.hpp"
#include "oracle.hpp"
#include "random.hpp"
#include "sabotage.hpp"
#include "small_formulas.hpp"
#include "stop_conditions.hpp"
#include "tally.hpp"

namespace satplay::fuzz {

namespace {

constexpr int sufficient_conflicts = 20'000;  // of the oracle
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

  explicit Problem(Random& random) {
    const bool large = random.one_in(6);
    const int variables = large ? random.between(10, 30) : random.between(1, 6);
    const int count = large ? variables * random.between(4, 6) : random.below(28);
    const std::int32_t stretch = random.one_in(4) ? 1'000'003 : 1;  // large gaps between the variable numbers
    groups = random.one_in(3) ? count : random.between(0, large ? 40 : 10);
    for (int number = 0; number < count; number++) {
      Literals clause;
      const int width = large ? 3 : random.one_in(30) ? 0 : random.between(1, 4);
      for (int at = 0; at < width; at++)
        clause.push_back(random.either_sign(stretch * random.between(1, variables)));
      clauses.push_back(clause);
      group_of.push_back(groups == count ? number : random.between(-1, groups - 1));
    }
  }

  // nullopt if the oracle gives up.
  std::optional<bool> satisfiable_with(const Numbers& chosen) const {
    Clauses chosen_clauses;
    for (std::size_t at = 0; at < clauses.size(); at++)
      if (group_of[at] < 0 || contains(chosen, group_of[at])) chosen_clauses.push_back(clauses[at]);
    const std::optional<bool> answer = fuzz::satisfiable(chosen_clauses, {}, sufficient_conflicts);
    tally.undecided += !answer;
    return answer;
  }

  // The groups that the model satisfies; nullopt if it violates a hard clause.
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
  GroupSession(std::uint64_t seed, std::ostream& out)
      : random_(seed),
        problem_(random_),
        out_(out),
        groups_(flat(problem_.clauses), problem_.group_of, problem_.groups) {
    for (std::size_t at = 0; at < problem_.clauses.size(); at++)
      out_ << "group " << problem_.group_of[at] << ": " << as_text(problem_.clauses[at]) << "\n";
  }

  void run() {
    for (int questions = random_.between(1, 8); questions > 0; questions--) {
      if (random_.one_in(5)) groups_.interrupt();  // while nothing runs: must do nothing
      if (random_.one_in(10)) reject_unknown_group();
      const auto question = static_cast<Question>(random_.below(4));
      if (!ask(question) || question == Question::last_shrink) break;
    }
    const Counters now = counters_of(groups_.statistics());
    for (std::size_t at = 0; at < now.size(); at++) tally.counters[at] += now[at];
  }

 private:
  void reject_unknown_group() {
    try {
      groups_.decide(Numbers{random_.one_in(2) ? -1 : problem_.groups}, {}, {});
    } catch (const std::invalid_argument&) {
      return;
    }
    throw Failure("an unknown group was accepted");
  }

  struct Conditions {
    Limits limits;
    int interrupted = -1, failing_allocation = -1;
  };

  // Returns false if the session is over.
  bool ask(Question question) {
    const Numbers chosen = choose_groups();
    const Conditions conditions = random_conditions();
    const auto& [limits, interrupted, failing_allocation] = conditions;
    out_ << "question " << static_cast<int>(question) << " " << as_text(chosen);
    print_conditions(out_, limits, interrupted, failing_allocation);
    Status status{};
    try {
      status = answer(question, chosen, conditions);
    } catch (const std::bad_alloc&) {
      require(failing_allocation >= 0, "std::bad_alloc without an allocation failure");
      return false;
    }
    found_ = groups_.found();
    needed_ = groups_.needed();
    inject_fault(status, chosen);
    out_ << "  // " << static_cast<int>(status) << " " << as_text(found_) << " needed " << as_text(needed_)
         << std::endl;
    judge(question, status, chosen);
    require(status == Status::unknown || groups_.stopped() == Stop::none,
            "an answer was given together with a reason for stopping");
    if (status == Status::unknown) {
      tally.stops++;
      judge_stop(groups_.stopped(), limits, interrupted, failing_allocation);
    }
    return failing_allocation < 0;
  }

  // In any order, sometimes with a duplicate.
  Numbers choose_groups() {
    Numbers chosen;
    const bool all = random_.one_in(2);
    for (std::int32_t group = 0; group < problem_.groups; group++)
      if (all || random_.one_in(2)) chosen.push_back(group);
    if (!chosen.empty() && random_.one_in(5)) chosen.push_back(random_.one_of(chosen));
    random_.shuffle(chosen);
    return chosen;
  }

  Conditions random_conditions() {
    Conditions conditions;
    if (random_.one_in(6)) conditions.limits.conflicts = random_.below(40);
    if (random_.one_in(10)) conditions.limits.propagations = random_.below(2000);
    if (random_.one_in(10)) conditions.limits.seconds = 1e-6 * random_.below(2000);
    if (random_.one_in(20)) conditions.limits.memory_bytes = random_.below(40'000);
    if (random_.one_in(8)) conditions.interrupted = random_.below(500);
    if (random_.one_in(15)) conditions.failing_allocation = random_.below(200);
    return conditions;
  }

  void inject_fault(Status status, const Numbers& chosen) {
    if (sabotaging(Sabotage::member_more) && status == Status::unsatisfiable) add_member(chosen);
    if (sabotaging(Sabotage::member_less) && !found_.empty()) found_.pop_back();
  }

  // Adds the last chosen group that was not found, if there is one.
  void add_member(const Numbers& chosen) {
    for (std::int32_t group = problem_.groups - 1; group >= 0; group--) {
      if (!contains(chosen, group) || contains(found_, group)) continue;
      found_.push_back(group);
      needed_.push_back(group);
      return;
    }
  }

  Status answer(Question question, const Numbers& chosen, const Conditions& conditions) {
    const Limits& limits = conditions.limits;
    const Interrupter interrupter(conditions.interrupted, [this] { groups_.interrupt(); });
    const Pulse pulse = [&] {
      const auto [needed, dropped, open] = groups_.progress();
      require(needed + dropped + open <= chosen.size(), "the progress counts more groups than were chosen");
      return true;
    };
    std::optional<AllocationFailure> failure;
    if (conditions.failing_allocation >= 0) failure.emplace(conditions.failing_allocation);
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
      require(held.has_value(), "the model violates a hard clause");
      require(*held == found_, "the satisfied groups reported are not the ones of the model");
      require(part_of(chosen, found_), "the model violates a chosen group");
      if (question == Question::grow)
        for (std::int32_t group = 0; group < problem_.groups; group++) {
          if (contains(found_, group)) continue;
          Numbers more = found_;
          more.push_back(group);
          require(problem_.satisfiable_with(more) != true,
                  "not maximal: group " + std::to_string(group) + " can be added");
        }
      return;
    }
    require(groups_.refuted() || needed_.empty(), "groups are reported as needed without a refutation");
    if (!groups_.refuted()) {
      require(status == Status::unknown, "unsatisfiable without a refutation");
      if (question == Question::grow && !found_.empty())
        require(problem_.satisfiable_with(found_) != false, "the groups found so far are unsatisfiable");
      return;
    }
    tally.refutations++;
    require(part_of(found_, chosen), "a group of the core was not chosen");
    require(part_of(needed_, found_), "a needed group is not in the core");
    require(problem_.satisfiable_with(found_) != true, "the core is satisfiable");
    for (const std::int32_t group : needed_)
      require(problem_.satisfiable_with(without(found_, group)) != false,
              std::to_string(group) + " is not needed");
    if (status == Status::unsatisfiable &&
        (question == Question::shrink || question == Question::last_shrink))
      require(found_ == needed_, "the minimal subset has members that are not needed");
  }

  Random random_;
  Problem problem_;
  std::ostream& out_;
  Groups groups_;
  Numbers found_, needed_;
};

std::vector<std::int64_t> random_weights(Random& random) {
  const int elements = random.between(1, 10);
  std::vector<std::int64_t> weights;
  for (int element = 0; element < elements; element++)
    weights.push_back(random.one_in(2) ? 1 : random.one_in(20) ? 1'000'000'007 : random.between(1, 9));
  return weights;
}

// Checks HittingSets against all subsets of a few elements.
class HittingSession {
 public:
  HittingSession(std::uint64_t seed, std::ostream& out)
      : random_(seed),
        out_(out),
        weights_(random_weights(random_)),
        elements_(static_cast<int>(weights_.size())),
        sets_(weights_) {}

  void run() {
    for (int rounds = random_.between(1, 12); rounds > 0; rounds--) {
      for (int more = random_.between(1, 3); more > 0; more--) add();
      ask();
    }
  }

 private:
  using Subset = unsigned;  // a bit for each element

  void add() {
    Numbers row;
    for (int size = random_.between(1, 5); size > 0; size--) row.push_back(random_.below(elements_));
    out_ << "hit " << as_text(row) << std::endl;
    sets_.hit(row);
    rows_.push_back(subset_of(row));
  }

  void ask() {
    Limits limits;
    if (random_.one_in(5)) limits.conflicts = random_.below(3);
    const Status status = sets_.minimum(limits, {});
    const std::int64_t least = least_price();
    require(sets_.cost() <= least, "the lower bound is above the minimum");
    if (status == Status::unknown) {
      require(limits.conflicts >= 0 && sets_.stopped() == Stop::conflicts, "stopped without a limit");
      return;
    }
    const Subset found = subset_of(sets_.found());
    require(hits_all(found), "a set is not hit");
    require(price(found) == least && sets_.cost() == least, "the hitting set is not minimum");
  }

  static Subset subset_of(const Numbers& elements) {
    Subset subset = 0;
    for (const std::int32_t element : elements) subset |= 1u << element;
    return subset;
  }

  bool hits_all(Subset subset) const {
    return std::all_of(rows_.begin(), rows_.end(), [&](Subset row) { return (row & subset) != 0; });
  }

  std::int64_t price(Subset subset) const {
    std::int64_t sum = 0;
    for (int element = 0; element < elements_; element++)
      if (subset >> element & 1) sum += weights_[static_cast<std::size_t>(element)];
    return sum;
  }

  std::int64_t least_price() const {
    std::int64_t least = INT64_MAX;
    for (Subset subset = 0; subset < 1u << elements_; subset++)
      if (hits_all(subset)) least = std::min(least, price(subset));
    return least;
  }

  Random random_;
  std::ostream& out_;
  std::vector<std::int64_t> weights_;
  const int elements_;
  HittingSets sets_;
  std::vector<Subset> rows_;
};

}  // namespace

void fuzz_groups(std::uint64_t seed, std::ostream& out) {
  if (seed % 4 == 0)
    HittingSession(seed, out).run();
  else
    GroupSession(seed, out).run();
}

}  // namespace satplay::fuzz
