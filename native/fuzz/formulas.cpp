#include "formulas.hpp"

#include <algorithm>
#include <cstdint>
#include <set>

namespace satplay::fuzz {

namespace {

// Clauses over the variables 1 .. count.
struct Raw {
  int count = 0;
  Clauses clauses;

  std::int32_t fresh() { return ++count; }
  std::int32_t any(Chance& chance) const { return chance.either_sign(chance.between(1, count)); }
  void add(Literals clause) { clauses.push_back(std::move(clause)); }
  void exactly_one_value(Literals lits, bool parity) {  // the literals' parity, clause by clause
    for (unsigned row = 0; row < (1u << lits.size()); row++) {
      Literals clause;
      bool odd = false;
      for (std::size_t at = 0; at < lits.size(); at++) {
        const bool negative = (row >> at) & 1u;
        odd ^= negative;
        clause.push_back(negative ? -lits[at] : lits[at]);
      }
      if (odd == parity) continue;
      add(clause);
    }
  }
};

// Few enough variables for a truth table; anything goes.
Raw tiny(Chance& chance) {
  Raw raw{chance.between(1, 12), {}};
  const int clauses = chance.below(6 * raw.count + 4);
  const int widest = chance.between(1, 5);
  const bool may_be_empty = chance.one_in(12);
  for (int made = 0; made < clauses; made++) {
    Literals clause;
    for (int width = chance.between(may_be_empty ? 0 : 1, widest); width > 0; width--)
      clause.push_back(raw.any(chance));
    raw.add(clause);
  }
  return raw;
}

// Uniform random k-SAT about where half the formulas are satisfiable.
Raw random_ksat(Chance& chance) {
  struct Shape {
    int width, fewest, most;
    double ratio;
  };
  static constexpr Shape shapes[] = {{2, 20, 60, 1.0}, {3, 20, 60, 4.26}, {4, 12, 26, 9.9}, {5, 8, 14, 21}};
  const Shape& shape = shapes[chance.one_in(3) ? chance.below(4) : 1];
  Raw raw{chance.between(shape.fewest, shape.most), {}};
  const double near = shape.ratio * (0.85 + 0.01 * chance.below(31));
  for (int made = 0; made < static_cast<int>(near * raw.count); made++) {
    std::set<std::int32_t> variables;
    while (static_cast<int>(variables.size()) < shape.width) variables.insert(chance.between(1, raw.count));
    Literals clause;
    for (const std::int32_t variable : variables) clause.push_back(chance.either_sign(variable));
    raw.add(clause);
  }
  return raw;
}

// One pigeon too many, or just as many as there are holes.
Raw pigeonhole(Chance& chance) {
  const int holes = chance.between(2, 6);
  const int pigeons = holes + (chance.one_in(3) ? 0 : 1);
  Raw raw{holes * pigeons, {}};
  for (int pigeon = 0; pigeon < pigeons; pigeon++) {
    Literals somewhere;
    for (int hole = 1; hole <= holes; hole++) somewhere.push_back(pigeon * holes + hole);
    raw.add(somewhere);
  }
  for (int hole = 1; hole <= holes; hole++)
    for (int one = 0; one < pigeons; one++)
      for (int two = one + 1; two < pigeons; two++) raw.add({-(one * holes + hole), -(two * holes + hole)});
  return raw;
}

// A cycle of equations x = y or x != y, or a system of random ones of width 3.
Raw parity(Chance& chance) {
  if (chance.one_in(2)) {
    Raw raw{chance.between(3, 60), {}};
    for (int at = 1; at <= raw.count; at++) raw.exactly_one_value({at, at % raw.count + 1}, chance.one_in(2));
    return raw;
  }
  Raw raw{chance.between(6, 18), {}};
  for (int made = 0; made < raw.count + chance.between(-4, 2); made++)
    raw.exactly_one_value({raw.any(chance), raw.any(chance), raw.any(chance)}, chance.one_in(2));
  return raw;
}

// Each row and each column of a grid has exactly one, by ladders of helpers (Sinz 2005).
Raw ladders(Chance& chance) {
  const int rows = chance.between(2, 5), columns = rows + (chance.one_in(2) ? 0 : 1);
  Raw raw{rows * columns, {}};
  const auto exactly_one = [&](const Literals& lits) {
    raw.add(lits);
    std::int32_t before = 0;
    for (const std::int32_t lit : lits) {
      const std::int32_t so_far = raw.fresh();
      raw.add({-lit, so_far});
      if (before) {
        raw.add({-before, so_far});
        raw.add({-before, -lit});
      }
      before = so_far;
    }
  };
  for (int row = 0; row < rows; row++) {
    Literals line;
    for (int column = 1; column <= columns; column++) line.push_back(row * columns + column);
    exactly_one(line);
  }
  for (int column = 1; column <= columns; column++) {
    Literals line;
    for (int row = 0; row < rows; row++) line.push_back(row * columns + column);
    exactly_one(line);
  }
  return raw;
}

// Binary clauses with cycles, so that literals are equivalent, and a few wider ones.
Raw implications(Chance& chance) {
  Raw raw{chance.between(6, 50), {}};
  for (int made = 0; made < raw.count * chance.between(3, 9) / 6; made++)
    raw.add({raw.any(chance), raw.any(chance)});
  for (int cycles = chance.below(5); cycles > 0; cycles--) {
    const std::int32_t first = raw.any(chance);
    std::int32_t from = first;
    for (int length = chance.between(1, 6); length > 0; length--) {
      const std::int32_t to = length == 1 ? first : raw.any(chance);
      raw.add({-from, to});
      from = to;
    }
  }
  for (int made = 0; made < raw.count; made++) {
    Literals clause;
    for (int width = chance.between(3, 6); width > 0; width--) clause.push_back(raw.any(chance));
    raw.add(clause);
  }
  return raw;
}

// Most variables in one polarity only, so that purity spreads.
Raw nearly_pure(Chance& chance) {
  Raw raw{chance.between(8, 50), {}};
  for (int made = 0; made < 3 * raw.count; made++) {
    Literals clause;
    for (int width = chance.between(2, 4); width > 0; width--) {
      const std::int32_t variable = chance.between(1, raw.count);
      const bool both = variable % 4 == 0;
      clause.push_back(both ? chance.either_sign(variable) : variable % 2 == 0 ? variable : -variable);
    }
    raw.add(clause);
  }
  return raw;
}

// Two copies of a circuit of gates, told to differ: unsatisfiable unless one gate was changed.
Raw circuits(Chance& chance) {
  const int inputs = chance.between(2, 6), gates = chance.between(2, 12);
  Raw raw{inputs, {}};
  struct Gate {
    int kind, left, right;  // of the gates' inputs: indices
    bool negate;
  };
  std::vector<Gate> plan;
  for (int gate = 0; gate < gates; gate++)
    plan.push_back(
        {chance.below(3), chance.below(inputs + gate), chance.below(inputs + gate), chance.one_in(2)});
  Literals outputs;
  for (int copy = 0; copy < 2; copy++) {
    if (copy == 1 && chance.one_in(3))
      plan[static_cast<std::size_t>(chance.below(gates))].kind = chance.below(3);
    Literals wires;
    for (int input = 1; input <= inputs; input++) wires.push_back(input);
    for (const Gate& gate : plan) {
      const std::int32_t left = wires[static_cast<std::size_t>(gate.left)];
      const std::int32_t right = wires[static_cast<std::size_t>(gate.right)] * (gate.negate ? -1 : 1);
      const std::int32_t out = raw.fresh();
      if (gate.kind == 0) {
        raw.clauses.insert(raw.clauses.end(), {{-out, left}, {-out, right}, {out, -left, -right}});
      } else if (gate.kind == 1) {
        raw.exactly_one_value({out, left, right}, false);
      } else {  // if-then-else on the first input
        raw.clauses.insert(raw.clauses.end(),
                           {{-out, -1, left}, {out, -1, -left}, {-out, 1, right}, {out, 1, -right}});
      }
      wires.push_back(out);
    }
    outputs.push_back(wires.back());
  }
  raw.exactly_one_value(outputs, true);
  return raw;
}

using Maker = Raw (*)(Chance&);
constexpr Maker makers[] = {random_ksat, pigeonhole, parity, ladders, implications, nearly_pure, circuits};

Raw structured(Chance& chance) {
  return makers[chance.below(static_cast<int>(std::size(makers)))](chance);
}

// Side by side, with some clauses between the two.
Raw joined(Chance& chance) {
  Raw raw = structured(chance);
  const Raw other = structured(chance);
  for (Literals clause : other.clauses) {
    for (std::int32_t& lit : clause) lit += lit > 0 ? raw.count : -raw.count;
    raw.add(std::move(clause));
  }
  raw.count += other.count;
  for (int bridges = chance.below(8); bridges > 0; bridges--)
    raw.add({raw.any(chance), raw.any(chance), raw.any(chance)});
  return raw;
}

void blemish(Raw& raw, Chance& chance) {
  if (raw.clauses.empty()) return;
  for (int count = chance.below(8); count > 0; count--) {
    Literals clause = chance.one_of(raw.clauses);
    switch (chance.below(6)) {
      case 0:  // the same again
        break;
      case 1:  // subsumed by the original
        for (int more = chance.between(1, 3); more > 0; more--) clause.push_back(raw.any(chance));
        break;
      case 2:  // almost the same: resolves with the original to something shorter
        if (!clause.empty()) clause.back() = -clause.back();
        break;
      case 3:  // a literal twice
        if (!clause.empty()) clause.push_back(clause.front());
        break;
      case 4:  // a tautology
        if (!clause.empty()) clause.push_back(-clause.back());
        break;
      case 5:
        if (!chance.one_in(4)) continue;
        clause = {raw.any(chance)};
        break;
    }
    chance.shuffle(clause);
    raw.add(clause);
  }
  if (chance.one_in(60)) raw.add({});
  if (chance.one_in(2)) chance.shuffle(raw.clauses);
}

// Numbers for the variables: as they are, permuted, or scattered up to the greatest there is.
Literals numbering(int count, Chance& chance) {
  Literals names;
  if (!chance.one_in(4)) {
    for (int variable = 1; variable <= count; variable++) names.push_back(variable);
  } else {
    std::set<std::int32_t> scattered;
    const int reach = chance.one_in(2) ? INT32_MAX : chance.one_in(2) ? 20'000'000 : 10 * count;
    if (reach == INT32_MAX) scattered.insert(INT32_MAX);
    while (static_cast<int>(scattered.size()) < count) scattered.insert(chance.between(1, reach - 1));
    names.assign(scattered.begin(), scattered.end());
  }
  if (chance.one_in(2)) chance.shuffle(names);
  return names;
}

}  // namespace

Formula random_formula(Chance& chance) {
  Raw raw = chance.one_in(2) ? tiny(chance) : chance.one_in(5) ? joined(chance) : structured(chance);
  blemish(raw, chance);
  Literals selectors;
  if (chance.one_in(5)) {
    for (int groups = chance.between(1, 8); groups > 0; groups--) selectors.push_back(raw.fresh());
    for (Literals& clause : raw.clauses) clause.push_back(-chance.one_of(selectors));
  }
  const Literals names = numbering(raw.count, chance);
  const auto rename = [&](std::int32_t& lit) {
    const std::int32_t name = names[static_cast<std::size_t>(std::abs(lit) - 1)];
    lit = lit > 0 ? name : -name;
  };
  for (Literals& clause : raw.clauses) std::for_each(clause.begin(), clause.end(), rename);
  std::for_each(selectors.begin(), selectors.end(), rename);
  return {names, raw.clauses, selectors};
}

}  // namespace satplay::fuzz
