// Scripts by chance.
#include <algorithm>
#include <cstdlib>

#include "formulas.hpp"
#include "script.hpp"

namespace satplay::fuzz {

namespace {

constexpr std::int64_t interval = 1'000'000;  // an option that may be as great as that is an interval
constexpr std::size_t most_in_table = 12;
constexpr std::int64_t enough_conflicts = 2000;  // for any answer that a formula of ours needs

// Intervals are mostly short, so that everything happens on small formulas.
Options random_options(Chance& chance) {
  Options options;
  if (chance.one_in(10)) return options;
  for (const OptionRow& row : option_table) {
    std::int64_t& value = options.*(row.field);
    if (row.name.ends_with("effort") && chance.one_in(2)) {
      value = row.high;  // enough to go through all clauses, even on a small formula
      continue;
    }
    if (row.high >= interval && !chance.one_in(8)) {
      value = std::max<std::int64_t>(row.low, chance.one_in(4) ? chance.below(100) : chance.below(8));
    } else if (row.high < interval && chance.one_in(3)) {
      const std::int64_t reach = chance.one_in(2) ? std::min<std::int64_t>(row.high, row.low + 10) : row.high;
      value = row.low + chance.below(static_cast<int>(reach - row.low + 1));
    }
  }
  return options;
}

class Writer {
 public:
  explicit Writer(std::uint64_t seed) : chance_(seed) {}

  Script write() {
    script_.options = random_options(chance_);
    script_.record = static_cast<Record>(chance_.one_in(3) ? 0 : chance_.below(7));
    formula_ = random_formula(chance_);
    const auto clauses = static_cast<int>(formula_.clauses.size());
    if (chance_.one_in(4))
      for (int theories = chance_.between(1, 3); theories > 0; theories--) attach();
    const int parts = chance_.one_in(3) ? 1 : chance_.between(1, 6);
    for (int begin = 0, part = 1; part <= parts; part++) {
      const int end = part == parts ? clauses : chance_.between(begin, clauses);
      add(begin, end);
      begin = end;
      for (int calls = chance_.below(6); calls > 0; calls--) something();
    }
    for (int session = 0; session < sessions_; session++) {
      Call& last = call(Act::solve);
      last.session = session;
      last.limits = enough();
    }
    return script_;
  }

 private:
  Call& call(Act act) {
    script_.calls.emplace_back();
    script_.calls.back().act = act;
    script_.calls.back().session = chance_.below(sessions_);
    return script_.calls.back();
  }

  // Whole stretches of clauses go to one session, mostly to the first.
  void add(int begin, int end) {
    const int session = chance_.one_in(3) ? chance_.below(sessions_) : 0;
    while (begin < end) {
      const bool flat = chance_.one_in(4);
      const int stretch = flat ? chance_.between(begin + 1, end) : begin + 1;
      Call& adding = call(flat ? Act::add_flat : Act::add);
      adding.session = session;
      for (; begin < stretch; begin++) {
        const Literals& clause = formula_.clauses[static_cast<std::size_t>(begin)];
        adding.lits.insert(adding.lits.end(), clause.begin(), clause.end());
        if (flat) adding.lits.push_back(0);
      }
      if (chance_.one_in(40)) something();
    }
  }

  std::int32_t variable() {
    if (chance_.one_in(40)) return chance_.one_in(2) ? chance_.between(1, 100) : INT32_MAX;
    return chance_.one_of(formula_.variables);
  }

  Literals assumptions() {
    Literals lits;
    if (!formula_.selectors.empty() && !chance_.one_in(4)) {
      lits = formula_.selectors;
      chance_.shuffle(lits);
    } else if (chance_.one_in(8)) {
      // all, but for one or another
      for (const std::int32_t name : formula_.variables)
        if (!chance_.one_in(10)) lits.push_back(chance_.either_sign(name));
    }
    for (int count = chance_.one_in(3) ? 0 : chance_.below(6); count > 0; count--)
      lits.push_back(chance_.either_sign(variable()));
    if (!lits.empty() && chance_.one_in(8)) lits.push_back(chance_.one_of(lits));
    if (!lits.empty() && chance_.one_in(16)) lits.push_back(-chance_.one_of(lits));
    return lits;
  }

  Limits enough() const {
    Limits limits;
    if (formula_.variables.size() > most_in_table) limits.conflicts = enough_conflicts;
    return limits;
  }

  Limits limits() {
    Limits limits = enough();
    switch (chance_.below(10)) {
      case 0:
        limits.conflicts = chance_.below(chance_.one_in(2) ? 3 : 100);
        break;
      case 1:
        limits.propagations = chance_.below(chance_.one_in(2) ? 10 : 10000);
        break;
      case 2:
        limits.seconds = chance_.one_in(2) ? 0 : 1e-6 * chance_.below(3000);
        break;
      case 3:
        limits.memory_bytes = chance_.one_in(2) ? chance_.below(100) : chance_.below(100'000);
        break;
      default:
        break;
    }
    return limits;
  }

  void disturb(Call& solving) {
    switch (chance_.below(12)) {
      case 0:
        solving.disturbance = Disturbance::line;
        solving.when = chance_.between(1, chance_.one_in(2) ? 5 : 100);
        break;
      case 1:
        solving.disturbance = Disturbance::thread;
        solving.when = chance_.below(chance_.one_in(2) ? 50 : 3000);
        break;
      case 2:
        solving.disturbance = Disturbance::pulse;
        solving.when = chance_.between(1, 3);
        break;
      default:
        break;
    }
  }

  // One model after the other by forbidding each when it has been found: a session that lasts.
  void block_models() {
    const int session = chance_.below(sessions_);
    const Literals assumed = assumptions();
    for (int models = chance_.between(2, 12); models > 0; models--) {
      Call& solving = call(Act::solve);
      solving.session = session;
      solving.lits = assumed;
      solving.limits = enough();
      Call& blocking = call(Act::block);
      blocking.session = session;
      blocking.lits = {chance_.between(4, 60)};
    }
  }

  // One model after the other as the engine shows them, mostly undisturbed.
  void enumerate() {
    const int session = chance_.below(sessions_);
    Call& starting = call(Act::start_enumeration);
    starting.session = session;
    starting.lits = assumptions();
    starting.in_order = chance_.one_in(2);
    if (!chance_.one_in(3)) starting.over = columns();
    for (int times = chance_.between(1, 8); times > 0; times--) {
      Call& showing = call(Act::next_models);
      if (!chance_.one_in(6)) showing.session = session;
      showing.most = chance_.one_in(3) ? chance_.below(4) : chance_.one_in(2) ? chance_.below(60) : 5000;
      showing.limits = limits();
      disturb(showing);
      if (chance_.one_in(4)) aside();
      if (chance_.one_in(12)) something();
    }
  }

  // What is enumerated over: none, some or all, in any order, now and then nonsense.
  Literals columns() {
    Literals over;
    if (chance_.one_in(8)) return over;
    for (const std::int32_t name : formula_.variables)
      if (chance_.one_in(2)) over.push_back(name);
    chance_.shuffle(over);
    if (chance_.one_in(2) && over.size() > 6) over.resize(6);
    if (!over.empty() && chance_.one_in(10)) over.push_back(chance_.either_sign(chance_.one_of(over)));
    if (chance_.one_in(10)) over.push_back(variable());
    if (chance_.one_in(30)) over.push_back(chance_.one_in(2) ? 0 : INT32_MIN);
    return over;
  }

  // What is no question and does not change what is true.
  void aside() {
    switch (chance_.below(7)) {
      case 0:
        call(Act::set_phase).lits = {chance_.either_sign(variable())};
        break;
      case 1:
        call(Act::clear_phase).lits = {variable()};
        break;
      case 2:
        call(chance_.one_in(2) ? Act::freeze : Act::melt).lits = {variable()};
        break;
      case 3:
        call(Act::declare).lits = {chance_.between(1, 100)};
        break;
      case 4:
        call(Act::interrupt);
        break;
      case 5:
        call(Act::refuse).lits = {variable(), chance_.one_in(2) ? 0 : INT32_MIN, 1};
        break;
      default:
        clone();
        break;
    }
  }

  void clone() {
    if (sessions_ == 3) return;
    call(Act::clone);
    sessions_++;
  }

  void attach() {
    Literals variables = formula_.variables;
    chance_.shuffle(variables);
    const int most =
        std::min(static_cast<int>(variables.size()), chance_.one_in(4) ? static_cast<int>(most_atoms) : 6);
    variables.resize(static_cast<std::size_t>(chance_.one_in(4) ? chance_.below(most + 1) : most));
    Call& attaching = call(Act::attach);
    for (const std::int32_t name : variables) attaching.lits.push_back(chance_.either_sign(name));
    if (!variables.empty() && chance_.one_in(30))
      attaching.lits.back() = chance_.either_sign(chance_.one_of(variables));
    Rule& rule = attaching.rule;
    rule.seed = chance_.next();
    rule.kind = static_cast<Rule::Kind>(chance_.below(4));
    const auto atoms = static_cast<int>(variables.size());
    switch (rule.kind) {
      case Rule::Kind::at_most:
        rule.number = chance_.one_in(4) ? chance_.between(-1, atoms) : atoms / 2;
        break;
      case Rule::Kind::parity:
        rule.number = chance_.below(2);
        break;
      case Rule::Kind::connected:
      case Rule::Kind::joined:
        rule.number = chance_.between(1, std::max(2, std::min(5, atoms - 1)));
        break;
    }
  }

  void something() {
    switch (chance_.below(25)) {
      case 0:
      case 1:
      case 2:
      case 3:
      case 4:
      case 5: {
        Call& solving = call(Act::solve);
        solving.lits = assumptions();
        solving.limits = limits();
        disturb(solving);
        break;
      }
      case 6:
      case 7:
        call(Act::propagate).lits = assumptions();
        break;
      case 8:
        call(Act::set_phase).lits = {chance_.either_sign(variable())};
        break;
      case 9:
        call(Act::clear_phase).lits = {variable()};
        break;
      case 10:
        call(chance_.one_in(2) ? Act::freeze : Act::melt).lits = {variable()};
        break;
      case 11:
        if (chance_.one_in(10))
          call(Act::declare).lits = {variable()};
        else
          call(Act::interrupt);
        break;
      case 12:
        clone();
        break;
      case 13:
      case 14: {
        Call& twins = call(Act::twin);
        twins.lits = assumptions();
        twins.limits = enough();
        if (chance_.one_in(3)) twins.limits.conflicts = chance_.below(50);
        break;
      }
      case 15:
        call(Act::block).lits = {chance_.between(1, 30)};
        break;
      case 16:
        call(Act::retrace);
        break;
      case 17:
        call(Act::again);
        break;
      case 18:
        if (chance_.one_in(4)) call(Act::refuse).lits = {variable(), chance_.one_in(2) ? 0 : INT32_MIN, 1};
        break;
      case 19: {
        if (!chance_.one_in(6)) break;
        Call& starving = call(Act::starve);
        starving.lits = assumptions();
        starving.limits = enough();
        starving.when = chance_.below(chance_.one_in(2) ? 20 : 2000);
        break;
      }
      case 20:
        block_models();
        break;
      case 21:
        attach();
        break;
      case 22:
      case 23:
        enumerate();
        break;
      default: {
        Literals clause;
        for (int width = chance_.between(1, 4); width > 0; width--)
          clause.push_back(chance_.either_sign(variable()));
        call(Act::add).lits = clause;
        break;
      }
    }
  }

  Chance chance_;
  Formula formula_;
  Script script_;
  int sessions_ = 1;
};

}  // namespace

Script random_script(std::uint64_t seed) {
  return Writer(seed).write();
}

}  // namespace satplay::fuzz
