// The fuzzer: random scripts, one after the other, on several processes. The seed determines a run:
//   fuzz --seed 17 --runs 1 --verbose
// repeats it and prints every call. When a run of the engine fails, its script is shortened and printed.
// Other subjects, whose runs are too short to need that: --groups (unsatisfiable subsets and hitting sets),
// --counting, --backbones, --quantified and --solver-calls (auxiliary variables, consequences, decision
// limits, halt), each in the file of that name.
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstring>
#include <iostream>
#include <iterator>
#include <optional>
#include <random>
#include <sstream>
#include <string_view>
#include <thread>

#include "backbones.hpp"
#include "counting.hpp"
#include "failure.hpp"
#include "groups.hpp"
#include "quantified.hpp"
#include "run_script.hpp"
#include "sabotage.hpp"
#include "solver_calls.hpp"
#include "tally.hpp"

namespace satplay::fuzz {

namespace {

using Clock = std::chrono::steady_clock;

// A subject other than the interface of the engine.
struct Subject {
  std::string_view word;
  void (*run)(std::uint64_t seed, std::ostream& out);
};
constexpr Subject subjects[] = {{"--groups", fuzz_groups},
                                {"--counting", fuzz_counting},
                                {"--backbones", fuzz_backbones},
                                {"--quantified", fuzz_quantified},
                                {"--solver-calls", fuzz_solver_calls}};

struct Arguments {
  std::uint64_t seed = std::random_device{}();
  std::uint64_t runs = UINT64_MAX;
  std::optional<double> seconds;  // of all runs together
  double shorten = 60;            // seconds spent on a script that failed
  unsigned patience = 60;         // time limit of one run in seconds
  unsigned jobs = 1;
  bool verbose = false;
  const Subject* subject = nullptr;

  double time_limit() const { return seconds.value_or(runs == UINT64_MAX ? 60 : 1e6); }
};

// Shared memory in which a worker reports to the parent process, also if it crashes.
struct Slot {
  std::uint64_t seed;  // of the current run
  char failure[4000];
  Tally tally;
};

[[noreturn]] void work(Slot& slot, const Arguments& arguments, unsigned first, Clock::time_point until) {
  for (std::uint64_t run = first; run < arguments.runs && Clock::now() < until; run += arguments.jobs) {
    slot.seed = arguments.seed + run;
    ::alarm(arguments.patience);
    std::ostringstream silence;
    std::ostream& out = arguments.verbose ? std::cout : silence;
    try {
      if (arguments.subject) {
        arguments.subject->run(slot.seed, out);
      } else {
        const Script script = random_script(slot.seed);
        if (arguments.verbose) std::cout << as_text(Script{script.options, script.record, {}}) << std::flush;
        run_script(script, out);
      }
    } catch (const std::exception& failure) {
      std::cout.flush();
      std::strncpy(slot.failure, failure.what(), sizeof slot.failure - 1);
      ::_exit(1);
    }
    tally.runs++;
    slot.tally = tally;
  }
  std::cout.flush();
  ::_exit(0);
}

std::string exit_reason(const Slot& slot, int status) {
  if (slot.failure[0] != 0) return slot.failure;
  if (WIFSIGNALED(status))
    return WTERMSIG(status) == SIGALRM ? "the run did not finish in time"
                                       : "killed by signal " + std::to_string(WTERMSIG(status));
  return "crashed";
}

void report(const Tally& seen, const Arguments& arguments) {
  std::cout << seen.runs << " runs from seed " << arguments.seed << ": " << seen.models << " models, "
            << seen.refutations << " refutations, " << seen.stops << " stops, " << seen.propagations
            << " propagations, " << seen.proof_lines << " proof lines, " << seen.theories << " theories, "
            << seen.enumerated << " models enumerated, " << seen.exhausted << " times all; " << seen.undecided
            << " checks too hard for the oracle\n";
  if (seen.counters == Counters{}) return;  // this subject uses no engine
  std::string idle;
  for (std::size_t at = 0; at < seen.counters.size(); at++)
    if (seen.counters[at] == 0) idle += " " + std::to_string(at);
  if (!idle.empty()) std::cout << "counters of the engine that never moved (from 0):" << idle << "\n";
}

int run(const Arguments& arguments) {
  auto* const slots = static_cast<Slot*>(::mmap(nullptr, arguments.jobs * sizeof(Slot),
                                                PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  if (slots == MAP_FAILED) throw std::runtime_error("cannot allocate shared memory");
  const auto until = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                        std::chrono::duration<double>(arguments.time_limit()));
  std::vector<pid_t> workers;
  for (unsigned job = 0; job < arguments.jobs; job++) {
    const pid_t worker = ::fork();
    if (worker == 0) work(*new (&slots[job]) Slot{}, arguments, job, until);
    workers.push_back(worker);
  }
  const Slot* failed = nullptr;
  std::string failure;
  for (std::size_t left = workers.size(); left > 0; left--) {
    int status = 0;
    const pid_t ended = ::wait(&status);
    const auto worker = std::find(workers.begin(), workers.end(), ended);
    *worker = 0;
    if (status == 0 || failed) continue;
    failed = &slots[worker - workers.begin()];
    failure = exit_reason(*failed, status);
    for (const pid_t other : workers)
      if (other != 0) ::kill(other, SIGTERM);
  }
  Tally seen;
  for (unsigned job = 0; job < arguments.jobs; job++) seen.add(slots[job].tally);
  report(seen, arguments);
  if (!failed) return 0;

  std::cout << "FAILED: " << failure << "\nrepeat: fuzz --seed " << failed->seed << " --runs 1 --verbose"
            << (arguments.subject ? " " : "") << (arguments.subject ? arguments.subject->word : "")
            << std::endl;
  if (arguments.shorten <= 0 || arguments.subject) return 1;
  const Script script = shorten(random_script(failed->seed), arguments.shorten);
  std::cout << "the shortest script found that fails (" << run_in_process(script, arguments.patience)
            << "):\n"
            << as_text(script) << std::flush;
  return 1;
}

template <class Number>
void read(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size())
    throw std::invalid_argument("not a number: " + std::string(text));
}

void choose_sabotage(std::string_view name) {
  const auto found = std::find(sabotages.begin(), sabotages.end(), name);
  if (found == sabotages.end()) throw std::invalid_argument("no such sabotage: " + std::string(name));
  sabotage = static_cast<Sabotage>(found - sabotages.begin());
}

// An argument with a value.
struct Setting {
  std::string_view word;
  void (*set)(Arguments& arguments, std::string_view value);
};
constexpr Setting settings[] = {
    {"--seed", [](Arguments& arguments, std::string_view value) { read(value, arguments.seed); }},
    {"--runs", [](Arguments& arguments, std::string_view value) { read(value, arguments.runs); }},
    {"--seconds",
     [](Arguments& arguments, std::string_view value) { read(value, arguments.seconds.emplace()); }},
    {"--jobs",  // 0: one per processor
     [](Arguments& arguments, std::string_view value) {
       read(value, arguments.jobs);
       if (arguments.jobs == 0) arguments.jobs = std::max(1u, std::thread::hardware_concurrency());
     }},
    {"--shorten", [](Arguments& arguments, std::string_view value) { read(value, arguments.shorten); }},
    {"--patience", [](Arguments& arguments, std::string_view value) { read(value, arguments.patience); }},
    {"--sabotage", [](Arguments&, std::string_view value) { choose_sabotage(value); }}};

// The row of a table with this word, or null.
template <class Row, std::size_t size>
const Row* find_row(const Row (&table)[size], std::string_view word) {
  const Row* const row =
      std::find_if(std::begin(table), std::end(table), [&](const Row& one) { return one.word == word; });
  return row == std::end(table) ? nullptr : row;
}

Arguments read_arguments(int count, char** words) {
  Arguments arguments;
  for (int at = 1; at < count; at++) {
    const std::string_view word = words[at];
    if (word == "--verbose") {
      arguments.verbose = true;
    } else if (const Subject* const subject = find_row(subjects, word)) {
      arguments.subject = subject;
    } else {
      if (at + 1 == count) throw std::invalid_argument(std::string(word) + " is unknown or lacks a value");
      const Setting* const setting = find_row(settings, word);
      if (!setting) throw std::invalid_argument("unknown: " + std::string(word));
      setting->set(arguments, words[++at]);
    }
  }
  return arguments;
}

}  // namespace

}  // namespace satplay::fuzz

// Leak detection needs permission to trace processes, which containers often lack; nothing here manages
// memory by hand.
extern "C" const char* __asan_default_options() {
  return "detect_leaks=0";
}

int main(int count, char** words) {
  try {
    return satplay::fuzz::run(satplay::fuzz::read_arguments(count, words));
  } catch (const std::exception& error) {
    std::cerr << "fuzz: " << error.what()
              << "\nusage: fuzz [--seed S] [--seconds N] [--runs K] [--jobs J] [--verbose] [--groups | "
                 "--counting | --backbones | --quantified | --solver-calls] [--shorten SECONDS] "
                 "[--patience SECONDS] [--sabotage NAME]\n";
    return 2;
  }
}
