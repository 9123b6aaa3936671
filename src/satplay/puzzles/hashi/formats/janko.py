"""The boards of janko.at: a line ``rows cols``, then rows, ``-`` for water; blanks part the cells.

Other rules go before a board: ``# most 3``, ``# loops no``; ``?`` is an island without a number.
"""

from __future__ import annotations

import re
from collections import Counter

from satplay.puzzles.hashi.board import Board
from satplay.puzzles.hashi.formats.table import beginning, islands, table, written
from satplay.puzzles.hashi.formats.text import UNKNOWN, written_terms

NAME = "janko"
WATER = "-"
HEADER = re.compile(r"\s*(?P<height>[0-9]+)\s+(?P<width>[0-9]+)\s*")
CELL = re.compile(r"-|\?|[1-9]|1[0-6]")


def read(text: str) -> Board:
    """A board.

    >>> read("2 3\\n2 - 2\\n- - -\\n").islands
    {0: 2, 2: 2}
    """
    found = table(text, HEADER, "ROWS COLUMNS", "10 10")
    there = dict(islands(found, WATER, UNKNOWN))
    return Board(found.height, found.width, there, found.terms.most, found.terms.loops)


def write(board: Board) -> str:
    """The header and the rows.

    >>> write(Board(2, 3, {0: 2, 2: None}))
    '2 3\\n2 - ?\\n- - -\\n'
    """
    return f"{written_terms(board)}{board.rows} {board.columns}\n{written(board, WATER, UNKNOWN)}"


def recognises(text: str) -> bool:
    """A header of two numbers, and rows of cells, as many and as wide as it says.

    A Numberlink board begins so, too, but has every label twice, and 0 for an empty cell: where nothing else
    tells them apart it is left to that.
    """
    found = beginning(text, HEADER)
    if found is None:
        return False
    width, height = int(found.header["width"]), int(found.header["height"][:4])
    seen = [_cells(row, width) for row in found.rows[:height]]
    count = Counter(cell for row in seen for cell in row)
    if not seen or not all(seen) or not all(map(CELL.fullmatch, count)):
        return False
    return found.said or count[WATER] > 2 or set(count.values()) != {2}


def _cells(row: str, columns: int) -> list[str]:
    """The cells of a row, none where there are not so many."""
    found = row.split()
    if len(found) == 1 and len(found[0]) == columns:
        found = list(found[0])
    return found if len(found) == columns else []
