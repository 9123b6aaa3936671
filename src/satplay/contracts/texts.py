"""Shared by readers and writers of texts: lines and columns, numbers, tables, error messages, word lists."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from satplay.errors import BadInput

# -- lines and columns -------------------------------------------------------------------------------


class Line(NamedTuple):
    """One line of a text without its line end; numbered from 1."""

    number: int
    text: str


def lines(text: str) -> list[Line]:
    """Every line of a text, blank ones included.

    >>> lines("2.2\\r\\n\\n")
    [Line(number=1, text='2.2'), Line(number=2, text=''), Line(number=3, text='')]
    """
    return [Line(number, line.removesuffix("\r")) for number, line in enumerate(text.split("\n"), 1)]


def strip_blank_lines(every: Sequence[Line]) -> list[Line]:
    """The lines from the first to the last that is not blank.

    >>> strip_blank_lines(lines("\\n2.2\\n\\n..2\\n\\n"))
    [Line(number=2, text='2.2'), Line(number=3, text=''), Line(number=4, text='..2')]
    """
    filled = [at for at, line in enumerate(every) if line.text.strip()]
    return list(every[filled[0] : filled[-1] + 1]) if filled else []


def split_instances(text: str, is_comment: Callable[[str], bool]) -> list[Line]:
    """The instances of a file that has one per line, each with the comments before it.

    The number of each is the line on which it, or its first comment, begins.

    >>> split_instances("# first\\n2:1a1a\\n\\n2:a1a1\\n", lambda line: line.startswith("#"))
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


def place_in(text: str, at: int) -> tuple[int, int]:
    """Line and column, both from 1, of the character at index ``at``.

    >>> place_in("ab\\ncd", 4)
    (2, 2)
    """
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def split_fields(text: str, separator: str, column: int = 1) -> Iterator[tuple[int, str]]:
    """The fields of a line with their columns; ``column`` is where the text begins.

    >>> list(split_fields("ab,,c", ","))
    [(1, 'ab'), (4, ''), (5, 'c')]
    """
    for field in text.split(separator):
        yield column, field
        column += len(field) + len(separator)


def split_words(text: str, column: int = 1) -> list[tuple[int, str]]:
    """The words of a line with their columns.

    >>> split_words(" ab c")
    [(2, 'ab'), (5, 'c')]
    """
    return [(column + word.start(), word[0]) for word in re.finditer(r"\S+", text)]


# -- numbers and tables ------------------------------------------------------------------------------


def read_natural(word: str, most: int) -> int | None:
    """A whole number from 0 to ``most`` in ASCII digits; None for anything else, however long.

    >>> read_natural("012", 16), read_natural("17", 16), read_natural("-1", 16), read_natural("\u0663", 16)
    (12, None, None, None)
    """
    return int(word) if re.fullmatch("[0-9]{1,9}", word) is not None and int(word) <= most else None


def read_side(word: str, largest: int, what: str, line: int, column: int) -> int:
    """The number of rows or columns of a board, from 1 to ``largest``."""
    size = read_natural(word, largest)
    if not size:
        found = quote(word) if word else "nothing"
        raise bad_text(what, line, column, found, f"1 to {largest} cells each way")
    return size


def expect_rows(rows: Sequence[Line], count: int, before: Line, what: str) -> None:
    """Raise ``BadInput`` unless there are ``count`` rows; ``before`` is the line before them."""
    if len(rows) > count:
        raise bad_text(what, rows[count].number, 1, quote(rows[count].text), f"the end after {count} rows")
    if len(rows) < count:
        number, text = rows[-1] if rows else before
        raise bad_text(what, number, len(text) + 1, f"{len(rows)} rows", f"{count} rows")


def write_rows(cells: Sequence[str], columns: int, separator: str = "") -> str:
    """The cells of a board, one line per row.

    >>> write_rows(["2", ".", ".", "2"], 2)
    '2.\\n.2\\n'
    """
    starts = range(0, len(cells), columns)
    return "".join(separator.join(cells[start : start + columns]) + "\n" for start in starts)


# -- error messages ----------------------------------------------------------------------------------


def bad_text(what: str, line: int, column: int, found: str, expected: str) -> BadInput:
    """The error to raise about a place in a text."""
    return BadInput(what, line=line, column=column, found=found, expected=expected)


def unwritable(what: str, form: str, found: str, expected: str) -> BadInput:
    """The error that a writer raises about a value that its format cannot represent."""
    return BadInput(f"{what} for the format {form!r}", found=found, expected=expected)


def quote(text: str) -> str:
    """A text that was found, in quotation marks and shortened."""
    return repr(text if len(text) <= 40 else text[:37] + "...")


TOO_MUCH = "numbers or nesting that are too large"
"""What error messages say of JSON that Python cannot represent."""


def quote_json(value: Any) -> str:
    """A JSON value that was found, in quotation marks and shortened.

    >>> print(quote_json({"count": None}))
    '{"count": null}'
    """
    import json

    try:
        return quote(json.dumps(value))
    except RecursionError:  # nesting that could just be read, from less deep in the call stack
        return TOO_MUCH


# -- words -------------------------------------------------------------------------------------------


def join_words(words: Sequence[str], last: str = "and") -> str:
    """The words with commas between them and a conjunction before the last.

    >>> join_words(["c1"]), join_words(["c1", "c2", "c5"], "or")
    ('c1', 'c1, c2 or c5')
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def pluralize(number: int, thing: str, things: str = "") -> str:
    """A number with its noun.

    >>> pluralize(1, "clause"), pluralize(2, "clause"), pluralize(5, "ply", "plies")
    ('1 clause', '2 clauses', '5 plies')
    """
    return f"{number} {thing if number == 1 else things or thing + 's'}"
