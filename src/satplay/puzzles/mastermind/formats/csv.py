"""CSV: a header ``guess,black,white``, then one guess per row; ``white`` may be empty or missing.

Columns may be in any order and fields in quotation marks.  Comments before the header state what the guesses
do not show, as in ``lines``: ``# symbols 6``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from satplay.contracts.texts import Line, quote, split_fields
from satplay.errors import BadInput
from satplay.puzzles.mastermind.board import Board
from satplay.puzzles.mastermind.formats.guess_collector import WrittenGuess, board_of, pegs, read_symbols
from satplay.puzzles.mastermind.formats.text import bad, content, rows, split, write_terms

NAME = "csv"
COLUMNS = ("guess", "black", "white")
QUOTE = '"'
SHAPE = "a header 'guess,black,white'"


class Field(NamedTuple):
    """The text between two commas, and its column."""

    column: int
    value: str


def read(text: str) -> Board:
    """A board from its rows.

    >>> read("guess,black,white\\n0123,2,1\\n4567,0,\\n").guesses
    (Guess(row=(0, 1, 2, 3), black=2, white=1), Guess(row=(4, 5, 6, 7), black=0, white=None))
    """
    found = content(text)
    if not found.lines:
        raise bad(1, 1, "nothing", SHAPE)
    head, *others = found.lines
    places = _places(head)
    return board_of(found.terms, [_guess(line, places) for line in others])


def _places(head: Line) -> dict[str, int]:
    """The index of each column by its name."""
    places: dict[str, int] = {}
    for at, (column, value) in enumerate(_fields(head)):
        name = value.lower()
        if name not in COLUMNS or name in places:
            raise bad(head.number, column, quote(value), f"{SHAPE}, each column once")
        places[name] = at
    for name in COLUMNS[:2]:
        if name not in places:
            raise bad(head.number, 1, f"no column {name!r}", SHAPE)
    return places


def _fields(line: Line) -> list[Field]:
    """The fields of a line, without surrounding blanks and quotation marks."""
    found = []
    for column, field in split_fields(line.text, ","):
        value = field.strip()
        at = column + len(field) - len(field.lstrip())
        if len(value) > 1 and value.startswith(QUOTE) and value.endswith(QUOTE):
            value, at = value[1:-1], at + 1
        found.append(Field(at, value))
    return found


def _guess(line: Line, places: Mapping[str, int]) -> WrittenGuess:
    fields = _fields(line)
    if len(fields) != len(places):
        column = fields[min(len(fields), len(places)) - 1].column
        raise bad(line.number, column, f"a row of {len(fields)}", f"{len(places)} fields as in the header")
    guess, black = fields[places["guess"]], fields[places["black"]]
    white = fields[places["white"]] if "white" in places else None
    return WrittenGuess(
        line.number,
        read_symbols(guess.value, line.number, guess.column),
        black.column,
        pegs(black.value, line.number, black.column),
        pegs(white.value, line.number, white.column) if white is not None and white.value else None,
    )


def write(board: Board) -> str:
    """The header and the rows; without the column ``white`` if all white pegs are unknown.

    >>> from satplay.puzzles.mastermind.board import Guess
    >>> write(Board(2, guesses=(Guess((0, 1), 1, 0), Guess((2, 3), 0))))
    'guess,black,white\\n01,1,0\\n23,0,\\n'
    """
    written = rows(board, NAME)
    wide = not board.guesses or any(guess.white is not None for guess in board.guesses)
    lines = [",".join(COLUMNS if wide else COLUMNS[:2])]
    for row, guess in zip(written, board.guesses, strict=True):
        white = [] if not wide else ["" if guess.white is None else str(guess.white)]
        lines.append(",".join([row, str(guess.black), *white]))
    return write_terms(board, written) + "".join(line + "\n" for line in lines)


def recognises(text: str) -> bool:
    """Whether the text begins with the header."""
    try:
        first = next(iter(split(text)), None)
        found = content(first.text if first is not None else "")
        return bool(found.lines) and bool(_places(found.lines[0]))
    except BadInput:
        return False
