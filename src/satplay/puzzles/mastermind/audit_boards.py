"""Small boards and their solutions by trying every code: what encodings are audited with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, product
from random import Random

from satplay.contracts.puzzle import Audit
from satplay.puzzles.mastermind.board import DIGITS, Board, Code, Guess, Row, impossible
from satplay.puzzles.mastermind.rules import Pegs, check, feedback

GUESSES = 2
"""No board has more, unless it is a random one."""


def boards(size: int) -> Iterator[Board]:
    """Boards whose positions and symbols are at most so many together, the smallest first.

    All of no, one and two guesses with all answers that can be, white pegs told or not, repeats allowed or
    forbidden.  Left out is what could not differ: of boards that are the same if symbols are renamed all but
    the first.
    """
    for both in range(2, size + 1):
        for guesses in range(GUESSES + 1):
            for length in range(1, both):
                yield from _boards(length, both - length, guesses)


def _boards(length: int, symbols: int, guesses: int) -> Iterator[Board]:
    allowed = (True, False) if length <= symbols else (True,)
    for signs in renamed(length * guesses, symbols):
        rows = [signs[at : at + length] for at in range(0, len(signs), length)]
        for told in _told(length, guesses):
            answered = tuple([Guess(row, *pegs) for row, pegs in zip(rows, told, strict=True)])
            for repeats in allowed:
                yield Board(length, DIGITS[:symbols], answered, repeats)


def renamed(count: int, symbols: int) -> Iterator[Row]:
    """Rows of so many symbols in which every one first occurs after those before it.

    >>> list(renamed(3, 2))
    [(0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1)]
    """
    if count == 0:
        yield ()
        return
    for row in renamed(count - 1, symbols):
        for symbol in range(min(max(row, default=-1) + 2, symbols)):
            yield (*row, symbol)


def _told(length: int, guesses: int) -> Iterator[Sequence[tuple[int, int | None]]]:
    """All answers to so many guesses; white pegs are told of all of them or of none."""
    if not guesses:
        yield ()
        return
    black = [(count, None) for count in range(length + 1)]
    both = [
        (black, white)
        for black in range(length + 1)
        for white in range(length + 1)
        if impossible(length, black, white) is None
    ]
    yield from chain(product(black, repeat=guesses), product(both, repeat=guesses))


def random(size: int, rng: Random) -> Board:
    """A board with about as many positions and symbols together, and anything that boards can have.

    Most answers are those of one code, and so is the whole board in most cases.
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
        guesses.append(Guess(row, *_seen(pegs, rng)))
    return Board(length, DIGITS[:symbols], tuple(guesses), repeats)


def _seen(pegs: Pegs, rng: Random) -> tuple[int, int | None]:
    return pegs.black, None if rng.random() < 0.3 else pegs.white


def solutions(board: Board) -> Iterator[Code]:
    """Every solution: all codes there are, judged one by one."""
    for row in product(range(len(board.symbols)), repeat=board.length):
        code = Code.of(row)
        if not check(board, code):
            yield code


AUDIT: Audit[Board, Code] = Audit(boards=boards, random=random, solutions=solutions, size=5, beyond=8)
