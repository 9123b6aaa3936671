"""JSON whose values know their place in the text, for error messages with line and column."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from satplay.contracts.texts import TOO_MUCH, bad_text, quote
from satplay.errors import BadInput

BETWEEN = re.compile(r"[\s,:]*")
DECODER = json.JSONDecoder()


class JsonValue(NamedTuple):
    """A value, and the index in the text at which it begins."""

    value: Any
    at: int


class JsonDocument(NamedTuple):
    """Well-formed JSON; ``what`` and ``shape`` are for messages, ``starts`` are the indices of its lines."""

    text: str
    what: str
    shape: str
    starts: Sequence[int]

    def bad(self, at: int, found: str, expected: str) -> BadInput:
        """The error to raise about the value at an index."""
        return bad_text(self.what, *self.place(at), found, expected)

    def place(self, at: int) -> tuple[int, int]:
        """Line and column of an index, both from 1."""
        line = bisect_right(self.starts, at)
        return line, at - self.starts[line - 1] + 1

    def value(self, at: int) -> JsonValue:
        """The value that begins at an index, or after the separators there."""
        at = self._skip(at)
        return JsonValue(self._decode(at)[0], at)

    def items(self, at: int) -> Iterator[JsonValue]:
        """The items of the list that begins at an index."""
        at = self._skip(at + 1)
        while self.text[at] != "]":
            value, end = self._decode(at)
            yield JsonValue(value, at)
            at = self._skip(end)

    def pairs(self, at: int) -> Iterator[tuple[JsonValue, JsonValue]]:
        """The keys and values of the object that begins at an index."""
        at = self._skip(at + 1)
        while self.text[at] != "}":
            key, end = self._decode(at)
            start = self._skip(end)
            value, end = self._decode(start)
            yield JsonValue(key, at), JsonValue(value, start)
            at = self._skip(end)

    def _decode(self, at: int) -> tuple[Any, int]:
        """The value that begins at an index, and the index of its end."""
        try:
            return DECODER.raw_decode(self.text, at)
        except RecursionError:  # nesting that could just be read, from less deep in the call stack
            raise self.bad(at, TOO_MUCH, f"JSON such as {self.shape}") from None

    def _skip(self, at: int) -> int:
        between = BETWEEN.match(self.text, at)
        return between.end() if between is not None else at


def read_document(text: str, shape: str, what: str) -> JsonDocument:
    """The text as a document; ``BadInput`` if it is not JSON."""
    starts = [0, *(end.end() for end in re.finditer("\n", text))]
    found = JsonDocument(text, what, shape, starts)
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        seen = quote(text[error.pos : error.pos + 10]) if error.pos < len(text) else "the end"
        raise found.bad(error.pos, seen, f"JSON such as {shape}") from None
    except (ValueError, RecursionError):
        raise found.bad(0, TOO_MUCH, f"JSON such as {shape}") from None
    return found
