"""Stretching a generated board until its islands reach all four borders.

Empty rows and columns at the borders are removed, and as many are inserted between islands.  This changes
no link and no crossing, so the solutions and the difficulty stay the same.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import replace
from random import Random

from satplay.puzzles.hashi.board import Board

NARROW = 2
"""Islands that do not touch are all in one line of a board of this width, so they reach one border only."""


def stretch_to_borders(board: Board, rng: Random) -> Board | None:
    """The board with an island in its first and last row and column; None if all are in one line.

    Two islands are always in one line: they reach two borders.

    >>> board = Board(4, 5, {6: 2, 8: 1, 16: 1})
    >>> dict(stretch_to_borders(board, Random(1)).islands)
    {0: 2, 4: 1, 15: 1}
    """
    places = {cell: board.place(cell) for cell in board.cells}
    rows = _stretch((row for row, _ in places.values()), board.rows, rng)
    columns = _stretch((column for _, column in places.values()), board.columns, rng)
    if rows is None or columns is None:
        if len(places) > 2:
            return None
        rows, columns = rows or _unchanged(board.rows), columns or _unchanged(board.columns)
    islands = {
        rows[row] * board.columns + columns[column]: board.islands[cell]
        for cell, (row, column) in places.items()
    }
    return replace(board, islands=islands)


def _stretch(used: Iterable[int], length: int, rng: Random) -> Mapping[int, int] | None:
    """New positions on a side of this length for the used ones; None if there is only one."""
    old = sorted(set(used))
    first, last = old[0], old[-1]
    missing = length - (last - first + 1)
    if missing == 0 or length <= NARROW:
        return _unchanged(length)
    if first == last:
        return None
    gaps = range(first + 1, last + 1)  # before these positions
    # At different positions if there are enough, so that islands do not move far apart.
    inserted = sorted(rng.sample(gaps, missing) if missing <= len(gaps) else rng.choices(gaps, k=missing))
    return {at: at - first + bisect_left(inserted, at + 1) for at in old}


def _unchanged(length: int) -> Mapping[int, int]:
    return {at: at for at in range(length)}
