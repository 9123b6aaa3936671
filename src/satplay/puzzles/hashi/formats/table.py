"""Tables, shared by ``has`` and ``janko``: a header of numbers, then rows with one word per cell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from satplay.contracts.texts import Line, expect_rows, quote, read_natural, split_words, write_rows
from satplay.puzzles.hashi.board import Board, Cell
from satplay.puzzles.hashi.formats.text import (
    BOARD,
    Content,
    Terms,
    bad,
    content,
    expect_possible,
    glance,
    side,
)

LARGEST_NUMBER = 999_999_999


class TableHeader(NamedTuple):
    """A table as its header declares it; ``header`` is the match of a pattern with the line ``head``."""

    terms: Terms
    head: Line
    header: re.Match[str]
    height: int
    width: int
    rows: list[Line]


def read_table(text: str, pattern: re.Pattern[str], title: str, example: str) -> TableHeader:
    """The table of a text; the header's pattern has ``width`` and ``height``, messages call it ``title``."""
    found = content(text)
    rows = _not_blank(found)
    if not rows:
        raise bad(1, 1, "nothing", f"a line {title}, and rows")
    head = rows.pop(0)
    header = pattern.fullmatch(head.text)
    if header is None:
        raise bad(head.number, 1, quote(head.text), f"a line {title}, such as {example!r}")
    sides = {  # in the order of the line, so that the error is about the first wrong one
        name: side(header[name], head.number, header.start(name) + 1)
        for name in sorted(("width", "height"), key=header.start)
    }
    expect_rows(rows, sides["height"], head, BOARD)
    return TableHeader(found.terms, head, header, sides["height"], sides["width"], rows)


class Beginning(NamedTuple):
    """The header and the visible rows of a text that may be cut."""

    has_terms: bool
    header: re.Match[str]
    rows: list[str]


def beginning(text: str, pattern: re.Pattern[str]) -> Beginning | None:
    """The header and rows of a text that may be cut; None if its first line is no header."""
    found = glance(text)
    rows = [line.text for line in _not_blank(found)] if found is not None else []
    header = pattern.fullmatch(rows[0]) if rows else None
    if found is None or header is None or len(header["width"]) > 4:
        return None
    return Beginning(found.has_terms, header, rows[1:])


def _not_blank(found: Content) -> list[Line]:
    return [line for line in found.lines if line.text.strip()]


def words(row: Line, columns: int, what: str = BOARD) -> list[tuple[int, str]]:
    """The cells of a row with their columns; blanks between cells of one character may be missing."""
    found = split_words(row.text)
    if len(found) == 1 and len(found[0][1]) == columns:
        column, text = found[0]
        found = [(column + at, one) for at, one in enumerate(text)]
    if len(found) != columns:
        at = found[min(len(found), columns) - 1][0] if found else 1
        raise bad(row.number, at, f"a row of {len(found)}", f"{columns} cells", what)
    return found


def islands(found: TableHeader, water: str, unknown: str | None) -> Iterator[tuple[Cell, int | None]]:
    """The islands of a table with their numbers."""
    wanted = f"a number, or {water!r} for water"
    for row, line in enumerate(found.rows):
        for at, (column, word) in enumerate(words(line, found.width)):
            if word == water:
                continue
            number = read_natural(word, LARGEST_NUMBER)
            if number is None and word != unknown:
                raise bad(line.number, column, quote(word), wanted)
            yield row * found.width + at, expect_possible(number, found.terms.most, line.number, column)


def write_cells(board: Board, water: str, unknown: str) -> str:
    """The rows of numbers, separated by blanks."""
    cells = [water] * (board.rows * board.columns)
    for cell, number in board.islands.items():
        cells[cell] = unknown if number is None else str(number)
    return write_rows(cells, board.columns, " ")
