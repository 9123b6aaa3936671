"""Mosaic in a terminal: two characters for each cell, shaded cells on a dark background."""

from __future__ import annotations

from collections.abc import Sequence

from satplay.drawing.places import put_headings, room_above, room_before
from satplay.drawing.terminal import PLAIN, Canvas, Line, Look
from satplay.puzzles.mosaic.board import Board, Cell, Solution

SHADED = Look("#ffffff", "#3d5a80", bold=True)


def sketch(board: Board, solution: Solution | None, ascii: bool) -> Sequence[Line]:
    """For each cell its clue or given mark, then ``█`` or ``#`` if it is shaded.

    >>> from satplay.drawing.terminal import to_text
    >>> board = Board(1, 3, {(0, 1): 2}, {(0, 2): True}, connected=True)
    >>> print(*to_text(sketch(board, frozenset({(0, 0)}), True)), sep="\\n")
      A B C
    1 .#2 #
    all shaded cells are connected
    """
    canvas = Canvas()
    top, left = room_above(board.width), room_before(board.height)
    columns = [left + 2 * column for column in range(board.width)]
    put_headings(canvas, columns, range(top, top + board.height))
    for row, column in board.cells():
        shaded = solution is not None and (row, column) in solution
        mark = "#" if ascii else "█"
        text = _clue_or_mark(board, (row, column), mark, "." if ascii else "·") + (mark if shaded else " ")
        canvas.put(top + row, columns[column], text, SHADED if shaded else PLAIN)
    if board.connected:
        canvas.put(top + board.height, 0, "all shaded cells are connected", PLAIN)
    return canvas.lines()


def _clue_or_mark(board: Board, cell: Cell, mark: str, open_: str) -> str:
    if cell in board.clues:
        return str(board.clues[cell])
    if cell in board.marks:
        return mark if board.marks[cell] else "-"
    return open_
