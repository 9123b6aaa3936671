"""Text in columns of a terminal: wide characters take two columns, combining ones none."""

from __future__ import annotations

from textwrap import wrap
from unicodedata import category, east_asian_width

from satplay.errors import one_line

FILLER = "\0"
"""Stands for the second column of a wide character while a line is wrapped."""


def column_count(text: str) -> int:
    """The number of columns that a text takes.

    >>> column_count("abc"), column_count("日本"), column_count("e\u0301")
    (3, 4, 1)
    """
    return len(text) if text.isascii() else sum(map(_columns, text))


def _columns(character: str) -> int:
    if category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if east_asian_width(character) in "WF" else 1


def fit(text: str, columns: int) -> str:
    """The text in exactly this number of columns: cut, or filled with blanks.

    >>> fit("日本", 3), fit("ab", 3)
    ('日 ', 'ab ')
    """
    if text.isascii():
        return text[:columns].ljust(columns)
    used, end = 0, 0
    for character in text:
        if used + _columns(character) > columns:
            break
        used, end = used + _columns(character), end + 1
    return text[:end] + " " * (columns - used)


def wrap_line(line: str, columns: int) -> list[str]:
    """A line of text, wrapped between words; unprintable characters are escaped.

    >>> wrap_line("two words", 5), wrap_line("", 5), wrap_line("日本 日本日本", 6)
    (['two', 'words'], [''], ['日本', '日本', '日本'])
    """
    text = one_line(line)
    if all(_columns(c) < 2 for c in text):
        return wrap(text, max(1, columns), replace_whitespace=False) or [""]
    padded = "".join(c + FILLER * (_columns(c) - 1) for c in text)
    # A long word may be broken inside a wide character, which then goes to the next line.
    parts = wrap(padded, max(1, columns - 1), replace_whitespace=False)
    for at in range(len(parts) - 1):
        if parts[at + 1].startswith(FILLER):
            parts[at], parts[at + 1] = parts[at][:-1], parts[at][-1] + parts[at + 1]
    return [part.replace(FILLER, "").rstrip() for part in parts if part]
