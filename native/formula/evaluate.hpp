// Whether a model satisfies clauses: the check of every answer, short enough to be verified by reading.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

namespace satplay {

// The index, from 0, of the first clause without a true literal; -1 where every clause has one.
//
// `clauses` are literals, each clause closed by a 0; `model` are the true literals, in any order. Of a
// variable that the model leaves out neither literal is true. Throws
// std::invalid_argument when the last clause is not closed, or the model has both literals of a variable or a
// number that is no literal.
// `go_on` is called every few milliseconds; if it returns false, EvaluationStopped is thrown.
struct EvaluationStopped {};
std::int64_t first_false_clause(
    std::span<const std::int32_t> clauses, std::span<const std::int32_t> model,
    const std::function<bool()>& go_on = [] { return true; });

}  // namespace satplay
