"""When codes are listed and counted by the kernel, and when clauses do better.

The search over positions wins where consistent codes are many; where they are few and long it looks in vain
most of the time.  So it is tried for a while: whoever finds little is not asked further.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from satplay.contracts.puzzle import DirectEnumeration
from satplay.puzzles.mastermind.board import Board, Code
from satplay.puzzles.mastermind.enumeration import code_search
from satplay.puzzles.mastermind.enumeration.code_search import CHUNK, PULSE, Codes, new_census

BUDGETS = (1 << 16, 1 << 19, 1 << 22)
"""Steps of a count, each attempt anew: the last takes about a second."""

TRIAL = 1 << 22
"""Steps after which it is seen whether listing codes is worth its while."""

WORTH = 1 << 12
"""Steps that a code may take, on average."""


def count(board: Board, tick: Callable[[], None]) -> int | None:
    """How many codes there are; None where the kernel does not come to an end."""
    for steps in BUDGETS:
        tick()
        number = code_search.count(board, steps)
        if number is not None:
            return number
    return None


def solutions(board: Board, tick: Callable[[], None]) -> Iterator[Code] | None:
    """Every code, in the order of symbols; None where the search finds few for its work."""
    search = new_census(board)
    steps, found, chunks = 0, 0, list[Codes]()
    while not search.done and steps < TRIAL and found < CHUNK:
        tick()
        chunks.append(search.take(CHUNK, PULSE))
        steps, found = steps + PULSE, found + len(chunks[-1])
    if not search.done and found * WORTH < steps:
        return None

    def listed() -> Iterator[Code]:
        for chunk in chunks:
            yield from map(Code.of, chunk.tolist())
        while not search.done:
            tick()
            yield from map(Code.of, search.take(CHUNK, PULSE).tolist())

    return listed()


DIRECT_ENUMERATION: DirectEnumeration[Board, Code] = DirectEnumeration(count, solutions)
