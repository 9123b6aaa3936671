// What the bindings share, and the parts that bindings.cpp puts together into the module.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <span>

namespace satplay {

void bind_engine(nanobind::module_& module);
void bind_counter(nanobind::module_& module);
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

// The body of a pulse, run with the interpreter lock held; returns whether to go on: no signal has arrived,
// and the progress callback has raised nothing. An exception of Python stays set: `failed`.
template <class Tell>
bool beat(bool& failed, Tell&& tell) {
  const nanobind::gil_scoped_acquire locked;
  failed = failed || PyErr_CheckSignals() != 0;
  if (failed) return false;
  try {
    tell();
  } catch (nanobind::python_error& error) {
    error.restore();
    failed = true;
  }
  return !failed;
}

inline bool beat(bool& failed) {
  return beat(failed, [] {});
}

}  // namespace satplay
