// Python bindings of the kernel: conversion only, no logic.
#include "bindings/bindings.hpp"
#include "kernel/cover.hpp"

namespace nb = nanobind;
using namespace nb::literals;

NB_MODULE(_kernel, module) {
  using namespace satplay;
  module.doc() = "Flow: random moves of paths.";
  report_leaks_without_threads();

  module.def(
      "stir",
      [](std::int32_t rows, std::int32_t columns, const Array<std::int32_t>& cells,
         const Array<std::int32_t>& ends, const Array<std::uint32_t>& state, std::size_t goal,
         std::int64_t first, std::int64_t least, std::int64_t end) {
        flow::Cover cover(rows, columns, span(cells), span(ends));
        flow::RandomNumbers random(span(state));
        bool is_cut_short = false;
        {
          const Unlocked released;
          is_cut_short = !cover.stir(random, goal, first, least, end);
        }
        std::vector<std::int32_t> new_cells, new_ends;
        cover.for_each_path([&](const std::vector<flow::Cell>& path) {
          new_cells.insert(new_cells.end(), path.begin(), path.end());
          new_ends.push_back(static_cast<std::int32_t>(new_cells.size()));
        });
        std::vector<std::uint32_t> new_state(random.state().begin(), random.state().end());
        return nb::make_tuple(own_array(std::move(new_cells)), own_array(std::move(new_ends)),
                              own_array(std::move(new_state)), !is_cut_short);
      },
      "rows"_a, "columns"_a, "cells"_a.noconvert(), "ends"_a.noconvert(), "state"_a.noconvert(), "goal"_a,
      "first"_a, "least"_a, "end"_a);
}
