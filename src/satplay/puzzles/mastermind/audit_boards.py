"""Small boards, and their solutions by exhaustive search, for auditing encodings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, product
from random import Random

from satplay.contracts.puzzle import Audit
from satplay.puzzles.mastermind.board import DIGITS, Board, Code, Guess, Row, explain_impossible
from satplay.puzzles.mastermind.rules import Pegs, check, feedback

GUESSES = 2
"""The largest number of guesses, except for random boards."""


def boards(size: int) -> Iterator[Board]:
    """All boards with at most ``size`` positions and symbols together, the smallest first.

    They have up to two guesses with all possible answers, with and without white pegs, with repeats allowed
    and forbidden.  Of boards that differ only in the names of symbols, one is listed.
    """
    for both in range(2, size + 1):
        for guesses in range(GUESSES + 1):
            for length in range(1, both):
                yield from _boards(length, both - length, guesses)


def _boards(length: int, symbols: int, guesses: int) -> Iterator[Board]:
    allowed = (True, False) if length <= symbols else (True,)
    for signs in canonical_rows(length * guesses, symbols):
        rows = [signs[at : at + length] for at in range(0, len(signs), length)]
        for answers in _answers(length, guesses):
            answered = tuple([Guess(row, *pegs) for row, pegs in zip(rows, answers, strict=True)])
            for repeats in allowed:
                yield Board(length, DIGITS[:symbols], answered, repeats)


def canonical_rows(count: int, symbols: int) -> Iterator[Row]:
    """The rows of ``count`` symbols in which symbols first occur in ascending order.

    >>> list(canonical_rows(3, 2))
    [(0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1)]
    """
    if count == 0:
        yield ()
        return
    for row in canonical_rows(count - 1, symbols):
        for symbol in range(min(max(row, default=-1) + 2, symbols)):
            yield (*row, symbol)


def _answers(length: int, guesses: int) -> Iterator[Sequence[tuple[int, int | None]]]:
    """All combinations of answers; white pegs are known for all guesses or for none."""
    if not guesses:
        yield ()
        return
    black = [(count, None) for count in range(length + 1)]
    both = [
        (black, white)
        for black in range(length + 1)
        for white in range(length + 1)
        if explain_impossible(length, black, white) is None
    ]
    yield from chain(product(black, repeat=guesses), product(both, repeat=guesses))


def random(size: int, rng: Random) -> Board:
    """A random board with about ``size`` positions and symbols together, in any rule variant.

    Most answers are those of one random code, so most boards have a solution.
    """
    length = rng.randint(1, max(1, min(5, size - 2)))
    symbols = max(1, min(len(DIGITS), size - length))
    repeats = length > symbols or rng.random() < 0.6
    some = range(symbols)
    secret = rng.choices(some, k=length) if repeats else rng.sample(some, length)
    guesses = []
    for _ in range(rng.randint(0, 5)):
        row = tuple(rng.choices(some, k=length))
        pegs = feedback(row, secret)
        if rng.random() < 0.1:
            pegs = feedback(row, rng.choices(some, k=length))
        guesses.append(Guess(row, *_hide_whites(pegs, rng)))
    return Board(length, DIGITS[:symbols], tuple(guesses), repeats)


def _hide_whites(pegs: Pegs, rng: Random) -> tuple[int, int | None]:
    return pegs.black, None if rng.random() < 0.3 else pegs.white


def solutions(board: Board) -> Iterator[Code]:
    """All solutions, by checking every code."""
    for row in product(range(len(board.symbols)), repeat=board.length):
        code = Code.of(row)
        if not check(board, code):
            yield code


AUDIT: Audit[Board, Code] = Audit(boards=boards, random=random, solutions=solutions, size=5, beyond=8)
