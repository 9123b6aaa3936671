// Whether many models of the same variables satisfy the same clauses: like evaluate.hpp, but each
// clause is visited once for hundreds of models, one bit a model.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace satplay {

class ManyEvaluator {
 public:
  // `clauses` are literals, each clause closed by a 0; `variables` are those that the models assign,
  // ascending. Throws std::invalid_argument when the last clause is not closed or the variables are not so.
  ManyEvaluator(std::span<const std::int32_t> clauses, std::span<const std::int32_t> variables);

  struct Wrong {
    std::size_t model, clause;  // from 0
  };

  // The first model that makes a clause false, and the first clause that it makes false.
  //
  // `models` holds `count` models, one after the other, of each a literal for every variable, in their order.
  // Neither literal of a variable that the models leave out is true. Throws std::invalid_argument when it has
  // another length, or contains another variable.
  std::optional<Wrong> first_false(std::span<const std::int32_t> models, std::size_t count) const;

  std::size_t width() const { return variables_.size(); }

 private:
  template <std::size_t words>
  class Block;

  std::uint32_t row_of(std::int32_t literal) const;

  std::vector<std::int32_t> variables_;
  std::vector<std::uint32_t> rows_;  // the clauses: a literal is a row of bits, the closing 0 is `closed`
};

}  // namespace satplay
