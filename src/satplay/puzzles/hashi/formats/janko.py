"""The boards of janko.at: a line ``rows cols``, then rows, ``-`` for water; blanks part the cells.

Other rules go before a board: ``# most 3``, ``# loops no``; ``?`` is an island without a number.
"""

from __future__ import annotations

import re
from collections import Counter

from satplay.contracts.texts import shown
from satplay.puzzles.hashi.board import Board
from satplay.puzzles.hashi.formats.table import expect_rows, islands, written
from satplay.puzzles.hashi.formats.text import UNKNOWN, bad, content, glance, side, written_terms

NAME = "janko"
WATER = "-"
HEADER = re.compile(r"\s*(?P<height>[0-9]+)\s+(?P<width>[0-9]+)\s*")
CELL = re.compile(r"-|\?|[1-9]|1[0-6]")


def read(text: str) -> Board:
    """A board.

    >>> read("2 3\\n2 - 2\\n- - -\\n").islands
    {0: 2, 2: 2}
    """
    found = content(text)
    rows = [line for line in found.lines if line.text.strip()]
    if not rows:
        raise bad(1, 1, "nothing", "a line ROWS COLUMNS, and rows")
    head = rows.pop(0)
    header = HEADER.fullmatch(head.text)
    if header is None:
        raise bad(head.number, 1, shown(head.text), "a line ROWS COLUMNS, such as '10 10'")
    height = side(header["height"], head.number, header.start("height") + 1)
    width = side(header["width"], head.number, header.start("width") + 1)
    expect_rows(rows, height, head)
    there = dict(islands(rows, width, found.terms, WATER, UNKNOWN))
    return Board(height, width, there, found.terms.most, found.terms.loops)


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
    found = glance(text)
    rows = [line.text for line in found.lines if line.text.strip()] if found is not None else []
    header = HEADER.fullmatch(rows[0]) if rows else None
    if found is None or header is None or len(header["width"]) > 4:
        return False
    seen = [_cells(row, int(header["width"])) for row in rows[1 : 1 + int(header["height"][:4])]]
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
