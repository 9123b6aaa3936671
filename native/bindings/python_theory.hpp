// A theory written in Python, for experiments: it uses the literals of the formula and returns lists. Every
// call takes the interpreter lock.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <stdexcept>
#include <unordered_map>
#include <vector>

#include "../python/interpreter_lock.hpp"
#include "../theory.hpp"

namespace satplay {

// When this is thrown for the first time, the Python exception is set; the engine throws it again in every
// later call.
struct PythonTheoryFailed : std::runtime_error {
  PythonTheoryFailed() : std::runtime_error("a theory has raised an exception: this session is over") {}
};

class PythonTheory final : public Theory {
 public:
  PythonTheory(nanobind::object theory, std::vector<std::int32_t> atoms)
      : theory_(std::move(theory)), atoms_(std::move(atoms)) {
    for (std::size_t place = 0; place < atoms_.size(); place++) {
      places_[atoms_[place]] = static_cast<Lit>(2 * place);
      places_[-atoms_[place]] = static_cast<Lit>(2 * place + 1);
    }
  }
  PythonTheory(const PythonTheory&) = delete;
  PythonTheory& operator=(const PythonTheory&) = delete;
  ~PythonTheory() override {
    const Locked locked;
    theory_.reset();
  }

  void assign(Lit lit) override {
    in_python([&] { call("assign", external(lit)); });
  }
  void backtrack(std::size_t count) override {
    in_python([&] { call("backtrack", count); });
  }
  void propagate(Findings& findings) override {
    in_python([&] { take(call("propagate"), findings); });
  }
  void explain(Lit implied, std::vector<Lit>& clause) override {
    in_python([&] { clause = internal(call("explain", external(implied))); });
  }
  void check(Findings& findings) override {
    in_python([&] { take(call("check"), findings); });
  }

  std::unique_ptr<Theory> clone() const override {
    const Locked locked;
    const nanobind::object copy = new_object([] { return PyImport_ImportModule("copy"); });
    return std::make_unique<PythonTheory>(call_python(copy.attr("deepcopy"), theory_), atoms_);
  }

  // For the garbage collector, which calls `release` only if the engine cannot be reached any more.
  nanobind::handle object() const { return theory_; }
  void release() { const nanobind::object released = std::move(theory_); }

 private:
  template <class Work>
  void in_python(Work&& work) const {
    const Locked locked;
    if (!theory_.is_valid()) throw std::logic_error("the theory of this session was garbage-collected");
    try {
      work();
    } catch (nanobind::python_error& error) {
      error.restore();
      throw PythonTheoryFailed();
    }
  }

  template <class... Argument>
  nanobind::object call(const char* method, Argument... argument) const {
    return call_python(attribute(theory_, method), argument...);
  }
  static nanobind::object attribute(const nanobind::handle& object, const char* name) {
    return new_object([&] { return PyObject_GetAttrString(object.ptr(), name); });
  }

  std::int32_t external(Lit lit) const {
    const std::int32_t atom = atoms_[variable(lit)];
    return is_negative(lit) ? -atom : atom;
  }

  Lit internal(std::int32_t literal) const {
    const auto found = places_.find(literal);
    if (found == places_.end()) throw std::logic_error("the theory uses an unknown atom");
    return found->second;
  }

  std::vector<Lit> internal(const nanobind::handle& clause) const {
    std::vector<Lit> lits;
    for_each_item(clause, [&](const nanobind::handle& literal) {
      lits.push_back(internal(nanobind::cast<std::int32_t>(literal)));
    });
    return lits;
  }

  void take(const nanobind::object& found, Findings& findings) const {
    for_each_item(attribute(found, "implied"), [&](const nanobind::handle& literal) {
      findings.imply(internal(nanobind::cast<std::int32_t>(literal)));
    });
    for_each_item(attribute(found, "clauses"),
                  [&](const nanobind::handle& clause) { findings.add_clause(internal(clause)); });
  }

  nanobind::object theory_;
  std::vector<std::int32_t> atoms_;
  std::unordered_map<std::int32_t, Lit> places_;
};

}  // namespace satplay
