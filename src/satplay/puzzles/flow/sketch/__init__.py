"""Flow for terminals: the letters of the dots, and paths of ─│┌┐└┘ on a ground of their colour.

Columns and rows have headings, so that cells can be named in moves and messages.
"""

from __future__ import annotations

from collections.abc import Sequence

from satplay.drawing.terminal import Line
from satplay.puzzles.flow.board import Board
from satplay.puzzles.flow.paths import Flow
from satplay.puzzles.flow.sketch.hexagons import HexagonGrid, hexagons
from satplay.puzzles.flow.sketch.marks import Marks
from satplay.puzzles.flow.sketch.squares import square_at, squares


def sketch(board: Board, flow: Flow | None, ascii: bool) -> Sequence[Line]:
    """The board, with links if some are given, right or wrong.

    >>> from satplay.drawing.terminal import to_text
    >>> from satplay.puzzles.flow.paths import flow_of
    >>> board = Board(2, 4, ((0, 3), (5, 7)), fill=False)
    >>> print(*to_text(sketch(board, flow_of(board, [(0, 1, 2, 3)]), False)), sep="\\n")
       A B C D
      ┏━━━━━━━┓
    1 ┃A─────A┃
    2 ┃· B · B┃
      ┗━━━━━━━┛
    """
    marks = Marks(board, flow if flow is not None else Flow(frozenset()), plain=ascii)
    return (hexagons if board.hexagonal else squares)(marks)


def cell_places(board: Board, flow: Flow, ascii: bool) -> Sequence[tuple[int, int, int]]:
    """For every cell the line and the column in the sketch where it begins, and its width."""
    marks = Marks(board, flow, plain=ascii)
    at = HexagonGrid(marks).place if board.hexagonal else square_at(marks)
    return [(*at(cell), marks.width) for cell in range(board.rows * board.columns)]
