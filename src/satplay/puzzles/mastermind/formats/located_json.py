"""JSON that knows where its values stand in the text: for complaints with line and column."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from satplay.contracts.texts import TOO_MUCH, shown
from satplay.errors import BadInput
from satplay.puzzles.mastermind.formats.text import BOARD, bad

BETWEEN = re.compile(r"[\s,:]*")
DECODER = json.JSONDecoder()


class Value(NamedTuple):
    """A value, and where it begins in its text."""

    value: Any
    at: int


class Document(NamedTuple):
    """Well written JSON; ``what`` and ``shape`` are for complaints, ``starts`` is where its lines begin."""

    text: str
    what: str
    shape: str
    starts: Sequence[int]

    def refuse(self, at: int, found: str, expected: str) -> BadInput:
        """What to raise about a place in it."""
        return bad(*self.place(at), found, expected, self.what)

    def place(self, at: int) -> tuple[int, int]:
        """Line and column, both from 1."""
        line = bisect_right(self.starts, at)
        return line, at - self.starts[line - 1] + 1

    def value(self, at: int) -> Value:
        """The value that begins here, or after what goes before one."""
        at = self._skipped(at)
        return Value(self._decoded(at)[0], at)

    def items(self, at: int) -> Iterator[Value]:
        """The items of the list that begins here."""
        at = self._skipped(at + 1)
        while self.text[at] != "]":
            value, end = self._decoded(at)
            yield Value(value, at)
            at = self._skipped(end)

    def pairs(self, at: int) -> Iterator[tuple[Value, Value]]:
        """Keys and values of the object that begins here."""
        at = self._skipped(at + 1)
        while self.text[at] != "}":
            key, end = self._decoded(at)
            start = self._skipped(end)
            value, end = self._decoded(start)
            yield Value(key, at), Value(value, start)
            at = self._skipped(end)

    def _decoded(self, at: int) -> tuple[Any, int]:
        """The value that begins here, and where it ends."""
        try:
            return DECODER.raw_decode(self.text, at)
        except RecursionError:  # what could just be read from higher up
            raise self.refuse(at, TOO_MUCH, f"JSON such as {self.shape}") from None

    def _skipped(self, at: int) -> int:
        between = BETWEEN.match(self.text, at)
        return between.end() if between is not None else at


def document(text: str, shape: str, what: str = BOARD) -> Document:
    """The text, if it is JSON."""
    starts = [0, *(end.end() for end in re.finditer("\n", text))]
    found = Document(text, what, shape, starts)
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        seen = shown(text[error.pos : error.pos + 10]) if error.pos < len(text) else "the end"
        raise found.refuse(error.pos, seen, f"JSON such as {shape}") from None
    except (ValueError, RecursionError):
        raise found.refuse(0, TOO_MUCH, f"JSON such as {shape}") from None
    return found
