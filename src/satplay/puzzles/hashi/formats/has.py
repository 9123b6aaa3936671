"""The benchmark files ``.has``: a line ``W H islands``, then rows of integers, 0 for water.

(Coelho, Laporte, Lindbeck and Vidal, "Benchmark instances and optimal solutions for the hashi puzzle", 2019.)
Islands may touch.  Other rules go before it: ``# most 3``, ``# loops no``.
"""

from __future__ import annotations

import re

from satplay.contracts.format import HEAD
from satplay.contracts.texts import natural, shown
from satplay.puzzles.hashi.board import Board
from satplay.puzzles.hashi.formats.table import beginning, islands, table, written
from satplay.puzzles.hashi.formats.text import bad, unwritable, written_terms

NAME = "has"
WATER = "0"
HEADER = re.compile(r"\s*(?P<width>[0-9]+)\s+(?P<height>[0-9]+)\s+(?P<islands>[0-9]+)\s*")


def read(text: str) -> Board:
    """A board.

    >>> read("3 2 2\\n2 0 2\\n0 0 0\\n").islands
    {0: 2, 2: 2}
    """
    found = table(text, HEADER, "WIDTH HEIGHT ISLANDS", "16 16 100")
    there = dict(islands(found, WATER, None))
    said = found.header["islands"]
    if natural(said, found.width * found.height) != len(there):
        expected = f"{len(there)}, for so many are there"
        raise bad(found.head.number, found.header.start("islands") + 1, shown(said), expected)
    return Board(found.height, found.width, there, found.terms.most, found.terms.loops)


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
    found = beginning(text, HEADER)
    if found is None or not found.rows:
        return False
    first = found.rows[0].split()
    width = int(found.header["width"])
    if len(text) >= HEAD and len(found.rows) == 1:
        width = len(first)  # the row is cut
    return len(first) == width and all(map(str.isdecimal, first)) and found.rows[0].isascii()
