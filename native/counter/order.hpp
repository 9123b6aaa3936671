// Which variables part the formula: how far each is from the middle of a tree decomposition.
#pragma once
#include "problem.hpp"

namespace satplay::counting {

// By variable, 0 in the middle to 1 at the rim, times the weight that the decomposition deserves: much where
// it is narrow, less where it is wide (Korhonen & Järvisalo, "Integrating Tree Decompositions into
// Decision Heuristics of Propositional Model Counters", 2021). Empty where there is none worth heeding, or
// finding it would take too long.
std::vector<double> distances_from_the_middle(const Problem& problem, Meter& meter);

}  // namespace satplay::counting
