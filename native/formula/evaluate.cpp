#include "evaluate.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace satplay {
namespace {

using Literal = std::int32_t;

constexpr std::uint32_t var(Literal lit) {
  const auto bits = static_cast<std::uint32_t>(lit);
  return lit < 0 ? 0U - bits : bits;
}

void refuse_unless_literal(Literal lit) {
  if (lit == 0 || lit == std::numeric_limits<Literal>::min()) {
    throw std::invalid_argument("the model contains " + std::to_string(lit) + ", which is not a literal");
  }
}

[[noreturn]] void refuse_both(std::uint32_t variable) {
  throw std::invalid_argument("the model has variable " + std::to_string(variable) + " both true and false");
}

// One byte per variable: for models of variables that lie close together.
class Table {
 public:
  Table(std::span<const Literal> model, std::uint32_t greatest)
      : values_(std::size_t{greatest} + 1, Value::kNothing) {
    for (const Literal lit : model) {
      refuse_unless_literal(lit);
      // at(): the model may be another thread's to write, and was measured before.
      Value& known = values_.at(var(lit));
      const Value now = lit > 0 ? Value::kTrue : Value::kFalse;
      if (known != Value::kNothing && known != now) refuse_both(var(lit));
      known = now;
    }
  }

  bool is_true(Literal lit) const {
    return var(lit) < values_.size() && values_[var(lit)] == (lit > 0 ? Value::kTrue : Value::kFalse);
  }

 private:
  enum class Value : std::uint8_t { kNothing, kTrue, kFalse };
  std::vector<Value> values_;
};

// The literals themselves, sorted: for a model of variable 2147483647 alone.
class Sorted {
 public:
  explicit Sorted(std::span<const Literal> model) : literals_(model.begin(), model.end()) {
    std::ranges::for_each(literals_, refuse_unless_literal);
    std::ranges::sort(literals_);
    for (const Literal lit : literals_) {
      if (lit > 0) break;
      if (is_true(-lit)) refuse_both(var(lit));
    }
  }

  bool is_true(Literal lit) const { return std::ranges::binary_search(literals_, lit); }

 private:
  std::vector<Literal> literals_;
};

constexpr std::size_t kAtATime = 1 << 20;  // literals: some milliseconds of work

template <class Model>
std::int64_t first_false(std::span<const Literal> clauses, const Model& model,
                         const std::function<bool()>& go_on) {
  std::int64_t index = 0;
  bool satisfied = false;
  for (; !clauses.empty(); clauses = clauses.subspan(std::min(clauses.size(), kAtATime))) {
    for (const Literal lit : clauses.first(std::min(clauses.size(), kAtATime))) {
      if (lit != 0) {
        satisfied = satisfied || model.is_true(lit);
      } else if (satisfied) {
        satisfied = false;
        ++index;
      } else {
        return index;
      }
    }
    if (!go_on()) throw EvaluationStopped();
  }
  return -1;
}

}  // namespace

std::int64_t first_false_clause(std::span<const Literal> clauses, std::span<const Literal> model,
                                const std::function<bool()>& go_on) {
  if (!clauses.empty() && clauses.back() != 0) {
    throw std::invalid_argument("the last clause is not terminated by 0");
  }
  std::uint32_t greatest = 0;
  for (const Literal lit : model) greatest = std::max(greatest, var(lit));
  // A table 16 times as long as the model costs no more than sorting it would; a megabyte costs nothing.
  const bool close_together = greatest <= 16 * model.size() + 1'000'000;
  return close_together ? first_false(clauses, Table(model, greatest), go_on)
                        : first_false(clauses, Sorted(model), go_on);
}

}  // namespace satplay
