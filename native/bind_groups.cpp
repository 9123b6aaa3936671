// What Python sees of clauses in groups. Converts, lets go of the interpreter's lock; never thinks.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <mutex>

#include "bind.hpp"
#include "groups.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace satplay {

namespace {

using Numbers = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// Threads that share a session take turns, and nobody waits for a turn with Python's lock in hand.
class SharedGroups {
 public:
  SharedGroups(const Numbers& clauses, const Numbers& group_of, std::int32_t groups)
      : groups_({clauses.data(), clauses.size()}, {group_of.data(), group_of.size()}, groups) {}

  // Status, why it stopped, whether refuted, the groups found, those known to be needed.
  template <class Question>
  nb::tuple ask(Question&& question) {
    bool failed = false;
    const Pulse keep_alive = [&] {
      const nb::gil_scoped_acquire locked;
      failed = PyErr_CheckSignals() != 0;
      return !failed;
    };
    Status status{};
    Stop stopped{};
    bool refuted = false;
    std::vector<std::int32_t> found, needed;
    {
      const nb::gil_scoped_release unlocked;
      const std::lock_guard turn(turn_);
      status = question(groups_, keep_alive);
      stopped = groups_.stopped();
      refuted = groups_.refuted();
      found = groups_.found();
      needed = groups_.needed();
    }
    if (failed) throw nb::python_error();
    return nb::make_tuple(static_cast<int>(status), static_cast<int>(stopped), refuted, found, needed);
  }

  template <class Work>
  auto in_turn(Work&& work) {
    const nb::gil_scoped_release unlocked;
    const std::lock_guard turn(turn_);
    return work(groups_);
  }

 private:
  Groups groups_;
  std::mutex turn_;
};

Limits limits_of(std::optional<double> seconds, std::int64_t conflicts, std::int64_t propagations,
                 std::int64_t memory) {
  Limits limits;
  if (seconds) limits.seconds = *seconds;
  limits.conflicts = conflicts;
  limits.propagations = propagations;
  limits.memory_bytes = memory;
  return limits;
}

using Seconds = std::optional<double>;
using Count = std::int64_t;
using Chosen = std::vector<std::int32_t>;

}  // namespace

void bind_groups(nb::module_& module) {
  nb::class_<SharedGroups>(module, "Groups", "Clauses in groups, each of which may be left out.")
      .def(nb::init<const Numbers&, const Numbers&, std::int32_t>(), "clauses"_a.noconvert(),
           "group_of"_a.noconvert(), "groups"_a)
      .def(
          "decide",
          [](SharedGroups& self, const Chosen& chosen, Seconds seconds, Count conflicts, Count propagations,
             Count memory) {
            return self.ask([&](Groups& groups, const Pulse& pulse) {
              return groups.decide(chosen, limits_of(seconds, conflicts, propagations, memory), pulse);
            });
          },
          "chosen"_a, "seconds"_a = nb::none(), "conflicts"_a = -1, "propagations"_a = -1, "memory"_a = -1)
      .def(
          "shrink",
          [](SharedGroups& self, const Chosen& chosen, bool last, Seconds seconds, Count conflicts,
             Count propagations, Count memory) {
            return self.ask([&](Groups& groups, const Pulse& pulse) {
              return groups.shrink(chosen, last, limits_of(seconds, conflicts, propagations, memory), pulse);
            });
          },
          "chosen"_a, "last"_a, "seconds"_a = nb::none(), "conflicts"_a = -1, "propagations"_a = -1,
          "memory"_a = -1)
      .def(
          "grow",
          [](SharedGroups& self, const Chosen& chosen, Seconds seconds, Count conflicts, Count propagations,
             Count memory) {
            return self.ask([&](Groups& groups, const Pulse& pulse) {
              return groups.grow(chosen, limits_of(seconds, conflicts, propagations, memory), pulse);
            });
          },
          "chosen"_a, "seconds"_a = nb::none(), "conflicts"_a = -1, "propagations"_a = -1, "memory"_a = -1)
      .def("model", [](SharedGroups& self) { return self.in_turn([](Groups& g) { return g.model(); }); })
      .def("statistics", [](SharedGroups& self) {
        const auto [calls, rotated, counts] =
            self.in_turn([](Groups& g) { return std::tuple(g.calls(), g.rotated(), g.statistics()); });
        nb::dict result;
        result["calls"] = calls;
        result["rotated"] = rotated;
        result["conflicts"] = counts.conflicts;
        result["propagations"] = counts.propagations;
        result["decisions"] = counts.decisions;
        return result;
      });
}

}  // namespace satplay
