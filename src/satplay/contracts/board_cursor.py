"""Cursor entry on boards: states, names of cells, and what is at a character."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from satplay.contracts.cursor import Place
from satplay.drawing.places import cell_number

Board_co = TypeVar("Board_co", covariant=True)
Position_co = TypeVar("Position_co", covariant=True)

RIGHT_PRESSED = "right button pressed"
"""Held by a pointer while the right mouse button is down."""


class CellBoard(Protocol):
    """A board whose cells are numbered row by row."""

    @property
    def rows(self) -> int:
        """The number of rows."""

    @property
    def columns(self) -> int:
        """The number of columns."""


class FilledIn(Protocol[Board_co, Position_co]):
    """The state of a puzzle that is filled in."""

    @property
    def board(self) -> Board_co:
        """The board."""

    @property
    def position(self) -> Position_co:
        """The partial solution."""


def place_at(places: Sequence[Place], line: int, column: int, reach: int = 0) -> Place | None:
    """The nearest place on this line, at most ``reach`` columns away.

    >>> places = [Place("A1", 0, 2), Place("B1", 0, 4)]
    >>> place_at(places, 0, 4), place_at(places, 0, 5), place_at(places, 0, 5, reach=1)
    (Place(name='B1', line=0, column=4, width=1), None, Place(name='B1', line=0, column=4, width=1))
    """
    near = ((place.distance(line, column), place) for place in places)
    found = [(away[1], place) for away, place in near if away[0] == 0 and away[1] <= reach]
    return min(found)[1] if found else None


def cell_of(board: CellBoard, name: str) -> int:
    """The number of the cell that a place is named after."""
    cell = cell_number(name, board.rows, board.columns)
    assert cell is not None
    return cell
