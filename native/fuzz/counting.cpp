#include "counting.hpp"

#include <algorithm>
#include <new>
#include <optional>
#include <ostream>

#include "../counter/counter.hpp"
#include "allocation_failure.hpp"
#include "failure.hpp"
#include "interrupter.hpp"
#include "random.hpp"
#include "sabotage.hpp"
#include "small_formulas.hpp"
#include "stop_conditions.hpp"
#include "tally.hpp"

namespace satplay::fuzz {

namespace {

using Wide = unsigned __int128;  // counts over up to a hundred variables

constexpr int max_pieces = 40;
constexpr std::int64_t max_excess_conflicts = 4;  // by which the current step may exceed the limit

std::string decimal(Wide number) {
  std::string text;
  do text.insert(text.begin(), static_cast<char>('0' + static_cast<int>(number % 10)));
  while ((number /= 10) != 0);
  return text;
}

// Small formulas that share no variables, and the projection.
struct Problem {
  Clauses clauses;
  std::int32_t declared = 0;
  std::optional<Literals> projection;
  Wide count = 1;
  std::uint64_t unconstrained = 0;  // projection variables that occur in no formula: each doubles the count

  explicit Problem(Random& random) {
    const std::vector<SmallFormula> parts = add_parts(random);
    random.shuffle(clauses);
    const std::int32_t last = declared;
    declared += random.one_in(3) ? random.below(200) : 0;
    if (random.one_in(3))
      unconstrained = count_unconstrained(parts);
    else
      project(random, parts, last);
    for (const SmallFormula& part : parts) count *= TruthTable(part).count(projected(part.variables));
  }

 private:
  std::vector<SmallFormula> add_parts(Random& random) {
    const bool many = random.one_in(3),
               large = many && random.one_in(3);  // large: long enough to read the clock
    const std::int32_t stretch = random.one_in(4) ? 1'000'003 : 1;
    std::vector<SmallFormula> parts;
    for (int left = large ? 7 : many ? random.between(2, 8) : 1; left > 0; left--) {
      const int max_variables = large ? 16 : many ? 12 : random.one_in(2) ? 16 : 8;
      const SmallFormula& part = parts.emplace_back(random_formula(random, max_variables, declared, stretch));
      declared = part.variables.back();
      clauses.insert(clauses.end(), part.clauses.begin(), part.clauses.end());
    }
    return parts;
  }

  // Without a projection.
  std::uint64_t count_unconstrained(const std::vector<SmallFormula>& parts) const {
    auto left = static_cast<std::uint64_t>(declared);
    for (const SmallFormula& part : parts) left -= part.variables.size();
    return left;
  }

  // Chooses variables of the formulas, and a few of those after `last`, which occur in no formula.
  void project(Random& random, const std::vector<SmallFormula>& parts, std::int32_t last) {
    projection.emplace();
    const int rare = random.between(1, 4);
    for (const SmallFormula& part : parts)
      for (const std::int32_t variable : part.variables)
        if (random.one_in(rare)) projection->push_back(variable);
    for (std::int32_t variable = last + 1; variable <= std::min(declared, last + 3);
         variable++, unconstrained++)
      projection->push_back(variable);
    if (!projection->empty() && random.one_in(4)) projection->push_back(random.one_of(*projection));
    random.shuffle(*projection);
  }

  Literals projected(Literals variables) const {
    if (projection)
      std::erase_if(variables, [&](auto one) {
        return std::find(projection->begin(), projection->end(), one) == projection->end();
      });
    return variables;
  }
};

counting::Problem read(const Problem& problem) {
  counting::Meter meter;
  meter.start({}, {});
  return counting::read_problem(flat(problem.clauses), problem.declared, problem.projection, meter);
}

class CountingSession {
 public:
  CountingSession(std::uint64_t seed, std::ostream& out)
      : random_(seed),
        problem_(random_),
        out_(out),
        counter_(read(problem_), random_.one_in(3)   ? std::size_t{1} << 26
                                 : random_.one_in(2) ? 4000
                                                     : 400) {
    for (const Literals& clause : problem_.clauses) out_ << as_text(clause) << "\n";
    if (problem_.projection) out_ << "over " << as_text(*problem_.projection) << "\n";
    out_ << "variables " << problem_.declared << ", count " << decimal(problem_.count) << "\n";
  }

  void run() {
    const bool in_one_piece = random_.one_in(5);
    // With the smallest limits the loop ends only if every call makes progress.
    const bool smallest_limits = random_.one_in(3);
    for (int piece = 0; !exact_; piece++) {
      Conditions conditions;
      if (smallest_limits)
        (random_.one_in(2) ? conditions.limits.conflicts : conditions.limits.propagations) = random_.below(3);
      else if (!in_one_piece && piece < max_pieces)
        conditions = random_conditions();
      ask(conditions);
    }
    tally.models += problem_.count > 0;
    tally.refutations += problem_.count == 0;
    for (int again = random_.below(3); again > 0; again--) {
      ask(random_conditions());
      require(exact_, "a finished count was lost");
    }
  }

 private:
  struct Conditions {
    counting::Limits limits;
    int interrupted = -1, failing_allocation = -1;
  };

  Conditions random_conditions() {
    Conditions conditions;
    if (random_.one_in(2)) conditions.limits.conflicts = random_.below(4);
    if (random_.one_in(2)) conditions.limits.propagations = random_.below(80);
    if (random_.one_in(6)) conditions.limits.seconds = 1e-6 * random_.below(300);
    if (random_.one_in(10)) conditions.limits.memory_bytes = random_.below(60'000);
    if (random_.one_in(6)) conditions.interrupted = random_.below(200);
    if (random_.one_in(8)) conditions.failing_allocation = random_.below(300);
    return conditions;
  }

  void ask(const Conditions& conditions) {
    const auto& [limits, interrupted, failing_allocation] = conditions;
    out_ << "count:";
    print_conditions(out_, limits, interrupted, failing_allocation);
    if (random_.one_in(5)) counter_.interrupt();  // while nothing runs: must do nothing
    const counting::Statistics before = counter_.statistics();
    counting::Count answer;
    try {
      const Interrupter interrupter(interrupted, [this] { counter_.interrupt(); });
      std::optional<AllocationFailure> failure;
      if (failing_allocation >= 0) failure.emplace(failing_allocation);
      answer = counter_.count(limits, {});
    } catch (const std::bad_alloc&) {
      require(failing_allocation >= 0, "std::bad_alloc without an allocation failure");
      return;
    }
    judge(answer);
    if (answer.stopped != counting::Stop::none) {
      tally.stops++;
      judge_stop(answer.stopped, limits, interrupted, failing_allocation);
    }
    judge_statistics(before, limits);
  }

  void judge(const counting::Count& answer) {
    const bool exact = answer.stopped == counting::Stop::none;
    const std::vector<std::uint8_t> bytes = answer.at_least.bytes();
    Wide number = 0;
    require(bytes.size() <= sizeof number, "the number is too large");
    for (auto byte = bytes.rbegin(); byte != bytes.rend(); ++byte) number = number << 8 | *byte;
    require(answer.free >= problem_.unconstrained, "variables that occur in no clause are not counted");
    const std::uint64_t doubled = answer.free - problem_.unconstrained;
    require(doubled < 100, "too many free variables");
    number <<= doubled;
    if (sabotaging(Sabotage::count) && exact) number++;
    if (sabotaging(Sabotage::bound) && !exact) number *= 2;
    if (sabotaging(Sabotage::bound_less) && !exact && number == at_least_) number /= 2;
    out_ << "  // " << (exact ? "" : "at least ") << decimal(number) << ", stopped "
         << static_cast<int>(answer.stopped) << std::endl;
    require(number >= at_least_, "the lower bound decreased");
    require(number <= problem_.count, "the count is too large");
    require(!exact || number == problem_.count, "the count is too small");
    at_least_ = number;
    exact_ = exact;
  }

  void judge_statistics(const counting::Statistics& before, const counting::Limits& limits) const {
    using counting::Statistics;
    const Statistics& now = counter_.statistics();
    for (const auto counter :
         {&Statistics::decisions, &Statistics::propagations, &Statistics::conflicts, &Statistics::learned,
          &Statistics::checks, &Statistics::components, &Statistics::cache_hits, &Statistics::cache_evicted})
      require(now.*counter >= before.*counter, "a statistics counter decreased");
    require(
        limits.conflicts < 0 || now.conflicts - before.conflicts <= limits.conflicts + max_excess_conflicts,
        "the conflict limit was exceeded");
    tally.propagations += now.propagations - before.propagations;
  }

  Random random_;
  Problem problem_;
  std::ostream& out_;
  counting::Counter counter_;
  Wide at_least_ = 0;
  bool exact_ = false;
};

}  // namespace

void fuzz_counting(std::uint64_t seed, std::ostream& out) {
  CountingSession(seed, out).run();
}

}  // namespace satplay::fuzz
