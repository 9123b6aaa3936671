"""Grid: one character per cell, rows separated by line ends or ``/``; every board can be written so.

``.`` or ``0`` is water, ``1`` to ``9`` and ``A`` to ``G`` (10 to 16) are islands with a number, ``?`` is an
island without one.  Comments before it state other rules: ``# most 3``, ``# loops no``.
"""

from __future__ import annotations

from collections.abc import Sequence

from satplay.contracts.format import HEAD
from satplay.contracts.texts import Line, quote, split_fields, write_rows
from satplay.errors import BadInput
from satplay.puzzles.hashi.board import LARGEST, SIDES, Board, Cell
from satplay.puzzles.hashi.formats.text import (
    DIGITS,
    UNKNOWN,
    Terms,
    bad,
    character_for,
    content,
    glance,
    impossible_number,
    write_terms,
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
    possible = {character_for(number): number for number in (None, *range(1, SIDES * found.terms.most + 1))}
    for row, (line, column, signs) in enumerate(rows):
        start = row * width
        for at, one in enumerate(signs):
            if one in possible:
                islands[start + at] = possible[one]
            elif one not in WATER:
                raise _bad_island(one, found.terms, line, column + at)
        if len(signs) != width:
            at = column + min(len(signs), width)
            raise bad(line, at, f"a row of {len(signs)}", f"{width} cells as in the first row")
    return Board(len(rows), width, islands, found.terms.most, found.terms.loops)


def _rows(line: Line) -> list[tuple[int, int, str]]:
    """The rows of a line: line, column, and characters without surrounding blanks."""
    return [
        (line.number, column + len(row) - len(row.lstrip()), row.strip())
        for column, row in split_fields(line.text, "/")
    ]


def _bad_island(sign: str, terms: Terms, line: int, column: int) -> BadInput:
    if sign in DIGITS:
        return impossible_number(DIGITS.index(sign), terms.most, line, column)
    return bad(line, column, quote(sign), "a number, '.' for water or '?' for an island without one")


def write(board: Board) -> str:
    """The rows, one per line, with ``.`` for water.

    >>> write(Board(2, 3, {0: 2, 5: None}, loops=False))
    '# loops no\\n2..\\n..?\\n'
    """
    cells = [WATER[0]] * (board.rows * board.columns)
    for cell, number in board.islands.items():
        cells[cell] = character_for(number)
    rows, terms = write_rows(cells, board.columns), write_terms(board)
    # Characters that occur twice could be pairs of another puzzle's dots; a comment with a rule excludes
    # that.
    return ("# most 2\n" if not terms and None in board.islands.values() else terms) + rows


def recognises(text: str) -> bool:
    """Whether all rows are as long as the first and consist of characters of a grid.

    Without a comment that states a rule, numbers must be at most 8, there must be one, and a single row must
    have ``.`` for water: letters belong to other puzzles' boards, and a word of digits may.
    """
    found = glance(text)
    if found is None or not found.lines:
        return False
    rows = [row for line in found.lines for _, _, row in _rows(line)]
    if len(text) >= HEAD and len(rows) > 1 and len(found.lines) == 1:
        rows = rows[:-1]  # it may be cut
    signs = set().union(*rows)
    if not rows[0] or len({len(row) for row in rows}) > 1 or not signs <= set(WATER + DIGITS + UNKNOWN):
        return False
    return found.has_terms or _is_clear(rows, signs)


def _is_clear(rows: Sequence[str], signs: set[str]) -> bool:
    """Whether a grid without a stated rule cannot be another puzzle's text."""
    return (
        signs <= set("012345678." + UNKNOWN)
        and not signs.isdisjoint("12345678")
        and (len(rows) > 1 or "." in signs)
    )
