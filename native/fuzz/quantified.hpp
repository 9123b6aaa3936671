// Quantified formulas with few variables, decided under limits: fuzzes native/quantified/.
#pragma once
#include <cstdint>
#include <iosfwd>

namespace satplay::fuzz {

// Decides one formula several times; answers, outermost choices and strategies are compared with the truth
// found by expansion of all quantifiers. Throws Failure.
void fuzz_quantified(std::uint64_t seed, std::ostream& out);

}  // namespace satplay::fuzz
