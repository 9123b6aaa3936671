"""A picture in characters: where cells and what is between them stand, and how it is drawn."""

from __future__ import annotations

from collections.abc import Sequence

from satplay.puzzles.flow.board import Board, Cell
from satplay.puzzles.flow.formats.link_characters import DOWN, LEFT, RIGHT, UP, WAYS, leading
from satplay.puzzles.flow.formats.text import signs
from satplay.puzzles.flow.paths import Flow


class Picture:
    """Line and column of cells and of what stands between them, both from 0."""

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
        """Where the sign for a link stands that leads from a cell this way."""
        line, column = self.place(cell)
        return line + (way == DOWN) - (way == UP), column + (way == RIGHT) - (way == LEFT)

    def ways(self) -> Sequence[int]:
        """The ways in which something stands between cells."""
        return WAYS if self.tall else (LEFT, RIGHT)

    def least_height(self) -> int:
        """Without lines at the end that are blank on every picture of the board, and get lost easily."""
        return len(self.drawn(Flow(frozenset()), "x" * 16, "xx", "x").rstrip().split("\n"))

    def drawn(self, flow: Flow, cells: str, between: str, any_dot: str) -> str:
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
