// Python bindings of the search through all positions: converts arguments and releases the interpreter lock.
#include <memory>

#include "bindings/bindings.hpp"
#include "kernel/moves.hpp"
#include "kernel/search.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace satplay::chopsticks {

namespace {

using NewPlies = nb::ndarray<nb::numpy, std::int32_t, nb::ndim<1>>;
using Given = Array<Number>;
using Marks = Array<std::uint8_t>;

NewPlies to_array(Plies&& plies) {
  auto memory = std::make_unique<Plies>(std::move(plies));
  Plies* const data = memory.get();
  const nb::capsule owner(memory.release(), [](void* old) noexcept { delete static_cast<Plies*>(old); });
  return NewPlies(data->data(), {data->size()}, owner);
}

// Searches without Python's lock, and stops when Python has a signal to raise.
template <class Search>
auto unlocked(Search&& search) {
  bool failed = false;
  Pulse pulse([&failed] { return beat(failed); });
  try {
    const nb::gil_scoped_release released;
    return search(pulse);
  } catch (const Stopped&) {
    throw nb::python_error();
  }
}

}  // namespace

NB_MODULE(_kernel, module) {
  module.doc() = "Chopsticks: distances of all positions.";

  nb::class_<Moves>(module, "Moves")
      .def(
          "__init__",
          [](Moves* self, const Given& transfers_start, const Given& transfers, const Given& taps_start,
             const Given& taps, const Given& holds, std::size_t fingers) {
            const std::size_t hands = holds.size();
            if (fingers < 2 || fingers > 30) throw std::invalid_argument("no such number of fingers");
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
              throw std::invalid_argument("goals of another size");
            std::pair<Plies, Plies> found = unlocked(
                [&](Pulse& pulse) { return attractor(self, span(ours), span(theirs), helped, pulse); });
            return nb::make_tuple(to_array(std::move(found.first)), to_array(std::move(found.second)));
          },
          "ours"_a.noconvert(), "theirs"_a.noconvert(), "helped"_a)
      .def(
          "reach",
          [](const Moves& self, std::size_t from) {
            if (from >= self.positions()) throw std::invalid_argument("no such position");
            return to_array(unlocked([&](Pulse& pulse) { return reach(self, from, pulse); }));
          },
          "start"_a);
}

}  // namespace satplay::chopsticks
