"""The board of Mosaic: a rectangle of cells, some with a clue, some already marked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

from satplay.drawing.places import cell_name

Cell: TypeAlias = tuple[int, int]
"""Row and column, from 0, the top left cell first."""

Solution: TypeAlias = frozenset[Cell]
"""The shaded cells."""


@dataclass(frozen=True, slots=True)
class Board:
    """``clues`` maps a cell to its number; ``marks`` a cell to whether it is shaded from the start."""

    height: int
    width: int
    clues: Mapping[Cell, int]
    marks: Mapping[Cell, bool]

    def cells(self) -> Iterator[Cell]:
        """All cells, row by row."""
        return product(range(self.height), range(self.width))

    def around(self, cell: Cell) -> list[Cell]:
        """The cell itself and those that touch it, by a side or a corner: nine, fewer at the border.

        >>> Board(2, 3, {}, {}).around((0, 0))
        [(0, 0), (0, 1), (1, 0), (1, 1)]
        """
        row, col = cell
        rows = range(max(0, row - 1), min(self.height, row + 2))
        cols = range(max(0, col - 1), min(self.width, col + 2))
        return list(product(rows, cols))


def name(cell: Cell) -> str:
    """How people call a cell.

    >>> name((0, 0)), name((2, 1))
    ('A1', 'B3')
    """
    return cell_name(*cell)
