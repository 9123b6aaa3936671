// Whether a model satisfies clauses: the judge of every answer, so short that it can be read and believed.
#pragma once

#include <cstdint>
#include <span>

namespace satplay {

// The index, from 0, of the first clause without a true literal; -1 where every clause has one.
//
// `clauses` are literals, each clause closed by a 0; `model` are the true literals, in any order. What a
// variable that the model leaves out would be, nobody knows: neither of its literals is true. Throws
// std::invalid_argument when the last clause is not closed, or the model says both or names no variable.
std::int64_t first_false_clause(std::span<const std::int32_t> clauses, std::span<const std::int32_t> model);

}  // namespace satplay
