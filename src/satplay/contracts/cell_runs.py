"""Boards written cell by cell on one line, with a letter for a run of empty cells.

Game IDs and puzz.link addresses are such texts: the cells go row by row, an entry fills one cell, and the
letters from some letter to ``z`` stand for runs of 1, 2, 3 ... empty cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

from satplay.contracts.texts import bad_text

T = TypeVar("T")


class CellReader(Generic[T]):
    """Collects the entries of a board's cells; raises ``BadInput`` beyond the last cell.

    ``what`` names the text in error messages, ``entry`` an entry.
    """

    def __init__(self, count: int, line: int, what: str, entry: str) -> None:
        self._count = count
        self._line = line
        self._what = what
        self._entry = entry
        self._cell = 0
        self.entries: dict[int, T] = {}

    def skip(self, cells: int, column: int) -> None:
        """Leave the next ``cells`` cells empty."""
        self._cell += cells
        if self._cell > self._count:
            raise self._bad(column, f"a run up to cell {self._cell}")

    def put(self, entry: T, column: int) -> None:
        """Fill the next cell."""
        if self._cell >= self._count:
            raise self._bad(column, f"one {self._entry} more")
        self.entries[self._cell] = entry
        self._cell += 1

    def end(self, column: int) -> dict[int, T]:
        """The entries by cell, once all cells have been read."""
        if self._cell < self._count:
            found, expected = f"the end after {self._cell} cells", f"{self._count} cells"
            raise bad_text(self._what, self._line, column, found, expected)
        return self.entries

    def _bad(self, column: int, found: str) -> Exception:
        return bad_text(self._what, self._line, column, found, f"the end after {self._count} cells")


def gaps(cells: Iterable[int], count: int) -> Iterator[tuple[int, int | None]]:
    """The number of empty cells before each of the given cells, and before the end of the board (None).

    >>> list(gaps([1, 4], 6))
    [(1, 1), (2, 4), (1, None)]
    """
    at = 0
    for cell in cells:
        yield cell - at, cell
        at = cell + 1
    yield count - at, None


def run_letters(cells: int, first: str) -> str:
    """The letters for a run of empty cells; ``first`` is the letter for one cell, ``z`` for the longest run.

    >>> run_letters(3, "a"), run_letters(0, "g"), run_letters(21, "g")
    ('c', '', 'zg')
    """
    longest, rest = divmod(cells, ord("z") - ord(first) + 1)
    return "z" * longest + (chr(ord(first) + rest - 1) if rest else "")


def run_length(letter: str, first: str) -> int | None:
    """The number of empty cells that a letter stands for; None if it is no letter of a run.

    >>> run_length("c", "a"), run_length("f", "g")
    (3, None)
    """
    return ord(letter) - ord(first) + 1 if first <= letter <= "z" else None
