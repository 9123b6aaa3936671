"""puzz.link addresses: ``https://puzz.link/p?KIND/[FLAGS/]WIDTH/HEIGHT/BODY``.

The body goes row by row: ``0`` to ``f`` a number, ``-hh`` one of two hex digits, ``+hhh`` one of three, ``.``
a cell whose number is unknown, ``g`` to ``z`` a run of 1 to 20 empty cells.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from satplay.contracts.cell_runs import CellReader, gaps, run_length, run_letters
from satplay.contracts.texts import Line, bad_text, quote

T = TypeVar("T")

FIRST_RUN = "g"
UNKNOWN = "."
NUMBER = re.compile(r"[0-9a-f]|-[0-9a-f]{2}|\+[0-9a-f]{3}")
REST = re.compile(
    r"(?:(?P<flags>[^/\s0-9][^/\s]*|)/)?(?P<width>[^/\s]*)/(?P<height>[^/\s]*)/(?P<body>[^/\s]*)/?\s*"
)
SIZE = re.compile(r"(?:[a-z]*/)?[0-9]+/")


class Field(NamedTuple):
    """A part of an address and its column."""

    text: str
    column: int


class Link(NamedTuple):
    """The parts of an address; ``flags`` is empty if there are none."""

    line: int
    kind: str
    flags: Field
    width: Field
    height: Field
    body: Field


class Links:
    """Addresses of one puzzle, which puzz.link knows by several ``kinds``; the host may be left out.

    ``what`` names the text in error messages, ``entry`` a number in the body.
    """

    def __init__(self, kinds: Sequence[str], what: str, entry: str, example: str) -> None:
        self._start = re.compile(
            rf"\s*(?:(?:https?://)?[^\s?]*\?)?(?P<kind>{'|'.join(kinds)})(?:_edit)?/", re.IGNORECASE
        )
        self._what = what
        self._entry = entry
        self._example = example

    def recognises(self, line: str) -> bool:
        """Whether a line begins with an address of this puzzle and some size."""
        start = self._start.match(line)
        return start is not None and SIZE.match(line, start.end()) is not None

    def read(self, line: Line) -> Link:
        """The parts of an address."""
        start = self._start.match(line.text)
        if start is None:
            found = quote(line.text) if line.text else "nothing"
            raise bad_text(self._what, line.number, 1, found, self._example)
        rest = REST.fullmatch(line.text, start.end())
        if rest is None:
            found = quote(line.text[start.end() :])
            raise bad_text(self._what, line.number, start.end() + 1, found, "WIDTH/HEIGHT/BODY")
        flags, width, height, body = (
            Field(rest[name] or "", rest.start(name) + 1) for name in ("flags", "width", "height", "body")
        )
        return Link(line.number, start["kind"].lower(), flags, width, height, body)

    def read_body(
        self, link: Link, cells: int, take: Callable[[int | None, int], T], expected: str
    ) -> dict[int, T]:
        """The entries by cell.

        ``take`` makes an entry of a number, None if it is unknown, and its column; it raises ``BadInput`` for
        a number that the puzzle does not have.  ``expected`` says what a body consists of.
        """
        text, start = link.body
        reader: CellReader[T] = CellReader(cells, link.line, self._what, self._entry)
        at = 0
        while at < len(text):
            column = start + at
            number = NUMBER.match(text, at)
            if number is not None:
                reader.put(take(int(number[0].lstrip("-+"), 16), column), column)
                at = number.end()
                continue
            run = run_length(text[at], FIRST_RUN)
            if run is not None:
                reader.skip(run, column)
            elif text[at] == UNKNOWN:
                reader.put(take(None, column), column)
            else:
                raise bad_text(self._what, link.line, column, quote(text[at : at + 4]), expected)
            at += 1
        return reader.end(start + at)


def write(kind: str, columns: int, rows: int, numbers: Mapping[int, int | None]) -> str:
    """The address of a board with these numbers by cell; ``kind`` may have flags behind it.

    >>> write("numlin", 7, 1, {0: 1, 6: 300})
    'https://puzz.link/p?numlin/7/1/1k+12c'
    """
    body = []
    for empty, cell in gaps(sorted(numbers), rows * columns):
        body.append(run_letters(empty, FIRST_RUN))
        if cell is not None:
            body.append(_digits(numbers[cell]))
    return f"https://puzz.link/p?{kind}/{columns}/{rows}/{''.join(body)}"


def _digits(number: int | None) -> str:
    if number is None:
        return UNKNOWN
    return f"{number:x}" if number < 0x10 else f"-{number:02x}" if number < 0x100 else f"+{number:03x}"
