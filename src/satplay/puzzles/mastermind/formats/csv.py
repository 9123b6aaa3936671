"""CSV: a header ``guess,black,white``, then a guess a row; ``white`` may be empty, or not there at all.

Columns may stand in any order and fields in quotation marks.  Before the header the same lines as elsewhere
say what cannot be seen in guesses: ``# symbols 6``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from satplay.contracts.texts import Line, shown
from satplay.errors import BadInput
from satplay.puzzles.mastermind.board import Board
from satplay.puzzles.mastermind.formats.guess_collector import Told, made, pegs, signs
from satplay.puzzles.mastermind.formats.text import bad, content, rows, split, written_terms

NAME = "csv"
COLUMNS = ("guess", "black", "white")
QUOTE = '"'
SHAPE = "a header 'guess,black,white'"


class Field(NamedTuple):
    """What stands between two commas, and the column it begins at."""

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
    return made(found.terms, [_told(line, places) for line in others])


def _places(head: Line) -> dict[str, int]:
    """Which column is called what."""
    places: dict[str, int] = {}
    for at, (column, value) in enumerate(_fields(head)):
        name = value.lower()
        if name not in COLUMNS or name in places:
            raise bad(head.number, column, shown(value), f"{SHAPE}, each column once")
        places[name] = at
    for name in COLUMNS[:2]:
        if name not in places:
            raise bad(head.number, 1, f"no column {name!r}", SHAPE)
    return places


def _fields(line: Line) -> list[Field]:
    """What stands between commas, without blanks and quotation marks around it."""
    found, column = [], 1
    for piece in line.text.split(","):
        value = piece.strip()
        at = column + len(piece) - len(piece.lstrip())
        if len(value) > 1 and value.startswith(QUOTE) and value.endswith(QUOTE):
            value, at = value[1:-1], at + 1
        found.append(Field(at, value))
        column += len(piece) + 1
    return found


def _told(line: Line, places: Mapping[str, int]) -> Told:
    fields = _fields(line)
    if len(fields) != len(places):
        column = fields[min(len(fields), len(places)) - 1].column
        raise bad(line.number, column, f"a row of {len(fields)}", f"{len(places)} fields as in the header")
    guess, black = fields[places["guess"]], fields[places["black"]]
    white = fields[places["white"]] if "white" in places else None
    return Told(
        line.number,
        signs(guess.value, line.number, guess.column),
        black.column,
        pegs(black.value, line.number, black.column),
        pegs(white.value, line.number, white.column) if white is not None and white.value else None,
    )


def write(board: Board) -> str:
    """Header and rows; without the column ``white`` where nothing is known of white pegs.

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
    return written_terms(board, written) + "".join(line + "\n" for line in lines)


def recognises(text: str) -> bool:
    """It begins with its header."""
    try:
        first = next(iter(split(text)), None)
        found = content(first.text if first is not None else "")
        return bool(found.lines) and bool(_places(found.lines[0]))
    except BadInput:
        return False
