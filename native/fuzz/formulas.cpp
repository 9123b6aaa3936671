#include "formulas.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>

namespace satplay::fuzz {

namespace {

// Clauses over the variables 1 .. count.
struct Raw {
  int count = 0;
  Clauses clauses;

  std::int32_t fresh() { return ++count; }
  std::int32_t any(Random& random) const { return random.either_sign(random.between(1, count)); }
  void add(Literals clause) { clauses.push_back(std::move(clause)); }
  void add_parity(Literals lits, bool parity) {  // the XOR of the literals is `parity`, in CNF
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

// Arbitrary clauses over few enough variables for a truth table.
Raw tiny(Random& random) {
  Raw raw{random.between(1, 12), {}};
  const int clauses = random.below(6 * raw.count + 4);
  const int widest = random.between(1, 5);
  const bool may_be_empty = random.one_in(12);
  for (int made = 0; made < clauses; made++) {
    Literals clause;
    for (int width = random.between(may_be_empty ? 0 : 1, widest); width > 0; width--)
      clause.push_back(raw.any(random));
    raw.add(clause);
  }
  return raw;
}

// Uniform random k-SAT near the satisfiability threshold.
Raw random_ksat(Random& random) {
  struct Shape {
    int width, fewest, most;
    double ratio;
  };
  static constexpr Shape shapes[] = {{2, 20, 60, 1.0}, {3, 20, 60, 4.26}, {4, 12, 26, 9.9}, {5, 8, 14, 21}};
  const Shape& shape = shapes[random.one_in(3) ? random.below(4) : 1];
  Raw raw{random.between(shape.fewest, shape.most), {}};
  const double near = shape.ratio * (0.85 + 0.01 * random.below(31));
  for (int made = 0; made < static_cast<int>(near * raw.count); made++) {
    std::set<std::int32_t> variables;
    while (static_cast<int>(variables.size()) < shape.width) variables.insert(random.between(1, raw.count));
    Literals clause;
    for (const std::int32_t variable : variables) clause.push_back(random.either_sign(variable));
    raw.add(clause);
  }
  return raw;
}

// As many pigeons as holes, or one more.
Raw pigeonhole(Random& random) {
  const int holes = random.between(2, 6);
  const int pigeons = holes + (random.one_in(3) ? 0 : 1);
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
Raw parity(Random& random) {
  if (random.one_in(2)) {
    Raw raw{random.between(3, 60), {}};
    for (int at = 1; at <= raw.count; at++) raw.add_parity({at, at % raw.count + 1}, random.one_in(2));
    return raw;
  }
  Raw raw{random.between(6, 18), {}};
  for (int made = 0; made < raw.count + random.between(-4, 2); made++)
    raw.add_parity({raw.any(random), raw.any(random), raw.any(random)}, random.one_in(2));
  return raw;
}

// Exactly one true variable in each row and column of a grid, by sequential counters (Sinz 2005).
Raw ladders(Random& random) {
  const int rows = random.between(2, 5), columns = rows + (random.one_in(2) ? 0 : 1);
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
Raw implications(Random& random) {
  Raw raw{random.between(6, 50), {}};
  for (int made = 0; made < raw.count * random.between(3, 9) / 6; made++)
    raw.add({raw.any(random), raw.any(random)});
  for (int cycles = random.below(5); cycles > 0; cycles--) {
    const std::int32_t first = raw.any(random);
    std::int32_t from = first;
    for (int length = random.between(1, 6); length > 0; length--) {
      const std::int32_t to = length == 1 ? first : raw.any(random);
      raw.add({-from, to});
      from = to;
    }
  }
  for (int made = 0; made < raw.count; made++) {
    Literals clause;
    for (int width = random.between(3, 6); width > 0; width--) clause.push_back(raw.any(random));
    raw.add(clause);
  }
  return raw;
}

// Most variables occur in one polarity only, so that removing pure literals makes others pure.
Raw nearly_pure(Random& random) {
  Raw raw{random.between(8, 50), {}};
  for (int made = 0; made < 3 * raw.count; made++) {
    Literals clause;
    for (int width = random.between(2, 4); width > 0; width--) {
      const std::int32_t variable = random.between(1, raw.count);
      const bool both = variable % 4 == 0;
      clause.push_back(both ? random.either_sign(variable) : variable % 2 == 0 ? variable : -variable);
    }
    raw.add(clause);
  }
  return raw;
}

// The miter of two copies of a circuit: unsatisfiable unless a gate was changed.
Raw circuits(Random& random) {
  const int inputs = random.between(2, 6), gates = random.between(2, 12);
  Raw raw{inputs, {}};
  struct Gate {
    int kind, left, right;  // kind, and indices of the two input wires
    bool negate;
  };
  std::vector<Gate> plan;
  for (int gate = 0; gate < gates; gate++)
    plan.push_back(
        {random.below(3), random.below(inputs + gate), random.below(inputs + gate), random.one_in(2)});
  Literals outputs;
  for (int copy = 0; copy < 2; copy++) {
    if (copy == 1 && random.one_in(3))
      plan[static_cast<std::size_t>(random.below(gates))].kind = random.below(3);
    Literals wires;
    for (int input = 1; input <= inputs; input++) wires.push_back(input);
    for (const Gate& gate : plan) {
      const std::int32_t left = wires[static_cast<std::size_t>(gate.left)];
      const std::int32_t right = wires[static_cast<std::size_t>(gate.right)] * (gate.negate ? -1 : 1);
      const std::int32_t out = raw.fresh();
      if (gate.kind == 0) {
        raw.clauses.insert(raw.clauses.end(), {{-out, left}, {-out, right}, {out, -left, -right}});
      } else if (gate.kind == 1) {
        raw.add_parity({out, left, right}, false);
      } else {  // if-then-else on the first input
        raw.clauses.insert(raw.clauses.end(),
                           {{-out, -1, left}, {out, -1, -left}, {-out, 1, right}, {out, 1, -right}});
      }
      wires.push_back(out);
    }
    outputs.push_back(wires.back());
  }
  raw.add_parity(outputs, true);
  return raw;
}

using Maker = Raw (*)(Random&);
constexpr Maker makers[] = {random_ksat, pigeonhole, parity, ladders, implications, nearly_pure, circuits};

Raw structured(Random& random) {
  return makers[random.below(static_cast<int>(std::size(makers)))](random);
}

// Two formulas over disjoint variables, and a few clauses that connect them.
Raw combined(Random& random) {
  Raw raw = structured(random);
  const Raw other = structured(random);
  for (Literals clause : other.clauses) {
    for (std::int32_t& lit : clause) lit += lit > 0 ? raw.count : -raw.count;
    raw.add(std::move(clause));
  }
  raw.count += other.count;
  for (int bridges = random.below(8); bridges > 0; bridges--)
    raw.add({raw.any(random), raw.any(random), raw.any(random)});
  return raw;
}

// Makes a clause of the formula into one that is redundant, or rarely into a unit clause; nullopt: no clause.
std::optional<Literals> vary(Literals clause, const Raw& raw, Random& random) {
  switch (random.below(6)) {
    case 0:  // a duplicate
      break;
    case 1:  // subsumed by the original
      for (int more = random.between(1, 3); more > 0; more--) clause.push_back(raw.any(random));
      break;
    case 2:  // self-subsuming resolution with the original shortens it
      if (!clause.empty()) clause.back() = -clause.back();
      break;
    case 3:  // a duplicate literal
      if (!clause.empty()) clause.push_back(clause.front());
      break;
    case 4:  // a tautology
      if (!clause.empty()) clause.push_back(-clause.back());
      break;
    case 5:
      if (!random.one_in(4)) return std::nullopt;
      clause = {raw.any(random)};
      break;
  }
  random.shuffle(clause);
  return clause;
}

void add_redundancy(Raw& raw, Random& random) {
  if (raw.clauses.empty()) return;
  for (int count = random.below(8); count > 0; count--) {
    std::optional<Literals> clause = vary(random.one_of(raw.clauses), raw, random);
    if (clause) raw.add(std::move(*clause));
  }
  if (random.one_in(60)) raw.add({});
  if (random.one_in(2)) random.shuffle(raw.clauses);
}

// Variable numbers: consecutive, permuted, or scattered up to the largest possible number.
Literals numbering(int count, Random& random) {
  Literals names;
  if (!random.one_in(4)) {
    for (int variable = 1; variable <= count; variable++) names.push_back(variable);
  } else {
    std::set<std::int32_t> scattered;
    const int reach = random.one_in(2) ? INT32_MAX : random.one_in(2) ? 20'000'000 : 10 * count;
    if (reach == INT32_MAX) scattered.insert(INT32_MAX);
    while (static_cast<int>(scattered.size()) < count) scattered.insert(random.between(1, reach - 1));
    names.assign(scattered.begin(), scattered.end());
  }
  if (random.one_in(2)) random.shuffle(names);
  return names;
}

}  // namespace

Formula random_formula(Random& random) {
  Raw raw = random.one_in(2) ? tiny(random) : random.one_in(5) ? combined(random) : structured(random);
  add_redundancy(raw, random);
  Literals selectors;
  if (random.one_in(5)) {
    for (int groups = random.between(1, 8); groups > 0; groups--) selectors.push_back(raw.fresh());
    for (Literals& clause : raw.clauses) clause.push_back(-random.one_of(selectors));
  }
  const Literals names = numbering(raw.count, random);
  const auto rename = [&](std::int32_t& lit) {
    const std::int32_t name = names[static_cast<std::size_t>(std::abs(lit) - 1)];
    lit = lit > 0 ? name : -name;
  };
  for (Literals& clause : raw.clauses) std::for_each(clause.begin(), clause.end(), rename);
  std::for_each(selectors.begin(), selectors.end(), rename);
  return {names, raw.clauses, selectors};
}

}  // namespace satplay::fuzz
