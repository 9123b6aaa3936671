#include "run_script.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <memory>
#include <ostream>
#include <sstream>

#include "failure.hpp"
#include "session.hpp"

namespace satplay::fuzz {

void run_script(const Script& script, std::ostream& out) {
  std::vector<std::unique_ptr<Session>> sessions;
  sessions.push_back(std::make_unique<Session>(script.options, script.record));
  for (const Call& call : script.calls) {
    out << as_text(call) << "\n";
    Session& session = *sessions[static_cast<std::size_t>(call.session) % sessions.size()];
    if (call.act == Act::clone)
      sessions.push_back(session.clone());
    else
      session.perform(call, out);
  }
}

std::string run_in_process(const Script& script, unsigned seconds) {
  int pipe_ends[2];
  if (::pipe(pipe_ends) != 0) throw std::runtime_error("cannot create a pipe");
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(seconds);
    const int nowhere = ::open("/dev/null", O_WRONLY);
    ::dup2(nowhere, STDERR_FILENO);
    std::ostringstream out;
    try {
      run_script(script, out);
    } catch (const std::exception& failure) {
      const ssize_t written = ::write(pipe_ends[1], failure.what(), std::strlen(failure.what()));
      ::_exit(written >= 0 ? 1 : 2);
    }
    ::_exit(0);
  }
  ::close(pipe_ends[1]);
  std::string message;
  char block[4096];
  for (ssize_t count; (count = ::read(pipe_ends[0], block, sizeof block)) > 0;)
    message.append(block, static_cast<std::size_t>(count));
  ::close(pipe_ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  if (WIFSIGNALED(status))
    return WTERMSIG(status) == SIGALRM ? "the run did not finish in time" : "killed by a signal";
  if (WEXITSTATUS(status) != 0 && message.empty()) return "crashed";
  return message;
}

// -- shortening ------------------------------------------------------------------------------------

namespace {

class Shortener {
 public:
  Shortener(Script script, double seconds)
      : best_(std::move(script)),
        until_(Clock::now() +
               std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds))) {}

  Script run() {
    for (bool better = true; better && in_time();) {
      better = drop_calls();
      better |= split_flat();
      better |= plain_options();
      better |= plain_calls();
      better |= drop_literals();
      better |= drop_columns();
    }
    return best_;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr unsigned seconds_per_run = 5;  // seconds

  bool in_time() const { return Clock::now() < until_; }

  bool keep_if_it_fails(Script candidate) {
    if (!in_time() || run_in_process(candidate, seconds_per_run).empty()) return false;
    best_ = std::move(candidate);
    return true;
  }

  bool drop_calls() {
    bool better = false;
    for (std::size_t stretch = std::max<std::size_t>(1, best_.calls.size() / 2);; stretch /= 2) {
      for (std::size_t at = 0; at < best_.calls.size() && in_time();) {
        Script candidate = best_;
        const auto from = candidate.calls.begin() + static_cast<std::ptrdiff_t>(at);
        const std::size_t length = std::min(stretch, candidate.calls.size() - at);
        candidate.calls.erase(from, from + static_cast<std::ptrdiff_t>(length));
        if (keep_if_it_fails(std::move(candidate)))
          better = true;
        else
          at += stretch;
      }
      if (stretch == 1) return better;
    }
  }

  bool split_flat() {
    bool better = false;
    for (std::size_t at = 0; at < best_.calls.size(); at++) {
      if (best_.calls[at].act != Act::add_flat) continue;
      Script candidate = best_;
      const Call flat = candidate.calls[at];
      candidate.calls.erase(candidate.calls.begin() + static_cast<std::ptrdiff_t>(at));
      Call clause;
      clause.act = Act::add;
      clause.session = flat.session;
      std::size_t to = at;
      for (const std::int32_t lit : flat.lits) {
        if (lit != 0) {
          clause.lits.push_back(lit);
          continue;
        }
        candidate.calls.insert(candidate.calls.begin() + static_cast<std::ptrdiff_t>(to++), clause);
        clause.lits.clear();
      }
      better |= keep_if_it_fails(std::move(candidate));
    }
    return better;
  }

  bool plain_options() {
    bool better = false;
    const Options plain;
    for (const OptionRow& row : option_table) {
      if (best_.options.*(row.field) == plain.*(row.field)) continue;
      Script candidate = best_;
      candidate.options.*(row.field) = plain.*(row.field);
      better |= keep_if_it_fails(std::move(candidate));
    }
    if (best_.record != Record::nothing) {
      Script candidate = best_;
      candidate.record = Record::nothing;
      better |= keep_if_it_fails(std::move(candidate));
    }
    return better;
  }

  bool plain_calls() {
    bool better = false;
    for (std::size_t at = 0; at < best_.calls.size(); at++) {
      if (best_.calls[at].interruption != Interruption::none) {
        Script candidate = best_;
        candidate.calls[at].interruption = Interruption::none;
        better |= keep_if_it_fails(std::move(candidate));
      }
      if (best_.calls[at].session != 0) {
        Script candidate = best_;
        candidate.calls[at].session = 0;
        better |= keep_if_it_fails(std::move(candidate));
      }
    }
    return better;
  }

  bool drop_literals() {
    bool better = false;
    for (std::size_t call = 0; call < best_.calls.size(); call++) {
      const Act act = best_.calls[call].act;
      if (act != Act::add && act != Act::solve && act != Act::propagate && act != Act::twin &&
          act != Act::attach && act != Act::start_enumeration)
        continue;
      for (std::size_t at = 0; at < best_.calls[call].lits.size() && in_time();) {
        Script candidate = best_;
        candidate.calls[call].lits.erase(candidate.calls[call].lits.begin() +
                                         static_cast<std::ptrdiff_t>(at));
        if (keep_if_it_fails(std::move(candidate)))
          better = true;
        else
          at++;
      }
    }
    return better;
  }

  // Drops projection variables of enumerations.
  bool drop_columns() {
    bool better = false;
    for (std::size_t call = 0; call < best_.calls.size(); call++) {
      for (std::size_t at = 0; best_.calls[call].over && at < best_.calls[call].over->size() && in_time();) {
        Script candidate = best_;
        Literals& over = *candidate.calls[call].over;
        over.erase(over.begin() + static_cast<std::ptrdiff_t>(at));
        if (keep_if_it_fails(std::move(candidate)))
          better = true;
        else
          at++;
      }
    }
    return better;
  }

  Script best_;
  Clock::time_point until_;
};

}  // namespace

Script shorten(Script script, double seconds) {
  return Shortener(std::move(script), seconds).run();
}

}  // namespace satplay::fuzz
