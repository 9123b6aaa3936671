// Python bindings of the kernel: conversion and the interpreter lock only, no logic.
#include "bindings/bindings.hpp"
#include "kernel/moves.hpp"
#include "kernel/search.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace satplay::chopsticks {

namespace {

using NumberArray = Array<Number>;
using Marks = Array<std::uint8_t>;

// Runs a search without the interpreter lock; a signal stops it.
template <class Search>
auto unlocked(Search&& search) {
  bool failed = false;
  Pulse pulse([&failed] { return beat(failed); });
  try {
    const Unlocked released;
    return search(pulse);
  } catch (const Stopped&) {
    throw nb::python_error();
  }
}

}  // namespace

NB_MODULE(_kernel, module) {
  module.doc() = "Chopsticks: distances of all positions.";
  report_leaks_without_threads();

  nb::class_<Moves>(module, "Moves")
      .def(
          "__init__",
          [](Moves* self, const NumberArray& transfers_start, const NumberArray& transfers,
             const NumberArray& taps_start, const NumberArray& taps, const NumberArray& holds,
             std::size_t fingers) {
            const std::size_t hands = holds.size();
            if (fingers < 2 || fingers > 30) throw std::invalid_argument("2 to 30 fingers are expected");
            new (self)
                Moves(Lists(span(transfers_start), span(transfers), hands, hands),
                      Lists(span(taps_start), span(taps), fingers * hands, hands), span(holds), fingers);
          },
          "transfers_start"_a.noconvert(), "transfers"_a.noconvert(), "taps_start"_a.noconvert(),
          "taps"_a.noconvert(), "holds"_a.noconvert(), "fingers"_a)
      .def(
          "attractor",
          [](const Moves& self, const Marks& ours, const Marks& theirs, bool helped) {
            if (ours.size() != self.positions() || theirs.size() != self.positions())
              throw std::invalid_argument("expected one goal mark per position");
            std::pair<Plies, Plies> found = unlocked(
                [&](Pulse& pulse) { return attractor(self, span(ours), span(theirs), helped, pulse); });
            return nb::make_tuple(own_array(std::move(found.first)), own_array(std::move(found.second)));
          },
          "ours"_a.noconvert(), "theirs"_a.noconvert(), "helped"_a)
      .def(
          "reach",
          [](const Moves& self, std::size_t from) {
            if (from >= self.positions()) throw std::invalid_argument("no such position");
            return own_array(unlocked([&](Pulse& pulse) { return reach(self, from, pulse); }));
          },
          "start"_a);
}

}  // namespace satplay::chopsticks
