"""Texts of results for people: a short ``repr`` and a ``str`` that fits a screen.

The command line does not use them: it prints ``lines()`` and JSON, which are never cut.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any

REPR_LENGTH = 119
"""Characters of a ``repr``, at most."""

VALUE_LENGTH = 40
"""Characters of one attribute in a ``repr``, at most; of a longer one the type and the length are shown."""

SCREEN_LINES = 40
"""Lines of a ``str``, at most."""

LINE_LENGTH = 1000
"""Characters of a line of a ``str``, at most."""


def brief_repr(result: Any) -> str:
    """One line with the attributes of a dataclass, cut where it becomes too long.

    >>> from satplay import solve
    >>> repr(solve([[1, 2], [-1]]))[:70]
    "SolveResult(status='sat', solution=Model(-1 2), engine='native', encod"
    """
    shown = ""
    for field in result.__dataclass_fields__.values():
        if field.repr:
            shown += f"{', ' if shown else ''}{field.name}={_brief(getattr(result, field.name))}"
    return f"{type(result).__name__}({_cut(shown, REPR_LENGTH - len(type(result).__name__) - 2)})"


def fit_screen(lines: Iterable[str]) -> str:
    """The lines as one text; of many lines the first, and how many more there are.

    >>> print(fit_screen(map(str, range(100)))[-23:])
    37
    38
    ... 61 more lines
    """
    remaining = iter(lines)
    shown = [_cut_line(line) for line in islice(remaining, SCREEN_LINES)]
    more = sum(1 for _ in remaining)
    if more:
        shown[-1:] = [f"... {more + 1} more lines"]
    return "\n".join(shown)


def _brief(value: Any) -> str:
    text = repr(value)
    if len(text) <= VALUE_LENGTH:
        return text
    # A part of the text would differ between equal values: the order of a set is arbitrary.
    size = f" of {len(value)}" if hasattr(value, "__len__") else ""
    return f"<{type(value).__name__}{size}>"


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[: length - 3]}..."


def _cut_line(line: str) -> str:
    if len(line) <= LINE_LENGTH:
        return line
    return f"{line[:LINE_LENGTH]} ... {len(line) - LINE_LENGTH} more characters"
