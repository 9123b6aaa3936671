// Python bindings of the kernel: conversion only, no logic.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <tuple>

#include "bindings/bindings.hpp"
#include "kernel/construction.hpp"

namespace nb = nanobind;
using namespace nb::literals;

NB_MODULE(_kernel, module) {
  using namespace satplay;
  using Triples = std::vector<std::tuple<hashi::Cell, hashi::Cell, hashi::Number>>;
  module.doc() = "Hashi: random boards.";
  report_leaks_without_threads();

  module.def(
      "construct",
      [](std::int32_t rows, std::int32_t columns, std::int32_t islands, bool exact, std::int32_t most,
         bool loops, double several, double closing, std::uint64_t seed) -> std::optional<Triples> {
        if (rows < 1 || columns < 1 || islands < 1 || most < 1)
          throw std::invalid_argument("numbers from 1 are expected");
        const Unlocked released;
        hashi::Construction construction({rows, columns, islands, exact, most, loops, several, closing},
                                         seed);
        if (!construction.make()) return std::nullopt;
        Triples bridges;
        for (const auto& [way, count] : construction.built())
          bridges.emplace_back(way.first, way.second, count);
        return bridges;
      },
      "rows"_a, "columns"_a, "islands"_a, "exact"_a, "most"_a, "loops"_a, "several"_a, "closing"_a, "seed"_a);
}
