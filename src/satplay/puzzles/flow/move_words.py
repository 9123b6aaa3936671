"""How a line is typed: by cells, straight runs by their ends, directions from a cell or a colour."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from satplay.contracts.puzzle import bad_move
from satplay.drawing.places import CELL, WAYS, cell_number
from satplay.fast_dataclass import dataclass
from satplay.puzzles.flow.board import Board, Cell
from satplay.puzzles.flow.paths import Flow
from satplay.puzzles.flow.sketch.marks import names

RUN = re.compile(f"({CELL})[-–]({CELL})")
TIMES = re.compile(r"[1-9][0-9]{0,3}")

SLANTED = {
    "upleft": (-1, -1), "ul": (-1, -1), "upright": (-1, 1), "ur": (-1, 1),
    "downleft": (1, -1), "dl": (1, -1), "downright": (1, 1), "dr": (1, 1),
}  # fmt: skip
"""Directions on a hexagonal board: half a row up or down."""


def cell_named(board: Board, word: str) -> Cell | None:
    """The cell with this name; None if the word is not a cell name."""
    return cell_number(word, board.rows, board.columns)


def is_cell(word: str) -> bool:
    """Whether a word names cells and not a colour."""
    return re.fullmatch(CELL, word) is not None or RUN.fullmatch(word) is not None


def colour_called(board: Board, word: str) -> int | None:
    """The colour with this label, or this sign on the screen; case matters only if labels differ in it."""
    for called in (board.labels, names(board, plain=False), names(board, plain=True)):
        if word in called:
            return called.index(word)
    alike = [number for number, label in enumerate(board.labels) if label.lower() == word.lower()]
    return alike[0] if len(alike) == 1 else None


def cells_along(board: Board, flow: Flow, words: Sequence[str]) -> list[Cell]:
    """The cells on the way that the words describe, in order; adjacent entries need not be neighbours."""
    return list(_Along(board, flow).cells(words))


@dataclass(frozen=True, slots=True)
class _Along:
    board: Board
    flow: Flow

    def cells(self, words: Sequence[str]) -> Iterator[Cell]:
        last: Cell | None = None
        step = ""
        for word in words:
            if last is None:
                leading = [self._start(word)] if RUN.fullmatch(word) is None else self._run(word)
            elif step and TIMES.fullmatch(word) is not None:
                leading = self._on(last, step, int(word) - 1)
                step = ""
            elif word.lower() in WAYS or word.lower() in SLANTED:
                step = word.lower()
                leading = self._on(last, step, 1)
            else:
                step = ""
                leading = self._to(last, word)
            for cell in leading:
                if cell != last:
                    yield cell
                last = cell

    def _start(self, word: str) -> Cell:
        cell = cell_named(self.board, word)
        if cell is not None:
            return cell
        colour = colour_called(self.board, word)
        if colour is None:
            raise bad_move(repr(word), "a cell such as A1, a colour on the board, 'erase', or 'help'")
        return self._tip(colour)

    def _tip(self, colour: int) -> Cell:
        """The end of a colour's line: from its first dot, or from the second if only that has a line."""
        joined = self.board.grid.adjacency(self.flow.links)
        first, second = self.board.dots[colour]
        node = second if joined[second] and not joined[first] else first
        seen = {node}
        while following := [near for near in joined[node] if near not in seen]:
            node = following[0]
            seen.add(node)
        return int(self.board.grid.cell_of[node])

    def _to(self, last: Cell, word: str) -> list[Cell]:
        """The cells up to a named one: a neighbour, or the end of a straight run."""
        if RUN.fullmatch(word) is not None:
            start, *others = self._run(word)
            return [*self._straight(last, start), *others]
        cell = cell_named(self.board, word)
        if cell is None:
            ways = "left, right, up, down" + (", upleft ... downright" if self.board.hexagonal else "")
            raise bad_move(repr(word), f"a cell such as A1, or {ways}")
        return self._straight(last, cell)

    def _run(self, word: str) -> list[Cell]:
        ends = RUN.fullmatch(word)
        assert ends is not None
        first, second = (cell_named(self.board, end) for end in ends.groups())
        assert first is not None and second is not None
        return [first, *self._straight(first, second, run=True)]

    def _straight(self, first: Cell, second: Cell, *, run: bool = False) -> list[Cell]:
        """The cells after ``first`` up to ``second``: one, or all between them in a row or column.

        Two cells may be neighbours across a wrapped border; a ``run`` stays on the board.
        """
        (row, column), (row_2, column_2) = self.board.place(first), self.board.place(second)
        aligned = row == row_2 or column == column_2
        beside = (first, second) in self.board.grid.link_between
        if first == second or (beside and not (run and aligned)):
            return [second]
        if not aligned:
            found = f"a step from {self.board.name(first)} to {self.board.name(second)}"
            raise bad_move(found, "cells of one row or column")
        step = (1 if second > first else -1) * (1 if row == row_2 else self.board.columns)
        return [*range(first + step, second, step), second]

    def _on(self, last: Cell, word: str, times: int) -> list[Cell]:
        """The cells in a direction from the last one."""
        found = []
        for _ in range(min(times, self.board.rows * self.board.columns)):
            last = self._next(last, word)
            found.append(last)
        return found

    def _next(self, cell: Cell, word: str) -> Cell:
        board = self.board
        row, column = board.place(cell)
        if word in SLANTED:
            if not board.hexagonal:
                raise bad_move(repr(word), "left, right, up or down")
            half, across = SLANTED[word]
            # Cells of even columns stand half a row lower.
            down = (1 if column % 2 == 0 else 0) if half > 0 else (-1 if column % 2 else 0)
        else:
            down, across = WAYS[word]
        row, column = row + down, column + across
        if board.warp:
            row, column = row % board.rows, column % board.columns
        if not (0 <= row < board.rows and 0 <= column < board.columns):
            raise bad_move(f"{word!r} from {board.name(cell)}", "a step that stays on the board")
        return row * board.columns + column
