// The module _native, and the bindings of native/formula/: conversion only, no logic.
#include "../formula/dimacs.hpp"
#include "../formula/evaluate.hpp"
#include "../formula/evaluate_many.hpp"
#include "bindings.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using satplay::Literals;
using satplay::span;
using Bytes = satplay::Array<std::uint8_t>;
using Rows = nb::ndarray<const std::int32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using NewLiterals = nb::ndarray<nb::numpy, std::int32_t, nb::ndim<1>>;

nb::object fault_tuple(const std::optional<satplay::Fault>& fault) {
  if (!fault) return nb::none();
  return nb::make_tuple(nb::str(fault->expected.data(), fault->expected.size()),
                        nb::bytes(fault->token.data(), fault->token.size()), fault->line, fault->column);
}

nb::list name_list(const satplay::DimacsReader& reader) {
  nb::list names;
  for (const auto& [variable, name] : reader.names()) {
    names.append(nb::make_tuple(variable, nb::bytes(name.data(), name.size())));
  }
  return names;
}

// The array owns the memory of the reader, which is not copied.
NewLiterals taken_clauses(satplay::DimacsReader& reader) {
  auto [memory, size] = reader.take_clauses();
  const nb::capsule owner(memory.get(), [](void* clauses) noexcept { std::free(clauses); });
  return NewLiterals(memory.release(), {size}, owner);
}

void bind_dimacs(nb::module_& module) {
  using satplay::DimacsReader;
  nb::class_<DimacsReader>(module, "Reader", "Reads DIMACS CNF, fed in chunks of any size.")
      .def(nb::init<>())
      .def(
          "feed",
          [](DimacsReader& reader, const Bytes& chunk) {
            const auto bytes = span(chunk);
            const auto fault = [&] {
              const satplay::Unlocked unlocked;
              const std::lock_guard turn(reader.turn);
              return reader.feed(bytes);
            }();
            return fault_tuple(fault);
          },
          nb::arg("chunk").noconvert(), "Read the next chunk; return the first fault, or None.")
      .def(
          "finish",
          [](DimacsReader& reader) {
            const auto fault = [&] {
              const satplay::Unlocked unlocked;
              const std::lock_guard turn(reader.turn);
              return reader.finish();
            }();
            return fault_tuple(fault);
          },
          "End of the file; return the first fault, or None.")
      .def(
          "take_clauses",
          [](DimacsReader& reader) {
            const std::lock_guard turn(reader.turn);
            return taken_clauses(reader);
          },
          "All clauses as one array, each closed by a 0; not copied, so only once.")
      .def_prop_ro(
          "names",
          [](DimacsReader& reader) {
            const std::lock_guard turn(reader.turn);
            return name_list(reader);
          },
          "(variable, name) of each comment `c name N TEXT`.")
      .def_prop_ro("variables", &DimacsReader::variables, "Number of variables in the header.")
      .def_prop_ro("declared_clauses", &DimacsReader::declared_clauses, "Number of clauses in the header.")
      .def_prop_ro("clause_count", &DimacsReader::clause_count, "Number of clauses read.")
      .def_prop_ro("header_line", &DimacsReader::header_line,
                   "Line of the header, from 1; 0 if not read yet.")
      .def_prop_ro("commented", &DimacsReader::commented, "Whether the file has a comment.");
}

void bind_evaluate(nb::module_& module) {
  module.def(
      "first_false_clause",
      [](const Literals& clauses, const Literals& model) {
        bool failed = false;
        try {
          const satplay::Unlocked unlocked;
          return satplay::first_false_clause(span(clauses), span(model),
                                             [&] { return satplay::beat(failed); });
        } catch (const satplay::EvaluationStopped&) {  // only a signal can have stopped it
          throw nb::python_error();
        }
      },
      "clauses"_a.noconvert(), "model"_a.noconvert(),
      "Index, from 0, of the first clause without a true literal; -1 if there is none.");

  using satplay::ManyEvaluator;
  nb::class_<ManyEvaluator>(module, "Evaluator", "Evaluates many models of the same variables at once.")
      .def(
          "__init__",
          [](ManyEvaluator* self, const Literals& clauses, const Literals& variables) {
            const satplay::Unlocked unlocked;
            new (self) ManyEvaluator(span(clauses), span(variables));
          },
          "clauses"_a.noconvert(), "variables"_a.noconvert())
      .def(
          "first_false",
          [](const ManyEvaluator& self, const Rows& models) -> nb::object {
            const auto wrong = [&] {
              const satplay::Unlocked unlocked;
              if (models.shape(1) != self.width())
                throw std::invalid_argument("the models have a different number of variables");
              return self.first_false({models.data(), models.size()}, models.shape(0));
            }();
            if (!wrong) return nb::none();
            return nb::make_tuple(wrong->model, wrong->clause);
          },
          "models"_a.noconvert(),
          "Row of the first model that falsifies a clause, and the index of the first such clause; or None.");
}

}  // namespace

NB_MODULE(_native, module) {
  module.doc() = "satplay's native core";
  satplay::report_leaks_without_threads();
  bind_dimacs(module);
  bind_evaluate(module);
  satplay::bind_engine(module);
  satplay::bind_counter(module);
  satplay::bind_cubes(module);
  satplay::bind_explainer(module);
  satplay::bind_groups(module);
  satplay::bind_quantified(module);
}
