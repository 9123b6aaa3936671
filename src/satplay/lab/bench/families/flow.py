"""Flow Free: paths between the two dots of each colour that fill the board and do not touch themselves.

Boards are random paths, as in the first step of the puzzle's generator; the clauses are its encoding
``source``, Berman and Lampert's, which does not exclude loops apart from the paths.
"""

from __future__ import annotations

from random import Random

from satplay.logic.formula import Formula
from satplay.puzzles.flow.board import Board
from satplay.puzzles.flow.encodings.source import encode
from satplay.puzzles.flow.path_cover import Cover


def flow(seed: int, rows: int, columns: int, colours: int) -> Formula:
    """A board with this number of colours, or a few more, and a planted solution; satisfiable."""
    cover = Cover(rows, columns)
    cover.stir(Random(seed), colours)
    return encode(Board(rows, columns, cover.dots())).formula
