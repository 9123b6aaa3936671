"""Flow Free: paths between the two dots of each colour that fill the board and do not touch themselves.

Boards are paths laid at random, as the puzzle's generator begins; clauses are those of its encoding
``source``, Berman and Lampert's, which does not exclude loops apart from the paths.
"""

from __future__ import annotations

from random import Random

from satplay.logic.formula import Formula
from satplay.puzzles.flow.board import Board
from satplay.puzzles.flow.encodings.source import encode
from satplay.puzzles.flow.path_cover import Cover


def flow(seed: int, rows: int, columns: int, colours: int) -> Formula:
    """A full board with so many colours, or a few more, and a solution hidden in it; satisfiable."""
    cover = Cover(rows, columns)
    cover.stir(Random(seed), colours)
    return encode(Board(rows, columns, cover.dots())).formula
