"""The benchmark files ``.has``: a line ``W H islands``, then rows of integers, 0 for water.

(Coelho, Laporte, Lindbeck and Vidal, "Benchmark instances and optimal solutions for the hashi puzzle", 2019.)
Islands may touch.  Other rules go before it: ``# most 3``, ``# loops no``.
"""

from __future__ import annotations

import re

from satplay.contracts.texts import natural, shown
from satplay.puzzles.hashi.board import Board
from satplay.puzzles.hashi.formats.table import expect_rows, islands, written
from satplay.puzzles.hashi.formats.text import HEAD, bad, content, glance, side, unwritable, written_terms

NAME = "has"
WATER = "0"
HEADER = re.compile(r"\s*(?P<width>[0-9]+)\s+(?P<height>[0-9]+)\s+(?P<islands>[0-9]+)\s*")


def read(text: str) -> Board:
    """A board.

    >>> read("3 2 2\\n2 0 2\\n0 0 0\\n").islands
    {0: 2, 2: 2}
    """
    found = content(text)
    rows = [line for line in found.lines if line.text.strip()]
    if not rows:
        raise bad(1, 1, "nothing", "a line WIDTH HEIGHT ISLANDS, and rows")
    head = rows.pop(0)
    header = HEADER.fullmatch(head.text)
    if header is None:
        raise bad(head.number, 1, shown(head.text), "a line WIDTH HEIGHT ISLANDS, such as '16 16 100'")
    width = side(header["width"], head.number, header.start("width") + 1)
    height = side(header["height"], head.number, header.start("height") + 1)
    expect_rows(rows, height, head)
    there = dict(islands(rows, width, found.terms, WATER, None))
    if natural(header["islands"], width * height) != len(there):
        expected = f"{len(there)}, for so many are there"
        raise bad(head.number, header.start("islands") + 1, shown(header["islands"]), expected)
    return Board(height, width, there, found.terms.most, found.terms.loops)


def write(board: Board) -> str:
    """The header and the rows; islands without a number cannot be said.

    >>> write(Board(2, 3, {0: 2, 2: 2}))
    '3 2 2\\n2 0 2\\n0 0 0\\n'
    """
    if None in board.islands.values():
        raise unwritable(NAME, "an island without a number", "numbers at all islands, or 'grid'")
    header = f"{board.columns} {board.rows} {len(board.islands)}\n"
    return written_terms(board) + header + written(board, WATER, "")


def recognises(text: str) -> bool:
    """A header of three numbers, and a first row of as many numbers as it says."""
    found = glance(text)
    rows = [line.text for line in found.lines if line.text.strip()] if found is not None else []
    header = HEADER.fullmatch(rows[0]) if rows else None
    if header is None or len(header["width"]) > 4 or len(rows) < 2:
        return False
    first = rows[1].split()
    width = int(header["width"])
    if len(text) >= HEAD and len(rows) == 2:
        width = len(first)  # the row is cut
    return len(first) == width and all(map(str.isdecimal, first)) and rows[1].isascii()
