// Python bindings of quantified formulas: conversion and the interpreter lock only, no logic.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <atomic>

#include "../quantified/decide.hpp"
#include "bindings.hpp"
#include "limits.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace satplay {

namespace {

// Decides formulas in any number of threads; an interrupt stops all running calls.
class SharedDecider {
 public:
  // Returns status, reason for stopping, outermost choice, gates and functions (or None), counts.
  nb::tuple decide(const quantified::Question& question, const Limits& limits) {
    bool failed = false;
    const std::int64_t interrupts = interrupts_.load();
    const Pulse pulse_callback = [&] { return interrupts_.load() == interrupts && beat(failed); };
    std::optional<quantified::Answer> answer;
    Stop stopped = Stop::none;
    std::int64_t conflicts = 0, propagations = 0, questions = 0;
    {
      const Unlocked unlocked;
      quantified::Meter meter(limits, pulse_callback);
      try {
        answer = quantified::decide(question, meter);
      } catch (const quantified::Stopped& why) {
        stopped = why.why;
      } catch (const std::bad_alloc&) {
        stopped = Stop::memory;
      }
      conflicts = meter.conflicts;
      propagations = meter.propagations;
      questions = meter.questions;
    }
    if (failed) throw nb::python_error();
    nb::dict counts;
    counts["conflicts"] = conflicts;
    counts["propagations"] = propagations;
    counts["calls"] = questions;
    counts["refinements"] = answer ? answer->refinements : 0;
    const Status status = !answer         ? Status::unknown
                          : answer->holds ? Status::satisfiable
                                          : Status::unsatisfiable;
    const auto outermost = answer ? std::move(answer->outermost) : std::vector<std::int32_t>{};
    nb::object gates = nb::none(), functions = nb::none();
    if (answer && answer->strategy) {
      gates = nb::cast(own_array(std::move(answer->strategy->gates)));
      functions = nb::cast(own_array(std::move(answer->strategy->functions)));
    }
    return nb::make_tuple(static_cast<int>(status), static_cast<int>(stopped), outermost, gates, functions,
                          counts);
  }

  void interrupt() noexcept { interrupts_++; }

 private:
  std::atomic<std::int64_t> interrupts_ = 0;
};

}  // namespace

void bind_quantified(nb::module_& module) {
  nb::class_<SharedDecider>(module, "Decider", "Decides quantified formulas.")
      .def(nb::init<>())
      .def(
          "decide",
          [](SharedDecider& self, const Literals& prefix, const Literals& clauses, bool eliminate,
             bool keep_strategy, std::int32_t first_gate, Seconds seconds, Count conflicts,
             Count propagations, Count memory) {
            return self.decide({span(prefix), span(clauses), eliminate, keep_strategy, first_gate},
                               limits_of(seconds, conflicts, propagations, memory));
          },
          "prefix"_a.noconvert(), "clauses"_a.noconvert(), "eliminate"_a, "keep_strategy"_a, "first_gate"_a,
          "seconds"_a = nb::none(), "conflicts"_a = -1, "propagations"_a = -1, "memory"_a = -1)
      .def("interrupt", &SharedDecider::interrupt);
}

}  // namespace satplay
