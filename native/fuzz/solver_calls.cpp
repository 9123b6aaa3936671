#include "solver_calls.hpp"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>
#include <ostream>
#include <set>

#include "../engine.hpp"
#include "failure.hpp"
#include "interrupter.hpp"
#include "random.hpp"
#include "sabotage.hpp"
#include "script.hpp"
#include "small_formulas.hpp"
#include "tally.hpp"

namespace satplay::fuzz {

namespace {

constexpr int max_visible = 8, max_hidden = 4;  // together few enough for a truth table
constexpr std::int32_t sparse = 1'000'003;      // distance between variables that are far apart

bool contains(const Literals& lits, std::int32_t lit) {
  return std::find(lits.begin(), lits.end(), lit) != lits.end();
}

// The literals that unit propagation over the clauses assigns; nullopt on conflict.
std::optional<std::set<std::int32_t>> propagated(const Clauses& clauses, const Literals& assumptions) {
  std::set<std::int32_t> truth(assumptions.begin(), assumptions.end());
  for (const std::int32_t lit : assumptions)
    if (truth.contains(-lit)) return std::nullopt;
  for (bool more = true; more;) {
    more = false;
    for (const Literals& clause : clauses) {
      std::set<std::int32_t> open;
      bool satisfied = false;
      for (const std::int32_t lit : clause) {
        satisfied |= truth.contains(lit);
        if (!truth.contains(-lit)) open.insert(lit);
      }
      if (satisfied || open.size() > 1) continue;
      if (open.empty()) return std::nullopt;
      truth.insert(*open.begin());
      more = true;
    }
  }
  return truth;
}

class SolverSession {
 public:
  SolverSession(std::uint64_t seed, std::ostream& out)
      : random_(seed),
        out_(out),
        stretch_(random_.one_in(4) ? sparse : 1),
        formula_(random_formula(random_, max_visible, 0, stretch_)),
        visible_(formula_.variables),
        first_hidden_(random_.one_in(2) ? INT32_MAX : visible_.back() + max_hidden + 1),
        engine_(std::make_unique<Engine>(random_script(random_.next()).options)) {
    if (random_.one_in(3)) engine_->log_proof(std::make_unique<ProofMemory>());
    for (const std::int32_t variable : visible_) {  // every model has them, also if they are in no clause
      engine_->freeze(variable);
      engine_->melt(variable);
    }
    engine_->add_flat(flat(formula_.clauses));
    for (const Literals& clause : formula_.clauses) out_ << as_text(clause) << "\n";
  }

  void run() {
    for (int calls = random_.between(4, 30); calls > 0; calls--) {
      call();
      require(engine_->declared() == visible_.back(), "an auxiliary variable is declared");
    }
    engine_->resume();
    halted_ = false;
    solve({}, -1, -1);
    const Counters now = counters_of(engine_->statistics());
    for (std::size_t at = 0; at < now.size(); at++) tally.counters[at] += now[at];
  }

 private:
  void call() {
    switch (random_.below(12)) {
      case 0:
      case 1:
        return hide();
      case 2:
      case 3:
        return add();
      case 4:
      case 5:
        return find_consequences();
      case 6:
        return enumerate();
      case 7:
        return halt_or_resume();
      case 8:
        return clone();
      default:
        return solve(assumptions(), random_.one_in(2) ? random_.below(6) : -1,
                     random_.one_in(8) ? random_.below(random_.one_in(2) ? 20 : 500) : -1);
    }
  }

  Literals assumptions() {
    Literals lits;
    for (int left = random_.one_in(3) ? 0 : random_.between(1, 4); left > 0; left--)
      lits.push_back(random_.either_sign(random_.one_of(visible_)));
    return lits;
  }

  bool is_hidden(std::int32_t lit) const { return std::abs(lit) >= first_hidden_; }

  // An auxiliary variable, mostly with the clauses of a gate.
  void hide() {
    if (formula_.variables.size() >= visible_.size() + max_hidden) return;
    const std::int32_t variable = --first_hidden_;
    formula_.variables.insert(formula_.variables.begin() + static_cast<std::ptrdiff_t>(visible_.size()),
                              variable);
    out_ << "hide " << variable << std::endl;
    engine_->hide(variable);
    const std::int32_t one = random_.either_sign(random_.one_of(visible_));
    const std::int32_t other = random_.either_sign(random_.one_of(formula_.variables));
    if (random_.one_in(4) || std::abs(other) == variable) {
      add_clause({random_.either_sign(variable), one});
    } else {
      add_clause({-variable, one});
      add_clause({-variable, other});
      add_clause({variable, -one, -other});
    }
  }

  void add() {
    Literals clause;
    for (int width = random_.one_in(10) ? 1 : random_.between(2, 4); width > 0; width--)
      clause.push_back(random_.either_sign(random_.one_of(formula_.variables)));
    add_clause(clause);
  }

  void add_clause(const Literals& clause) {
    out_ << "add " << as_text(clause) << std::endl;
    engine_->add(clause);
    formula_.clauses.push_back(clause);
  }

  void halt_or_resume() {
    halted_ = !halted_ && !random_.one_in(4);
    out_ << (halted_ ? "halt" : "resume") << std::endl;
    if (halted_)
      engine_->halt();
    else
      engine_->resume();
  }

  // The clone takes the place of the original; it is not halted.
  void clone() {
    out_ << "clone" << std::endl;
    engine_ = engine_->clone();
    halted_ = false;
  }

  // -- solve ----------------------------------------------------------------------------------------

  void solve(const Literals& assumed, std::int64_t decisions, int halted_after) {
    out_ << "solve " << as_text(assumed) << " decisions " << decisions << " halted after " << halted_after
         << std::endl;
    const bool was_halted = halted_;
    const std::int64_t before = engine_->statistics().decisions;
    Limits limits;
    limits.decisions = decisions;
    Status status = Status::unknown;
    {
      const Interrupter interrupter(halted_after, [&] { engine_->halt(); });
      status = engine_->solve(assumed, limits, {});
    }
    if (halted_after >= 0) halted_ = true;
    if (sabotaging(Sabotage::halted) && was_halted) status = Status::satisfiable;
    const std::int64_t decided = engine_->statistics().decisions - before;
    require(!was_halted || status == Status::unknown, "a halted session gives an answer");
    require(decisions < 0 || decided <= decisions + 1, "the decision limit is ignored");
    switch (status) {
      case Status::satisfiable:
        tally.models++;
        return judge_model(assumed);
      case Status::unsatisfiable:
        tally.refutations++;
        return judge_core(assumed);
      case Status::unknown:
        tally.stops++;
        return judge_stop(was_halted || halted_after >= 0, decisions, decided);
    }
  }

  TruthTable table(const Literals& lits) const {
    TruthTable table(formula_);
    for (const std::int32_t lit : lits) table.assume(lit);
    return table;
  }

  void judge_model(const Literals& assumed) const {
    Literals model = engine_->model();
    if (sabotaging(Sabotage::shown) && first_hidden_ < formula_.variables.back())
      model.push_back(formula_.variables.back());
    Literals known = assumed;
    for (const std::int32_t lit : model) {
      require(!is_hidden(lit) && std::abs(lit) <= visible_.back(),
              [&] { return "the model has the variable " + std::to_string(std::abs(lit)); });
      if (std::binary_search(visible_.begin(), visible_.end(), std::abs(lit))) known.push_back(lit);
    }
    require(known.size() == assumed.size() + visible_.size(), "the model has another number of variables");
    for (const std::int32_t variable : visible_)
      require(contains(known, variable) || contains(known, -variable), "the model lacks a variable");
    require(table(known).any(), "the model violates a clause or an assumption: " + as_text(known));
  }

  void judge_core(const Literals& assumed) const {
    const Literals core = engine_->core();
    for (const std::int32_t lit : core) require(contains(assumed, lit), "the core has a literal not assumed");
    require(!table(core).any(), "the core is satisfiable: " + as_text(core));
  }

  void judge_stop(bool halted, std::int64_t limit, std::int64_t decided) const {
    if (sabotaging(Sabotage::decisions) && limit >= 0) decided = limit;
    const Stop stopped = engine_->stopped();
    if (stopped == Stop::decisions)
      require(limit >= 0 && decided > limit, "stopped before the decision limit was reached");
    else
      require(stopped == Stop::interrupted && halted, "no answer without a reason");
  }

  // -- consequences ---------------------------------------------------------------------------------

  void find_consequences() {
    const Literals assumed = assumptions();
    out_ << "consequences " << as_text(assumed) << std::endl;
    tally.propagations++;
    Literals implied;
    const bool consistent = engine_->consequences(assumed, implied);
    if (sabotaging(Sabotage::known)) {
      const auto known = propagated(formula_.clauses, {});
      if (known && !known->empty()) implied.push_back(*known->begin());
    }
    if (!consistent) return require(!table(assumed).any(), "a conflict is reported, but there is a model");
    const auto expected = propagated(formula_.clauses, assumed), known = propagated(formula_.clauses, {});
    const bool complete = engine_->statistics().inprocessings == 0;  // else redundant clauses may be removed
    require(!complete || expected.has_value(), "a conflict is missed");
    require(std::set(implied.begin(), implied.end()).size() == implied.size(), "a literal is implied twice");
    for (const std::int32_t lit : implied) {
      require(!is_hidden(lit), "an auxiliary variable is implied");
      require(!table(assumed).can_be(-lit), [&] { return std::to_string(lit) + " does not follow"; });
      require(!known || !known->contains(lit), [&] { return std::to_string(lit) + " holds anyway"; });
    }
    for (const std::int32_t lit : assumed)
      require(contains(implied, lit) || !table({}).can_be(-lit), "an assumption is missing");
    if (!complete) return;
    for (const std::int32_t lit : *expected)
      require(is_hidden(lit) || contains(implied, lit) || !table({}).can_be(-lit),
              [&] { return std::to_string(lit) + " is missing"; });
  }

  // -- enumeration ----------------------------------------------------------------------------------

  void enumerate() {
    const Literals assumed = assumptions();
    std::optional<Literals> over;
    if (stretch_ > 1 || random_.one_in(2)) {
      over.emplace();
      for (const std::int32_t variable : visible_)
        if (random_.one_in(2)) over->push_back(variable);
    }
    const bool in_order = random_.one_in(2);
    const Literals columns = over.value_or(visible_);
    out_ << "enumerate " << as_text(columns) << " assuming " << as_text(assumed)
         << (over ? "" : ", all variables") << (in_order ? " in order" : "") << std::endl;
    const std::size_t width = engine_->start_enumeration(
        assumed, over ? std::optional<ExternalLits>(*over) : std::nullopt, in_order);
    require(width == columns.size(), "an enumeration shows an auxiliary variable");
    std::vector<Literals> rows;
    for (bool more = true; more;) more = take_models(columns, rows);
    judge_rows(rows, columns, assumed, in_order);
  }

  // Appends some models; returns whether there may be more. A halted session returns none.
  bool take_models(const Literals& columns, std::vector<Literals>& rows) {
    Limits limits;
    if (random_.one_in(3)) limits.decisions = random_.between(1, 6);
    Literals models;
    std::size_t count = 0;
    const Status status =
        engine_->next_models(static_cast<std::size_t>(random_.between(1, 40)), models, count, limits, {});
    require(models.size() == count * columns.size(), "the models have the wrong length");
    if (halted_) {
      require(status == Status::unknown && count == 0 && engine_->stopped() == Stop::interrupted,
              "a halted session enumerates");
      engine_->resume();
      halted_ = false;
    } else if (status == Status::unknown) {
      require(engine_->stopped() == Stop::decisions && limits.decisions >= 0, "stopped without a limit");
    }
    for (std::size_t row = 0; row < count; row++)
      rows.emplace_back(models.begin() + static_cast<std::ptrdiff_t>(row * columns.size()),
                        models.begin() + static_cast<std::ptrdiff_t>((row + 1) * columns.size()));
    tally.enumerated += static_cast<std::int64_t>(count);
    return status != Status::unsatisfiable;
  }

  void judge_rows(const std::vector<Literals>& rows, const Literals& columns, const Literals& assumed,
                  bool in_order) const {
    std::set<Literals> seen;
    for (const Literals& row : rows) {
      for (std::size_t at = 0; at < row.size(); at++)
        require(std::abs(row[at]) == columns[at], "a model has another variable");
      require(!in_order || seen.empty() || *seen.rbegin() < row, "the models are out of order");
      require(seen.insert(row).second, [&] { return "a model is repeated: " + as_text(row); });
      Literals all = assumed;
      all.insert(all.end(), row.begin(), row.end());
      require(table(all).any(), [&] { return "not a model: " + as_text(row); });
    }
    require(seen.size() == table(assumed).count(columns), "a model is missing");
    tally.exhausted++;
  }

  Random random_;
  std::ostream& out_;
  std::int32_t stretch_;
  SmallFormula formula_;  // over all variables, the auxiliary ones last
  Literals visible_;
  std::int32_t first_hidden_;
  std::unique_ptr<Engine> engine_;
  bool halted_ = false;
};

}  // namespace

void fuzz_solver_calls(std::uint64_t seed, std::ostream& out) {
  SolverSession(seed, out).run();
}

}  // namespace satplay::fuzz
