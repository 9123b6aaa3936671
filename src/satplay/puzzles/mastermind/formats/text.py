"""Shared by the formats of boards: terms in comments, possible values, several boards in one file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from satplay.contracts.texts import Line, bad_text, lines, quote, read_natural, unwritable
from satplay.errors import BadInput
from satplay.fast_dataclass import dataclass
from satplay.puzzles.mastermind.board import LONGEST, SYMBOLS, Board
from satplay.puzzles.mastermind.formats.alphabet import EVERY, NAMED, is_count, symbols_term

BOARD = "mastermind board"
SOLUTION = "mastermind solution"
BETWEEN = "---"
"""A line between two boards."""

TERM = re.compile(r"\s*#\s*(?P<what>symbols|length|repeats)\s+(?P<value>\S.*)")
WORD = re.compile(r"\S+")
YES_OR_NO = {"yes": True, "no": False}


def bad(line: int, column: int, found: str, expected: str, what: str = BOARD) -> BadInput:
    """The error to raise about a place in a board's or solution's text."""
    return bad_text(what, line, column, found, expected)


@dataclass(frozen=True, slots=True)
class Terms:
    """What comments state about a board; None if they do not.  ``where`` is the place of the last one.

    ``symbols`` are the symbols, or their number.
    """

    symbols: str | int | None = None
    length: int | None = None
    repeats: bool | None = None
    where: tuple[int, int] = (1, 1)


class Content(NamedTuple):
    """A text without its comments and blank lines, and the terms that the comments state."""

    terms: Terms
    lines: list[Line]


def content(text: str) -> Content:
    """The lines of a text and the terms in its comments: ``# symbols 6``, ``# length 4``, ``# repeats no``.

    ``symbols`` is followed by their number or by the symbols: ``012345``, ``"12"`` if it could be a number,
    ``0 1 2`` or ``red green blue``.  Each term occurs once; other comments mean nothing.

    >>> content("# length 4\\n\\n0123 2 1  # my first guess\\n")[1]
    [Line(number=3, text='0123 2 1  ')]
    """
    first, *others = _boards(text) or [[]]
    if others:
        raise bad(others[0][0].number, 1, "a second board", "one board; several are taken one by one")
    terms, guesses = Terms(), []
    for line in first:
        match = TERM.fullmatch(line.text.rstrip())
        if match is not None:
            terms = _with(terms, match, line.number)
        before, _, _ = line.text.partition("#")
        if before.strip():
            guesses.append(Line(line.number, before))
    return Content(terms, guesses)


def _with(terms: Terms, match: re.Match[str], line: int) -> Terms:
    """The terms with those of one more comment; the same object if it states none."""
    what, value, column = match["what"], match["value"], match.start("value") + 1
    where = (line, column)
    if what == "symbols":
        symbols = _symbols(value, line, column)
        added = terms if symbols is None else replace(terms, symbols=symbols, where=where)
    elif WORD.fullmatch(value) is None:
        added = terms
    elif what == "length":
        length = expect_length(read_natural(value, LONGEST), quote(value), line, column)
        added = replace(terms, length=length, where=where)
    else:
        if value not in YES_OR_NO:
            raise bad(line, column, quote(value), "yes or no")
        added = replace(terms, repeats=YES_OR_NO[value], where=where)
    if added is not terms and getattr(terms, what) is not None:
        raise bad(line, match.start("what") + 1, f"{what} a second time", "each once")
    return added


def _symbols(value: str, line: int, column: int) -> str | int | None:
    """The symbols, or their number; None for a comment that only begins with the word."""
    words = value.split()
    if len(words) > 1:
        letters = [NAMED.get(word.lower(), word) for word in words]
        if all(len(letter) == 1 for letter in letters):
            return expect_symbols("".join(letters), line, column)
        return None
    if is_count(value):
        if int(value) > SYMBOLS:
            raise bad(line, column, f"{value} symbols", f"1 to {SYMBOLS}")
        return int(value)
    if len(value) > 2 and value[0] == value[-1] == '"':
        value, column = value[1:-1], column + 1
    return expect_symbols(value, line, column)


# -- possible values --------------------------------------------------------------------------------


def expect_symbols(symbols: str, line: int, column: int) -> str:
    """The symbols; ``BadInput`` unless they are digits and letters, each once."""
    for at, symbol in enumerate(symbols):
        if symbol not in EVERY:
            expected = f"digits and letters, or how many symbols there are, 1 to {SYMBOLS}"
            raise bad(line, column, f"{quote(symbol)} in {quote(symbols)}", expected)
        if symbol in symbols[:at]:
            raise bad(line, column, f"the symbol {symbol} twice", "different symbols")
    if not symbols:
        raise bad(line, column, "no symbols", f"1 to {SYMBOLS}")
    return symbols


def expect_length(length: int | None, found: str, line: int, column: int) -> int:
    """The number of positions; ``BadInput`` if it is impossible."""
    if length is None or not 1 <= length <= LONGEST:
        raise bad(line, column, found, f"1 to {LONGEST} positions")
    return length


# -- writing -----------------------------------------------------------------------------------------


def rows(board: Board, form: str) -> list[str]:
    """The guesses as texts; ``BadInput`` for symbols that are no digits or letters."""
    for symbol in board.symbols:
        if symbol not in EVERY:
            raise unwritable(BOARD, form, quote(symbol), "digits and letters")
    return [board.text(guess.row) for guess in board.guesses]


def write_terms(board: Board, written: Sequence[str]) -> str:
    """Comment lines for what the guesses do not show; a single position is recognised only with one."""
    symbols = symbols_term(board.symbols, "".join(written))
    symbols_line = "" if symbols is None else f"# symbols {symbols}\n"
    length = f"# length {board.length}\n" if not written or board.length == 1 else ""
    return symbols_line + length + ("" if board.repeats else "# repeats no\n")


# -- several boards ----------------------------------------------------------------------------------


def split(text: str) -> list[Line]:
    """The boards of a file, separated by lines of three or more dashes, each with its first line.

    >>> split("0123 2 1\\n---\\n01 1\\n")
    [Line(number=1, text='0123 2 1\\n'), Line(number=3, text='01 1\\n')]
    """
    return [Line(part[0].number, "".join(line.text + "\n" for line in part)) for part in _boards(text)]


def _boards(text: str) -> list[list[Line]]:
    """The lines of every board; blank text between two dashed lines is no board."""
    parts: list[list[Line]] = [[]]
    for line in lines(text.removesuffix("\n")):
        if line.text.startswith(BETWEEN) and set(line.text.rstrip()) == {"-"}:
            parts.append([])
        else:
            parts[-1].append(line)
    return [part for part in parts if any(line.text.strip() for line in part)]
