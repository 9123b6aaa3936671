"""Boards of squares for terminals: cells two characters apart in a frame, which is open at joined borders.

One line per row is enough if the characters show the links up and down.  Otherwise there are lines between
the rows: for a wall, a way to a bridge, a link between two dots, and in ASCII, whose ``+`` is ambiguous.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from satplay.drawing.places import put_headings
from satplay.drawing.terminal import Canvas, Line
from satplay.puzzles.flow.board import Cell
from satplay.puzzles.flow.formats.link_characters import DOWN, LEFT, RIGHT, leading
from satplay.puzzles.flow.sketch.marks import Marks


def squares(marks: Marks) -> Sequence[Line]:
    """The picture, with headings."""
    picture = _Squares(marks)
    picture.draw()
    return picture.canvas.lines()


def square_at(marks: Marks) -> Callable[[Cell], tuple[int, int]]:
    """The line and column where a cell begins."""
    picture = _Squares(marks)

    def place(cell: Cell) -> tuple[int, int]:
        row, column = marks.board.place(cell)
        return picture.lines[row], picture.columns[column]

    return place


class _Squares:
    """The frame is the gap before the first and after the last cell."""

    def __init__(self, marks: Marks) -> None:
        self.marks, self.board = marks, marks.board
        self.canvas = Canvas()
        self.step = 2 if _is_tall(marks) else 1
        self.columns = [marks.heading_width + 1 + c * (marks.width + 1) for c in range(self.board.columns)]
        self.lines = [marks.top + 1 + r * self.step for r in range(self.board.rows)]
        self.right, self.bottom = self.columns[-1] + marks.width, self.lines[-1] + 1

    def draw(self) -> None:
        self._frame()
        put_headings(self.canvas, self.columns, self.lines)
        for cell in range(self.board.rows * self.board.columns):
            row, column = self.board.place(cell)
            self.marks.put_cell(self.canvas, self.lines[row], self.columns[column], cell)
        for (cell, way), link in leading(self.board).items():
            self._gap(cell, way, link)
        for first, second in self.board.walls:
            self._wall(first, second)

    def _frame(self) -> None:
        level, upright, *corners = self.marks.frame
        left, top = self.marks.heading_width, self.marks.top
        for line, (start, end) in ((top, corners[:2]), (self.bottom, corners[2:])):
            self.canvas.put(line, left, start + level * (self.right - left - 1) + end)
        for line in range(top + 1, self.bottom):
            self.canvas.put(line, left, upright)
            self.canvas.put(line, self.right, upright)

    def _gap(self, cell: int, way: int, link: int) -> None:
        """What stands between a cell and its neighbour, or in the frame where it leads through."""
        row, column = self.board.place(cell)
        line, at = self.lines[row], self.columns[column]
        marks, there = self.marks, link in self.marks.flow.links
        if way in (LEFT, RIGHT):
            place = (line, at - 1 if way == LEFT else at + marks.width)
            sign = marks.across if there else " "
        else:
            place = (line + (1 if way == DOWN else -1), at)
            at_frame = place[0] in (marks.top, self.bottom)
            if self.step == 1 and not at_frame:
                return
            sign = (marks.upright if there else " ").ljust(marks.width)
        if there:
            self.canvas.put(*place, sign[0], marks.link_look(link))
            sign, place = sign[1:], (place[0], place[1] + 1)
        elif link in marks.flow.apart:
            sign = marks.apart.ljust(len(sign))
        self.canvas.put(*place, sign)

    def _wall(self, first: int, second: int) -> None:
        """Between neighbours; through a joined border the frame stays closed instead."""
        (row, column), (row_2, column_2) = self.board.place(first), self.board.place(second)
        level, upright, *_ = self.marks.frame
        if (row_2, column_2) == (row, column + 1):
            self.canvas.put(self.lines[row], self.columns[column] + self.marks.width, upright)
        elif (row_2, column_2) == (row + 1, column):
            self.canvas.put(self.lines[row] + 1, self.columns[column], level * self.marks.width)


def _is_tall(marks: Marks) -> bool:
    board = marks.board
    walled = any(second == first + board.columns for first, second in board.walls)
    drawn = (board.grid.cells[link].tolist() for link in marks.flow.links)
    between_dots = any(
        abs(first - second) == board.columns and first in board.colour_at and second in board.colour_at
        for first, second in drawn
    )
    apart = (board.grid.cells[link].tolist() for link in marks.flow.apart)
    marked = any(abs(first - second) == board.columns for first, second in apart)
    return marks.plain or walled or between_dots or marked or bool(board.bridges)
