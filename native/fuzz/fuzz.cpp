// The fuzzer: random scripts, one after the other, on several processes. The seed determines a run:
//   fuzz --seed 17 --runs 1 --verbose
// repeats it and prints every call. When a run of the engine fails, its script is shortened and printed.
// Other subjects, whose runs are short already: --groups (groups.cpp: unsatisfiable subsets and hitting
// sets),
// --counting (counting.cpp), --backbones (backbones.cpp), --quantified (quantified.cpp).
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstring>
#include <iostream>
#include <random>
#include <sstream>
#include <string_view>
#include <thread>

#include "backbones.hpp"
#include "counting.hpp"
#include "failure.hpp"
#include "groups.hpp"
#include "play.hpp"
#include "quantified.hpp"
#include "sabotage.hpp"
#include "tally.hpp"

namespace satplay::fuzz {

namespace {

using Clock = std::chrono::steady_clock;

// A subject to fuzz other than the engine's own interface.
struct Subject {
  std::string_view word;
  void (*play)(std::uint64_t seed, std::ostream& talk);
};
constexpr Subject subjects[] = {{"--groups", play_groups},
                                {"--counting", play_counting},
                                {"--backbones", play_backbones},
                                {"--quantified", play_quantified}};

struct Arguments {
  std::uint64_t seed = std::random_device{}();
  std::uint64_t runs = UINT64_MAX;
  double seconds = 60;
  double shorten = 60;     // seconds spent on a script that failed
  unsigned patience = 60;  // seconds after which a run is called endless
  unsigned jobs = 1;
  bool verbose = false;
  const Subject* subject = nullptr;
};

// Shared memory through which a worker reports to its parent, even when it dies.
struct Desk {
  std::uint64_t seed;  // that it is at
  char failure[4000];
  Tally tally;
};

[[noreturn]] void work(Desk& desk, const Arguments& arguments, unsigned first, Clock::time_point until) {
  for (std::uint64_t run = first; run < arguments.runs && Clock::now() < until; run += arguments.jobs) {
    desk.seed = arguments.seed + run;
    ::alarm(arguments.patience);
    std::ostringstream silence;
    std::ostream& talk = arguments.verbose ? std::cout : silence;
    try {
      if (arguments.subject) {
        arguments.subject->play(desk.seed, talk);
      } else {
        const Script script = random_script(desk.seed);
        if (arguments.verbose) std::cout << as_text(Script{script.options, script.record, {}}) << std::flush;
        play(script, talk);
      }
    } catch (const std::exception& failure) {
      std::cout.flush();
      std::strncpy(desk.failure, failure.what(), sizeof desk.failure - 1);
      ::_exit(1);
    }
    tally.runs++;
    desk.tally = tally;
  }
  std::cout.flush();
  ::_exit(0);
}

std::string how_it_ended(const Desk& desk, int status) {
  if (desk.failure[0] != 0) return desk.failure;
  if (WIFSIGNALED(status))
    return WTERMSIG(status) == SIGALRM ? "it did not come to an end"
                                       : "it died of signal " + std::to_string(WTERMSIG(status));
  return "it crashed";
}

void report(const Tally& seen, const Arguments& arguments) {
  std::cout << seen.runs << " runs from seed " << arguments.seed << ": " << seen.models << " models, "
            << seen.refusals << " refusals, " << seen.stops << " stops, " << seen.propagations
            << " propagations, " << seen.proof_lines << " proof lines, " << seen.theories << " theories, "
            << seen.shown << " models enumerated, " << seen.exhausted << " times all; " << seen.undecided
            << " questions too hard for the judge\n";
  if (seen.counters == Counters{}) return;  // no engine was driven
  std::string idle;
  for (std::size_t at = 0; at < seen.counters.size(); at++)
    if (seen.counters[at] == 0) idle += " " + std::to_string(at);
  if (!idle.empty()) std::cout << "counters of the engine that never moved (from 0):" << idle << "\n";
}

int run(const Arguments& arguments) {
  auto* const desks = static_cast<Desk*>(::mmap(nullptr, arguments.jobs * sizeof(Desk),
                                                PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  if (desks == MAP_FAILED) throw std::runtime_error("no memory to share");
  const auto until = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                        std::chrono::duration<double>(arguments.seconds));
  std::vector<pid_t> workers;
  for (unsigned job = 0; job < arguments.jobs; job++) {
    const pid_t worker = ::fork();
    if (worker == 0) work(*new (&desks[job]) Desk{}, arguments, job, until);
    workers.push_back(worker);
  }
  const Desk* failed = nullptr;
  std::string failure;
  for (std::size_t left = workers.size(); left > 0; left--) {
    int status = 0;
    const pid_t ended = ::wait(&status);
    const auto worker = std::find(workers.begin(), workers.end(), ended);
    *worker = 0;
    if (status == 0 || failed) continue;
    failed = &desks[worker - workers.begin()];
    failure = how_it_ended(*failed, status);
    for (const pid_t other : workers)
      if (other != 0) ::kill(other, SIGTERM);
  }
  Tally seen;
  for (unsigned job = 0; job < arguments.jobs; job++) seen.add(desks[job].tally);
  report(seen, arguments);
  if (!failed) return 0;

  std::cout << "FAILED: " << failure << "\nagain:  fuzz --seed " << failed->seed << " --runs 1 --verbose"
            << (arguments.subject ? " " : "") << (arguments.subject ? arguments.subject->word : "")
            << std::endl;
  if (arguments.shorten <= 0 || arguments.subject) return 1;
  const Script script = shortened(random_script(failed->seed), arguments.shorten);
  std::cout << "the shortest script found that fails (" << play_apart(script, arguments.patience) << "):\n"
            << as_text(script) << std::flush;
  return 1;
}

template <class Number>
void read(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size())
    throw std::invalid_argument("not a number: " + std::string(text));
}

Arguments read_arguments(int count, char** words) {
  Arguments arguments;
  bool timed = false;
  for (int at = 1; at < count; at++) {
    const std::string_view word = words[at];
    if (word == "--verbose") {
      arguments.verbose = true;
      continue;
    }
    const auto subject = std::find_if(std::begin(subjects), std::end(subjects),
                                      [&](const Subject& one) { return one.word == word; });
    if (subject != std::end(subjects)) {
      arguments.subject = subject;
      continue;
    }
    if (at + 1 == count) throw std::invalid_argument(std::string(word) + " is unknown or lacks a value");
    const std::string_view value = words[++at];
    if (word == "--seed") {
      read(value, arguments.seed);
    } else if (word == "--runs") {
      read(value, arguments.runs);
    } else if (word == "--seconds") {
      read(value, arguments.seconds);
      timed = true;
    } else if (word == "--jobs") {  // 0: as many as there are processors
      read(value, arguments.jobs);
      if (arguments.jobs == 0) arguments.jobs = std::max(1u, std::thread::hardware_concurrency());
    } else if (word == "--shorten") {
      read(value, arguments.shorten);
    } else if (word == "--patience") {
      read(value, arguments.patience);
    } else if (word == "--sabotage") {
      const auto found = std::find(sabotages.begin(), sabotages.end(), value);
      if (found == sabotages.end()) throw std::invalid_argument("no such sabotage: " + std::string(value));
      sabotage = static_cast<Sabotage>(found - sabotages.begin());
    } else {
      throw std::invalid_argument("unknown: " + std::string(word));
    }
  }
  if (arguments.runs != UINT64_MAX && !timed) arguments.seconds = 1e6;
  return arguments;
}

}  // namespace

}  // namespace satplay::fuzz

// Looking for leaks needs the right to trace processes, which containers often lack; nothing here owns memory
// by hand.
extern "C" const char* __asan_default_options() {
  return "detect_leaks=0";
}

int main(int count, char** words) {
  try {
    return satplay::fuzz::run(satplay::fuzz::read_arguments(count, words));
  } catch (const std::exception& error) {
    std::cerr << "fuzz: " << error.what()
              << "\nusage: fuzz [--seed S] [--seconds N] [--runs K] [--jobs J] [--verbose] [--groups | "
                 "--counting | --backbones | --quantified] [--shorten SECONDS] [--patience SECONDS] "
                 "[--sabotage NAME]\n";
    return 2;
  }
}
