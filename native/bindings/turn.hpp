// Threads that share a session take turns.
#pragma once
#include <atomic>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "../python/interpreter_lock.hpp"

namespace satplay {

// A mutex that knows which thread holds it. A session calls Python during its work: theories, progress
// reports, proof sinks, signal handlers. If one of these calls the session, the thread would wait for itself.
class Turn {
 public:
  // Waits, without the interpreter lock, until other threads have finished; then does the work.
  template <class Work>
  auto take(Work&& work) {
    expect_progress();
    const Unlocked unlocked;
    const std::lock_guard turn(*this);
    return work();
  }

  // Raises an error if waiting for the turn would take forever. Needs the interpreter lock.
  void expect_progress() {
    if (holder_.load() == std::this_thread::get_id()) refuse_callback();
    if (!is_interpreter_ending()) return;
    // A thread that holds the turn now may be waiting for the end of the process (interpreter_lock.hpp).
    if (!try_lock())
      throw std::runtime_error("a session was called while the interpreter ends and another thread uses it");
    unlock();
  }

  void lock() {
    mutex_.lock();
    holder_ = std::this_thread::get_id();
  }
  bool try_lock() {
    if (!mutex_.try_lock()) return false;
    holder_ = std::this_thread::get_id();
    return true;
  }
  void unlock() {
    holder_ = std::thread::id{};
    mutex_.unlock();
  }

 private:
  [[noreturn]] static void refuse_callback() {
    const nanobind::object error = nanobind::module_::import_("satplay.errors").attr("EngineError");
    PyErr_SetString(error.ptr(),
                    "a session was called from its own callback (theory, progress report, proof sink or "
                    "signal handler): it would wait for itself");
    throw nanobind::python_error();
  }

  static bool is_interpreter_ending() {
#if PY_VERSION_HEX >= 0x030D0000
    return Py_IsFinalizing();
#else
    return _Py_IsFinalizing();
#endif
  }

  std::mutex mutex_;
  std::atomic<std::thread::id> holder_;
};

}  // namespace satplay
