"""Boards of hexagons for terminals; even columns are a line lower, as in pictures.

A slanted link leaves a cell sideways, steps up or down half way, and continues sideways.  There is no room
for walls between hexagons: they are listed below.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import TypeAlias

from satplay.drawing.places import put_headings
from satplay.drawing.terminal import Canvas, Line, Look
from satplay.puzzles.flow.board import Cell
from satplay.puzzles.flow.formats.link_characters import DOWN, LEFT, RIGHT, UP
from satplay.puzzles.flow.sketch.marks import Marks

Place: TypeAlias = tuple[int, int]
"""Line and column of a character, from 0."""

WALLS_ON_A_LINE = 6

PLAIN_TURNS = {DOWN: ",", UP: "'", UP | DOWN: "+"}


class HexagonGrid:
    """The places of cells and links in the picture; the solution format ``lines`` reads them, too."""

    def __init__(self, marks: Marks) -> None:
        self.board, self._marks = marks.board, marks
        step = marks.width + 3
        self.columns = [marks.heading_width + column * step for column in range(self.board.columns)]
        self._cells: list[list[int]] = self.board.grid.cells.tolist()

    def place(self, cell: Cell) -> Place:
        """Where a cell begins."""
        row, column = self.board.place(cell)
        lower = self.board.columns > 1 and column % 2 == 0
        return self._marks.top + 2 * row + lower, self.columns[column]

    def ends(self, link: int) -> tuple[Place, Place]:
        """The places of the cells of a link, from left to right, or from top to bottom."""
        first, second = sorted(map(self.place, self._cells[link]), key=lambda at: (at[1], at[0]))
        return first, second

    def joints(self, link: int) -> list[tuple[Place, int]]:
        """Where a slanted link turns, and in which directions it leaves each turn; none for an upright one.

        Two links of one cell may turn at one place; links of different cells never do.
        """
        first, second = self.ends(link)
        if first[1] == second[1]:
            return []
        middle = first[1] + self._marks.width + 1
        there, back = (DOWN, UP) if second[0] > first[0] else (UP, DOWN)
        return [((first[0], middle), LEFT | there), ((second[0], middle), RIGHT | back)]


def hexagons(marks: Marks) -> Sequence[Line]:
    """The picture, with headings."""
    canvas, board, grid = Canvas(), marks.board, HexagonGrid(marks)
    put_headings(canvas, grid.columns, [grid.place(row * board.columns)[0] for row in range(board.rows)])
    for cell in range(board.rows * board.columns):
        marks.put_cell(canvas, *grid.place(cell), cell)
    joints: dict[Place, tuple[int, Look]] = {}
    for link in sorted(marks.flow.links):
        first, second = grid.ends(link)
        look = marks.link_look(link)
        turns = grid.joints(link)
        if not turns:
            canvas.put(first[0] + 1, first[1], marks.upright, look)
            continue
        middle = first[1] + marks.width + 1
        canvas.put(first[0], middle - 1, marks.across, look)
        canvas.put(second[0], middle + 1, marks.across, look)
        for at, arms in turns:  # two links of one cell belong to one piece and look the same
            joints[at] = (joints.get(at, (0, look))[0] | arms, look)
    for at, (arms, look) in joints.items():
        # ASCII has one corner sign, which would hide a link between two corners.
        turn = PLAIN_TURNS[arms & (UP | DOWN)] if marks.plain else marks.signs[arms]
        canvas.put(*at, turn, look)
    below = count(marks.top + 2 * board.rows + 1)
    for line, text in zip(below, [*_walls(marks), *_apart(marks)], strict=False):
        canvas.put(line, 0, text)
    return canvas.lines()


def _walls(marks: Marks) -> Iterator[str]:
    board = marks.board
    walls = [f"{board.name(first)}|{board.name(second)}" for first, second in sorted(board.walls)]
    for start in range(0, len(walls), WALLS_ON_A_LINE):
        yield f"{'walls' if start == 0 else '     '} {' '.join(walls[start : start + WALLS_ON_A_LINE])}"


def _apart(marks: Marks) -> Iterator[str]:
    """The links that are marked as not used."""
    ends = marks.board.grid.cells.tolist()
    named = ["-".join(map(marks.board.name, ends[link])) for link in sorted(marks.flow.apart)]
    for start in range(0, len(named), WALLS_ON_A_LINE):
        word = "not joined" if start == 0 else " " * len("not joined")
        yield f"{word} {' '.join(named[start : start + WALLS_ON_A_LINE])}"
