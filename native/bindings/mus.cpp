// Python bindings of groups of clauses and hitting sets: conversion and the interpreter lock only, no logic.
#include <nanobind/stl/vector.h>

#include <mutex>

#include "../mus/groups.hpp"
#include "../mus/hitting.hpp"
#include "bindings.hpp"
#include "limits.hpp"
#include "turn.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace satplay {

namespace {

struct Counts {
  std::int64_t calls = 0, rotated = 0;
  Statistics engine;
  std::size_t bytes = 0;
};

// Groups that several threads may share: one call at a time. A waiting thread releases the interpreter lock.
class SharedGroups {
 public:
  SharedGroups(ExternalLits clauses, std::span<const std::int32_t> group_of, std::int32_t groups,
               const Pulse& pulse)
      : groups_(clauses, group_of, groups, pulse) {
    store_counts();
  }

  // Returns status, reason for stopping, whether refuted, groups found, groups known to be needed, model.
  template <class Question>
  nb::tuple ask(const nb::object& pulse, Question&& question) {
    bool failed = false;
    const Pulse pulse_callback = [&] {
      store_counts();
      const Groups::Progress now = groups_.progress();
      return beat(failed, [&] {
        if (!pulse.is_none()) call_python(pulse, now.needed, now.dropped, now.open);
      });
    };
    Status status{};
    Stop stopped{};
    bool refuted = false;
    std::vector<std::int32_t> found, needed, model;
    turn_.take([&] {
      status = question(groups_, pulse_callback);
      stopped = groups_.stopped();
      refuted = groups_.refuted();
      found = groups_.found();
      needed = groups_.needed();
      if (status == Status::satisfiable) model = groups_.model();
      store_counts();
    });
    if (failed) throw nb::python_error();
    return nb::make_tuple(static_cast<int>(status), static_cast<int>(stopped), refuted, found, needed, model);
  }

  void interrupt() noexcept { groups_.interrupt(); }

  // May be called at any time, even from the pulse: it does not wait for a running call.
  Counts counts() const {
    const std::lock_guard look(looking_);
    return counts_;
  }

 private:
  void store_counts() {
    const std::lock_guard look(looking_);
    counts_ = {groups_.calls(), groups_.rotated(), groups_.statistics(), groups_.bytes()};
  }

  Groups groups_;
  Turn turn_;
  mutable std::mutex looking_;
  Counts counts_;
};

// One thread at a time may call it, others get an error; any thread may interrupt.
class SharedHittingSets {
 public:
  explicit SharedHittingSets(const std::vector<std::int64_t>& weights) : sets_(weights) {}
  const HittingSets& sets() const { return sets_; }

  void hit(const std::vector<std::int32_t>& elements) {
    const auto turn = my_turn();
    sets_.hit(elements);
  }
  void interrupt() noexcept { sets_.interrupt(); }

  nb::tuple minimum(const Limits& limits, const nb::object& pulse) {
    bool failed = false;
    const auto turn = my_turn();
    const Pulse pulse_callback = [&] {
      return beat(failed, [&] {
        if (!pulse.is_none()) call_python(pulse, sets_.cost());
      });
    };
    Status status{};
    {
      const Unlocked unlocked;
      status = sets_.minimum(limits, pulse_callback);
    }
    if (failed) throw nb::python_error();
    return nb::make_tuple(static_cast<int>(status), static_cast<int>(sets_.stopped()), sets_.found());
  }

 private:
  std::unique_lock<Turn> my_turn() {
    turn_.expect_progress();
    std::unique_lock turn(turn_, std::try_to_lock);
    if (!turn) throw nb::value_error("another thread is using this object");
    return turn;
  }

  HittingSets sets_;
  Turn turn_;
};

using Chosen = std::vector<std::int32_t>;

void bind_subsets(nb::module_& module) {
  nb::class_<SharedGroups>(module, "Groups", "Clauses in groups that can be left out.")
      .def(
          "__init__",
          [](SharedGroups* self, const Literals& clauses, const Array<std::int32_t>& group_of,
             std::int32_t groups) {
            bool failed = false;
            try {
              const Unlocked unlocked;
              new (self) SharedGroups(span(clauses), span(group_of), groups, [&] { return beat(failed); });
            } catch (const Groups::Interrupted&) {
              throw nb::python_error();
            }
          },
          "clauses"_a.noconvert(), "group_of"_a.noconvert(), "groups"_a)
      .def(
          "decide",
          [](SharedGroups& self, const Chosen& chosen, Seconds seconds, Count conflicts, Count propagations,
             Count memory) {
            return self.ask(nb::none(), [&](Groups& groups, const Pulse& beat) {
              return groups.decide(chosen, limits_of(seconds, conflicts, propagations, memory), beat);
            });
          },
          "chosen"_a, "seconds"_a = nb::none(), "conflicts"_a = -1, "propagations"_a = -1, "memory"_a = -1)
      .def(
          "shrink",
          [](SharedGroups& self, const Chosen& chosen, bool last, Seconds seconds, Count conflicts,
             Count propagations, Count memory, const nb::object& pulse) {
            return self.ask(pulse, [&](Groups& groups, const Pulse& beat) {
              return groups.shrink(chosen, last, limits_of(seconds, conflicts, propagations, memory), beat);
            });
          },
          "chosen"_a, "last"_a, "seconds"_a = nb::none(), "conflicts"_a = -1, "propagations"_a = -1,
          "memory"_a = -1, "pulse"_a = nb::none())
      .def(
          "grow",
          [](SharedGroups& self, const Chosen& chosen, Seconds seconds, Count conflicts, Count propagations,
             Count memory) {
            return self.ask(nb::none(), [&](Groups& groups, const Pulse& beat) {
              return groups.grow(chosen, limits_of(seconds, conflicts, propagations, memory), beat);
            });
          },
          "chosen"_a, "seconds"_a = nb::none(), "conflicts"_a = -1, "propagations"_a = -1, "memory"_a = -1)
      .def("interrupt", &SharedGroups::interrupt)
      .def("statistics", [](const SharedGroups& self) {
        const Counts counts = self.counts();
        nb::dict result;
        result["calls"] = counts.calls;
        result["rotated"] = counts.rotated;
        result["conflicts"] = counts.engine.conflicts;
        result["propagations"] = counts.engine.propagations;
        result["decisions"] = counts.engine.decisions;
        result["bytes"] = counts.bytes;
        return result;
      });
}

void bind_hitting_sets(nb::module_& module) {
  nb::class_<SharedHittingSets>(module, "HittingSets", "Minimum-weight hitting sets.")
      .def(nb::init<const std::vector<std::int64_t>&>(), "weights"_a)
      .def("hit", &SharedHittingSets::hit)
      .def(
          "minimum",
          [](SharedHittingSets& self, Seconds seconds, Count conflicts, Count propagations, Count memory,
             const nb::object& pulse) {
            return self.minimum(limits_of(seconds, conflicts, propagations, memory), pulse);
          },
          "seconds"_a = nb::none(), "conflicts"_a = -1, "propagations"_a = -1, "memory"_a = -1,
          "pulse"_a = nb::none())
      .def("interrupt", &SharedHittingSets::interrupt)
      .def_prop_ro("cost", [](const SharedHittingSets& self) { return self.sets().cost(); })
      .def_prop_ro("failures", [](const SharedHittingSets& self) { return self.sets().failures(); });
}

}  // namespace

void bind_groups(nb::module_& module) {
  bind_subsets(module);
  bind_hitting_sets(module);
}

}  // namespace satplay
