"""Grid: one sign a cell, rows parted by line ends or ``/``; it can say every board.

``.`` or ``0`` is water, ``1`` to ``9`` and ``A`` to ``G`` (10 to 16) are islands with a number, ``?`` one
without.  Lines before it say other rules: ``# most 3``, ``# loops no``.
"""

from __future__ import annotations

from collections.abc import Sequence

from satplay.contracts.format import HEAD
from satplay.contracts.texts import Line, shown
from satplay.puzzles.hashi.board import LARGEST, Board, Cell
from satplay.puzzles.hashi.formats.text import (
    DIGITS,
    UNKNOWN,
    Terms,
    bad,
    content,
    glance,
    possible,
    sign,
    written_terms,
)

NAME = "grid"
WATER = ".0"


def read(text: str) -> Board:
    """A board from its rows.

    >>> read("2.3").islands, read("# most 3\\n?../..C").islands
    ({0: 2, 2: 3}, {0: None, 5: 12})
    """
    found = content(text)
    rows = [row for line in found.lines for row in _rows(line)]
    if not rows:
        raise bad(1, 1, "nothing", "rows of numbers, and '.' for water")
    width = len(rows[0][2])
    if not (1 <= width <= LARGEST and len(rows) <= LARGEST):
        raise bad(rows[0][0], rows[0][1], f"{width} by {len(rows)} cells", f"1 to {LARGEST} each way")
    islands: dict[Cell, int | None] = {}
    for row, (line, column, signs) in enumerate(rows):
        islands |= _islands(signs, row * width, found.terms, line, column)
        if len(signs) != width:
            at = column + min(len(signs), width)
            raise bad(line, at, f"a row of {len(signs)}", f"{width} cells as in the first row")
    return Board(len(rows), width, islands, found.terms.most, found.terms.loops)


def _rows(line: Line) -> list[tuple[int, int, str]]:
    """The rows of a line: its number, the column of each, and its signs without blanks around them."""
    rows, column = [], 1
    for piece in line.text.split("/"):
        rows.append((line.number, column + len(piece) - len(piece.lstrip()), piece.strip()))
        column += len(piece) + 1
    return rows


def _islands(signs: str, start: Cell, terms: Terms, line: int, column: int) -> dict[Cell, int | None]:
    islands: dict[Cell, int | None] = {}
    for at, one in enumerate(signs):
        if one in WATER:
            continue
        if one != UNKNOWN and one not in DIGITS:
            raise bad(
                line, column + at, shown(one), "a number, '.' for water or '?' for an island without one"
            )
        number = None if one == UNKNOWN else DIGITS.index(one)
        islands[start + at] = possible(number, terms.most, line, column + at)
    return islands


def write(board: Board) -> str:
    """The rows, one a line, with ``.`` for water.

    >>> write(Board(2, 3, {0: 2, 5: None}, loops=False))
    '# loops no\\n2..\\n..?\\n'
    """
    cells = [WATER[0]] * (board.rows * board.columns)
    for cell, number in board.islands.items():
        cells[cell] = sign(number)
    starts = range(0, len(cells), board.columns)
    rows = "".join("".join(cells[start : start + board.columns]) + "\n" for start in starts)
    terms = written_terms(board)
    # Signs that stand twice are the pairs of another puzzle, unless they are digits: then a rule tells.
    return ("# most 2\n" if not terms and None in board.islands.values() else terms) + rows


def recognises(text: str) -> bool:
    """Rows as long as the first, of nothing but the signs of a grid.

    Without a line that says rules numbers are at most 8, one of them is there, and a single row has water
    written as ``.``: letters are boards of others, and so may be a word of digits.
    """
    found = glance(text)
    if found is None or not found.lines:
        return False
    rows = [row for line in found.lines for _, _, row in _rows(line)]
    if len(text) >= HEAD and len(rows) > 1 and len(found.lines) == 1:
        rows = rows[:-1]  # which may go on
    signs = set().union(*rows)
    if not rows[0] or len({len(row) for row in rows}) > 1 or not signs <= set(WATER + DIGITS + UNKNOWN):
        return False
    return found.said or _is_clear(rows, signs)


def _is_clear(rows: Sequence[str], signs: set[str]) -> bool:
    """Whether it can be nothing else, though nothing is said about rules."""
    return (
        signs <= set("012345678." + UNKNOWN)
        and not signs.isdisjoint("12345678")
        and (len(rows) > 1 or "." in signs)
    )
