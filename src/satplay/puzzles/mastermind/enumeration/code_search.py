"""All codes consistent with a board, without clauses: listed, counted, drawn at random, found by annealing.

A depth-first search over positions wins if there are many consistent codes; if there are few and they are
long, an engine is faster.  The search is native (``kernel/``); its rules in plain Python are test oracles
(``tests/puzzles/mastermind/oracles``).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from satplay.errors import needs_native_core
from satplay.puzzles.mastermind.board import Board, Row

if TYPE_CHECKING:
    from satplay.puzzles.mastermind._kernel import CodeSearch

Codes: TypeAlias = NDArray[np.uint8]
"""One code per row, one position per column."""

CHUNK = 1 << 16
"""Codes returned at a time."""
PULSE = 1 << 18
"""Steps of the search between two progress checks."""
STEPS = 4_000_000
"""Step limit for each of the two ways to count: about a second."""
MEMORY = 256 << 20
"""Bytes for the states of a count."""
UNKNOWN_PEGS = -1
"""The number of pegs of a guess whose white pegs are unknown."""


def consistent_codes(board: Board, rows: int = CHUNK) -> Iterator[Codes]:
    """All consistent codes in lexicographic order, at most ``rows`` at a time.

    >>> from satplay.puzzles.mastermind.board import Guess
    >>> [chunk.tolist() for chunk in consistent_codes(Board(2, "012", guesses=(Guess((0, 1), 0, 1),)))]
    [[[1, 2], [2, 0]]]
    """
    search = new_search(board)
    while not search.done:
        found = search.take(rows, PULSE)
        if len(found):
            yield found


def list_codes(board: Board, max_codes: int, steps: int = STEPS) -> Codes | None:
    """All consistent codes in lexicographic order; None if there are more, or if ``steps`` do not suffice."""
    search = new_search(board)
    found = search.take(max_codes + 1, steps)
    return found if search.done and len(found) <= max_codes else None


def count_codes(board: Board, steps: int = STEPS, memory: int = MEMORY) -> int | None:
    """The exact number of consistent codes; None if neither way to count ends within ``steps``.

    States with the same future are counted together; if these are too many, codes are counted one by one.

    >>> count_codes(Board(20)), count_codes(Board(200)) == 10**200
    (100000000000000000000, True)
    """
    packed = _count_states(board, steps, memory)
    if packed is not None:
        return int.from_bytes(packed, "little")
    search = new_search(board)
    number = search.count(10 * steps)  # its steps are ten times as fast
    return number if search.done else None


def find_code_by_annealing(board: Board, seed: int, steps: int) -> Row | None:
    """A consistent code found by annealing; None if none is found, which proves nothing.

    This is only a warm start for an engine, so without the native core the result is None.  The kernel has
    its own comparison of answers; a code that is printed must pass ``rules.check`` first.
    """
    try:
        from satplay.puzzles.mastermind._kernel import anneal
    except ModuleNotFoundError:
        return None
    found = anneal(*_kernel_arguments(board), seed, steps)
    return None if found is None else tuple(found)


def new_search(board: Board, seed: int | None = None) -> CodeSearch:
    """A search for all consistent codes, in lexicographic order or, with a seed, in random order."""
    with needs_native_core("Mastermind's search for consistent codes"):
        from satplay.puzzles.mastermind._kernel import CodeSearch
    return CodeSearch(*_kernel_arguments(board), seed)


def _count_states(board: Board, steps: int, memory: int) -> bytes | None:
    with needs_native_core("Mastermind's search for consistent codes"):
        from satplay.puzzles.mastermind._kernel import count
    return count(*_kernel_arguments(board), memory, steps)


_KernelArguments: TypeAlias = tuple[int, int, bool, Codes, NDArray[np.int32], NDArray[np.int32]]


def _kernel_arguments(board: Board) -> _KernelArguments:
    pegs = [UNKNOWN_PEGS if guess.pegs is None else guess.pegs for guess in board.guesses]
    return (
        board.length,
        len(board.symbols),
        board.repeats,
        np.array([guess.row for guess in board.guesses], np.uint8).reshape(-1, board.length),
        np.array([guess.black for guess in board.guesses], np.int32),
        np.array(pegs, np.int32),
    )
