"""Boards of janko.at: a line ``rows cols``, then rows of cells separated by blanks, ``-`` for water.

Comments before it state other rules: ``# most 3``, ``# loops no``; ``?`` is an island without a number.
"""

from __future__ import annotations

import re
from collections import Counter

from satplay.puzzles.hashi.board import Board
from satplay.puzzles.hashi.formats.table import beginning, islands, read_table, write_cells
from satplay.puzzles.hashi.formats.text import UNKNOWN, write_terms

NAME = "janko"
WATER = "-"
HEADER = re.compile(r"\s*(?P<height>[0-9]+)\s+(?P<width>[0-9]+)\s*")
CELL = re.compile(r"-|\?|[1-9]|1[0-6]")


def read(text: str) -> Board:
    """A board from its header and rows.

    >>> read("2 3\\n2 - 2\\n- - -\\n").islands
    {0: 2, 2: 2}
    """
    found = read_table(text, HEADER, "ROWS COLUMNS", "10 10")
    on_board = dict(islands(found, WATER, UNKNOWN))
    return Board(found.height, found.width, on_board, found.terms.most, found.terms.loops)


def write(board: Board) -> str:
    """The header and the rows.

    >>> write(Board(2, 3, {0: 2, 2: None}))
    '2 3\\n2 - ?\\n- - -\\n'
    """
    return f"{write_terms(board)}{board.rows} {board.columns}\n{write_cells(board, WATER, UNKNOWN)}"


def recognises(text: str) -> bool:
    """Whether there is a header of two numbers, and rows of cells as it declares.

    A Numberlink board begins likewise, but has every label twice and 0 for an empty cell; a text that could
    be either is left to Numberlink.
    """
    found = beginning(text, HEADER)
    if found is None:
        return False
    width, height = int(found.header["width"]), int(found.header["height"][:4])
    seen = [_cells(row, width) for row in found.rows[:height]]
    count = Counter(cell for row in seen for cell in row)
    if not seen or not all(seen) or not all(map(CELL.fullmatch, count)):
        return False
    return found.has_terms or count[WATER] > 2 or set(count.values()) != {2}


def _cells(row: str, columns: int) -> list[str]:
    """The cells of a row; empty if their number is not ``columns``."""
    found = row.split()
    if len(found) == 1 and len(found[0]) == columns:
        found = list(found[0])
    return found if len(found) == columns else []
