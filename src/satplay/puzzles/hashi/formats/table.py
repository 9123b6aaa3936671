"""Rows of words, one word a cell: what ``has`` and ``janko`` share."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from satplay.contracts.texts import Line, natural, shown
from satplay.puzzles.hashi.board import Board, Cell
from satplay.puzzles.hashi.formats.text import BOARD, Terms, bad, possible

LARGEST_NUMBER = 999_999_999


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


def islands(
    rows: Sequence[Line], columns: int, terms: Terms, water: str, unknown: str | None
) -> Iterator[tuple[Cell, int | None]]:
    """The islands of rows of numbers."""
    wanted = f"a number, or {water!r} for water"
    for row, line in enumerate(rows):
        for at, (column, word) in enumerate(words(line, columns)):
            if word == water:
                continue
            number = natural(word, LARGEST_NUMBER)
            if number is None and word != unknown:
                raise bad(line.number, column, shown(word), wanted)
            yield row * columns + at, possible(number, terms.most, line.number, column)


def written(board: Board, water: str, unknown: str) -> str:
    """Rows of numbers, parted by blanks."""
    cells = [water] * (board.rows * board.columns)
    for cell, number in board.islands.items():
        cells[cell] = unknown if number is None else str(number)
    starts = range(0, len(cells), board.columns)
    return "".join(" ".join(cells[start : start + board.columns]) + "\n" for start in starts)
