"""The rules of Mastermind, and the checker: it uses no clauses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from satplay.puzzles.mastermind.board import Board, Code
from satplay.rule import RuleInstance


class Rule(Enum):
    """The rules for a code; the place of an instance is the number of a position, guess or symbol, from 0."""

    PLACE = "Every position holds one symbol."
    ANSWER = "The code gives every guess the answer it got."
    REPEAT = "Where repeats are forbidden, no symbol stands at two positions."


class Pegs(NamedTuple):
    """The answer to a guess."""

    black: int
    white: int


def feedback(guess: Sequence[int], secret: Sequence[int]) -> Pegs:
    """Black: right symbol, right place.  White: right symbol, wrong place.

    No peg counts twice: black + white is the sum over all symbols of the smaller of the numbers of its
    occurrences in guess and secret (Knuth, "The Computer as Master Mind", 1976-77).

    >>> feedback((0, 0, 1, 2), (0, 1, 1, 0))
    Pegs(black=2, white=1)
    """
    black = sum(one == other for one, other in zip(guess, secret, strict=True))
    return Pegs(black, (Counter(guess) & Counter(secret)).total() - black)


def check(board: Board, code: Code) -> list[RuleInstance]:
    """All violated rule instances; for a partial code only PLACE is checked."""
    row = code.row
    if row is None or len(row) != board.length:
        return [place(board, i) for i, bits in enumerate(code.may) if bits.bit_count() != 1]
    broken = []
    if not board.repeats:
        broken += [repeat(board, symbol) for symbol, times in sorted(Counter(row).items()) if times > 1]
    for i, guess in enumerate(board.guesses):
        pegs = feedback(guess.row, row)
        if pegs.black != guess.black or guess.white not in (None, pegs.white):
            broken.append(answer(board, i))
    return broken


# -- instances -----------------------------------------------------------------------------------------


def place(board: Board, position: int) -> RuleInstance:
    """PLACE at one position."""
    return RuleInstance(Rule.PLACE, f"position {position + 1} holds one symbol", (position,))


def answer(board: Board, number: int) -> RuleInstance:
    """ANSWER of one guess.

    >>> from satplay.puzzles.mastermind.board import Guess
    >>> print(answer(Board(4, guesses=(Guess((0, 1, 2, 3), 2, 1),)), 0))
    ANSWER: guess 1, 0123, has 2 black pegs and 1 white peg
    """
    guess = board.guesses[number]
    pegs = _pegs(guess.black, "black")
    if guess.white is not None:
        pegs += f" and {_pegs(guess.white, 'white')}"
    return RuleInstance(Rule.ANSWER, f"guess {number + 1}, {board.text(guess.row)}, has {pegs}", (number,))


def repeat(board: Board, symbol: int) -> RuleInstance:
    """REPEAT of one symbol."""
    return RuleInstance(Rule.REPEAT, f"{board.symbols[symbol]} stands at one position at most", (symbol,))


def _pegs(count: int, colour: str) -> str:
    return f"{count or 'no'} {colour} peg{'' if count == 1 else 's'}"
