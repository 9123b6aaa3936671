// Equivalent guesses and equivalent sets of candidates.
#pragma once
#include <algorithm>
#include <numeric>
#include <utility>

#include "board.hpp"
#include "pulse.hpp"

namespace satplay::mastermind {

// Answers are invariant if two positions, two symbols, or both are swapped in all codes; without white pegs
// and with repeats allowed also if two symbols are swapped at a single position.
class Symmetry {
 public:
  using Code = std::uint16_t;  // index in the list of all codes
  using Set = std::vector<Code>;

  // `codes`: all codes, concatenated in lexicographic order.
  Symmetry(const Shape& shape, bool whites, const std::vector<Symbol>& codes, Pulse& pulse)
      : shape_(shape),
        independent_(!whites && shape.repeats),
        codes_(codes),
        size_(codes.size() / shape.length),
        in_(size_, 0) {
    number_all();
    const std::size_t n = shape.length;
    const auto add_pairs = [&](std::size_t i, std::size_t j, std::size_t from, std::size_t to) {
      for (Symbol x = 0; x < shape.symbols; ++x)
        for (Symbol y = x == 0 ? 0 : static_cast<Symbol>(x + 1); y < shape.symbols; ++y) {
          if (i != j || x != y) add({i, j, x, y, from, to});
          pulse.spent(size_ * n * 3);
        }
    };
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = i == 0 ? 0 : i + 1; j < n; ++j) add_pairs(i, j, 0, n);  // (0, 0): no swap
    for (std::size_t i = 0; independent_ && i < n; ++i) add_pairs(0, 0, i, i + 1);
  }

  // Detects guesses that need not be tried with these candidates, because a smaller one is equivalent. The
  // smallest of a class of equivalent guesses is never excluded.
  class Judge {
   public:
    // Replacing symbols that occur in no candidate by the smallest one gives a smaller guess, if repeats are
    // allowed; without white pegs separately at each position.
    bool replaces(Code guess) const {
      for (std::size_t i = 0; i < replaced_.size(); ++i)
        if ((replaced_[i] & bit(of_->at(guess, i))) != 0) return true;
      return false;
    }
    // A swap that maps the set of candidates to itself gives a smaller guess.
    bool swaps(Code guess) const {
      return std::any_of(images_.begin(), images_.end(),
                         [&](const Code* image) { return image[guess] < guess; });
    }

   private:
    friend class Symmetry;
    const Symmetry* of_;
    std::vector<Symbols> replaced_;  // by position; empty if repeats are not allowed
    std::vector<const Code*> images_;
    explicit Judge(const Symmetry& of) : of_(&of) {}
  };

  Judge judge(const Set& set) {
    Judge judge(*this);
    if (shape_.repeats) judge.replaced_ = replaced(set);
    for (const Code code : set) in_[code] = 1;
    for (std::size_t from = 0; from < images_.size(); from += size_) {
      const Code* image = images_.data() + from;
      if (std::all_of(set.begin(), set.end(), [&](Code code) { return in_[image[code]] != 0; }))
        judge.images_.push_back(image);
    }
    for (const Code code : set) in_[code] = 0;
    return judge;
  }

  // Replaces the set by an equivalent one, mostly the same for all equivalent sets: positions and symbols are
  // sorted by how often they occur together; ties keep their order.
  void normalise(Set& set) const {
    const std::size_t n = shape_.length, m = shape_.symbols;
    std::vector<std::uint64_t> times(n * m, 0), position(n, 0), symbol(m, 0);
    for (const Code code : set)
      for (std::size_t i = 0; i < n; ++i) ++times[i * m + at(code, i)];
    for (int round = 0; round < 2; ++round) {
      const std::vector<std::uint64_t> before = symbol;
      for (std::size_t x = 0; x < m; ++x)
        for (std::size_t i = 0; i < n; ++i) symbol[x] += mix(times[i * m + x] + mix(position[i]));
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t x = 0; x < m; ++x) position[i] += mix(times[i * m + x] + mix(before[x]));
    }
    const std::vector<std::size_t> from = sort_indices(position), order = sort_indices(symbol);
    std::vector<std::size_t> renamed(m);
    for (std::size_t x = 0; x < m; ++x) renamed[order[x]] = x;
    for (Code& code : set) {
      std::size_t number = 0;
      for (std::size_t i = 0; i < n; ++i) number = number * m + renamed[at(code, from[i])];
      code = index_[number];
    }
    std::sort(set.begin(), set.end());
  }

 private:
  struct Swap {
    std::size_t i, j;      // positions
    Symbol x, y;           // symbols
    std::size_t from, to;  // positions at which symbols are swapped
  };

  Symbol at(std::size_t code, std::size_t position) const { return codes_[code * shape_.length + position]; }

  void number_all() {
    std::size_t numbers = 1;
    for (std::size_t i = 0; i < shape_.length; ++i) numbers *= shape_.symbols;
    index_.resize(numbers);  // at most 7^7, with 5040 codes
    for (std::size_t code = 0; code < size_; ++code) {
      std::size_t number = 0;
      for (std::size_t i = 0; i < shape_.length; ++i) number = number * shape_.symbols + at(code, i);
      index_[number] = static_cast<Code>(code);
    }
  }

  void add(const Swap& swap) {
    for (std::size_t code = 0; code < size_; ++code) {
      std::size_t number = 0;
      for (std::size_t k = 0; k < shape_.length; ++k) {
        Symbol symbol = at(code, k == swap.i ? swap.j : k == swap.j ? swap.i : k);
        if (k >= swap.from && k < swap.to)
          symbol = symbol == swap.x ? swap.y : symbol == swap.y ? swap.x : symbol;
        number = number * shape_.symbols + symbol;
      }
      images_.push_back(index_[number]);
    }
  }

  std::vector<Symbols> replaced(const Set& set) const {
    std::vector<Symbols> absent(shape_.length, shape_.all());
    for (const Code code : set)
      for (std::size_t i = 0; i < shape_.length; ++i) absent[i] &= ~bit(at(code, i));
    Symbols everywhere = shape_.all();
    for (const Symbols here : absent) everywhere &= here;
    for (Symbols& here : absent) {
      if (!independent_) here = everywhere;
      here &= here - 1;  // all but the smallest
    }
    return absent;
  }

  // The mixing function of SplitMix64 (Steele, Lea & Flood 2014).
  static std::uint64_t mix(std::uint64_t value) {
    value += 0x9e3779b97f4a7c15;
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
    value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
    return value ^ (value >> 31);
  }

  static std::vector<std::size_t> sort_indices(const std::vector<std::uint64_t>& by) {
    std::vector<std::size_t> order(by.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return std::pair(by[a], a) < std::pair(by[b], b); });
    return order;
  }

  Shape shape_;
  bool independent_;  // symbols of different positions are independent
  const std::vector<Symbol>& codes_;
  std::size_t size_;
  std::vector<Code> index_;       // by the symbols of the code, read as digits
  std::vector<Code> images_;      // by swap, then code
  std::vector<std::uint8_t> in_;  // whether a code is in the set; all 0 between two calls
};

}  // namespace satplay::mastermind
