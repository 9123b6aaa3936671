// Decision order by tree decomposition: the distance of each variable from the centre.
#pragma once
#include "problem.hpp"

namespace satplay::counting {

// By variable, from 0 at the centre to 1 at the border, times a weight that is larger for narrow
// decompositions (Korhonen & Järvisalo, "Integrating Tree Decompositions into Decision Heuristics of
// Propositional Model Counters", 2021). Empty if there is no useful one, or if it takes too long to find.
std::vector<double> distances_from_the_middle(const Problem& problem, Meter& meter);

}  // namespace satplay::counting
