"""What the texts of boards share: sizes and numbers, rules said in words, boards on one line."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from satplay.contracts.format import HEAD
from satplay.contracts.texts import Line, lines, natural, one_a_line, shown
from satplay.errors import BadInput
from satplay.puzzles.hashi.board import LARGEST, MOST, SIDES, Board, Cell

BOARD = "hashi board"
SOLUTION = "hashi solution"

DIGITS = "0123456789ABCDEFG"
"""The sign of a number up to 16, the most that four times four bridges make (Tatham's Bridges)."""

UNKNOWN = "?"
"""The sign of an island without a number."""


def bad(line: int, column: int, found: str, expected: str, what: str = BOARD) -> BadInput:
    """What to raise about a place in the text."""
    return BadInput(what, line=line, column=column, found=found, expected=expected)


def sign(number: int | None) -> str:
    """One character for an island.

    >>> sign(3), sign(12), sign(None)
    ('3', 'C', '?')
    """
    return UNKNOWN if number is None else DIGITS[number]


# -- numbers -----------------------------------------------------------------------------------------


def side(word: str, line: int, column: int) -> int:
    """How many rows or columns."""
    size = natural(word, LARGEST)
    if not size:
        raise bad(line, column, shown(word) if word else "nothing", f"1 to {LARGEST} cells each way")
    return size


def most_bridges(word: str, line: int, column: int) -> int:
    """How many bridges may join two islands."""
    most = natural(word, MOST)
    if not most:
        raise bad(line, column, f"at most {word} bridges between two islands", f"1 to {MOST}")
    return most


def possible(number: int | None, most: int, line: int, column: int) -> int | None:
    """The number of an island, unless bridges on all four sides are not enough for it."""
    if number is not None and not 1 <= number <= SIDES * most:
        expected = f"1 to {SIDES * most}, for at most {most} on each of {SIDES} sides"
        raise bad(line, column, f"an island with {number} bridges", expected)
    return number


# -- rules said in words -----------------------------------------------------------------------------

TERM = re.compile(r"#\s*(?:most\s+(?P<most>[0-9]+)|loops\s+(?P<loops>yes|no))\s*")


@dataclass(frozen=True, slots=True)
class Terms:
    """How many bridges may join two islands, and whether they may close a ring."""

    most: int = 2
    loops: bool = True


def _is_comment(line: str) -> bool:
    return line.lstrip().startswith("#")


class Content(NamedTuple):
    """A text without its comments: the rules they say, and the lines from the first to the last not blank."""

    terms: Terms
    said: bool
    lines: list[Line]


def content(text: str) -> Content:
    """Comments begin with ``#``; some say a rule: ``# most 3``, ``# loops no``.  The last word counts.

    Most formats say nothing of rules, and the default holds.  A board with other rules would come back as a
    different one; so these lines go before it.

    >>> content("# loops no\\n\\n2.2\\n").terms
    Terms(most=2, loops=False)
    """
    most, loops, said = 2, True, False
    kept: list[Line] = []
    for line in lines(text):
        if not _is_comment(line.text):
            kept.append(line)
        elif (match := TERM.fullmatch(line.text)) is not None:
            said = True
            if match["most"]:
                most = most_bridges(match["most"], line.number, match.start("most") + 1)
            else:
                loops = match["loops"] == "yes"
    while kept and not kept[-1].text.strip():
        kept.pop()
    first = next((at for at, line in enumerate(kept) if line.text.strip()), 0)
    return Content(Terms(most, loops), said, kept[first:])


def glance(text: str) -> Content | None:
    """The content of the beginning of a text, for recognising it; a last line that may go on is left out."""
    try:
        found = content(text)
    except BadInput:
        return None
    return found if len(text) < HEAD or len(found.lines) < 2 else found._replace(lines=found.lines[:-1])


def written_terms(board: Board) -> str:
    """Lines for the rules of a board that are not the default."""
    most = "" if board.most == 2 else f"# most {board.most}\n"
    return most + ("" if board.loops else "# loops no\n")


# -- boards on one line ------------------------------------------------------------------------------


def single(found: Content, example: str) -> Line:
    """The only line of a text that has one."""
    content_lines = [line for line in found.lines if line.text.strip()]
    if not content_lines:
        raise bad(1, 1, "nothing", example)
    if len(content_lines) > 1:
        raise bad(content_lines[1].number, 1, "a second line", "one board; several are taken one by one")
    return content_lines[0]


def split_lines(text: str) -> list[Line]:
    """The boards of a file, one a line."""
    return one_a_line(text, _is_comment)


class Islands:
    """Gathers the islands of a board that is written cell by cell, with runs of water."""

    def __init__(self, columns: int, rows: int, most: int, line: int) -> None:
        self._cells = columns * rows
        self._most = most
        self._line = line
        self._cell = 0
        self.found: dict[Cell, int | None] = {}

    def skip(self, cells: int, column: int) -> None:
        """So many cells of water."""
        self._cell += cells
        if self._cell > self._cells:
            raise bad(
                self._line, column, f"a run up to cell {self._cell}", f"the end after {self._cells} cells"
            )

    def put(self, number: int | None, column: int) -> None:
        """An island."""
        if self._cell >= self._cells:
            raise bad(self._line, column, "one island more", f"the end after {self._cells} cells")
        self.found[self._cell] = possible(number, self._most, self._line, column)
        self._cell += 1

    def end(self, column: int) -> dict[Cell, int | None]:
        """All of them, once every cell has been told."""
        if self._cell < self._cells:
            raise bad(self._line, column, f"the end after {self._cell} cells", f"{self._cells} cells")
        return self.found


def runs(board: Board) -> Iterable[tuple[int, Cell | None]]:
    """How many cells of water go before each island, and before the end, which is None.

    >>> list(runs(Board(2, 3, {1: 1, 4: 1})))
    [(1, 1), (2, 4), (1, None)]
    """
    at = 0
    for cell in board.cells:
        yield cell - at, cell
        at = cell + 1
    yield board.rows * board.columns - at, None


def unwritable(form: str, found: str, expected: str, what: str = BOARD) -> BadInput:
    """What a writer raises about a value that its format cannot say."""
    return BadInput(f"{what} for the format {form!r}", found=found, expected=expected)
