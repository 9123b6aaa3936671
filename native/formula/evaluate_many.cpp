#include "evaluate_many.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <stdexcept>

namespace satplay {
namespace {

// Row 2i is the i-th variable, row 2i + 1 its negation. The row after the last is never true: it stands for
// variables that the models leave out.
constexpr std::uint32_t closed = std::numeric_limits<std::uint32_t>::max();

constexpr std::uint32_t variable_of(std::int32_t literal) {
  const auto bits = static_cast<std::uint32_t>(literal);
  return literal < 0 ? 0U - bits : bits;
}

constexpr std::size_t half = 32;  // as wide as a literal, so that rows are gathered without widening them

}  // namespace

ManyEvaluator::ManyEvaluator(std::span<const std::int32_t> clauses, std::span<const std::int32_t> variables)
    : variables_(variables.begin(), variables.end()) {
  if (!clauses.empty() && clauses.back() != 0)
    throw std::invalid_argument("the last clause is not terminated by 0");
  if (!variables_.empty() && variables_.front() < 1)
    throw std::invalid_argument("a variable of the models is not positive");
  if (std::ranges::adjacent_find(variables_, std::ranges::greater_equal()) != variables_.end())
    throw std::invalid_argument("the variables of the models are not in ascending order");
  rows_.resize(clauses.size());
  std::ranges::transform(clauses, rows_.begin(), [&](std::int32_t literal) { return row_of(literal); });
  // Another thread may have changed the clauses since they were checked.
  if (!rows_.empty()) rows_.back() = closed;
}

std::uint32_t ManyEvaluator::row_of(std::int32_t literal) const {
  if (literal == 0) return closed;
  const std::uint32_t variable = variable_of(literal);
  const auto is = [&](std::size_t at) {
    return at < variables_.size() && static_cast<std::uint32_t>(variables_[at]) == variable;
  };
  std::size_t at = variable - 1;  // most models assign simply 1 .. n
  if (!is(at)) {
    const auto found = std::ranges::lower_bound(
        variables_, variable, {}, [](std::int32_t known) { return static_cast<std::uint32_t>(known); });
    at = static_cast<std::size_t>(found - variables_.begin());
    if (!is(at)) return static_cast<std::uint32_t>(2 * width());
  }
  return static_cast<std::uint32_t>(2 * at + (literal < 0 ? 1 : 0));
}

// Up to 64 models per word: one bit per model for every literal.
template <std::size_t words>
class ManyEvaluator::Block {
 public:
  static constexpr std::size_t most = 64 * words;
  using Bits = std::array<std::uint64_t, words>;

  explicit Block(const ManyEvaluator& of) : of_(of), bits_(2 * of.width() + 1), negative_(of.width()) {}

  std::optional<Wrong> first_false(const std::int32_t* models, std::size_t count) {
    gather(models, count);
    const Bits wrong = all_wrong();
    for (std::size_t at = 0; at < words; at++) {
      if (wrong[at] == 0) continue;
      const auto model = static_cast<std::size_t>(std::countr_zero(wrong[at]));
      return Wrong{64 * at + model, first_clause(at, std::uint64_t{1} << model)};
    }
    return std::nullopt;
  }

 private:
  // Transposes rows of models to rows of literals.
  void gather(const std::int32_t* models, std::size_t count) {
    present_ = {};
    for (std::size_t model = 0; model < count; model++)
      present_[model / 64] |= std::uint64_t{1} << (model % 64);
    std::ranges::fill(bits_, Bits{});
    for (std::size_t first = 0; first < count; first += half) {
      const std::size_t some = std::min(half, count - first);
      collect_signs(models + first * of_.width(), some);
      const std::size_t word = first / 64;
      for (std::size_t at = 0; at < negative_.size(); at++)
        bits_[2 * at + 1][word] |= std::uint64_t{negative_[at]} << (first % 64);
    }
    for (std::size_t at = 0; at < negative_.size(); at++)
      for (std::size_t word = 0; word < words; word++) bits_[2 * at][word] = ~bits_[2 * at + 1][word];
  }

  void collect_signs(const std::int32_t* models, std::size_t count) {
    std::ranges::fill(negative_, 0U);
    std::uint32_t strange = 0;
    for (std::size_t model = 0; model < count; model++) {
      const std::int32_t* const literals = models + model * of_.width();
      for (std::size_t at = 0; at < negative_.size(); at++) {
        strange |= variable_of(literals[at]) ^ static_cast<std::uint32_t>(of_.variables_[at]);
        negative_[at] |= static_cast<std::uint32_t>(literals[at] < 0) << model;
      }
    }
    if (strange != 0) throw std::invalid_argument("a model assigns a different variable");
  }

  // The models that falsify some clause. Without branches, because there is nearly always none.
  Bits all_wrong() const {
    Bits right = present_, satisfied{};
    for (const std::uint32_t row : of_.rows_) {
      if (row == closed) {
        for (std::size_t at = 0; at < words; at++) right[at] &= satisfied[at];
        satisfied = {};
      } else {
        for (std::size_t at = 0; at < words; at++) satisfied[at] |= bits_[row][at];
      }
    }
    Bits wrong;
    for (std::size_t at = 0; at < words; at++) wrong[at] = present_[at] & ~right[at];
    return wrong;
  }

  // The first clause that this model makes false; there is one.
  std::size_t first_clause(std::size_t word, std::uint64_t model) const {
    std::size_t clause = 0;
    bool satisfied = false;
    for (const std::uint32_t row : of_.rows_) {
      if (row != closed) {
        satisfied = satisfied || (bits_[row][word] & model) != 0;
      } else if (satisfied) {
        satisfied = false;
        clause++;
      } else {
        break;
      }
    }
    return clause;
  }

  const ManyEvaluator& of_;
  std::vector<Bits> bits_;
  std::vector<std::uint32_t> negative_;
  Bits present_{};
};

std::optional<ManyEvaluator::Wrong> ManyEvaluator::first_false(std::span<const std::int32_t> models,
                                                               std::size_t count) const {
  if (models.size() != count * width())
    throw std::invalid_argument("the models have a different number of variables");
  const auto in_blocks = [&]<std::size_t words>(Block<words> block) -> std::optional<Wrong> {
    for (std::size_t first = 0; first < count; first += block.most) {
      const std::size_t some = std::min(block.most, count - first);
      if (auto wrong = block.first_false(models.data() + first * width(), some)) {
        wrong->model += first;
        return wrong;
      }
    }
    return std::nullopt;
  };
  return count <= 64 ? in_blocks(Block<1>(*this)) : in_blocks(Block<4>(*this));
}

}  // namespace satplay
