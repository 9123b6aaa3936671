// Partitions of candidates of any length by guesses.
#pragma once
#include <variant>

#include "answers.hpp"
#include "pulse.hpp"

namespace satplay::mastermind {

// Answers are stored in bytes if they fit.
class Partition {
 public:
  Partition(const Shape& shape, std::span<const Symbol> candidates, bool whites)
      : shape_(shape), size_(candidates.size() / shape.length), information_(check_size(size_)) {
    if (shape.length <= Answers<std::uint8_t>::longest)
      answers_ = Answers<std::uint8_t>(shape, whites);
    else
      answers_ = Answers<std::uint16_t>(shape, whites);
    std::visit([&](auto& answers) { answers.assign(candidates); }, answers_);
  }

  const Shape& shape() const { return shape_; }
  std::size_t size() const { return size_; }

  std::vector<std::int64_t> measure(std::span<const Symbol> guesses, Pulse& pulse) {
    std::vector<std::int64_t> found;
    found.reserve(guesses.size() / shape_.length * 4);
    std::visit(
        [&](auto& answers) {
          for (std::size_t at = 0; at < guesses.size(); at += shape_.length) {
            const Measure one = answers.measure(guesses.subspan(at, shape_.length), information_);
            found.insert(found.end(), {one.squares, one.largest, one.parts, one.uncertainty});
            pulse.spent(size_ + 20);
          }
        },
        answers_);
    return found;
  }

  std::vector<std::uint16_t> answers(std::span<const Symbol> guess) {
    return std::visit(
        [&](auto& answers) {
          const auto found = answers.to(guess);
          return std::vector<std::uint16_t>(found.begin(), found.end());
        },
        answers_);
  }

 private:
  static std::size_t check_size(std::size_t size) {
    if (size > Information::most) throw std::invalid_argument("4 194 304 candidates at most are expected");
    return size;
  }

  Shape shape_;
  std::size_t size_;
  Information information_;
  std::variant<Answers<std::uint8_t>, Answers<std::uint16_t>> answers_{Answers<std::uint8_t>(shape_, false)};
};

}  // namespace satplay::mastermind
