"""All solutions of a small board without clauses, by backtracking over its cells."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from satplay.contracts.puzzle import DirectEnumeration
from satplay.puzzles.mosaic.board import Board, Cell, Solution

SMALL = 12
"""Cells; on larger boards, and in the variant ``connected``, the encoding is faster."""


def solutions(board: Board, tick: Callable[[], None]) -> Iterator[Solution] | None:
    """Every solution once; None if the encoding is faster."""
    if board.connected or board.height * board.width > SMALL:
        return None
    return _backtrack(board, tick)


def count(board: Board, tick: Callable[[], None]) -> int | None:
    """The number of solutions; None if the encoding is faster."""
    found = solutions(board, tick)
    return None if found is None else sum(1 for _ in found)


def _backtrack(board: Board, tick: Callable[[], None]) -> Iterator[Solution]:
    """Shade the cells or leave them blank in reading order, while every clue can still be reached."""
    cells = list(board.cells())
    clues_near = [[near for near in board.around(cell) if near in board.clues] for cell in cells]
    missing = dict(board.clues)  # shaded cells that a clue still needs, and open cells around it
    open_ = {clue: len(board.around(clue)) for clue in board.clues}
    shaded: list[Cell] = []

    def extend(position: int) -> Iterator[Solution]:
        tick()
        if position == len(cells):
            yield frozenset(shaded)
            return
        cell, clues = cells[position], clues_near[position]
        for clue in clues:
            open_[clue] -= 1
        if board.marks.get(cell) is not True and all(missing[clue] <= open_[clue] for clue in clues):
            yield from extend(position + 1)
        if board.marks.get(cell) is not False and all(0 < missing[clue] <= open_[clue] + 1 for clue in clues):
            shaded.append(cell)
            for clue in clues:
                missing[clue] -= 1
            yield from extend(position + 1)
            for clue in clues:
                missing[clue] += 1
            shaded.pop()
        for clue in clues:
            open_[clue] += 1

    yield from extend(0)


DIRECT_ENUMERATION: DirectEnumeration[Board, Solution] = DirectEnumeration(count, solutions)
