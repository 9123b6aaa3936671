// Python bindings of the kernel: conversion and the interpreter lock only, no logic.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <mutex>

#include "bindings/bindings.hpp"
#include "bindings/turn.hpp"
#include "kernel/annealing.hpp"
#include "kernel/code_count.hpp"
#include "kernel/code_search.hpp"
#include "kernel/guesses.hpp"
#include "kernel/optimal.hpp"
#include "kernel/partition.hpp"
#include "kernel/tournament.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace satplay::mastermind {

namespace {

using Rows = nb::ndarray<const Symbol, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using NewRows = nb::ndarray<nb::numpy, Symbol, nb::ndim<2>>;
using NewNumbers = nb::ndarray<nb::numpy, std::int64_t, nb::ndim<2>>;
using NewAnswers = nb::ndarray<nb::numpy, std::uint16_t, nb::ndim<1>>;
using Numbers = Array<std::int32_t>;

std::span<const Symbol> codes(const Rows& rows, const Shape& shape) {
  if (rows.shape(1) != shape.length) throw std::invalid_argument("codes of another length");
  const std::span<const Symbol> all{rows.data(), rows.size()};
  shape.expect(all);
  return all;
}

Board board(const Shape& shape, const Rows& rows, const Numbers& black, const Numbers& pegs) {
  return {shape, codes(rows, shape), span(black), span(pegs)};
}

// Runs work without the interpreter lock; a signal stops it. `report` is called regularly, with the lock.
template <class Work, class Report>
auto unlocked(Work&& work, Report&& report) {
  bool failed = false;
  Pulse pulse([&] { return beat(failed, report); });
  try {
    const Unlocked released;
    return work(pulse);
  } catch (const Interrupted&) {
    throw nb::python_error();
  }
}
template <class Work>
auto unlocked(Work&& work) {
  return unlocked(work, [] {});
}

// One thread at a time may use the object; the others get an error.
template <class Object>
class Shared {
 public:
  explicit Shared(Object object) : object_(std::move(object)) {}
  template <class Work>
  auto use(Work&& work) {
    turn_.expect_progress();
    const std::unique_lock turn(turn_, std::try_to_lock);
    if (!turn) throw nb::value_error("another thread is using this object");
    return unlocked([&](Pulse& pulse) { return work(object_, pulse); });
  }
  const Object& object() const { return object_; }

 private:
  Object object_;
  Turn turn_;
};

using SharedSearch = Shared<CodeSearch>;
using SharedPartition = Shared<Partition>;

NewRows take(SharedSearch& search, std::size_t length, std::size_t rows, std::int64_t nodes) {
  std::vector<Symbol> found = search.use([&](CodeSearch& codes, Pulse& pulse) {
    std::vector<Symbol> room(rows * length);
    room.resize(codes.take(room, nodes, pulse) * length);
    room.shrink_to_fit();
    return room;
  });
  const std::size_t count = found.size() / length;
  return own_array<NewRows>(std::move(found), {count, length});
}

std::vector<std::uint64_t> tournament(const Shape& shape, bool whites, int strategy, bool all,
                                      std::uint64_t seed, const nb::object& progress) {
  if (strategy < 0 || strategy > static_cast<int>(Strategy::consistent))
    throw std::invalid_argument("a strategy from 0 to 3 is expected");
  std::uint64_t solved = 0;
  const auto play = [&](Pulse& pulse) {
    const auto secrets = Guesses(shape, shape.all(), 0).list(Information::most);
    if (!secrets) throw std::invalid_argument("4 194 304 secrets at most are expected");
    const auto run = [&]<class Answer>(Answer) {
      const typename Tournament<Answer>::Rules rules{shape, whites, all, static_cast<Strategy>(strategy),
                                                     seed};
      return Tournament<Answer>(rules, *secrets, pulse, solved).run();
    };
    const bool bytes = shape.length <= Answers<std::uint8_t>::longest;
    return bytes ? run(std::uint8_t{}) : run(std::uint16_t{});
  };
  return unlocked(play, [&] {
    if (!progress.is_none()) call_python(progress, solved);
  });
}

// Counting codes and finding one.
void bind_codes(nb::module_& module) {
  module.def(
      "count",
      [](std::size_t length, std::size_t symbols, bool repeats, const Rows& guesses, const Numbers& black,
         const Numbers& pegs, std::size_t memory, std::int64_t steps) -> nb::object {
        CodeCount counter(board(Shape(length, symbols, repeats), guesses, black, pegs));
        const auto found = unlocked([&](Pulse& pulse) { return counter.count(memory, steps, pulse); });
        if (!found) return nb::none();
        std::vector<std::uint8_t> packed;
        for (const std::uint32_t limb : *found)
          for (int shift = 0; shift < 32; shift += 8)
            packed.push_back(static_cast<std::uint8_t>(limb >> shift));
        return nb::bytes(packed.data(), packed.size());
      },
      "length"_a, "symbols"_a, "repeats"_a, "guesses"_a.noconvert(), "black"_a.noconvert(),
      "pegs"_a.noconvert(), "memory"_a, "steps"_a);

  module.def(
      "anneal",
      [](std::size_t length, std::size_t symbols, bool repeats, const Rows& guesses, const Numbers& black,
         const Numbers& pegs, std::uint64_t seed, std::int64_t steps) -> nb::object {
        const Shape shape(length, symbols, repeats);
        if (!repeats && length > symbols) throw std::invalid_argument("more positions than symbols");
        Annealing annealing(board(shape, guesses, black, pegs), seed);
        if (!unlocked([&](Pulse& pulse) { return annealing.run(steps, pulse); })) return nb::none();
        return nb::bytes(annealing.code().data(), length);
      },
      "length"_a, "symbols"_a, "repeats"_a, "guesses"_a.noconvert(), "black"_a.noconvert(),
      "pegs"_a.noconvert(), "seed"_a, "steps"_a);
}

void bind_search(nb::module_& module) {
  nb::class_<SharedSearch>(module, "CodeSearch", "All codes consistent with the board.")
      .def(
          "__init__",
          [](SharedSearch* self, std::size_t length, std::size_t symbols, bool repeats, const Rows& guesses,
             const Numbers& black, const Numbers& pegs, std::optional<std::uint64_t> seed) {
            new (self)
                SharedSearch(CodeSearch(board(Shape(length, symbols, repeats), guesses, black, pegs), seed));
          },
          "length"_a, "symbols"_a, "repeats"_a, "guesses"_a.noconvert(), "black"_a.noconvert(),
          "pegs"_a.noconvert(), "seed"_a = nb::none())
      .def(
          "take",
          [](SharedSearch& self, std::size_t rows, std::int64_t steps) {
            return take(self, self.object().length(), rows, steps);
          },
          "rows"_a, "steps"_a)
      .def(
          "count",
          [](SharedSearch& self, std::int64_t steps) {
            return self.use([&](CodeSearch& search, Pulse& pulse) { return search.count(steps, pulse); });
          },
          "steps"_a)
      .def_prop_ro("done", [](const SharedSearch& self) { return self.object().done(); });
}

void bind_partition(nb::module_& module) {
  nb::class_<SharedPartition>(module, "Partition", "Partitions candidates by their answers to a guess.")
      .def(
          "__init__",
          [](SharedPartition* self, const Rows& candidates, std::size_t symbols, bool whites) {
            const Shape shape(candidates.shape(1), symbols, true);
            new (self) SharedPartition(Partition(shape, codes(candidates, shape), whites));
          },
          "candidates"_a.noconvert(), "symbols"_a, "whites"_a)
      .def(
          "measure",
          [](SharedPartition& self, const Rows& guesses) {
            const auto given = codes(guesses, self.object().shape());
            std::vector<std::int64_t> found =
                self.use([&](Partition& partition, Pulse& pulse) { return partition.measure(given, pulse); });
            return own_array<NewNumbers>(std::move(found), {guesses.shape(0), 4});
          },
          "guesses"_a.noconvert())
      .def(
          "answers",
          [](SharedPartition& self, const Array<Symbol>& guess) {
            const Shape& shape = self.object().shape();
            if (guess.size() != shape.length) throw std::invalid_argument("a guess of another length");
            shape.expect(span(guess));
            std::vector<std::uint16_t> found =
                self.use([&](Partition& partition, Pulse&) { return partition.answers(span(guess)); });
            return own_array<NewAnswers>(std::move(found), {self.object().size()});
          },
          "guess"_a.noconvert());
}

// Guesses, tournaments and optimal strategies.
void bind_strategies(nb::module_& module) {
  module.def(
      "guesses",
      [](std::size_t length, std::size_t symbols, bool repeats, Symbols used, Symbols absent,
         std::size_t most) -> nb::object {
        const Shape shape(length, symbols, repeats);
        auto found = unlocked([&](Pulse&) { return Guesses(shape, used, absent).list(most); });
        if (!found) return nb::none();
        const std::size_t count = found->size() / length;
        return nb::cast(own_array<NewRows>(std::move(*found), {count, length}));
      },
      "length"_a, "symbols"_a, "repeats"_a, "used"_a, "absent"_a, "most"_a);

  module.def(
      "tournament",
      [](std::size_t length, std::size_t symbols, bool repeats, bool whites, int strategy, bool all,
         std::uint64_t seed, const nb::object& progress) {
        return tournament(Shape(length, symbols, repeats), whites, strategy, all, seed, progress);
      },
      "length"_a, "symbols"_a, "repeats"_a, "whites"_a, "strategy"_a, "all"_a, "seed"_a,
      "progress"_a = nb::none());

  module.def(
      "optimal",
      [](std::size_t length, std::size_t symbols, bool repeats, bool whites, const nb::object& progress) {
        const Shape shape(length, symbols, repeats);
        Optimal::Progress now;
        return unlocked([&](Pulse& pulse) { return Optimal(shape, whites, pulse, now).run(); },
                        [&] {
                          if (!progress.is_none() && now.of != 0) call_python(progress, now.settled, now.of);
                        });
      },
      "length"_a, "symbols"_a, "repeats"_a, "whites"_a, "progress"_a = nb::none());
}

}  // namespace

NB_MODULE(_kernel, module) {
  report_leaks_without_threads();
  bind_codes(module);
  bind_search(module);
  bind_partition(module);
  bind_strategies(module);
}

}  // namespace satplay::mastermind
