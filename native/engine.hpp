// The engine as the outside sees it: variables under their DIMACS numbers, however sparse.
#pragma once
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <unordered_map>
#include <vector>

#include "solver.hpp"

namespace satplay {

class Engine {
 public:
  explicit Engine(const Options& options = {});
  std::unique_ptr<Engine> clone() const;

  // To be called before the first clause.
  void log_proof(std::unique_ptr<Proof> proof);
  Proof* proof() const { return proof_.get(); }

  void declare(std::int32_t variables) { declared_ = std::max(declared_, variables); }
  std::int32_t declared() const { return declared_; }
  void add(ExternalLits clause);
  void add_flat(ExternalLits clauses);  // each closed by a 0; std::invalid_argument if the last is not

  Status solve(ExternalLits assumptions, const Limits& limits, const Pulse& pulse);
  Stop stopped() const { return solver_.stopped(); }
  std::vector<std::int32_t> model() const;  // after satisfiable: a literal for every declared variable
  std::vector<std::int32_t> core() const;   // after unsatisfiable: failed assumptions, as they were given
  // Of one literal: in the last model (0 if it has no value there), and for good (0 if that is not known).
  int model_value(std::int32_t literal) { return solver_.model_value(inside(literal)); }
  int root_value(std::int32_t literal) { return solver_.root_value(inside(literal)); }
  void interrupt() noexcept { solver_.interrupt(); }

  // Models one after the other; ended by any other question. Over some variables or, without `over`, all that
  // are declared; in order: as if false were 0 and true were 1, the first variable first.
  // What is shown of each model are those variables or, for `whole_models`, the same as of model(); returns
  // how many.
  std::size_t start_enumeration(ExternalLits assumptions, std::optional<ExternalLits> over, bool in_order,
                                bool whole_models = false);
  // Appends at most so many, fewer if they take their time: of each a literal for every variable shown, in
  // the order of `over`. Satisfiable if there may be more, unsatisfiable if there are none, unknown if a
  // limit came first: then it can be asked again.
  Status next_models(std::size_t most, std::vector<std::int32_t>& models, std::size_t& count,
                     const Limits& limits, const Pulse& pulse);

  // Its atoms are these literals, of different variables. A copy of the engine has a copy of the theory.
  void attach(std::shared_ptr<Theory> theory, ExternalLits atoms);

  // What follows from the assumptions by unit propagation alone; false when that is a conflict.
  bool propagate(ExternalLits assumptions, std::vector<std::int32_t>& implied);
  // A variable is kept while it is frozen; one that is not, and is named again, comes back at some cost.
  void freeze(std::int32_t variable);
  void melt(std::int32_t variable);
  void set_phase(std::int32_t literal);
  void clear_phase(std::int32_t variable);

  const Statistics& statistics() const { return solver_.statistics; }
  std::size_t bytes() const { return solver_.bytes(); }

 private:
  // Whatever goes wrong on the way (no memory, no room for the proof) leaves the solver half changed: from
  // then on every call fails the same way. Input is refused before anything is changed.
  template <class Work>
  auto whole(Work&& work) {
    if (failure_) std::rethrow_exception(failure_);
    try {
      return work();
    } catch (const std::invalid_argument&) {
      throw;
    } catch (...) {
      failure_ = std::current_exception();
      throw;
    }
  }
  // A variable as it is shown in models: those that no clause names have no literal, and are false.
  struct Column {
    Lit lit;
    std::int32_t name;
  };
  std::vector<Column> all_columns() const;
  std::int32_t shown(Column column) const {
    return solver_.model_value(column.lit) > 0 ? column.name : -column.name;
  }
  void take_in();
  Lit inside(std::int32_t literal);
  Var inside_variable(std::int32_t variable);
  std::int32_t outside(Lit lit) const;

  Solver solver_;
  std::unique_ptr<Proof> proof_;
  std::int32_t declared_ = 0;
  std::vector<std::int32_t> names_;  // by inside variable
  std::vector<Var> dense_;           // by outside variable, as far as they lie close together
  std::unordered_map<std::int32_t, Var> sparse_;
  std::vector<Lit> clause_;
  std::vector<std::int32_t> assumed_;
  std::vector<Column> enumerated_;  // what is shown of each model
  ClauseId given_ = 0;
  std::exception_ptr failure_;
  std::vector<std::uint32_t> waiting_;  // while a proof is logged: clauses with id and size before them
};

}  // namespace satplay
