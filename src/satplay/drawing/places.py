"""Names of places on a board: cells as in a spreadsheet, and the four directions.

Sentences, headings and typed moves use these names.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from satplay.drawing.terminal import Canvas, Look
from satplay.errors import BadInput

CELL = r"[A-Za-z]{1,3}[0-9]{1,4}"
"""Pattern of cell names."""

BESIDE = Look("#80868f")
"""Look of row and column names: grey, readable on black and on white."""

WAYS = {
    "up": (-1, 0), "u": (-1, 0), "north": (-1, 0), "↑": (-1, 0),
    "down": (1, 0), "d": (1, 0), "south": (1, 0), "↓": (1, 0),
    "left": (0, -1), "l": (0, -1), "west": (0, -1), "←": (0, -1),
    "right": (0, 1), "r": (0, 1), "east": (0, 1), "→": (0, 1),
}  # fmt: skip
"""Row and column offset of each direction, by its lower-case names."""


@cache
def column_name(column: int) -> str:
    """The letters of a column; the first column is A.

    >>> [column_name(column) for column in (0, 25, 26, 701, 702)]
    ['A', 'Z', 'AA', 'ZZ', 'AAA']
    """
    letters = ""
    while column >= 0:
        letters = chr(ord("A") + column % 26) + letters
        column = column // 26 - 1
    return letters


def cell_name(row: int, column: int) -> str:
    """The name of a cell as in a spreadsheet: column letters, then row number from 1.

    >>> cell_name(0, 0), cell_name(2, 1), cell_name(0, 26)
    ('A1', 'B3', 'AA1')
    """
    return f"{column_name(column)}{row + 1}"


def cell_called(word: str, rows: int, columns: int) -> tuple[int, int] | None:
    """Row and column of the named cell, ignoring case; None if the word is not a cell name.

    Raises ``BadInput`` if the cell is outside a board of this number of rows and columns.

    >>> cell_called("aa2", 3, 30), cell_called("red", 3, 30)
    ((1, 26), None)
    """
    if re.fullmatch(CELL, word) is None:
        return None
    letters = word.rstrip("0123456789")
    column = 0
    for letter in letters.upper():
        column = 26 * column + ord(letter) - ord("A") + 1
    row = int(word[len(letters) :])
    if not (1 <= row <= rows and column <= columns):
        raise BadInput(
            "cell", found=repr(word), expected=f"cells from A1 to {cell_name(rows - 1, columns - 1)}"
        )
    return row - 1, column - 1


def cell_number(word: str, rows: int, columns: int) -> int | None:
    """The number of the named cell, counted row by row from 0; otherwise like ``cell_called``.

    >>> cell_number("B3", 3, 30), cell_number("red", 3, 30)
    (61, None)
    """
    place = cell_called(word, rows, columns)
    return None if place is None else place[0] * columns + place[1]


# -- headings in a terminal --------------------------------------------------------------------------


def room_above(columns: int) -> int:
    """Number of lines needed for the names of the columns."""
    return len(column_name(columns - 1))


def room_before(rows: int) -> int:
    """Number of characters needed for the names of the rows, including a blank."""
    return len(str(rows)) + 1


def put_headings(canvas: Canvas, columns: Sequence[int], lines: Sequence[int]) -> None:
    """Write letters above columns, stacked if a name has several; write numbers before rows.

    ``columns`` and ``lines`` are the positions where cells begin; the headings occupy
    the first ``room_above`` lines and the first ``room_before`` columns of characters.
    """
    top, left = room_above(len(columns)), room_before(len(lines))
    for column, at in enumerate(columns):
        for height, letter in enumerate(reversed(column_name(column)), 1):
            canvas.put(top - height, at, letter, BESIDE)
    for row, line in enumerate(lines, 1):
        canvas.put(line, 0, str(row).rjust(left - 1), BESIDE)
