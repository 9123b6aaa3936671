"""The coordinates of cells in a picture, and of the steps between them, also through joined borders."""

from __future__ import annotations

from math import cos, hypot, pi, sin, sqrt

from satplay.drawing.headings import ROOM
from satplay.drawing.scene import Point
from satplay.fast_dataclass import dataclass
from satplay.puzzles.flow.board import Board, Cell

STEP = 40.0
"""The distance between the centres of neighbouring cells."""

DOOR = 16.0
"""Room between the headings and a joined border, for the paths that lead through it."""


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """The coordinates of one board; hexagons of even columns are half a step lower."""

    board: Board

    @property
    def side(self) -> float:
        """The length of the side that two cells share."""
        return STEP / sqrt(3) if self.board.hexagonal else STEP

    @property
    def margin(self) -> float:
        """The width of the border around the cells."""
        return ROOM + DOOR if self.board.warp else ROOM

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the picture."""
        rows, columns = self.board.rows, self.board.columns
        if not self.board.hexagonal:
            return columns * STEP + 2 * self.margin, rows * STEP + 2 * self.margin
        lower = 0.5 if columns > 1 else 0.0
        return (1.5 * columns + 0.5) * self.side + 2 * self.margin, (rows + lower) * STEP + 2 * self.margin

    def centre(self, cell: Cell) -> Point:
        """The centre of a cell."""
        row, column = self.board.place(cell)
        if not self.board.hexagonal:
            return self.margin + (column + 0.5) * STEP, self.margin + (row + 0.5) * STEP
        lower = 0.5 if self.board.columns > 1 and column % 2 == 0 else 0.0
        return self.margin + (1.5 * column + 1) * self.side, self.margin + (row + 0.5 + lower) * STEP

    def heading_places(self) -> tuple[list[float], list[float]]:
        """The x of every column and the y of every row; rows of hexagons as in the first column."""
        rows, columns = self.board.rows, self.board.columns
        xs = [self.centre(column)[0] for column in range(columns)]
        return xs, [self.centre(row * columns)[1] for row in range(rows)]

    def outline(self, cell: Cell) -> tuple[Point, ...]:
        """The corners of a cell."""
        x, y = self.centre(cell)
        if self.board.hexagonal:
            turns = [turn * pi / 3 for turn in range(6)]
            return tuple((x + self.side * cos(turn), y + self.side * sin(turn)) for turn in turns)
        half = STEP / 2
        return (x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)

    def steps(self, first: Cell, second: Cell) -> list[tuple[Point, Point]]:
        """The line segments of a path between two neighbours: two through joined borders, otherwise one.

        There is none between cells that are not neighbours.
        """
        here, there = self.centre(first), self.centre(second)
        across, down = there[0] - here[0], there[1] - here[1]
        length = hypot(across, down)
        if abs(length - STEP) < 0.01:
            return [(here, there)]
        if not self._around(first, second):
            return []
        out = (-across / length * STEP, -down / length * STEP)
        return [
            (here, (here[0] + out[0], here[1] + out[1])),
            (there, (there[0] - out[0], there[1] - out[1])),
        ]

    def _around(self, first: Cell, second: Cell) -> bool:
        (row, column), (other_row, other_column) = self.board.place(first), self.board.place(second)
        sideways = row == other_row and abs(column - other_column) == self.board.columns - 1
        upright = column == other_column and abs(row - other_row) == self.board.rows - 1
        return self.board.warp and (sideways or upright)
