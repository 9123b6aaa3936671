// Random scripts.
#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <numeric>

#include "formulas.hpp"
#include "script.hpp"

namespace satplay::fuzz {

namespace {

constexpr std::int64_t interval = 1'000'000;  // options with a maximum of at least this are intervals
constexpr std::size_t max_table_variables = 12;
constexpr std::int64_t sufficient_conflicts = 2000;  // enough for all formulas generated here

// Intervals are mostly short, so that all techniques run on small formulas.
Options random_options(Random& random) {
  Options options;
  if (random.one_in(10)) return options;
  for (const OptionRow& row : option_table) {
    std::int64_t& value = options.*(row.field);
    if (row.name.ends_with("effort") && random.one_in(2)) {
      value = row.high;  // enough to visit all clauses
      continue;
    }
    if (row.high >= interval && !random.one_in(8)) {
      value = std::max<std::int64_t>(row.low, random.one_in(4) ? random.below(100) : random.below(8));
    } else if (row.high < interval && random.one_in(3)) {
      const std::int64_t reach = random.one_in(2) ? std::min<std::int64_t>(row.high, row.low + 10) : row.high;
      value = row.low + random.below(static_cast<int>(reach - row.low + 1));
    }
  }
  return options;
}

class ScriptWriter {
 public:
  explicit ScriptWriter(std::uint64_t seed) : random_(seed) {}

  Script write() {
    script_.options = random_options(random_);
    script_.record = static_cast<Record>(random_.one_in(3) ? 0 : random_.below(7));
    formula_ = random_formula(random_);
    const auto clauses = static_cast<int>(formula_.clauses.size());
    if (random_.one_in(4))
      for (int theories = random_.between(1, 3); theories > 0; theories--) attach();
    const int parts = random_.one_in(3) ? 1 : random_.between(1, 6);
    for (int begin = 0, part = 1; part <= parts; part++) {
      const int end = part == parts ? clauses : random_.between(begin, clauses);
      add(begin, end);
      begin = end;
      for (int calls = random_.below(6); calls > 0; calls--) random_call();
    }
    for (int session = 0; session < sessions_; session++) {
      Call& last = call(Act::solve);
      last.session = session;
      last.limits = sufficient_limits();
    }
    return script_;
  }

 private:
  Call& call(Act act) {
    script_.calls.emplace_back();
    script_.calls.back().act = act;
    script_.calls.back().session = random_.below(sessions_);
    return script_.calls.back();
  }

  // Adds a range of clauses to one session, mostly the first.
  void add(int begin, int end) {
    const int session = random_.one_in(3) ? random_.below(sessions_) : 0;
    while (begin < end) {
      const bool flat = random_.one_in(4);
      const int end_of_range = flat ? random_.between(begin + 1, end) : begin + 1;
      Call& adding = call(flat ? Act::add_flat : Act::add);
      adding.session = session;
      for (; begin < end_of_range; begin++) {
        const Literals& clause = formula_.clauses[static_cast<std::size_t>(begin)];
        adding.lits.insert(adding.lits.end(), clause.begin(), clause.end());
        if (flat) adding.lits.push_back(0);
      }
      if (random_.one_in(40)) random_call();
    }
  }

  std::int32_t variable() {
    if (random_.one_in(40)) return random_.one_in(2) ? random_.between(1, 100) : INT32_MAX;
    return random_.one_of(formula_.variables);
  }

  Literals assumptions() {
    Literals lits;
    if (!formula_.selectors.empty() && !random_.one_in(4)) {
      lits = formula_.selectors;
      random_.shuffle(lits);
    } else if (random_.one_in(8)) {
      // nearly all variables
      for (const std::int32_t name : formula_.variables)
        if (!random_.one_in(10)) lits.push_back(random_.either_sign(name));
    }
    for (int count = random_.one_in(3) ? 0 : random_.below(6); count > 0; count--)
      lits.push_back(random_.either_sign(variable()));
    if (!lits.empty() && random_.one_in(8)) lits.push_back(random_.one_of(lits));
    if (!lits.empty() && random_.one_in(16)) lits.push_back(-random_.one_of(lits));
    return lits;
  }

  Limits sufficient_limits() const {
    Limits limits;
    if (formula_.variables.size() > max_table_variables) limits.conflicts = sufficient_conflicts;
    return limits;
  }

  Limits limits() {
    Limits limits = sufficient_limits();
    switch (random_.below(10)) {
      case 0:
        limits.conflicts = random_.below(random_.one_in(2) ? 3 : 100);
        break;
      case 1:
        limits.propagations = random_.below(random_.one_in(2) ? 10 : 10000);
        break;
      case 2:
        limits.seconds = random_.one_in(2) ? 0 : 1e-6 * random_.below(3000);
        break;
      case 3:
        limits.memory_bytes = random_.one_in(2) ? random_.below(100) : random_.below(100'000);
        break;
      case 4:
        limits.decisions = random_.below(random_.one_in(2) ? 5 : 200);
        break;
      default:
        break;
    }
    return limits;
  }

  void choose_interruption(Call& solving) {
    switch (random_.below(12)) {
      case 0:
        solving.interruption = Interruption::line;
        solving.when = random_.between(1, random_.one_in(2) ? 5 : 100);
        break;
      case 1:
        solving.interruption = Interruption::thread;
        solving.when = random_.below(random_.one_in(2) ? 50 : 3000);
        break;
      case 2:
        solving.interruption = Interruption::pulse;
        solving.when = random_.between(1, 3);
        break;
      default:
        break;
    }
  }

  // Enumerates models by blocking clauses: a long session.
  void block_models() {
    const int session = random_.below(sessions_);
    const Literals assumed = assumptions();
    for (int models = random_.between(2, 12); models > 0; models--) {
      Call& solving = call(Act::solve);
      solving.session = session;
      solving.lits = assumed;
      solving.limits = sufficient_limits();
      Call& blocking = call(Act::block);
      blocking.session = session;
      blocking.lits = {random_.between(4, 60)};
    }
  }

  // Enumerates models by the engine, mostly without interruption.
  void enumerate() {
    const int session = random_.below(sessions_);
    Call& starting = call(Act::start_enumeration);
    starting.session = session;
    starting.lits = assumptions();
    starting.in_order = random_.one_in(2);
    if (!random_.one_in(3)) starting.over = projection();
    for (int times = random_.between(1, 8); times > 0; times--) {
      Call& showing = call(Act::next_models);
      if (!random_.one_in(6)) showing.session = session;
      showing.most = random_.one_in(3) ? random_.below(4) : random_.one_in(2) ? random_.below(60) : 5000;
      showing.limits = limits();
      choose_interruption(showing);
      if (random_.one_in(4)) harmless_call();
      if (random_.one_in(12)) random_call();
    }
  }

  // Variables to enumerate over: none, some or all, in any order, sometimes with invalid ones.
  Literals projection() {
    Literals over;
    if (random_.one_in(8)) return over;
    for (const std::int32_t name : formula_.variables)
      if (random_.one_in(2)) over.push_back(name);
    random_.shuffle(over);
    if (random_.one_in(2) && over.size() > 6) over.resize(6);
    if (!over.empty() && random_.one_in(10)) over.push_back(random_.either_sign(random_.one_of(over)));
    if (random_.one_in(10)) over.push_back(variable());
    if (random_.one_in(30)) over.push_back(random_.one_in(2) ? 0 : INT32_MIN);
    return over;
  }

  // A call that is no query and does not change the set of models.
  void harmless_call() {
    switch (random_.below(7)) {
      case 0:
        return set_phase();
      case 1:
        return clear_phase();
      case 2:
        return freeze_or_melt();
      case 3:
        call(Act::declare).lits = {random_.between(1, 100)};
        return;
      case 4:
        call(Act::interrupt);
        return;
      case 5:
        return add_invalid();
      default:
        return clone();
    }
  }

  void clone() {
    if (sessions_ == 3) return;
    call(Act::clone);
    sessions_++;
  }

  void attach() {
    Literals variables = formula_.variables;
    random_.shuffle(variables);
    const int most =
        std::min(static_cast<int>(variables.size()), random_.one_in(4) ? static_cast<int>(max_atoms) : 6);
    variables.resize(static_cast<std::size_t>(random_.one_in(4) ? random_.below(most + 1) : most));
    Call& attaching = call(Act::attach);
    for (const std::int32_t name : variables) attaching.lits.push_back(random_.either_sign(name));
    if (!variables.empty() && random_.one_in(30))
      attaching.lits.back() = random_.either_sign(random_.one_of(variables));
    Rule& rule = attaching.rule;
    rule.seed = random_.next();
    rule.kind = static_cast<Rule::Kind>(random_.below(4));
    const auto atoms = static_cast<int>(variables.size());
    switch (rule.kind) {
      case Rule::Kind::at_most:
        rule.number = random_.one_in(4) ? random_.between(-1, atoms) : atoms / 2;
        break;
      case Rule::Kind::parity:
        rule.number = random_.below(2);
        break;
      case Rule::Kind::connected:
      case Rule::Kind::connected_multigraph:
        rule.number = random_.between(1, std::max(2, std::min(5, atoms - 1)));
        break;
    }
  }

  // A kind of call, and how often it is made relative to the others.
  struct Kind {
    int share;
    void (ScriptWriter::*write)();
  };

  void random_call() {
    static constexpr Kind kinds[] = {{6, &ScriptWriter::solve},
                                     {2, &ScriptWriter::propagate},
                                     {1, &ScriptWriter::set_phase},
                                     {1, &ScriptWriter::clear_phase},
                                     {1, &ScriptWriter::freeze_or_melt},
                                     {1, &ScriptWriter::declare_or_interrupt},
                                     {1, &ScriptWriter::clone},
                                     {2, &ScriptWriter::compare_with_clone},
                                     {1, &ScriptWriter::block},
                                     {1, &ScriptWriter::repeat_model},
                                     {1, &ScriptWriter::repeat_core},
                                     {1, &ScriptWriter::rarely_add_invalid},
                                     {1, &ScriptWriter::rarely_fail_allocation},
                                     {1, &ScriptWriter::block_models},
                                     {1, &ScriptWriter::attach},
                                     {2, &ScriptWriter::enumerate},
                                     {1, &ScriptWriter::add_clause}};
    static constexpr int shares = std::accumulate(std::begin(kinds), std::end(kinds), 0,
                                                  [](int sum, const Kind& kind) { return sum + kind.share; });
    int left = random_.below(shares);
    const Kind* kind = std::begin(kinds);
    for (; left >= kind->share; kind++) left -= kind->share;
    (this->*kind->write)();
  }

  void solve() {
    Call& solving = call(Act::solve);
    solving.lits = assumptions();
    solving.limits = limits();
    choose_interruption(solving);
  }

  void propagate() { call(Act::propagate).lits = assumptions(); }
  void block() { call(Act::block).lits = {random_.between(1, 30)}; }
  void repeat_model() { call(Act::repeat_model); }
  void repeat_core() { call(Act::repeat_core); }
  void set_phase() { call(Act::set_phase).lits = {random_.either_sign(variable())}; }
  void clear_phase() { call(Act::clear_phase).lits = {variable()}; }
  void freeze_or_melt() { call(random_.one_in(2) ? Act::freeze : Act::melt).lits = {variable()}; }
  void add_invalid() { call(Act::add_invalid).lits = {variable(), random_.one_in(2) ? 0 : INT32_MIN, 1}; }

  void declare_or_interrupt() {
    if (random_.one_in(10))
      call(Act::declare).lits = {variable()};
    else
      call(Act::interrupt);
  }

  void rarely_add_invalid() {
    if (random_.one_in(4)) add_invalid();
  }

  // Rarely, because it ends the session.
  void rarely_fail_allocation() {
    if (random_.one_in(6)) fail_allocation();
  }

  void compare_with_clone() {
    Call& comparing = call(Act::twin);
    comparing.lits = assumptions();
    comparing.limits = sufficient_limits();
    if (random_.one_in(3)) comparing.limits.conflicts = random_.below(50);
  }

  void fail_allocation() {
    Call& failing = call(Act::fail_allocation);
    failing.lits = assumptions();
    failing.limits = sufficient_limits();
    failing.when = random_.below(random_.one_in(2) ? 20 : 2000);
  }

  void add_clause() {
    Literals clause;
    for (int width = random_.between(1, 4); width > 0; width--)
      clause.push_back(random_.either_sign(variable()));
    call(Act::add).lits = clause;
  }

  Random random_;
  Formula formula_;
  Script script_;
  int sessions_ = 1;
};

}  // namespace

Script random_script(std::uint64_t seed) {
  return ScriptWriter(seed).write();
}

}  // namespace satplay::fuzz
