"""Target: something that reads input, with a corpus to start from and the checks of its answers."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from satplay.errors import BadInput
from tests.abuse.fuzz.case import Parts
from tests.abuse.fuzz.judging import SECONDS, Violation


@dataclass(frozen=True)
class Target:
    """What is fuzzed.

    ``group``   boards, formulas, games or commands
    ``run``     reads an input; returns its behaviour, raises ``Violation`` or any other exception
    ``seeds``   the inputs to start from
    ``tokens``  the dictionary: words that mean something to the reader
    ``fresh``   a new random input, not derived from another one
    ``fixed``   the number of leading parts that every input has; None if no part may be added or removed
    ``weight``  how often it is chosen, compared with the others of its group
    """

    name: str
    group: str
    run: Callable[[Parts], Hashable]
    seeds: Callable[[], Sequence[Parts]]
    tokens: Sequence[bytes] = ()
    fresh: Callable[[Random], Parts] | None = None
    fixed: int | None = None
    weight: float = 1.0
    seconds: float = SECONDS


def text_of(part: bytes) -> str:
    """Bytes as text; bytes that are not UTF-8 become lone surrogates, as in arguments of a program."""
    return part.decode("utf-8", "surrogateescape")


def bytes_of(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def expect(is_right: bool, kind: str, detail: str) -> None:
    """Raise a ``Violation`` unless something is as it must be."""
    if not is_right:
        raise Violation(kind, detail)


def read_or_refuse(read: Callable[[str], Any], text: str) -> Any:
    """The value; a refusal must be ``BadInput`` with a line and a column inside the text."""
    try:
        return read(text)
    except BadInput as error:
        lines = max(text.count("\n") + 1, len(text.splitlines()))
        line, column = error.line, error.column
        expect(line is not None and column is not None, "no place", f"no line and column: {error}")
        assert line is not None and column is not None
        expect(1 <= line <= lines and column >= 1, "no place", f"not in the text: {error}")
        raise


def expect_same(kind: str, first: Any, second: Any) -> None:
    """Raise a ``Violation`` if two values differ."""
    expect(bool(first == second), kind, f"two different values\n{first!r:.2000}\n{second!r:.2000}")


def size_class(text: str | bytes) -> int:
    return len(text).bit_length()
