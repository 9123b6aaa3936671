// Python bindings of the counter: conversion and the interpreter lock only, no logic.
#include "../counter/counter.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <mutex>

#include "bindings.hpp"
#include "turn.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace satplay {

namespace {

// A counter that several threads may share: one count at a time, while any thread may interrupt it and read
// the statistics. A waiting thread releases the interpreter lock.
class SharedCounter {
 public:
  SharedCounter(counting::Problem&& problem, std::size_t cache_bytes)
      : counter_(std::move(problem), cache_bytes) {}

  nb::tuple count(const counting::Limits& limits, const nb::object& pulse) {
    bool failed = false;
    const counting::Pulse pulse_callback = [&] {
      store_statistics();
      return beat(failed, [&] {
        if (!pulse.is_none()) call_python(pulse);
      });
    };
    const counting::Count result = turn_.take([&] {
      counting::Count found = counter_.count(limits, pulse_callback);
      store_statistics();
      return found;
    });
    if (failed) throw nb::python_error();
    const std::vector<std::uint8_t> bytes = result.at_least.bytes();
    return nb::make_tuple(nb::bytes(reinterpret_cast<const char*>(bytes.data()), bytes.size()), result.free,
                          static_cast<int>(result.stopped));
  }

  void interrupt() noexcept { counter_.interrupt(); }

  counting::Statistics statistics() const {
    const std::lock_guard look(looking_);
    return statistics_;
  }

 private:
  void store_statistics() {
    const std::lock_guard look(looking_);
    statistics_ = counter_.statistics();
  }

  counting::Counter counter_;
  Turn turn_;
  mutable std::mutex looking_;
  counting::Statistics statistics_;
};

counting::Problem problem_of(std::span<const std::int32_t> clauses, std::int32_t declared,
                             const std::optional<std::vector<std::int32_t>>& projection) {
  bool failed = false;
  counting::Meter meter;
  meter.start({}, [&] { return beat(failed); });
  try {
    const Unlocked unlocked;
    return counting::read_problem(clauses, declared, projection, meter);
  } catch (const counting::Stopped&) {  // only a signal can have stopped it
    throw nb::python_error();
  }
}

constexpr std::pair<const char*, std::int64_t counting::Statistics::*> counter_statistics_fields[] = {
    {"decisions", &counting::Statistics::decisions},
    {"propagations", &counting::Statistics::propagations},
    {"conflicts", &counting::Statistics::conflicts},
    {"learned", &counting::Statistics::learned},
    {"checks", &counting::Statistics::checks},
    {"components", &counting::Statistics::components},
    {"cache_hits", &counting::Statistics::cache_hits},
    {"cache_entries", &counting::Statistics::cache_entries},
    {"cache_evicted", &counting::Statistics::cache_evicted},
    {"cache_bytes", &counting::Statistics::cache_bytes},
    {"variables_left", &counting::Statistics::variables},
    {"clauses_left", &counting::Statistics::clauses},
};

}  // namespace

void bind_counter(nb::module_& module) {
  nb::class_<SharedCounter>(module, "Counter",
                            "Counts the models of one formula; a stopped count can be continued.")
      .def(
          "__init__",
          [](SharedCounter* self, const Literals& clauses, std::int32_t declared,
             const std::optional<std::vector<std::int32_t>>& projection, std::size_t cache_bytes) {
            new (self) SharedCounter(problem_of(span(clauses), declared, projection), cache_bytes);
          },
          "clauses"_a.noconvert(), "declared"_a, "projection"_a = nb::none(), "cache_bytes"_a = 512u << 20)
      .def(
          "count",
          [](SharedCounter& self, std::optional<double> seconds, std::int64_t conflicts,
             std::int64_t propagations, std::int64_t memory, const nb::object& pulse) {
            return self.count({seconds, conflicts, propagations, memory}, pulse);
          },
          "seconds"_a = nb::none(), "conflicts"_a = -1, "propagations"_a = -1, "memory"_a = -1,
          "pulse"_a = nb::none())
      .def("interrupt", &SharedCounter::interrupt)
      .def("statistics", [](const SharedCounter& self) {
        const counting::Statistics counts = self.statistics();
        nb::dict result;
        for (const auto& [name, counter] : counter_statistics_fields) result[name] = counts.*counter;
        return result;
      });
}

}  // namespace satplay
