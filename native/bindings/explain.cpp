// Python bindings of the explanation engine: conversion and the interpreter lock only, no logic.
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "../explain/explainer.hpp"
#include "bindings.hpp"
#include "limits.hpp"
#include "turn.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace satplay {

namespace {

using explaining::Explainer;
using Table = nb::ndarray<const std::int32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using NumberList = std::vector<std::int32_t>;
// Kind (connected, without cycles, chordless), number of nodes, edges, literals of the edges, terminals,
// literals of the nodes (0: none; an empty list: no node has one), costs by size.
using GraphArguments =
    std::tuple<std::int32_t, std::int32_t, Table, Table, NumberList, NumberList, NumberList>;

Lit checked(std::int32_t lit, Var variables) {
  const std::int64_t number = lit < 0 ? -std::int64_t{lit} : lit;
  if (number == 0 || number > variables) throw std::invalid_argument("a literal is not declared");
  return explaining::from_external(lit);
}

std::vector<Lit> literals_of(std::span<const std::int32_t> lits, Var variables) {
  std::vector<Lit> found;
  for (const std::int32_t lit : lits) found.push_back(checked(lit, variables));
  return found;
}

NumberList numbers_of(const std::vector<Lit>& lits) {
  NumberList found;
  for (const Lit lit : lits) found.push_back(explaining::to_external(lit));
  return found;
}

void expect_fitting(const GraphArguments& arguments) {
  const auto& [kind, nodes, edges, literals, terminals, node_literals, costs] = arguments;
  const bool has_kind = kind >= 0 && kind <= 2;
  const bool fits = edges.shape(1) == 2 && literals.shape(0) == edges.shape(0) &&
                    (node_literals.empty() || std::cmp_equal(node_literals.size(), nodes));
  if (!has_kind || nodes < 0 || costs.empty() || !fits)
    throw std::invalid_argument("a graph whose arrays do not fit together");
}

explaining::Edge edge_of(const GraphArguments& arguments, std::size_t number, Var variables) {
  const Table& literals = std::get<3>(arguments);
  explaining::Edge edge{};
  const std::size_t most = std::get<0>(arguments) == 0 ? explaining::max_lits : 1;
  bool fits = true;
  for (std::size_t column = 0; column < literals.shape(1); ++column) {
    const std::int32_t lit = literals.data()[number * literals.shape(1) + column];
    if (lit == 0) continue;
    fits = fits && edge.lits.size() < most;
    if (fits) edge.lits.push_back(checked(lit, variables));
  }
  if (!fits || edge.lits.size() == 0)
    throw std::invalid_argument("an edge has one literal, or up to three if edges connect terminals");
  return edge;
}

explaining::Graph graph_of(const GraphArguments& arguments, Var variables) {
  expect_fitting(arguments);
  const auto& [kind, nodes, edges, literals, terminals, node_literals, costs] = arguments;
  const auto node = [nodes](std::int32_t number) {
    if (number < 0 || number >= nodes) throw std::invalid_argument("no such node");
    return number;
  };
  explaining::Graph graph{static_cast<explaining::Graph::Kind>(kind), nodes, {}, {}, {}, costs};
  graph.edges.reserve(edges.shape(0));
  for (const std::int32_t lit : node_literals)
    graph.node_lits.push_back(lit == 0 ? no_lit : checked(lit, variables));
  graph.is_terminal.resize(static_cast<std::size_t>(nodes));
  for (const std::int32_t terminal : terminals)
    graph.is_terminal[static_cast<std::size_t>(node(terminal))] = 1;
  for (std::size_t number = 0; number < edges.shape(0); ++number) {
    graph.edges.push_back(edge_of(arguments, number, variables));
    for (const std::size_t side : {0u, 1u})
      graph.edges.back().ends[side] = node(edges.data()[2 * number + side]);
  }
  return graph;
}

// One thread at a time; a waiting thread releases the interpreter lock.
class SharedExplainer {
 public:
  SharedExplainer(std::int32_t variables, const Literals& clauses, const Array<std::int32_t>& group_of,
                  const Table& costs, const Array<std::uint8_t>& searched, const Array<std::uint8_t>& is_fact,
                  const Literals& targets, const std::vector<GraphArguments>& graphs)
      : variables_(static_cast<Var>(variables)) {
    if (variables < 0 || costs.shape(1) != 3 || searched.size() != costs.shape(0) ||
        is_fact.size() != variables_)
      throw std::invalid_argument("arrays that do not fit together");
    Explainer::Puzzle puzzle{variables_, span(clauses), span(group_of), {}, {}, {}, {}, {}};
    for (std::size_t group = 0; group < costs.shape(0); ++group) {
      const std::int32_t* row = costs.data() + 3 * group;
      puzzle.costs.push_back({row[0], row[1], row[2]});
      if (std::ranges::any_of(row, row + 3, [](std::int32_t cost) { return cost < 0; }))
        throw std::invalid_argument("a negative cost");
    }
    puzzle.searched.assign(searched.data(), searched.data() + searched.size());
    puzzle.is_fact.assign(is_fact.data(), is_fact.data() + is_fact.size());
    puzzle.targets = literals_of(span(targets), variables_);
    for (const auto& graph : graphs) puzzle.graphs.push_back(graph_of(graph, variables_));
    explainer_ = std::make_unique<Explainer>(std::move(puzzle));
  }

  void know(const NumberList& facts) {
    turn_.take([&] { explainer_->know(literals_of(facts, variables_)); });
  }

  void enter_step(const NumberList& groups, const NumberList& facts) {
    turn_.take([&] { explainer_->enter_step(groups, literals_of(facts, variables_)); });
  }

  std::int32_t add_group(std::int32_t cost, const std::vector<NumberList>& clauses) {
    return turn_.take([&] {
      std::vector<std::vector<Lit>> converted;
      for (const auto& clause : clauses) converted.push_back(literals_of(clause, variables_));
      return explainer_->add_group({cost, cost, cost}, converted);
    });
  }

  // Result, facts, facts plain to see before, groups, given facts, chain as pairs of group and literal (0:
  // contradiction), cost, number of available steps.
  nb::tuple next(std::int32_t max_cost, Seconds seconds) {
    bool failed = false;
    const Pulse pulse = [&] { return beat(failed); };
    explaining::Step step;
    Explainer::Result result{};
    turn_.take([&] { result = explainer_->next(step, max_cost, limits_of(seconds, -1, -1, -1), pulse); });
    if (failed) throw nb::python_error();
    nb::list chain;
    for (const auto& [group, implied] : step.chain)
      chain.append(nb::make_tuple(group, implied == no_lit ? 0 : explaining::to_external(implied)));
    return nb::make_tuple(static_cast<int>(result), numbers_of(step.facts), numbers_of(step.plain),
                          step.groups, numbers_of(step.given), chain, step.cost, step.available);
  }

  // Result, and bounds: least cost of the dearest step, least number of dear steps, and the greatest.
  nb::tuple bound_costs(std::int32_t max_cost, std::int32_t cheap, std::int32_t allowed_dear,
                        Seconds seconds) {
    bool failed = false;
    const Pulse pulse = [&] { return beat(failed); };
    Explainer::CostBounds found;
    turn_.take([&] {
      found = explainer_->bound_costs({max_cost, cheap, allowed_dear}, limits_of(seconds, -1, -1, -1), pulse);
    });
    if (failed) throw nb::python_error();
    return nb::make_tuple(static_cast<int>(found.result), found.least.dearest, found.least.dear,
                          found.most.dearest, found.most.dear);
  }

  nb::tuple exact_costs(std::int32_t cheap, std::int32_t allowed_dear) {
    const auto found = turn_.take([&] { return explainer_->exact_costs(cheap, allowed_dear); });
    return nb::make_tuple(found.dearest, found.dear);
  }

  // The result of solving the puzzle; then for each group the result of solving it without this one and those
  // before it that were not needed.
  NumberList leave_out(const NumberList& groups, std::int32_t max_cost, std::int32_t cheap,
                       std::int32_t allowed_dear, Seconds seconds) {
    bool failed = false;
    const Pulse pulse = [&] { return beat(failed); };
    NumberList results;
    turn_.take([&] {
      if (std::ranges::any_of(groups, [&](std::int32_t group) { return !explainer_->has_group(group); }))
        throw std::invalid_argument("no such group");
      for (const auto result : explainer_->leave_out(groups, {max_cost, cheap, allowed_dear},
                                                     limits_of(seconds, -1, -1, -1), pulse))
        results.push_back(static_cast<std::int32_t>(result));
    });
    if (failed) throw nb::python_error();
    return results;
  }

  nb::object on_demand(std::int32_t group) {
    std::int32_t graph = -1;
    NumberList set;
    turn_.take([&] {
      graph = explainer_->graph_of(group);
      if (graph >= 0) set = explainer_->set_of(group);
    });
    if (graph < 0) return nb::none();
    return nb::make_tuple(graph, set);
  }

  NumberList facts_before_cost(std::int32_t cost) {
    return turn_.take([&] { return numbers_of(explainer_->facts_before_cost(cost)); });
  }

  NumberList known_facts() {
    return turn_.take([&] { return numbers_of(explainer_->known_facts()); });
  }

 private:
  Var variables_;
  std::unique_ptr<Explainer> explainer_;
  Turn turn_;
};

}  // namespace

void bind_explainer(nb::module_& module) {
  nb::class_<SharedExplainer>(module, "Explainer", "Finds the steps of a person who solves a puzzle.")
      .def(nb::init<std::int32_t, const Literals&, const Array<std::int32_t>&, const Table&,
                    const Array<std::uint8_t>&, const Array<std::uint8_t>&, const Literals&,
                    const std::vector<GraphArguments>&>(),
           "variables"_a, "clauses"_a.noconvert(), "group_of"_a.noconvert(), "costs"_a.noconvert(),
           "searched"_a.noconvert(), "is_fact"_a.noconvert(), "targets"_a.noconvert(), "graphs"_a)
      .def("know", &SharedExplainer::know, "facts"_a)
      .def("enter_step", &SharedExplainer::enter_step, "groups"_a, "facts"_a)
      .def("add_group", &SharedExplainer::add_group, "cost"_a, "clauses"_a)
      .def("next", &SharedExplainer::next, "max_cost"_a, "seconds"_a = nb::none())
      .def("bound_costs", &SharedExplainer::bound_costs, "max_cost"_a, "cheap"_a, "allowed_dear"_a,
           "seconds"_a = nb::none())
      .def("exact_costs", &SharedExplainer::exact_costs, "cheap"_a, "allowed_dear"_a)
      .def("leave_out", &SharedExplainer::leave_out, "groups"_a, "max_cost"_a, "cheap"_a, "allowed_dear"_a,
           "seconds"_a = nb::none())
      .def("on_demand", &SharedExplainer::on_demand, "group"_a)
      .def("facts_before_cost", &SharedExplainer::facts_before_cost, "cost"_a)
      .def("known_facts", &SharedExplainer::known_facts);
}

}  // namespace satplay
