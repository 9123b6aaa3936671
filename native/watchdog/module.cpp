// The module satplay._watchdog: what Python cannot do to keep the limits of a process.
//
// Time limits and signals are noticed by Python code between two instructions, and by native code that asks
// for them. A sort of millions of items, one JSON document of 100 MB, a step of a simplifier that does not
// ask: these are not stopped. The watchdog is: a thread without Python, which needs no interpreter lock, and
// ends the process if nothing else has done so in time.
//
// Memory: prepares native code for failing allocations, which are C++ exceptions.
#include <fcntl.h>
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <system_error>
#include <thread>

namespace {

using Clock = std::chrono::steady_clock;

Clock::time_point after(double seconds) {
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

// Writes a text unless the reader of a pipe is not ready: the process must end.
void write_if_ready(int file, const std::string& text) {
  pollfd state{file, POLLOUT, 0};
  if (text.empty() || poll(&state, 1, 0) != 1 || !(state.revents & POLLOUT)) return;
  const ssize_t count = write(file, text.data(), text.size());
  static_cast<void>(count);
}

// The modes of the terminal when the process starts. An editor of lines changes them while it reads, and a
// process that is ended there would leave a terminal that does not show what is typed.
class TerminalModes {
 public:
  void save() { saved_ = isatty(STDIN_FILENO) && tcgetattr(STDIN_FILENO, &modes_) == 0; }

  // Not from the background, where the terminal belongs to another program.
  void restore() const {
    if (!saved_) return;
    const pid_t foreground = tcgetpgrp(STDIN_FILENO);  // -1: no terminal of a session
    if (foreground == -1 || foreground == getpgrp()) tcsetattr(STDIN_FILENO, TCSANOW, &modes_);
  }

 private:
  bool saved_ = false;
  termios modes_{};
};

// The end of the process: when, with which status, and what it prints.
struct End {
  Clock::time_point when;
  int status;
  std::string out, err;
};

class Watchdog {
 public:
  // Starts the thread.
  Watchdog() {
    if (pipe(ends_.data()) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
    for (const int end : ends_) {
      fcntl(end, F_SETFD, FD_CLOEXEC);
      fcntl(end, F_SETFL, O_NONBLOCK);
    }
    std::thread([this] { watch(); }).detach();
  }

  void set_time(std::optional<End> end) {
    {
      const std::lock_guard lock(mutex_);
      time_ = std::move(end);
    }
    send(nothing);
  }
  // Sent through the pipe, so that it comes after the signal that was noticed.
  void notice_signal() { send(noticed); }

  // Python writes the number of each signal to the file that this returns.
  int watch_signals(double patience) {
    const std::lock_guard lock(mutex_);
    patience_ = patience;
    terminal_.save();
    return ends_[1];
  }

 private:
  static constexpr char nothing = 0, noticed = 127;  // no signals have these numbers

  void send(char byte) {
    const ssize_t count = write(ends_[1], &byte, 1);  // a full pipe wakes the thread as well
    static_cast<void>(count);
  }

  void watch() {
    for (;;) {
      pollfd state{ends_[0], POLLIN, 0};
      poll(&state, 1, milliseconds_to_wait());
      read_signals();
      const std::lock_guard lock(mutex_);
      for (const std::optional<End>* end : {&signal_, &time_}) {
        if (!*end || Clock::now() < (*end)->when) continue;
        terminal_.restore();
        write_if_ready(STDOUT_FILENO, (*end)->out);
        write_if_ready(STDERR_FILENO, (*end)->err);
        _exit((*end)->status);
      }
    }
  }

  int milliseconds_to_wait() {
    const std::lock_guard lock(mutex_);
    std::optional<Clock::time_point> next;
    for (const std::optional<End>* end : {&signal_, &time_})
      if (*end && (!next || (*end)->when < *next)) next = (*end)->when;
    if (!next) return -1;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(*next - Clock::now()).count();
    return static_cast<int>(std::clamp<std::int64_t>(left, 0, 3'600'000));
  }

  void read_signals() {
    std::array<char, 64> bytes;
    for (ssize_t count; (count = read(ends_[0], bytes.data(), bytes.size())) > 0;) {
      for (ssize_t at = 0; at < count; at++) expect_end(bytes[static_cast<std::size_t>(at)]);
    }
  }

  void expect_end(int number) {
    const std::lock_guard lock(mutex_);
    if (number == noticed) signal_.reset();
    if (signal_ || (number != SIGINT && number != SIGTERM && number != SIGHUP)) return;
    const char* const word = number == SIGINT ? "interrupted" : "terminated";
    signal_ = End{after(patience_), 128 + number, "", std::string("satplay: ") + word + "\n"};
  }

  std::mutex mutex_;
  std::array<int, 2> ends_{};  // of the pipe: for reading, for writing
  double patience_ = 0;
  TerminalModes terminal_;
  std::optional<End> time_, signal_;
};

// Never destroyed: its thread may still wait when the interpreter has ended.
Watchdog& watchdog() {
  static Watchdog* const only = new Watchdog;
  return *only;
}

// The first exception of a thread allocates data of the C++ library. The C library aborts the process if that
// fails, so this must happen before the memory is exhausted.
void throw_once() {
  try {
    throw 0;
  } catch (int) {
  }
}

}  // namespace

NB_MODULE(_watchdog, module) {
  module.doc() = "What Python cannot do to keep the limits of a process.";
  module.def(
      "arm",
      [](double seconds, int status, std::string out, std::string err) {
        watchdog().set_time(End{after(seconds), status, std::move(out), std::move(err)});
      },
      nanobind::arg("seconds"), nanobind::arg("status"), nanobind::arg("out"), nanobind::arg("err"),
      "End the process after this many seconds with this status, and write two texts to stdout and stderr; "
      "replaces an earlier call.");
  module.def("disarm", [] { watchdog().set_time(std::nullopt); }, "Do not end the process.");
  module.def(
      "watch_signals", [](double patience) { return watchdog().watch_signals(patience); },
      nanobind::arg("patience"),
      "End the process if Python does not notice an interrupt in this many seconds; returns a file for "
      "signal.set_wakeup_fd.");
  module.def("notice_signal", [] { watchdog().notice_signal(); }, "Python has noticed a signal.");
  module.def("prepare_exceptions", throw_once, "Let native code report failing allocations in this thread.");
}
