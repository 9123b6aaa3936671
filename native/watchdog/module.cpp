// The module satplay._watchdog: what Python cannot do to keep the limits of a process.
//
// Time: ends the process at a given time, whatever it is doing.
// A time limit is enforced by an exception in the main thread. That exception waits for a call of C code that
// does not look at signals: a sort of millions of items, one JSON document of 100 MB, a decoded text. The
// watchdog waits for nothing: it is a thread without Python, and needs no interpreter lock.
//
// Memory: prepares native code for failing allocations, which are C++ exceptions.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <poll.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace {

using Clock = std::chrono::steady_clock;

// Writes a text unless the reader of a pipe is not ready: the process must end.
void write_if_ready(int file, const std::string& text) {
  pollfd state{file, POLLOUT, 0};
  if (text.empty() || poll(&state, 1, 0) != 1 || !(state.revents & POLLOUT)) return;
  const ssize_t count = write(file, text.data(), text.size());
  static_cast<void>(count);
}

class Watchdog {
 public:
  void arm(double seconds, int status, std::string out, std::string err) {
    const std::lock_guard lock(mutex_);
    deadline_ =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    armed_ = true;
    status_ = status;
    out_ = std::move(out);
    err_ = std::move(err);
    if (!running_) {
      running_ = true;
      std::thread([this] { watch(); }).detach();
    }
    changed_.notify_one();
  }

  void disarm() {
    const std::lock_guard lock(mutex_);
    armed_ = false;
    changed_.notify_one();
  }

 private:
  void watch() {
    std::unique_lock lock(mutex_);
    for (;;) {
      if (!armed_) {
        changed_.wait(lock);
      } else if (Clock::now() < deadline_) {
        changed_.wait_until(lock, deadline_);
      } else {
        write_if_ready(STDOUT_FILENO, out_);
        write_if_ready(STDERR_FILENO, err_);
        _exit(status_);
      }
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool running_ = false, armed_ = false;
  Clock::time_point deadline_;
  int status_ = 0;
  std::string out_, err_;
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
        watchdog().arm(seconds, status, std::move(out), std::move(err));
      },
      nanobind::arg("seconds"), nanobind::arg("status"), nanobind::arg("out"), nanobind::arg("err"),
      "End the process after this many seconds with this status, and write two texts to stdout and stderr; "
      "replaces an earlier call.");
  module.def("disarm", [] { watchdog().disarm(); }, "Do not end the process.");
  module.def("prepare_exceptions", throw_once, "Let native code report failing allocations in this thread.");
}
