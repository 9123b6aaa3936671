"""All codes that give every guess its answer: listed, counted, drawn by chance, without a clause.

A depth-first search over positions wins when there are many codes; where there are few of great length, ask
an engine.  The native kernel does the work where it was compiled; ``census_plain`` and ``tally_plain`` tell
the rule.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from satplay.puzzles.mastermind import census_plain, tally_plain
from satplay.puzzles.mastermind.board import Board, Row

Codes: TypeAlias = NDArray[np.uint8]
"""A code a row, a position a column."""

CHUNK = 1 << 16
"""Codes handed out at a time."""
PULSE = 1 << 18
"""Steps of the search between two looks at what it has found."""
STEPS = 4_000_000
"""How long a count tries each of its two ways: about a second, compiled."""
MEMORY = 256 << 20
"""Bytes for states of a count."""


def codes(board: Board, rows: int = CHUNK) -> Iterator[Codes]:
    """All codes in lexicographic order, at most so many at a time.

    >>> from satplay.puzzles.mastermind.board import Guess
    >>> [chunk.tolist() for chunk in codes(Board(2, "012", guesses=(Guess((0, 1), 0, 1),)))]
    [[[1, 2], [2, 0]]]
    """
    census = new_census(board)
    while not census.done:
        found = census.take(rows, PULSE)
        if len(found):
            yield found


def listed(board: Board, most: int, steps: int = STEPS) -> Codes | None:
    """All codes in lexicographic order; None where there are more, or they are not found in so many steps."""
    census = new_census(board)
    found = census.take(most + 1, steps)
    return found if census.done and len(found) <= most else None


def count(board: Board, steps: int = STEPS, memory: int = MEMORY) -> int | None:
    """How many codes there are, exactly; None where neither way to count comes to an end in so many steps.

    >>> count(Board(20)), count(Board(200)) == 10**200
    (100000000000000000000, True)
    """
    packed = _tally(board, steps, memory)
    if packed is not None:
        return int.from_bytes(packed, "little")
    census = new_census(board)
    number = census.count(10 * steps)  # its steps are so much quicker
    return number if census.done else None


def stumbled_upon(board: Board, seed: int, steps: int) -> Row | None:
    """A code found by annealing within so many steps; None says nothing, and without the kernel it always is.

    The kernel tells codes apart from others by arithmetic of its own: whoever shows one asks the judge.
    """
    try:
        from satplay.puzzles.mastermind._kernel import climb
    except ModuleNotFoundError:
        return None
    found = climb(*_numbers(board), seed, steps)
    return None if found is None else tuple(found)


def new_census(board: Board, seed: int | None = None) -> census_plain.Census:
    """A search through all codes of a board, in order or by chance."""
    try:
        from satplay.puzzles.mastermind._kernel import Census
    except ModuleNotFoundError:
        return census_plain.Census(*_numbers(board), seed)
    return cast(census_plain.Census, Census(*_numbers(board), seed))


def _tally(board: Board, steps: int, memory: int) -> bytes | None:
    try:
        from satplay.puzzles.mastermind._kernel import count as native_count
    except ModuleNotFoundError:
        return tally_plain.count(*_numbers(board), memory, steps)
    return native_count(*_numbers(board), memory, steps)


_Numbers: TypeAlias = tuple[int, int, bool, Codes, NDArray[np.int32], NDArray[np.int32]]


def _numbers(board: Board) -> _Numbers:
    pegs = [census_plain.UNTOLD if guess.pegs is None else guess.pegs for guess in board.guesses]
    return (
        board.length,
        len(board.symbols),
        board.repeats,
        np.array([guess.row for guess in board.guesses], np.uint8).reshape(-1, board.length),
        np.array([guess.black for guess in board.guesses], np.int32),
        np.array(pegs, np.int32),
    )
