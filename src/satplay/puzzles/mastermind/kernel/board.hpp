// A board: guesses with their answers, symbols as numbers.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

namespace satplay::mastermind {

using Symbol = std::uint8_t;    // from 0
using Symbols = std::uint64_t;  // a set of symbols, one bit each

struct Shape {
  static constexpr std::size_t longest = 200, most_symbols = 62;

  std::size_t length, symbols;
  bool repeats;  // whether a code may have a symbol twice

  Shape(std::size_t positions, std::size_t alphabet, bool repeated)
      : length(positions), symbols(alphabet), repeats(repeated) {
    if (length < 1 || length > longest) throw std::invalid_argument("1 to 200 positions are expected");
    if (symbols < 1 || symbols > most_symbols) throw std::invalid_argument("1 to 62 symbols are expected");
  }

  Symbols all() const { return (Symbols{1} << symbols) - 1; }

  // Throws std::invalid_argument unless these are concatenated codes of this shape.
  void expect(std::span<const Symbol> codes) const {
    if (codes.size() % length != 0) throw std::invalid_argument("codes of another length");
    for (const Symbol symbol : codes)
      if (symbol >= symbols) throw std::invalid_argument("a code with an unknown symbol");
  }
};

inline Symbols bit(Symbol symbol) {
  return Symbols{1} << symbol;
}

struct Board {
  static constexpr int unknown = -1;

  Shape shape;
  std::vector<Symbol> rows;  // concatenated guesses
  std::vector<int> black;
  std::vector<int> pegs;  // black plus white, or unknown
  std::size_t guesses;

  Board(Shape of, std::span<const Symbol> rows_, std::span<const std::int32_t> black_,
        std::span<const std::int32_t> pegs_)
      : shape(of),
        rows(rows_.begin(), rows_.end()),
        black(black_.begin(), black_.end()),
        pegs(pegs_.begin(), pegs_.end()),
        guesses(black_.size()) {
    shape.expect(rows);
    if (rows.size() != guesses * shape.length || pegs.size() != guesses)
      throw std::invalid_argument("an answer for each guess is expected");
    const int length = static_cast<int>(shape.length);
    for (std::size_t j = 0; j < guesses; ++j)
      if (black[j] < 0 || black[j] > length || pegs[j] < unknown || pegs[j] > length)
        throw std::invalid_argument("an answer with more pegs than positions");
  }

  Symbol at(std::size_t guess, std::size_t position) const { return rows[guess * shape.length + position]; }

  // The number of occurrences of a symbol in a guess.
  int times(std::size_t guess, Symbol symbol) const {
    int count = 0;
    for (std::size_t i = 0; i < shape.length; ++i) count += at(guess, i) == symbol;
    return count;
  }
};

}  // namespace satplay::mastermind
