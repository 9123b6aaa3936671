// Python bindings of the engine: conversion and locks only, no logic.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cerrno>
#include <exception>
#include <mutex>
#include <optional>
#include <system_error>

#include "../backbone/backbone.hpp"
#include "../theories/connected.hpp"
#include "bindings.hpp"
#include "limits.hpp"
#include "python_theory.hpp"
#include "turn.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace satplay {

namespace {

// Edges: two nodes and a literal each.
using Edges = nb::ndarray<const std::int32_t, nb::shape<-1, 3>, nb::c_contig, nb::device::cpu>;

// An engine that several threads may share: one call at a time.
class SharedEngine {
 public:
  explicit SharedEngine(const Options& options) : engine_(std::make_unique<Engine>(options)) {}
  explicit SharedEngine(std::unique_ptr<Engine> engine)
      : engine_(std::move(engine)), python_theories_(find_python_theories(*engine_)) {
    store_statistics();
  }

  template <class Work>
  auto in_turn(Work&& work) {
    return turn_.take([&] { return work(*engine_); });
  }

  void add_flat(ExternalLits clauses) {
    bool failed = false;
    const Pulse pulse_callback = [&] { return beat(failed); };
    try {
      in_turn([&](Engine& engine) { engine.add_flat(clauses, pulse_callback); });
    } catch (const LoadingInterrupted&) {
      if (!failed) throw;  // an earlier call was interrupted
      throw nb::python_error();
    }
  }

  void attach(const nb::object& theory, const std::vector<std::int32_t>& atoms) {
    auto shared = std::make_shared<PythonTheory>(theory, atoms);
    PythonTheory* const attached = shared.get();
    in_turn([&](Engine& engine) { engine.attach(std::move(shared), atoms); });
    python_theories_.push_back(attached);
  }
  // With the interpreter lock, which protects the list.
  const std::vector<PythonTheory*>& python_theories() const { return python_theories_; }

  nb::tuple solve(const std::vector<std::int32_t>& assumptions, const Limits& limits,
                  const nb::object& pulse) {
    bool failed = false;
    const Pulse pulse_callback = [&] {
      store_statistics();
      return beat(failed, [&] {
        if (!pulse.is_none()) call_python(pulse, own_array(take_proof(*engine_)));
      });
    };
    const auto [status, stopped] = in_turn([&](Engine& engine) {
      const Status answer = engine.solve(assumptions, limits, pulse_callback);
      store_statistics();
      return std::pair(answer, engine.stopped());
    });
    if (failed) throw nb::python_error();
    return nb::make_tuple(static_cast<int>(status), static_cast<int>(stopped));
  }

  nb::tuple next_models(std::size_t most, const Limits& limits) {
    bool failed = false;
    const Pulse pulse_callback = [&] {
      store_statistics();
      return beat(failed);
    };
    std::vector<std::int32_t> models;
    std::size_t count = 0;
    const auto [status, stopped] = in_turn([&](Engine& engine) {
      const Status answer = engine.next_models(most, models, count, limits, pulse_callback);
      store_statistics();
      return std::pair(answer, engine.stopped());
    });
    if (failed) throw nb::python_error();
    return nb::make_tuple(static_cast<int>(status), static_cast<int>(stopped), count,
                          own_array(std::move(models)));
  }

  // Returns the reason for stopping, the forced and the undecided literals, and the first unused variable.
  nb::tuple backbone(const Backbone::Question& question, const Limits& limits) {
    bool failed = false;
    const Pulse pulse_callback = [&] {
      store_statistics();
      return beat(failed) && !stop_.raised();
    };
    std::vector<std::int32_t> forced, undecided;
    std::int32_t fresh = 0;
    const Stop stopped = in_turn([&](Engine& engine) {
      stop_.lower();
      Backbone backbone(engine, question);
      const Stop why = backbone.run(limits, pulse_callback);
      store_statistics();
      forced = backbone.forced();
      undecided = backbone.undecided();
      fresh = backbone.fresh();
      return why;
    });
    if (failed) throw nb::python_error();
    return nb::make_tuple(static_cast<int>(stopped), forced, undecided, fresh);
  }

  void interrupt() noexcept {
    stop_.raise();  // the engine ignores interrupts between two solve calls of a backbone
    engine_->interrupt();
  }

  void halt() noexcept {
    stop_.raise();
    engine_->halt();
  }
  void resume() noexcept { engine_->resume(); }

  Statistics statistics() const {
    const std::lock_guard look(looking_);
    return statistics_;
  }

  // Calls `forward` with the proof lines logged in memory since the last call.
  void forward_proof(const nb::object& forward) {
    in_turn([&](Engine& engine) {
      const Locked locked;
      call_python(forward, own_array(take_proof(engine)));
    });
  }

 private:
  static std::vector<std::int64_t> take_proof(const Engine& engine) {
    auto* const memory = dynamic_cast<ProofMemory*>(engine.proof());
    return memory ? memory->take() : std::vector<std::int64_t>{};
  }

  static std::vector<PythonTheory*> find_python_theories(const Engine& engine) {
    std::vector<PythonTheory*> found;
    for (Theory* const theory : engine.theories())
      if (auto* const python = dynamic_cast<PythonTheory*>(theory)) found.push_back(python);
    return found;
  }

  void store_statistics() {
    const std::lock_guard look(looking_);
    statistics_ = engine_->statistics();
  }

  std::unique_ptr<Engine> engine_;
  std::vector<PythonTheory*> python_theories_;
  Turn turn_;
  mutable std::mutex looking_;
  Statistics statistics_;
  Flag stop_;
};

Options options_from(const nb::dict& chosen) {
  Options options;
  for (const auto& [key, value] : chosen) {
    const auto name = nb::cast<std::string>(key);
    const auto number = nb::cast<std::int64_t>(value);
    const auto row =
        std::find_if(option_table.begin(), option_table.end(), [&](const auto& r) { return r.name == name; });
    if (row == option_table.end()) throw nb::key_error(name.c_str());
    if (number < row->low || number > row->high) throw nb::value_error(name.c_str());
    options.*(row->field) = number;
  }
  return options;
}

// The items of bytes are numbers, and the keys of a mapping may be: they are not meant as literals.
void expect_clause(const nb::handle& clause) {
  PyObject* const object = clause.ptr();
  if (PyUnicode_Check(object) || PyBytes_Check(object) || PyByteArray_Check(object) ||
      PyMemoryView_Check(object) || PyDict_Check(object))
    throw nb::type_error("a clause is a list of literals");
}

// The clauses of a list of lists as one array, each closed by a 0.
std::vector<std::int32_t> flatten(const nb::handle& clauses) {
  std::vector<std::int32_t> flat;
  for_each_item(clauses, [&](const nb::handle& clause) {
    expect_clause(clause);
    for_each_item(clause, [&](const nb::handle& item) {
      if (PyBool_Check(item.ptr())) throw nb::type_error("a literal is a number");
      int overflow = 0;
      const long value = PyLong_AsLongAndOverflow(item.ptr(), &overflow);
      if (value == -1 && PyErr_Occurred()) throw nb::python_error();
      if (overflow != 0 || value == 0 || value > INT32_MAX || value < -INT32_MAX)
        throw nb::value_error("literals are not 0 and have 32 bits");
      flat.push_back(static_cast<std::int32_t>(value));
    });
    flat.push_back(0);
  });
  return flat;
}

constexpr std::pair<const char*, std::int64_t Statistics::*> engine_statistics_fields[] = {
    {"decisions", &Statistics::decisions},
    {"propagations", &Statistics::propagations},
    {"conflicts", &Statistics::conflicts},
    {"learned", &Statistics::learned},
    {"deleted", &Statistics::deleted},
    {"restarts", &Statistics::restarts},
    {"minimised", &Statistics::minimised},
    {"reductions", &Statistics::reductions},
    {"collections", &Statistics::collections},
    {"mode_switches", &Statistics::mode_switches},
    {"rephased", &Statistics::rephased},
    {"walks", &Statistics::walks},
    {"chronological", &Statistics::chronological},
    {"lucky", &Statistics::lucky},
    {"lemmas", &Statistics::lemmas},
    {"models", &Statistics::models},
    {"inprocessings", &Statistics::inprocessings},
    {"vivified", &Statistics::vivified},
    {"probes_failed", &Statistics::probes_failed},
    {"subsumed", &Statistics::subsumed},
    {"strengthened", &Statistics::subsume_strengthened},
    {"eliminated", &Statistics::eliminated},
    {"reactivated", &Statistics::reactivated},
    {"substituted", &Statistics::substituted},
};

nb::dict as_dict(const Statistics& counts) {
  nb::dict result;
  for (const auto& [name, counter] : engine_statistics_fields) result[name] = counts.*counter;
  return result;
}

using EngineClass = nb::class_<SharedEngine>;

// A theory may hold the engine that holds it: the garbage collector finds such cycles by these two functions.
int visit_theories(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  if (!nb::inst_ready(self)) return 0;
  for (const PythonTheory* theory : nb::inst_ptr<SharedEngine>(self)->python_theories())
    Py_VISIT(theory->object().ptr());
  return 0;
}
int release_theories(PyObject* self) {
  if (!nb::inst_ready(self)) return 0;
  for (PythonTheory* theory : nb::inst_ptr<SharedEngine>(self)->python_theories()) theory->release();
  return 0;
}
PyType_Slot engine_slots[] = {{Py_tp_traverse, reinterpret_cast<void*>(&visit_theories)},
                              {Py_tp_clear, reinterpret_cast<void*>(&release_theories)},
                              {0, nullptr}};

void register_exceptions() {
  // A proof file that cannot be written raises OSError with the error number.
  nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
    try {
      std::rethrow_exception(thrown);
    } catch (const std::system_error& error) {
      errno = error.code().value();
      PyErr_SetFromErrno(PyExc_OSError);
    }
  });
  nb::register_exception_translator([](const std::exception_ptr& pointer, void*) {
    try {
      std::rethrow_exception(pointer);
    } catch (const PythonTheoryFailed& failure) {
      if (!PyErr_Occurred()) PyErr_SetString(PyExc_RuntimeError, failure.what());
    }
  });
}

// Variables, clauses, theories and phases.
void bind_clauses(EngineClass& engine) {
  engine
      .def("declare",
           [](SharedEngine& self, std::int32_t count) { self.in_turn([&](Engine& e) { e.declare(count); }); })
      .def("hide",
           [](SharedEngine& self, std::int32_t first) { self.in_turn([&](Engine& e) { e.hide(first); }); })
      .def("add",
           [](SharedEngine& self, const std::vector<std::int32_t>& clause) {
             self.in_turn([&](Engine& e) { e.add(clause); });
           })
      .def(
          "add_flat", [](SharedEngine& self, const Literals& clauses) { self.add_flat(span(clauses)); },
          nb::arg("clauses").noconvert())
      .def("add_lists",
           [](SharedEngine& self, const nb::object& clauses) {
             const std::vector<std::int32_t> flat = flatten(clauses);
             self.add_flat(flat);
           })
      .def("attach", &SharedEngine::attach)
      .def(
          "attach_connected",
          [](SharedEngine& self, std::int64_t nodes, const Edges& edges) {
            self.in_turn([&](Engine& e) {
              auto [graph, atoms] = graph_of(nodes, {edges.data(), edges.size()});
              e.attach(std::make_shared<Connected>(std::move(graph)), atoms);
            });
          },
          "nodes"_a, nb::arg("edges").noconvert())
      .def("freeze",
           [](SharedEngine& self, std::int32_t var) { self.in_turn([&](Engine& e) { e.freeze(var); }); })
      .def("melt",
           [](SharedEngine& self, std::int32_t var) { self.in_turn([&](Engine& e) { e.melt(var); }); })
      .def("set_phase",
           [](SharedEngine& self, std::int32_t lit) { self.in_turn([&](Engine& e) { e.set_phase(lit); }); })
      .def("clear_phase", [](SharedEngine& self, std::int32_t var) {
        self.in_turn([&](Engine& e) { e.clear_phase(var); });
      });
}

// Solving, unit propagation and backbones.
void bind_solving(EngineClass& engine) {
  engine
      .def(
          "solve",
          [](SharedEngine& self, const std::vector<std::int32_t>& assumptions, Seconds seconds,
             Count conflicts, Count propagations, Count memory, const nb::object& pulse, Count decisions) {
            Limits limits = limits_of(seconds, conflicts, propagations, memory);
            limits.decisions = decisions;
            return self.solve(assumptions, limits, pulse);
          },
          "assumptions"_a, "seconds"_a = nb::none(), "conflicts"_a = -1, "propagations"_a = -1,
          "memory"_a = -1, "pulse"_a = nb::none(), "decisions"_a = -1)
      .def("model",
           [](SharedEngine& self) { return own_array(self.in_turn([](Engine& e) { return e.model(); })); })
      .def("core", [](SharedEngine& self) { return self.in_turn([](Engine& e) { return e.core(); }); })
      .def("propagate",
           [](SharedEngine& self, const std::vector<std::int32_t>& assumptions) {
             std::vector<std::int32_t> implied;
             const bool consistent =
                 self.in_turn([&](Engine& e) { return e.propagate(assumptions, implied); });
             return nb::make_tuple(consistent, implied);
           })
      .def("consequences",
           [](SharedEngine& self, const std::vector<std::int32_t>& assumptions) {
             std::vector<std::int32_t> implied;
             const bool consistent =
                 self.in_turn([&](Engine& e) { return e.consequences(assumptions, implied); });
             return nb::make_tuple(consistent, implied);
           })
      .def(
          "backbone",
          [](SharedEngine& self, const std::vector<std::int32_t>& candidates,
             const std::vector<std::int32_t>& assumptions, const std::optional<Literals>& clauses,
             std::int32_t fresh, std::int32_t last, Seconds seconds, Count conflicts, Count propagations,
             Count memory) {
            Backbone::Question question{candidates, assumptions, std::nullopt, fresh, last};
            if (clauses) question.clauses = span(*clauses);
            return self.backbone(question, limits_of(seconds, conflicts, propagations, memory));
          },
          "candidates"_a, "assumptions"_a, "clauses"_a.none(), "fresh"_a, "last"_a, "seconds"_a = nb::none(),
          "conflicts"_a = -1, "propagations"_a = -1, "memory"_a = -1)
      .def("interrupt", &SharedEngine::interrupt)
      .def("halt", &SharedEngine::halt)
      .def("resume", &SharedEngine::resume);
}

void bind_enumeration(EngineClass& engine) {
  engine
      .def(
          "start_enumeration",
          [](SharedEngine& self, const std::vector<std::int32_t>& assumptions,
             const std::optional<std::vector<std::int32_t>>& over, bool in_order, bool whole) {
            return self.in_turn([&](Engine& e) {
              return e.start_enumeration(
                  assumptions, over ? std::optional<ExternalLits>(*over) : std::nullopt, in_order, whole);
            });
          },
          "assumptions"_a, "over"_a.none(), "in_order"_a, "whole"_a)
      .def(
          "next_models",
          [](SharedEngine& self, std::size_t most, Seconds seconds, Count conflicts, Count propagations,
             Count memory) {
            return self.next_models(most, limits_of(seconds, conflicts, propagations, memory));
          },
          "most"_a, "seconds"_a = nb::none(), "conflicts"_a = -1, "propagations"_a = -1, "memory"_a = -1);
}

// Clones, proofs and counts.
void bind_session(EngineClass& engine) {
  engine
      .def("clone",
           [](SharedEngine& self) {
             return new SharedEngine(self.in_turn([](Engine& e) { return e.clone(); }));
           })
      .def("log_proof_file",
           [](SharedEngine& self, int descriptor, int format) {
             self.in_turn([&](Engine& e) {
               e.log_proof(std::make_unique<ProofFile>(descriptor, static_cast<ProofFormat>(format)));
             });
           })
      .def("log_proof_memory",
           [](SharedEngine& self) {
             self.in_turn([](Engine& e) { e.log_proof(std::make_unique<ProofMemory>()); });
           })
      .def("forward_proof", &SharedEngine::forward_proof)
      .def("statistics", [](const SharedEngine& self) { return as_dict(self.statistics()); })
      .def_prop_ro("declared",
                   [](SharedEngine& self) { return self.in_turn([](Engine& e) { return e.declared(); }); })
      .def_prop_ro("bytes",
                   [](SharedEngine& self) { return self.in_turn([](Engine& e) { return e.bytes(); }); });
}

void bind_options(nb::module_& module) {
  module.def("option_table", [] {
    nb::list rows;
    for (const OptionRow& row : option_table)
      rows.append(
          nb::make_tuple(std::string(row.name), row.value, row.low, row.high, std::string(row.meaning)));
    return rows;
  });
}

}  // namespace

void bind_engine(nb::module_& module) {
  register_exceptions();
  EngineClass engine(module, "Engine", "One incremental session.", nb::type_slots(engine_slots));
  engine.def(
      "__init__",
      [](SharedEngine* self, const nb::dict& options) { new (self) SharedEngine(options_from(options)); },
      "options"_a = nb::dict());
  bind_clauses(engine);
  bind_solving(engine);
  bind_enumeration(engine);
  bind_session(engine);
  bind_options(module);
}

}  // namespace satplay
