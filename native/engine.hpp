// The engine: the solver with external literals, that is DIMACS numbers, however sparse.
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

struct LoadingInterrupted : std::runtime_error {
  LoadingInterrupted() : std::runtime_error("the session has ended: loading its clauses was interrupted") {}
};

class Engine {
 public:
  explicit Engine(const Options& options = {});
  std::unique_ptr<Engine> clone() const;

  // Before the first clause.
  void log_proof(std::unique_ptr<Proof> proof);
  Proof* proof() const { return proof_.get(); }

  void declare(std::int32_t variables) { declared_ = std::max(declared_, variables); }
  std::int32_t declared() const { return declared_; }
  // Variables from `first` on are auxiliary: they are not declared, and no model contains them.
  void hide(std::int32_t first) { hidden_ = first; }
  bool hidden(std::int32_t variable) const { return variable >= hidden_; }
  void add(ExternalLits clause);
  // Clauses that are each terminated by 0; std::invalid_argument if the last is not. If the pulse says stop,
  // a part of them has been added: throws LoadingInterrupted, and the session has ended.
  void add_flat(ExternalLits clauses, const Pulse& pulse = {});

  Status solve(ExternalLits assumptions, const Limits& limits, const Pulse& pulse);
  Stop stopped() const { return solver_.stopped(); }
  std::vector<std::int32_t> model() const;  // after satisfiable: a literal for every declared variable
  std::vector<std::int32_t> core() const;   // after unsatisfiable: the failed assumptions, as they were given
  // The value of a literal in the last model (0 if it has none there), and at level 0 (0 if unassigned).
  int model_value(std::int32_t literal) { return solver_.model_value(internal(literal)); }
  int root_value(std::int32_t literal) { return solver_.root_value(internal(literal)); }
  // From any thread. A halt is an interrupt that lasts: no question is answered until `resume`.
  void interrupt() noexcept { solver_.interrupt(); }
  void halt() noexcept { solver_.halt(); }
  void resume() noexcept { solver_.resume(); }

  // Enumerates models; any other question ends it. Models are projected onto some variables or, without a
  // projection, all declared ones. In order: lexicographically, false before true, the first variable first.
  // A reported model has a literal for each of these variables or, with `whole_models`, the literals of
  // model(). Returns how many literals that are.
  std::size_t start_enumeration(ExternalLits assumptions, std::optional<ExternalLits> projection,
                                bool in_order, bool whole_models = false);
  // Appends at most `most` models, fewer if they take long, each in the order of the projection. Satisfiable
  // if there may be more, unsatisfiable if there are none, unknown if a limit was reached: then the next call
  // continues.
  Status next_models(std::size_t most, std::vector<std::int32_t>& models, std::size_t& count,
                     const Limits& limits, const Pulse& pulse);

  // The atoms are literals of different variables. A clone of the engine has a clone of the theory.
  void attach(std::shared_ptr<Theory> theory, ExternalLits atoms);
  std::vector<Theory*> theories() const { return solver_.theories(); }

  // The literals that follow from the assumptions by unit propagation alone; false on conflict.
  bool propagate(ExternalLits assumptions, std::vector<std::int32_t>& implied);
  // The same without literals that are true at level 0 and without auxiliary variables.
  bool consequences(ExternalLits assumptions, std::vector<std::int32_t>& implied);
  // Simplification does not remove a frozen variable. One that was removed is restored when it is mentioned
  // again, which takes time.
  void freeze(std::int32_t variable);
  void melt(std::int32_t variable);
  void set_phase(std::int32_t literal);
  void clear_phase(std::int32_t variable);

  const Statistics& statistics() const { return solver_.statistics; }
  std::size_t bytes() const { return solver_.bytes(); }

 private:
  // An exception in the middle of work (no memory, no space for the proof) leaves the solver in an undefined
  // state: from then on every call throws it again. Invalid input is refused before anything is changed.
  template <class Action>
  auto guarded(Action&& action) {
    if (failure_) std::rethrow_exception(failure_);
    try {
      return action();
    } catch (const std::invalid_argument&) {
      throw;
    } catch (...) {
      failure_ = std::current_exception();
      throw;
    }
  }
  // A variable of a reported model; one that is in no clause has no internal literal, and is false.
  struct Column {
    Lit lit;
    std::int32_t name;
  };
  std::vector<Column> all_columns() const;
  std::int32_t reported(Column column) const {
    return solver_.model_value(column.lit) > 0 ? column.name : -column.name;
  }
  void add_waiting();
  Lit internal(std::int32_t literal);
  std::vector<Lit> internal(ExternalLits literals);
  Var internal_variable(std::int32_t variable);
  std::int32_t external(Lit lit) const;

  Solver solver_;
  std::unique_ptr<Proof> proof_;
  std::int32_t declared_ = 0;
  std::int64_t hidden_ = INT64_MAX;               // the first auxiliary variable
  std::vector<std::int32_t> names_;               // by internal variable
  std::vector<Var> dense_;                        // by external variable, while they are dense enough
  std::unordered_map<std::int32_t, Var> sparse_;  // the others
  std::vector<Lit> clause_;
  std::vector<std::int32_t> assumptions_;  // of the last question
  std::vector<Column> enumerated_;         // the columns of a reported model
  ClauseId given_ = 0;                     // how many clauses
  std::exception_ptr failure_;
  std::vector<std::uint32_t> waiting_;  // with a proof: clauses not yet added, each after its id and size
};

}  // namespace satplay
