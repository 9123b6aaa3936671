"""Shared by the formats of boards: places for messages, numbers, pairs of dots, rules in comments."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from satplay.contracts.texts import Line, bad_text, quote, read_natural, read_side, unwritable
from satplay.errors import BadInput
from satplay.fast_dataclass import dataclass
from satplay.puzzles.flow.board import LARGEST, Board, Cell, Pair, label

BOARD = "flow board"
SOLUTION = "flow solution"


class Mark(NamedTuple):
    """A label in a cell, and its place in the text."""

    label: str
    cell: Cell
    line: int
    column: int


def bad(line: int, column: int, found: str, expected: str, what: str = BOARD) -> BadInput:
    """The error to raise about a place in a board's or solution's text."""
    return bad_text(what, line, column, found, expected)


@contextmanager
def at(line: int, column: int) -> Iterator[None]:
    """Give errors of ``Board``, which have no place, this one."""
    try:
        yield
    except BadInput as error:
        if error.line is None:
            error.line, error.column = line, column
        raise


def expect_natural(word: str, line: int, column: int, most: int, expected: str, what: str = BOARD) -> int:
    """A whole number from 0 to ``most``."""
    number = read_natural(word, most)
    if number is None:
        raise bad(line, column, quote(word) if word else "nothing", expected, what)
    return number


def side(word: str, line: int, column: int) -> int:
    """The number of rows or columns."""
    return read_side(word, LARGEST, BOARD, line, column)


def pair_dots(marks: Iterable[Mark]) -> tuple[tuple[Pair, ...], tuple[str, ...]]:
    """The dots and their labels; ``BadInput`` unless every label is in two cells."""
    found: dict[str, list[Mark]] = {}
    for mark in marks:
        same = found.setdefault(mark.label, [])
        same.append(mark)
        if len(same) > 2:
            raise bad(mark.line, mark.column, f"a third {quote(mark.label)}", "two of every label")
    for name, (first, *others) in found.items():
        if not others:
            raise bad(first.line, first.column, f"a single {quote(name)}", "two of every label")
    return tuple((first.cell, second.cell) for first, second in found.values()), tuple(found)


# -- rules in comments --------------------------------------------------------------------------------

TERM = re.compile(r"#\s*(?:fill\s+(?P<fill>yes|no)|touch\s+(?P<touch>allowed|forbidden))\s*")


def is_term(line: str) -> bool:
    """Whether a line states a rule as on the command line: ``# fill no``, ``# touch allowed``.

    Most formats have no notation for rules.  These comments keep a board with other rules the same board when
    it is read again; programs for which ``#`` begins a comment skip them.
    """
    return TERM.fullmatch(line) is not None


@dataclass(frozen=True, slots=True)
class Terms:
    """The rules of a board: whether every cell must be used, and whether a path may touch itself."""

    fill: bool = True
    touch: bool = False


def terms(comments: Iterable[Line]) -> Terms:
    """The rules that comments state; the last one counts."""
    fill, touch = True, False
    for line in comments:
        match = TERM.fullmatch(line.text)
        if match is not None:
            fill = match["fill"] == "yes" if match["fill"] else fill
            touch = match["touch"] == "allowed" if match["touch"] else touch
    return Terms(fill, touch)


def write_terms(board: Board) -> str:
    """Comment lines for the rules of a board that differ from the default."""
    return ("" if board.fill else "# fill no\n") + ("# touch allowed\n" if board.touch else "")


# -- names of colours --------------------------------------------------------------------------------


def is_sign(name: str) -> bool:
    """Whether a label is one visible character that does not mean an empty cell."""
    return len(name) == 1 and name.isprintable() and name not in " ."


def signs(board: Board) -> Sequence[str] | None:
    """A character for each colour: its label if possible, else another; None for too many colours."""
    if all(map(is_sign, board.labels)):
        return board.labels
    names = [label(colour) for colour in range(len(board.dots))]
    return names if all(map(is_sign, names)) else None


def numbers(board: Board, least: int, most: int) -> list[int]:
    """A number for each colour: the labels if they are such numbers, else 1, 2, 3 ..."""
    if all(re.fullmatch("0|[1-9][0-9]{0,8}", name) and least <= int(name) <= most for name in board.labels):
        return [int(name) for name in board.labels]
    return list(range(1, len(board.dots) + 1))


def expect_plain(board: Board, form: str, *, bridges: bool = False) -> None:
    """Raise ``BadInput`` for a board that is no rectangle of labels."""
    for there, thing in (
        (board.hexagonal, "hexagonal cells"),
        (board.warp, "joined borders"),
        (board.walls, "walls"),
        (board.holes, "missing cells"),
        (board.bridges and not bridges, "bridges"),
    ):
        if there:
            expected = f"a plain rectangle{' with or without bridges' if bridges else ''}, or 'level-pack'"
            raise unwritable(BOARD, form, thing, expected)
