"""What readers and writers of texts share: lines that know their number, whole numbers, quoting, counting."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple


class Line(NamedTuple):
    """One line of a text, without its end; numbered from 1."""

    number: int
    text: str


def lines(text: str) -> list[Line]:
    """Every line of a text, also the blank ones.

    >>> lines("2.2\\r\\n\\n")
    [Line(number=1, text='2.2'), Line(number=2, text=''), Line(number=3, text='')]
    """
    return [Line(number, line.removesuffix("\r")) for number, line in enumerate(text.split("\n"), 1)]


def one_a_line(text: str, is_comment: Callable[[str], bool]) -> list[Line]:
    """What a file holds, one a line, each with the comments before it and the line it begins at.

    >>> one_a_line("# first\\n2:1a1a\\n\\n2:a1a1\\n", lambda line: line.startswith("#"))
    [Line(number=1, text='# first\\n2:1a1a\\n'), Line(number=4, text='2:a1a1\\n')]
    """
    parts: list[Line] = []
    waiting: list[Line] = []
    for line in lines(text):
        if waiting or line.text.strip():
            waiting.append(line)
        if line.text.strip() and not is_comment(line.text):
            parts.append(Line(waiting[0].number, "".join(one.text + "\n" for one in waiting)))
            waiting = []
    return parts


def shown(text: str) -> str:
    """Something found, quoted, and not longer than one wants to read."""
    return repr(text if len(text) <= 40 else text[:37] + "...")


TOO_MUCH = "numbers or nesting beyond all measure"
"""What is found where JSON cannot be told without running out of room."""


def quoted(value: Any) -> str:
    """A value as it stands in JSON, not longer than one wants to read.

    >>> print(quoted({"count": None}))
    '{"count": null}'
    """
    try:
        return shown(json.dumps(value))
    except RecursionError:  # what could just be read, and is not written from further down
        return TOO_MUCH


def natural(word: str, most: int) -> int | None:
    """A whole number from 0 to ``most`` in plain digits; None for anything else, however long.

    >>> natural("012", 16), natural("17", 16), natural("-1", 16), natural("\u0663", 16)
    (12, None, None, None)
    """
    return int(word) if re.fullmatch("[0-9]{1,9}", word) is not None and int(word) <= most else None


def listed(words: Sequence[str], last: str = "and") -> str:
    """One after the other, with a word before the last.

    >>> listed(["c1"]), listed(["c1", "c2", "c5"], "or")
    ('c1', 'c1, c2 or c5')
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def counted(number: int, thing: str, things: str = "") -> str:
    """A number of things.

    >>> counted(1, "clause"), counted(2, "clause"), counted(5, "ply", "plies")
    ('1 clause', '2 clauses', '5 plies')
    """
    return f"{number} {thing if number == 1 else things or thing + 's'}"
