"""Shared by the formats of boards: names for messages, sizes and numbers, rules in comments, single lines."""

from __future__ import annotations

import re
from typing import NamedTuple

from satplay.contracts.format import HEAD
from satplay.contracts.texts import (
    Line,
    bad_text,
    lines,
    read_natural,
    read_side,
    split_instances,
    strip_blank_lines,
)
from satplay.errors import BadInput
from satplay.fast_dataclass import dataclass
from satplay.puzzles.hashi.board import LARGEST, MOST, SIDES, Board

BOARD = "hashi board"
SOLUTION = "hashi solution"

DIGITS = "0123456789ABCDEFG"
"""The characters of the numbers 0 to 16, the largest possible with four bridges on each of four sides."""

UNKNOWN = "?"
"""The character of an island without a number."""


def bad(line: int, column: int, found: str, expected: str, what: str = BOARD) -> BadInput:
    """The error to raise about a place in a board's or solution's text."""
    return bad_text(what, line, column, found, expected)


def character_for(number: int | None) -> str:
    """The character of an island with this number.

    >>> character_for(3), character_for(12), character_for(None)
    ('3', 'C', '?')
    """
    return UNKNOWN if number is None else DIGITS[number]


# -- numbers -----------------------------------------------------------------------------------------


def side(word: str, line: int, column: int) -> int:
    """The number of rows or columns."""
    return read_side(word, LARGEST, BOARD, line, column)


def most_bridges(word: str, line: int, column: int) -> int:
    """The largest number of bridges between two islands."""
    most = read_natural(word, MOST)
    if not most:
        raise bad(line, column, f"at most {word} bridges between two islands", f"1 to {MOST}")
    return most


def expect_possible(number: int | None, most: int, line: int, column: int) -> int | None:
    """The number of an island; ``BadInput`` if bridges on all four sides do not reach it."""
    if number is not None and not 1 <= number <= SIDES * most:
        raise impossible_number(number, most, line, column)
    return number


def impossible_number(number: int, most: int, line: int, column: int) -> BadInput:
    """The error to raise about an island whose number bridges on all four sides do not reach."""
    expected = f"1 to {SIDES * most}, for at most {most} on each of {SIDES} sides"
    return bad(line, column, f"an island with {number} bridges", expected)


# -- rules in comments -------------------------------------------------------------------------------

TERM = re.compile(r"#\s*(?:most\s+(?P<most>[0-9]+)|loops\s+(?P<loops>yes|no))\s*")


@dataclass(frozen=True, slots=True)
class Terms:
    """The rules of a board: at most ``most`` bridges between two islands, and whether loops are allowed."""

    most: int = 2
    loops: bool = True


def _is_comment(line: str) -> bool:
    return line.lstrip().startswith("#")


class Content(NamedTuple):
    """A text without comments and surrounding blank lines; ``has_terms`` if a comment states a rule."""

    terms: Terms
    has_terms: bool
    lines: list[Line]


def content(text: str) -> Content:
    """The lines of a text and the rules in its comments: ``# most 3``, ``# loops no``; the last one counts.

    Most formats have no notation for rules.  These comments keep a board with other rules the same board when
    it is read again.

    >>> content("# loops no\\n\\n2.2\\n").terms
    Terms(most=2, loops=False)
    """
    most, loops, has_terms = 2, True, False
    others: list[Line] = []
    for line in lines(text):
        if not _is_comment(line.text):
            others.append(line)
        elif (match := TERM.fullmatch(line.text)) is not None:
            has_terms = True
            if match["most"]:
                most = most_bridges(match["most"], line.number, match.start("most") + 1)
            else:
                loops = match["loops"] == "yes"
    return Content(Terms(most, loops), has_terms, strip_blank_lines(others))


def glance(text: str) -> Content | None:
    """The content of the beginning of a text, to recognise its format; without a line that may be cut."""
    try:
        found = content(text)
    except BadInput:
        return None
    return found if len(text) < HEAD or len(found.lines) < 2 else found._replace(lines=found.lines[:-1])


def write_terms(board: Board) -> str:
    """Comment lines for the rules of a board that differ from the default."""
    most = "" if board.most == 2 else f"# most {board.most}\n"
    return most + ("" if board.loops else "# loops no\n")


# -- boards on one line ------------------------------------------------------------------------------


def single_line(found: Content, example: str) -> Line:
    """The only line that is not blank; ``BadInput`` if there is none or a second one."""
    content_lines = [line for line in found.lines if line.text.strip()]
    if not content_lines:
        raise bad(1, 1, "nothing", example)
    if len(content_lines) > 1:
        raise bad(content_lines[1].number, 1, "a second line", "one board; several are taken one by one")
    return content_lines[0]


def split_boards(text: str) -> list[Line]:
    """The boards of a file with one board per line."""
    return split_instances(text, _is_comment)
