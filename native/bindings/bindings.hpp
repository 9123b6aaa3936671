// Conversions shared by the bindings, and the functions that module.cpp calls to fill the module.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "../python/interpreter_lock.hpp"

namespace satplay {

void bind_engine(nanobind::module_& module);
void bind_counter(nanobind::module_& module);
void bind_cubes(nanobind::module_& module);
void bind_explainer(nanobind::module_& module);
void bind_groups(nanobind::module_& module);
void bind_quantified(nanobind::module_& module);

// Arrays are read in place. Anything that would need a conversion is refused: TypeError.
template <class Number>
using Array = nanobind::ndarray<const Number, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;
using Literals = Array<std::int32_t>;

template <class Number>
std::span<const Number> span(const Array<Number>& array) {
  return {array.data(), array.size()};
}

// A NumPy array of type `New` and this shape that takes ownership of the numbers without copying them.
template <class New, class Number>
New own_array(std::vector<Number>&& numbers, std::initializer_list<std::size_t> shape) {
  auto memory = std::make_unique<std::vector<Number>>(std::move(numbers));
  std::vector<Number>* const owned = memory.get();
  const nanobind::capsule owner(
      memory.release(), [](void* vector) noexcept { delete static_cast<std::vector<Number>*>(vector); });
  return New(owned->data(), shape, owner);
}

template <class Number>
nanobind::ndarray<nanobind::numpy, Number, nanobind::ndim<1>> own_array(std::vector<Number>&& numbers) {
  const std::size_t size = numbers.size();
  return own_array<nanobind::ndarray<nanobind::numpy, Number, nanobind::ndim<1>>>(std::move(numbers), {size});
}

// The body of a pulse: takes the interpreter lock, checks for signals and calls `report`. Returns whether to
// continue. If a Python exception was raised, it stays set and `failed` becomes true.
template <class Report>
bool beat(bool& failed, Report&& report) {
  const Locked locked;
  failed = failed || enter_python([] { return PyErr_CheckSignals(); }) != 0;
  if (failed) return false;
  try {
    report();
  } catch (nanobind::python_error& error) {
    error.restore();
    failed = true;
  }
  return !failed;
}

inline bool beat(bool& failed) {
  return beat(failed, [] {});
}

// At exit nanobind reports every object that is still alive as a leak. Daemon threads keep the objects that
// they use, which is no error: while threads are running, there is no report.
inline void report_leaks_without_threads() {
  const auto prepare_exit = [] {
    const nanobind::object count = nanobind::module_::import_("_thread").attr("_count");
    if (nanobind::cast<int>(count()) > 0) nanobind::set_leak_warnings(false);
  };
  nanobind::module_::import_("atexit").attr("register")(nanobind::cpp_function(prepare_exit));
}

}  // namespace satplay
