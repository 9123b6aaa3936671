// The interpreter lock (GIL): computing without it, taking it back, calling Python. The bindings of the
// solver and of the proof checker share this file, which knows of neither.
//
// A thread that asks for the lock while the interpreter ends never gets it. Up to Python 3.13 it is ended by
// pthread_exit, which glibc implements by unwinding the stack. Frames of nanobind are noexcept, so the
// process would abort: nanobind's own gil_scoped_release and gil_scoped_acquire are not used. Here the thread
// waits for the end of the process, as in Python 3.14.
#pragma once
#include <cxxabi.h>
#include <nanobind/nanobind.h>

#include <chrono>
#include <thread>
#include <utility>

namespace satplay {

// Makes a call of Python's C interface that may take the lock or run Python code. `call` owns no objects:
// their destructors would run while the stack is unwound, without the lock.
template <class Call>
auto enter_python(Call&& call) {
#ifdef __GLIBCXX__
  try {
    return call();
  } catch (const abi::__forced_unwind&) {
    for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
  }
#else
  return call();
#endif
}

// The state of this thread in the interpreter while it does not hold the lock, otherwise null.
inline thread_local PyThreadState* unlocked_thread = nullptr;

// Releases the lock for the duration of a block.
class Unlocked {
 public:
  Unlocked() { unlocked_thread = PyEval_SaveThread(); }
  ~Unlocked() {
    PyThreadState* const thread = std::exchange(unlocked_thread, nullptr);
    enter_python([&] { PyEval_RestoreThread(thread); });
  }
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;
};

// Holds the lock for the duration of a block; the thread may hold it already.
class Locked {
 public:
  Locked() : thread_(std::exchange(unlocked_thread, nullptr)) {
    if (thread_) enter_python([&] { PyEval_RestoreThread(thread_); });
  }
  ~Locked() {
    if (thread_) unlocked_thread = PyEval_SaveThread();
  }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;

 private:
  PyThreadState* const thread_;
};

// The new object that a call of the C interface returns; python_error if it fails.
template <class Call>
nanobind::object new_object(Call&& call) {
  PyObject* const result = enter_python(call);
  if (!result) throw nanobind::python_error();
  return nanobind::steal(result);
}

// Calls a function written in Python.
template <class... Arguments>
nanobind::object call_python(const nanobind::handle& function, Arguments&&... arguments) {
  const nanobind::tuple all = nanobind::make_tuple(std::forward<Arguments>(arguments)...);
  return new_object([&] { return PyObject_CallObject(function.ptr(), all.ptr()); });
}

// Calls `use` with each item of an iterable object, which may be a generator.
template <class Use>
void for_each_item(const nanobind::handle& iterable, Use&& use) {
  const nanobind::object iterator = new_object([&] { return PyObject_GetIter(iterable.ptr()); });
  while (PyObject* const item = enter_python([&] { return PyIter_Next(iterator.ptr()); }))
    use(nanobind::steal(item));
  if (PyErr_Occurred()) throw nanobind::python_error();
}

}  // namespace satplay
