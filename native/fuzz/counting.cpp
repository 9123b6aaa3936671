#include "counting.hpp"

#include <algorithm>
#include <new>
#include <optional>
#include <ostream>

#include "../counter/counter.hpp"
#include "chance.hpp"
#include "disturber.hpp"
#include "failure.hpp"
#include "memory.hpp"
#include "sabotage.hpp"
#include "small.hpp"
#include "stops.hpp"
#include "tally.hpp"

namespace satplay::fuzz {

namespace {

using Wide = unsigned __int128;  // counts of a hundred variables

constexpr int most_pieces = 40;
constexpr std::int64_t conflicts_too_many = 4;  // at most, beyond the limit: of the step that is at work

std::string words(Wide number) {
  std::string text;
  do text.insert(text.begin(), static_cast<char>('0' + static_cast<int>(number % 10)));
  while ((number /= 10) != 0);
  return text;
}

// Small formulas that share no variable, and what is counted over.
struct Problem {
  Clauses clauses;
  std::int32_t declared = 0;
  std::optional<Literals> shown;
  Wide count = 1;
  std::uint64_t elsewhere = 0;  // shown variables of none of the formulas: each doubles the count

  explicit Problem(Chance& chance) {
    const bool many = chance.one_in(3), large = many && chance.one_in(3);  // large: the clock is looked at
    const std::int32_t stretch = chance.one_in(4) ? 1'000'003 : 1;
    std::vector<SmallFormula> parts;
    std::size_t variables = 0;
    for (int left = large ? 7 : many ? chance.between(2, 8) : 1; left > 0; left--) {
      parts.push_back(random_formula(chance,
                                     large || (!many && chance.one_in(2)) ? 16
                                     : many                               ? 12
                                                                          : 8,
                                     declared, stretch));
      const SmallFormula& part = parts.back();
      declared = part.variables.back();
      variables += part.variables.size();
      clauses.insert(clauses.end(), part.clauses.begin(), part.clauses.end());
    }
    chance.shuffle(clauses);
    const std::int32_t last = declared;
    declared += chance.one_in(3) ? chance.below(200) : 0;
    if (chance.one_in(3)) {
      elsewhere = static_cast<std::uint64_t>(declared) - variables;
    } else {
      shown.emplace();
      const int rare = chance.between(1, 4);
      for (const SmallFormula& part : parts)
        for (const std::int32_t variable : part.variables)
          if (chance.one_in(rare)) shown->push_back(variable);
      for (std::int32_t variable = last + 1; variable <= std::min(declared, last + 3);
           variable++, elsewhere++)
        shown->push_back(variable);
      if (!shown->empty() && chance.one_in(4)) shown->push_back(chance.one_of(*shown));
      chance.shuffle(*shown);
    }
    for (const SmallFormula& part : parts) {
      Literals over = part.variables;
      if (shown)
        std::erase_if(over,
                      [&](auto one) { return std::find(shown->begin(), shown->end(), one) == shown->end(); });
      count *= TruthTable(part).count(over);
    }
  }
};

counting::Problem read(const Problem& problem) {
  counting::Meter meter;
  meter.start({}, {});
  return counting::read_problem(flat(problem.clauses), problem.declared, problem.shown, meter);
}

class CountingSession {
 public:
  CountingSession(std::uint64_t seed, std::ostream& talk)
      : chance_(seed),
        problem_(chance_),
        talk_(talk),
        counter_(read(problem_), chance_.one_in(3)   ? std::size_t{1} << 26
                                 : chance_.one_in(2) ? 4000
                                                     : 400) {
    for (const Literals& clause : problem_.clauses) talk_ << listed(clause) << "\n";
    if (problem_.shown) talk_ << "over " << listed(*problem_.shown) << "\n";
    talk_ << "variables " << problem_.declared << ", count " << words(problem_.count) << "\n";
  }

  void play() {
    const bool in_one_piece = chance_.one_in(5);
    // The smallest limits there are: without an end where a call gets nowhere.
    const bool patient = chance_.one_in(3);
    for (int piece = 0; !exact_; piece++) {
      Wishes wishes;
      if (patient)
        (chance_.one_in(2) ? wishes.limits.conflicts : wishes.limits.propagations) = chance_.below(3);
      else if (!in_one_piece && piece < most_pieces)
        wishes = disturbing();
      ask(wishes);
    }
    tally.models += problem_.count > 0;
    tally.refusals += problem_.count == 0;
    for (int again = chance_.below(3); again > 0; again--) {
      ask(disturbing());
      demand(exact_, "what was counted is not known any more");
    }
  }

 private:
  struct Wishes {
    counting::Limits limits;
    int interrupted = -1, starved = -1;
  };

  Wishes disturbing() {
    Wishes wishes;
    if (chance_.one_in(2)) wishes.limits.conflicts = chance_.below(4);
    if (chance_.one_in(2)) wishes.limits.propagations = chance_.below(80);
    if (chance_.one_in(6)) wishes.limits.seconds = 1e-6 * chance_.below(300);
    if (chance_.one_in(10)) wishes.limits.memory_bytes = chance_.below(60'000);
    if (chance_.one_in(6)) wishes.interrupted = chance_.below(200);
    if (chance_.one_in(8)) wishes.starved = chance_.below(300);
    return wishes;
  }

  void ask(const Wishes& wishes) {
    const auto& [limits, interrupted, starved] = wishes;
    talk_ << "count: conflicts " << limits.conflicts << " propagations " << limits.propagations << " seconds "
          << limits.seconds.value_or(-1) << " memory " << limits.memory_bytes << " interrupted after "
          << interrupted << " starved after " << starved << std::endl;
    if (chance_.one_in(5)) counter_.interrupt();  // while nothing runs: must do nothing
    const counting::Statistics before = counter_.statistics();
    counting::Count answer;
    try {
      const Disturber disturber(interrupted, [this] { counter_.interrupt(); });
      std::optional<Starvation> starvation;
      if (starved >= 0) starvation.emplace(starved);
      answer = counter_.count(limits, {});
    } catch (const std::bad_alloc&) {
      demand(starved >= 0, "out of memory, though there is enough");
      return;
    }
    judge(answer);
    if (answer.stopped != counting::Stop::none) {
      tally.stops++;
      judge_stop(answer.stopped, limits, interrupted, starved);
    }
    judge_statistics(before, limits);
  }

  void judge(const counting::Count& answer) {
    const bool exact = answer.stopped == counting::Stop::none;
    const std::vector<std::uint8_t> bytes = answer.at_least.bytes();
    Wide number = 0;
    demand(bytes.size() <= sizeof number, "the number is too large");
    for (auto byte = bytes.rbegin(); byte != bytes.rend(); ++byte) number = number << 8 | *byte;
    demand(answer.free >= problem_.elsewhere, "variables that no clause mentions were forgotten");
    const std::uint64_t doubled = answer.free - problem_.elsewhere;
    demand(doubled < 100, "there are not so many variables");
    number <<= doubled;
    if (sabotaging(Sabotage::count) && exact) number++;
    if (sabotaging(Sabotage::bound) && !exact) number *= 2;
    if (sabotaging(Sabotage::bound_less) && !exact && number == at_least_) number /= 2;
    talk_ << "  // " << (exact ? "" : "at least ") << words(number) << ", stopped "
          << static_cast<int>(answer.stopped) << std::endl;
    demand(number >= at_least_, "there were more before");
    demand(number <= problem_.count, "there are not so many");
    demand(!exact || number == problem_.count, "there are more");
    at_least_ = number;
    exact_ = exact;
  }

  void judge_statistics(const counting::Statistics& before, const counting::Limits& limits) const {
    using counting::Statistics;
    const Statistics& now = counter_.statistics();
    for (const auto counter :
         {&Statistics::decisions, &Statistics::propagations, &Statistics::conflicts, &Statistics::learned,
          &Statistics::checks, &Statistics::components, &Statistics::cache_hits, &Statistics::cache_evicted})
      demand(now.*counter >= before.*counter, "a counter was set back");
    demand(limits.conflicts < 0 || now.conflicts - before.conflicts <= limits.conflicts + conflicts_too_many,
           "the limit on conflicts was not heeded");
    tally.propagations += now.propagations - before.propagations;
  }

  Chance chance_;
  Problem problem_;
  std::ostream& talk_;
  counting::Counter counter_;
  Wide at_least_ = 0;
  bool exact_ = false;
};

}  // namespace

void play_counting(std::uint64_t seed, std::ostream& talk) {
  CountingSession(seed, talk).play();
}

}  // namespace satplay::fuzz
