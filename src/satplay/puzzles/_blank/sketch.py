"""Neighbours in a terminal: a clue or a sign in every cell, shaded ones on a ground of their own."""

from __future__ import annotations

from collections.abc import Sequence

from satplay.drawing.terminal import PLAIN, Canvas, Line, Look
from satplay.puzzles._blank.board import Board, Cell, Solution, name

SHADED = Look("#ffffff", "#3d5a80", bold=True)
BESIDE = Look("#80868f")


def sketch(board: Board, solution: Solution | None, ascii: bool) -> Sequence[Line]:
    """Two signs a cell: what was given, and ``█`` or ``#`` where it is shaded.

    >>> from satplay.drawing.terminal import to_text
    >>> board = Board(1, 3, {(0, 1): 2}, {(0, 2): True})
    >>> print(*to_text(sketch(board, frozenset({(0, 0)}), True)), sep="\\n")
      A B C
    1 .#2 #
    """
    canvas = Canvas()
    left = len(str(board.height)) + 1
    top = len(name((0, board.width - 1))) - 1
    for column in range(board.width):
        for height, letter in enumerate(reversed(name((0, column))[:-1]), 1):
            canvas.put(top - height, left + 2 * column, letter, BESIDE)
    for row in range(board.height):
        canvas.put(top + row, 0, str(row + 1).rjust(left - 1), BESIDE)
    for row, column in board.cells():
        shaded = solution is not None and (row, column) in solution
        mark = "#" if ascii else "█"
        text = _given(board, (row, column), mark, "." if ascii else "·") + (mark if shaded else " ")
        canvas.put(top + row, left + 2 * column, text, SHADED if shaded else PLAIN)
    return canvas.lines()


def _given(board: Board, cell: Cell, mark: str, open_: str) -> str:
    if cell in board.clues:
        return str(board.clues[cell])
    if cell in board.marks:
        return mark if board.marks[cell] else "-"
    return open_
