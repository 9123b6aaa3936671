"""A picture in characters: the places of cells and of links between them, and the drawing."""

from __future__ import annotations

from collections.abc import Sequence

from satplay.puzzles.flow.board import Board, Cell
from satplay.puzzles.flow.formats.link_characters import DOWN, LEFT, RIGHT, UP, WAYS, leading
from satplay.puzzles.flow.formats.text import signs
from satplay.puzzles.flow.paths import Flow


class PictureGrid:
    """Lines and columns, from 0, of cells and of the links between them."""

    def __init__(self, board: Board, *, tall: bool) -> None:
        self.board = board
        self.tall = tall
        self._left = int(board.warp and board.columns > 2)
        self._top = int(tall and board.warp and board.rows > 2)
        self.width = 2 * board.columns - 1 + 2 * self._left
        self.height = 2 * board.rows - 1 + 2 * self._top if tall else board.rows

    def place(self, cell: Cell) -> tuple[int, int]:
        row, column = self.board.place(cell)
        return self._top + (2 * row if self.tall else row), self._left + 2 * column

    def beside(self, cell: Cell, way: int) -> tuple[int, int]:
        """The place of the character for the link of a cell in this direction."""
        line, column = self.place(cell)
        return line + (way == DOWN) - (way == UP), column + (way == RIGHT) - (way == LEFT)

    def ways(self) -> Sequence[int]:
        """The directions in which there is a place between cells."""
        return WAYS if self.tall else (LEFT, RIGHT)

    def least_height(self) -> int:
        """The height without final lines that are blank in every picture of the board; editors drop these."""
        return len(self.draw(Flow(frozenset()), "x" * 16, "xx", "x").rstrip().split("\n"))

    def draw(self, flow: Flow, cells: str, between: str, any_dot: str) -> str:
        canvas = [[" "] * self.width for _ in range(self.height)]
        names = signs(self.board)
        arms = dict.fromkeys(range(self.board.rows * self.board.columns), 0)
        for (cell, way), link in leading(self.board).items():
            if link in flow.links:
                arms[cell] += way
                if way in self.ways():
                    line, column = self.beside(cell, way)
                    canvas[line][column] = between[way > RIGHT]
        for cell in arms.keys() - self.board.holes:
            line, column = self.place(cell)
            colour = self.board.colour_at.get(cell)
            sign = cells[arms[cell]] if colour is None else any_dot if names is None else names[colour]
            canvas[line][column] = sign
        return "".join("".join(line).rstrip() + "\n" for line in canvas)
