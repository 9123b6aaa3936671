"""The benchmark files ``.has``: a line ``W H islands``, then rows of integers, 0 for water.

(Coelho, Laporte, Lindbeck and Vidal, "Benchmark instances and optimal solutions for the hashi puzzle", 2019.)
Islands may touch.  Comments before it state other rules: ``# most 3``, ``# loops no``.
"""

from __future__ import annotations

import re

from satplay.contracts.format import HEAD
from satplay.contracts.texts import quote, read_natural, unwritable
from satplay.puzzles.hashi.board import Board
from satplay.puzzles.hashi.formats.table import beginning, islands, read_table, write_cells
from satplay.puzzles.hashi.formats.text import BOARD, bad, write_terms

NAME = "has"
WATER = "0"
HEADER = re.compile(r"\s*(?P<width>[0-9]+)\s+(?P<height>[0-9]+)\s+(?P<islands>[0-9]+)\s*")


def read(text: str) -> Board:
    """A board from its header and rows.

    >>> read("3 2 2\\n2 0 2\\n0 0 0\\n").islands
    {0: 2, 2: 2}
    """
    found = read_table(text, HEADER, "WIDTH HEIGHT ISLANDS", "16 16 100")
    on_board = dict(islands(found, WATER, None))
    declared = found.header["islands"]
    if read_natural(declared, found.width * found.height) != len(on_board):
        expected = f"{len(on_board)}, the number of islands"
        raise bad(found.head.number, found.header.start("islands") + 1, quote(declared), expected)
    return Board(found.height, found.width, on_board, found.terms.most, found.terms.loops)


def write(board: Board) -> str:
    """The header and the rows; only boards with numbers at all islands can be written.

    >>> write(Board(2, 3, {0: 2, 2: 2}))
    '3 2 2\\n2 0 2\\n0 0 0\\n'
    """
    if None in board.islands.values():
        raise unwritable(BOARD, NAME, "an island without a number", "numbers at all islands, or 'grid'")
    header = f"{board.columns} {board.rows} {len(board.islands)}\n"
    return write_terms(board) + header + write_cells(board, WATER, "")


def recognises(text: str) -> bool:
    """Whether there is a header of three numbers and a first row of the width it declares."""
    found = beginning(text, HEADER)
    if found is None or not found.rows:
        return False
    first = found.rows[0].split()
    width = int(found.header["width"])
    if len(text) >= HEAD and len(found.rows) == 1:
        width = len(first)  # the row is cut
    return len(first) == width and all(map(str.isdecimal, first)) and found.rows[0].isascii()
