// Python bindings of the checker: conversion and the interpreter lock only, no logic.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "../python/interpreter_lock.hpp"
#include "drat.hpp"
#include "lrat.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace satplay::checker {

namespace {

using Bytes = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Literals = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Numbers = std::span<const std::int32_t>;
using Proof = std::span<const std::uint8_t>;

Outcome check(Numbers formula, Proof proof, Format format, Numbers goal, bool every_line, Pulse& pulse) {
  Reader reader(proof, format, pulse);
  if (format == Format::text_lrat) return Lrat(formula, goal, pulse).check(reader);
  if (every_line) return Drat(formula, goal, pulse).forward(reader, true);
  const Outcome outcome = Drat(formula, goal, pulse).backward(reader);
  if (outcome.verdict != Outcome::Verdict::refused) return outcome;
  // Backward checking meets the last bad line first, but the report names the first.
  pulse.progress = {};
  Reader again(proof, format, pulse);
  return Drat(formula, goal, pulse).forward(again, false);
}

nb::object numbers(std::vector<std::int64_t>&& values) {
  auto* const owned = new std::vector<std::int64_t>(std::move(values));
  const nb::capsule owner(
      owned, [](void* vector) noexcept { delete static_cast<std::vector<std::int64_t>*>(vector); });
  return nb::cast(nb::ndarray<nb::numpy, std::int64_t, nb::ndim<1>>(owned->data(), {owned->size()}, owner));
}

nb::dict as_dict(Outcome&& outcome) {
  constexpr const char* verdicts[] = {"verified", "refused", "out of time", "out of memory", "interrupted"};
  nb::dict result;
  result["verdict"] = verdicts[static_cast<int>(outcome.verdict)];
  result["line"] = outcome.line;
  result["offset"] = outcome.offset;
  result["reason"] = outcome.reason;
  result["additions"] = outcome.additions;
  result["needed"] = outcome.needed;
  result["not_there"] = outcome.not_there;
  result["kept_units"] = outcome.kept_units;
  result["core"] = numbers(std::move(outcome.core));
  return result;
}

nb::object checked(const Literals& formula, const Bytes& proof, int format,
                   const std::vector<std::int32_t>& goal, bool every_line, std::optional<double> seconds,
                   std::optional<std::uint64_t> bytes, const nb::object& pulse) {
  bool failed = false;
  const auto pulse_callback = [&](const Progress& progress) {
    const Locked locked;
    if (enter_python([] { return PyErr_CheckSignals(); }) != 0) {
      failed = true;
    } else if (!pulse.is_none()) {
      try {
        call_python(pulse, progress.read, progress.checked);
      } catch (nb::python_error& error) {
        error.restore();
        failed = true;
      }
    }
    return !failed;
  };
  Outcome outcome;
  std::optional<Fault> fault;
  {
    const Unlocked unlocked;
    try {
      const Bookkeeping account(bytes.value_or(UINT64_MAX));
      Pulse watch(seconds, pulse_callback);
      outcome = check({formula.data(), formula.size()}, {proof.data(), proof.size()},
                      static_cast<Format>(format), goal, every_line, watch);
    } catch (const Fault& found) {
      fault = found;
    } catch (const Stop& stop) {
      outcome.verdict = stop == Stop::time     ? Outcome::Verdict::out_of_time
                        : stop == Stop::memory ? Outcome::Verdict::out_of_memory
                                               : Outcome::Verdict::interrupted;
    }
  }
  if (failed) throw nb::python_error();
  if (fault)
    return nb::make_tuple(fault->expected, nb::bytes(fault->token.data(), fault->token.size()), fault->line,
                          fault->column);
  return as_dict(std::move(outcome));
}

}  // namespace

}  // namespace satplay::checker

NB_MODULE(_checker, module) {
  module.doc() = "satplay's fast proof checker";
  module.def("check", &satplay::checker::checked, "formula"_a.noconvert(), "proof"_a.noconvert(), "format"_a,
             "goal"_a, "every_line"_a, "seconds"_a = nb::none(), "bytes"_a = nb::none(),
             "pulse"_a = nb::none());
}
