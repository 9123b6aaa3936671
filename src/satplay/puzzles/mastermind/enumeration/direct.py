"""When ``count`` and ``enumerate`` search for codes directly, and when they use clauses.

The search over positions wins if there are many consistent codes; if there are few and they are long, it
mostly runs into dead ends.  So it gets a trial: if it finds little, clauses take over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from satplay.contracts.puzzle import DirectEnumeration
from satplay.errors import NativeCoreMissing
from satplay.puzzles.mastermind.board import Board, Code
from satplay.puzzles.mastermind.enumeration.code_search import CHUNK, PULSE, Codes, count_codes, new_search

BUDGETS = (1 << 16, 1 << 19, 1 << 22)
"""Step limits of successive attempts to count; the last takes about a second."""

TRIAL = 1 << 22
"""Steps after which the search must have found enough codes to continue."""

WORTH = 1 << 12
"""Steps that a code may take on average."""


def count(board: Board, tick: Callable[[], None]) -> int | None:
    """The number of consistent codes; None if the kernel does not find it within its budgets."""
    for steps in BUDGETS:
        tick()
        try:
            number = count_codes(board, steps)
        except NativeCoreMissing:
            return None
        if number is not None:
            return number
    return None


def solutions(board: Board, tick: Callable[[], None]) -> Iterator[Code] | None:
    """Every consistent code in lexicographic order; None if clauses are the better way, or the only one."""
    try:
        search = new_search(board)
    except NativeCoreMissing:
        return None
    steps, found, chunks = 0, 0, list[Codes]()
    while not search.done and steps < TRIAL and found < CHUNK:
        tick()
        chunks.append(search.take(CHUNK, PULSE))
        steps, found = steps + PULSE, found + len(chunks[-1])
    if not search.done and found * WORTH < steps:
        return None

    def codes() -> Iterator[Code]:
        for chunk in chunks:
            yield from map(Code.of, chunk.tolist())
        while not search.done:
            tick()
            yield from map(Code.of, search.take(CHUNK, PULSE).tolist())

    return codes()


DIRECT_ENUMERATION: DirectEnumeration[Board, Code] = DirectEnumeration(count, solutions)
