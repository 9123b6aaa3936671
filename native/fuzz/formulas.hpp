// Random formulas of several families, each of which exercises other parts of a solver.
#pragma once
#include "random.hpp"

namespace satplay::fuzz {

struct Formula {
  Literals variables;  // as numbered in the clauses
  Clauses clauses;
  Literals selectors;  // assumption literals that enable groups of clauses
};

// A formula of a random family with redundancy added (duplicate literals, tautologies, subsumed clauses) and
// with random variable numbers.
Formula random_formula(Random& random);

}  // namespace satplay::fuzz
