"""The board of Mosaic: a rectangle of cells, some with a clue, some with a given mark."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import TypeAlias

from satplay.drawing.places import cell_name
from satplay.fast_dataclass import dataclass

Cell: TypeAlias = tuple[int, int]
"""Row and column, from 0; the top left cell is (0, 0)."""

Solution: TypeAlias = frozenset[Cell]
"""The shaded cells."""


@dataclass(frozen=True, slots=True)
class Board:
    """``clues`` maps a cell to its number, ``marks`` a cell to whether it is given as shaded.

    ``connected`` is a rule variant: all shaded cells must form one group.
    """

    height: int
    width: int
    clues: Mapping[Cell, int]
    marks: Mapping[Cell, bool]
    connected: bool = False

    def cells(self) -> Iterator[Cell]:
        """All cells, row by row."""
        return product(range(self.height), range(self.width))

    def around(self, cell: Cell) -> list[Cell]:
        """The cell and its neighbours by a side or a corner: nine cells, fewer at the border.

        >>> Board(2, 3, {}, {}).around((0, 0))
        [(0, 0), (0, 1), (1, 0), (1, 1)]
        """
        row, col = cell
        rows = range(max(0, row - 1), min(self.height, row + 2))
        cols = range(max(0, col - 1), min(self.width, col + 2))
        return list(product(rows, cols))

    def beside(self, cell: Cell) -> list[Cell]:
        """The neighbours by a side: four cells, fewer at the border.

        >>> Board(2, 3, {}, {}).beside((0, 1))
        [(0, 0), (0, 2), (1, 1)]
        """
        row, col = cell
        near = ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col))
        return [(r, c) for r, c in near if 0 <= r < self.height and 0 <= c < self.width]


def name(cell: Cell) -> str:
    """The name of a cell in sentences and moves.

    >>> name((0, 0)), name((2, 1))
    ('A1', 'B3')
    """
    return cell_name(*cell)


def size_of(board: Board) -> str:
    """Width and height, as the generator takes them.

    >>> size_of(Board(2, 3, {}, {}))
    '3x2'
    """
    return f"{board.width}x{board.height}"
