// Python bindings of look-ahead and of joining proofs: conversion and the interpreter lock only, no logic.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <cerrno>
#include <system_error>

#include "../joining/part.hpp"
#include "../lookahead/splitter.hpp"
#include "bindings.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace satplay {

namespace {

using Bytes = Array<std::uint8_t>;
using Names = Array<std::int64_t>;

// Calls `work` with a pulse that looks for signals; a signal handler that raises ends it.
template <class Work>
auto interruptible(Work&& work) {
  bool failed = false;
  const Pulse pulse = [&] { return beat(failed); };
  try {
    const Unlocked unlocked;
    return work(pulse);
  } catch (const lookahead::Interrupted&) {
    throw nb::python_error();
  } catch (const joining::Interrupted&) {
    throw nb::python_error();
  } catch (const joining::Malformed& error) {
    throw nb::value_error(error.what());
  }
}

nb::tuple split(const Literals& clauses, std::size_t most) {
  const lookahead::Cubes found = interruptible([&](const Pulse& pulse) {
    ClauseTable table;
    table.read(span(clauses));
    return lookahead::split(table, most, pulse);
  });
  return nb::make_tuple(nb::cast(found.cubes), found.refuted, found.satisfied);
}

nb::tuple trim(const Bytes& lrat, std::int64_t given, const std::vector<std::int32_t>& cube) {
  const joining::Part part = interruptible([&](const Pulse& pulse) {
    return joining::trim({reinterpret_cast<const char*>(lrat.data()), lrat.size()}, given, cube, pulse);
  });
  return nb::make_tuple(nb::bytes(reinterpret_cast<const char*>(part.bytes.data()), part.bytes.size()),
                        nb::cast(part.clause));
}

std::int64_t write_part(const Bytes& part, std::int64_t first, const Names& names, int descriptor) {
  return interruptible([&](const Pulse& pulse) {
    return joining::write_part(span(part), first, span(names), descriptor, pulse);
  });
}

}  // namespace

void bind_cubes(nb::module_& module) {
  module.def(
      "split", &split, "clauses"_a.noconvert(), "most"_a,
      "At most this many cubes, how many the look-ahead refuted, and whether one propagates to a model.");
  module.def("trim_proof", &trim, "lrat"_a.noconvert(), "given"_a, "cube"_a,
             "The part of a joined proof that the LRAT proof of one cube gives, and its last clause.");
  module.def("write_proof_part", &write_part, "part"_a.noconvert(), "first"_a, "names"_a.noconvert(),
             "descriptor"_a,
             "Write a part as LRAT, its lemmas numbered from `first`; return the last number.");
}

}  // namespace satplay
