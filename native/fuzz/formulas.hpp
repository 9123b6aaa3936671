// Formulas that make a solver stumble: each kind for what it exercises.
#pragma once
#include "chance.hpp"

namespace satplay::fuzz {

struct Formula {
  Literals variables;  // their numbers, as the clauses use them
  Clauses clauses;
  Literals selectors;  // assumed, they switch groups of clauses on
};

// Of any kind, with blemishes (repeated literals, tautologies, subsumed clauses) and under any numbers.
Formula random_formula(Chance& chance);

}  // namespace satplay::fuzz
