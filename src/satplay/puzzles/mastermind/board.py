"""The board of Mastermind: answered guesses at a secret code, and its alphabet.

A code is a row of symbols.  Symbols are numbered from 0 in the order of the alphabet.  Positions are numbered
from 0, too; texts count them from 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from satplay.errors import BadInput
from satplay.fast_dataclass import dataclass

Row: TypeAlias = tuple[int, ...]
"""The symbols of a complete code, position after position."""

LONGEST = 200
"""The largest number of positions."""

SYMBOLS = 62
"""The largest number of symbols: all digits and letters."""

DIGITS = "0123456789"
COLOURS = {
    "R": "red",
    "G": "green",
    "B": "blue",
    "Y": "yellow",
    "O": "orange",
    "P": "purple",
    "W": "white",
    "K": "black",
    "C": "cyan",
    "N": "brown",
}
"""The letters of the colours of pegs; the first six are the colours of the original game."""


@dataclass(frozen=True, slots=True)
class Guess:
    """A guess and its answer; ``white`` is None if only black pegs are known (Almost Mastermind)."""

    row: Row
    black: int
    white: int | None = None

    @property
    def pegs(self) -> int | None:
        """The number of black and white pegs together."""
        return None if self.white is None else self.black + self.white


@dataclass(frozen=True, slots=True)
class Board:
    """The guesses so far, in order.

    ``symbols`` the alphabet: one character per symbol
    ``repeats`` whether the code may have a symbol twice; if not (Bulls and Cows), a guess still may
    """

    length: int
    symbols: str = DIGITS
    guesses: tuple[Guess, ...] = ()
    repeats: bool = True

    def __post_init__(self) -> None:
        if not 1 <= self.length <= LONGEST:
            raise _wrong(f"a code of {self.length} positions", f"1 to {LONGEST}")
        if not 1 <= len(self.symbols) <= SYMBOLS:
            raise _wrong(f"{len(self.symbols)} symbols", f"1 to {SYMBOLS}")
        if len(set(self.symbols)) < len(self.symbols):
            twice = next(symbol for symbol in self.symbols if self.symbols.count(symbol) > 1)
            raise _wrong(f"the symbol {twice} twice", "different symbols")
        if not self.repeats and self.length > len(self.symbols):
            raise _wrong(f"{len(self.symbols)} symbols", f"{self.length} or more, since none is repeated")
        for guess in self.guesses:
            self._validate(guess)

    def _validate(self, guess: Guess) -> None:
        """Raise ``BadInput`` for an impossible guess; readers check first, with line and column."""
        if len(guess.row) != self.length:
            raise _wrong(f"a guess of {len(guess.row)} positions", f"{self.length} as of the code")
        if not all(0 <= symbol < len(self.symbols) for symbol in guess.row):
            raise _wrong("a guess with an unknown symbol", f"some of {self.symbols}")
        error = explain_impossible(self.length, guess.black, guess.white)
        if error is not None:
            raise error

    def text(self, row: Sequence[int]) -> str:
        """A row of symbols as text.

        >>> Board(4, "RGBYOP").text((0, 1, 1, 5))
        'RGGP'
        """
        return "".join(self.symbols[symbol] for symbol in row)


def explain_impossible(length: int, black: int, white: int | None) -> BadInput | None:
    """The error for an answer that is impossible for every code of this length; None if it is possible.

    >>> print(explain_impossible(4, 3, 1))
    bad feedback: found 3 black and 1 white on 4 positions, which is impossible, expected \
another answer: if all but one are in their place, the last can only be there or nowhere
    """
    whites = 0 if white is None else white
    found = f"{black} black" if white is None else f"{black} black and {white} white"
    if black < 0 or whites < 0 or black + whites > length:
        return BadInput("feedback", found=found, expected=f"0 to {length} pegs on {length} positions")
    if black == length - 1 and whites == 1:
        last = "another answer: if all but one are in their place, the last can only be there or nowhere"
        found += f" on {length} positions, which is impossible"
        return BadInput("feedback", found=found, expected=last)
    return None


@dataclass(frozen=True, slots=True)
class Code:
    """A partial code: for every position a bit mask of its possible symbols.

    A code is complete if every position has one symbol; rules apply to complete codes.

    >>> Code.of((2, 0)).row, Code((0b100, 0b011)).row
    ((2, 0), None)
    """

    may: tuple[int, ...]

    @classmethod
    def of(cls, row: Sequence[int]) -> Code:
        """The complete code of these symbols."""
        return cls(tuple([1 << symbol for symbol in row]))

    @classmethod
    def unknown(cls, board: Board) -> Code:
        """The partial code with any symbol at any position."""
        return cls(((1 << len(board.symbols)) - 1,) * board.length)

    @property
    def row(self) -> Row | None:
        """The symbols of a complete code; None if it is partial."""
        if any(bits.bit_count() != 1 for bits in self.may):
            return None
        return tuple([bits.bit_length() - 1 for bits in self.may])


def symbols_in(bits: int) -> list[int]:
    """The symbols in a bit mask, in order.

    >>> symbols_in(0b1010)
    [1, 3]
    """
    return [symbol for symbol in range(bits.bit_length()) if bits >> symbol & 1]


def _wrong(found: str, expected: str) -> BadInput:
    return BadInput("mastermind board", found=found, expected=expected)
