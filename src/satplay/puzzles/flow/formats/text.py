"""What the texts of boards share: places of a complaint, whole numbers, pairs, rules said in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

from satplay.contracts.texts import Line, natural, shown
from satplay.errors import BadInput
from satplay.puzzles.flow.board import LARGEST, Board, Cell, Pair, label

BOARD = "flow board"
SOLUTION = "flow solution"


class Mark(NamedTuple):
    """A label in a cell, and where in the text it stands."""

    label: str
    cell: Cell
    line: int
    column: int


def bad(line: int, column: int, found: str, expected: str, what: str = BOARD) -> BadInput:
    """What to raise about a place in the text."""
    return BadInput(what, line=line, column=column, found=found, expected=expected)


@contextmanager
def at(line: int, column: int) -> Iterator[None]:
    """What a board complains about by itself is found here."""
    try:
        yield
    except BadInput as error:
        if error.line is None:
            error.line, error.column = line, column
        raise


def pieces(text: str, separator: str, column: int = 1) -> Iterator[tuple[int, str]]:
    """The parts of a text, each with its column.

    >>> list(pieces("ab,,c", ","))
    [(1, 'ab'), (4, ''), (5, 'c')]
    """
    for piece in text.split(separator):
        yield column, piece
        column += len(piece) + len(separator)


def expect_natural(word: str, line: int, column: int, most: int, expected: str, what: str = BOARD) -> int:
    """A whole number from 0 to ``most``."""
    number = natural(word, most)
    if number is None:
        raise bad(line, column, shown(word) if word else "nothing", expected, what)
    return number


def side(word: str, line: int, column: int) -> int:
    """How many rows or columns."""
    size = expect_natural(word, line, column, LARGEST, f"1 to {LARGEST} cells each way")
    if size == 0:
        raise bad(line, column, "0", f"1 to {LARGEST} cells each way")
    return size


def paired(marks: Iterable[Mark]) -> tuple[tuple[Pair, ...], tuple[str, ...]]:
    """Dots and labels: every label stands in two cells."""
    found: dict[str, list[Mark]] = {}
    for mark in marks:
        same = found.setdefault(mark.label, [])
        same.append(mark)
        if len(same) > 2:
            raise bad(mark.line, mark.column, f"a third {shown(mark.label)}", "two of every label")
    for name, (first, *others) in found.items():
        if not others:
            raise bad(first.line, first.column, f"a single {shown(name)}", "two of every label")
    return tuple((first.cell, second.cell) for first, second in found.values()), tuple(found)


# -- rules said in words -----------------------------------------------------------------------------

TERM = re.compile(r"#\s*(?:fill\s+(?P<fill>yes|no)|touch\s+(?P<touch>allowed|forbidden))\s*")


def is_term(line: str) -> bool:
    """Whether a line says a rule in the words of the command line: ``# fill no``, ``# touch allowed``.

    Most formats say nothing of rules, and the default holds.  A board with other rules would come back as
    a different one; so these lines go before it.  Where ``#`` begins a comment others skip them.
    """
    return TERM.fullmatch(line) is not None


@dataclass(frozen=True, slots=True)
class Terms:
    """Whether every cell must be used, and whether a path may come beside itself."""

    fill: bool = True
    touch: bool = False


def terms(said: Iterable[Line]) -> Terms:
    """The rules that some of the lines say; the last word counts."""
    fill, touch = True, False
    for line in said:
        match = TERM.fullmatch(line.text)
        if match is not None:
            fill = match["fill"] == "yes" if match["fill"] else fill
            touch = match["touch"] == "allowed" if match["touch"] else touch
    return Terms(fill, touch)


def written_terms(board: Board) -> str:
    """Lines for the rules of a board that are not the default."""
    return ("" if board.fill else "# fill no\n") + ("# touch allowed\n" if board.touch else "")


# -- names of colours --------------------------------------------------------------------------------


def is_sign(name: str) -> bool:
    """Whether a label is one visible character that does not mean an empty cell."""
    return len(name) == 1 and name.isprintable() and name not in " ."


def signs(board: Board) -> Sequence[str] | None:
    """One character a colour: the labels, or others where these do not do; None for too many colours."""
    if all(map(is_sign, board.labels)):
        return board.labels
    names = [label(colour) for colour in range(len(board.dots))]
    return names if all(map(is_sign, names)) else None


def numbers(board: Board, least: int, most: int) -> list[int]:
    """A number for every colour: the labels where they are such numbers, else from 1 on."""
    if all(re.fullmatch("0|[1-9][0-9]{0,8}", name) and least <= int(name) <= most for name in board.labels):
        return [int(name) for name in board.labels]
    return list(range(1, len(board.dots) + 1))


def refuse_unless_plain(board: Board, form: str, *, bridges: bool = False) -> None:
    """Refuse what a rectangle of labels cannot say."""
    for there, thing in (
        (board.hexagonal, "hexagonal cells"),
        (board.warp, "joined borders"),
        (board.walls, "walls"),
        (board.holes, "missing cells"),
        (board.bridges and not bridges, "bridges"),
    ):
        if there:
            expected = f"a plain rectangle{' with or without bridges' if bridges else ''}, or 'level-pack'"
            raise BadInput(f"flow board for the format {form!r}", found=thing, expected=expected)
