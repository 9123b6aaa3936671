"""A header of numbers, and rows of words, one word a cell: what ``has`` and ``janko`` share."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from satplay.contracts.texts import Line, natural, shown
from satplay.puzzles.hashi.board import Board, Cell
from satplay.puzzles.hashi.formats.text import BOARD, Content, Terms, bad, content, glance, possible, side

LARGEST_NUMBER = 999_999_999


class Table(NamedTuple):
    """A text as its header announces it: ``header`` is what the pattern found in the line ``head``."""

    terms: Terms
    head: Line
    header: re.Match[str]
    height: int
    width: int
    rows: list[Line]


def table(text: str, pattern: re.Pattern[str], called: str, example: str) -> Table:
    """A header with ``width`` and ``height``, and as many rows as it says; ``called`` is for complaints."""
    found = content(text)
    rows = _not_blank(found)
    if not rows:
        raise bad(1, 1, "nothing", f"a line {called}, and rows")
    head = rows.pop(0)
    header = pattern.fullmatch(head.text)
    if header is None:
        raise bad(head.number, 1, shown(head.text), f"a line {called}, such as {example!r}")
    sides = {  # in the order of the line, so that the first that is wrong is complained about
        name: side(header[name], head.number, header.start(name) + 1)
        for name in sorted(("width", "height"), key=header.start)
    }
    expect_rows(rows, sides["height"], head)
    return Table(found.terms, head, header, sides["height"], sides["width"], rows)


class Beginning(NamedTuple):
    """What can be seen at the head of such a text; ``said`` as in its content."""

    said: bool
    header: re.Match[str]
    rows: list[str]


def beginning(text: str, pattern: re.Pattern[str]) -> Beginning | None:
    """The header and the rows as far as they are seen; None if that is no header of a board."""
    found = glance(text)
    rows = [line.text for line in _not_blank(found)] if found is not None else []
    header = pattern.fullmatch(rows[0]) if rows else None
    if found is None or header is None or len(header["width"]) > 4:
        return None
    return Beginning(found.said, header, rows[1:])


def _not_blank(found: Content) -> list[Line]:
    return [line for line in found.lines if line.text.strip()]


def words(row: Line, columns: int, what: str = BOARD) -> list[tuple[int, str]]:
    """The words of a row, each with its column; signs that stand together are as many words."""
    found = [(word.start() + 1, word[0]) for word in re.finditer(r"\S+", row.text)]
    if len(found) == 1 and len(found[0][1]) == columns:
        column, text = found[0]
        found = [(column + at, one) for at, one in enumerate(text)]
    if len(found) != columns:
        at = found[min(len(found), columns) - 1][0] if found else 1
        raise bad(row.number, at, f"a row of {len(found)}", f"{columns} cells", what)
    return found


def expect_rows(rows: Sequence[Line], count: int, last: Line, what: str = BOARD) -> None:
    """Complain unless there are so many; ``last`` is the line before them."""
    if len(rows) > count:
        raise bad(rows[count].number, 1, shown(rows[count].text), f"the end after {count} rows", what)
    if len(rows) < count:
        number, text = rows[-1] if rows else last
        raise bad(number, len(text) + 1, f"{len(rows)} rows", f"{count} rows", what)


def islands(found: Table, water: str, unknown: str | None) -> Iterator[tuple[Cell, int | None]]:
    """The islands of rows of numbers."""
    wanted = f"a number, or {water!r} for water"
    for row, line in enumerate(found.rows):
        for at, (column, word) in enumerate(words(line, found.width)):
            if word == water:
                continue
            number = natural(word, LARGEST_NUMBER)
            if number is None and word != unknown:
                raise bad(line.number, column, shown(word), wanted)
            yield row * found.width + at, possible(number, found.terms.most, line.number, column)


def written(board: Board, water: str, unknown: str) -> str:
    """Rows of numbers, parted by blanks."""
    cells = [water] * (board.rows * board.columns)
    for cell, number in board.islands.items():
        cells[cell] = unknown if number is None else str(number)
    starts = range(0, len(cells), board.columns)
    return "".join(" ".join(cells[start : start + board.columns]) + "\n" for start in starts)
