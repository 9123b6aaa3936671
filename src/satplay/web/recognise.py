"""What a pasted text is: a board, a position, a saved game or a formula, of which puzzle or game.

A text is only ever read as a text: it is never the name of a file, of an example or of something saved.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Literal

from satplay import puzzles
from satplay.contracts.format import HEAD, Format
from satplay.contracts.game import Game
from satplay.contracts.puzzle import Puzzle
from satplay.contracts.texts import pluralize
from satplay.errors import BadInput, cut, one_line
from satplay.fast_dataclass import dataclass
from satplay.inputs.quantified_formula import read_quantified
from satplay.playing.puzzle_state import PuzzleState, split_position
from satplay.playing.record import is_record, read_record
from satplay.playing.subjects import game_names, game_to_play, is_filled_in, playable_names
from satplay.web.answers import client_text
from satplay.web.limits import expect_cells, expect_moves, expect_text, size_of_state, without_source
from satplay.web.play import first_match
from satplay.web.sealed_records import unseal

QUANTIFIED = re.compile(r"(?:c[^\n]*\n|\s*\n)*p\s+cnf[^\n]*\n(?:c[^\n]*\n|\s*\n)*\s*[ae]\s")
"""The beginning of QDIMACS: other than in DIMACS, quantifiers follow the header."""

SHORT = 20_000
"""Characters of a text for which the reader that gets furthest explains what is wrong."""


@dataclass(frozen=True, slots=True)
class Recognised:
    """What a text is.

    ``size``   of a board as generators take it, of a formula in words; None if it has none
    ``count``  the number of boards in the text; all else is about the first one
    ``page``   the path of the page that opens it; None if there is none
    """

    kind: Literal["board", "position", "solution", "record", "formula"]
    subject: str
    title: str
    format: str | None
    size: str | None
    count: int
    page: str | None


class NotRecognised(BadInput):
    """A text that no reader understands, not even nearly.

    >>> print(NotRecognised("input", line=1, column=1, found="'hello'", expected="a board or a saved game"))
    'hello' is not recognised: expected a board or a saved game
    """

    def __str__(self) -> str:
        return one_line(f"{cut(self.found)} is not recognised: expected {self.expected}")


def recognise_text(text: str, cells: int) -> Recognised:
    """What a text is; boards may have ``cells`` cells.  ``BadInput`` if it is nothing that satplay reads."""
    expect_text("input", text)
    with without_source():
        if not text.strip():
            raise NotRecognised("input", found="an empty text", expected=_expected())
        if is_record(record := unseal(text)):
            return _record(record, cells)
        found = _formula(text) or _game_state(text, cells) or _board(text, cells)
        if found is None:
            raise _nearest_error(text)
        return found


def _expected() -> str:
    titles = [puzzles.find(name).title for name in puzzles.names() if name in playable_names()]
    return f"a board or a link ({', '.join(titles)}), a formula in DIMACS, or a saved game"


# -- kinds ---------------------------------------------------------------------------------------------


def _record(text: str, most: int) -> Recognised:
    """A saved game, without replaying its moves."""
    record = read_record(text)
    match = first_match(record)
    game = match.game
    size = size_of_state(game, match.state)
    expect_moves(len(record.moves) + len(record.undone), expect_cells(size, most))
    return Recognised("record", game.name, game.title, "record", size, 1, f"/{game.name}")


def _formula(text: str) -> Recognised | None:
    if QUANTIFIED.match(text) is not None:
        matrix = read_quantified(client_text(text)).matrix
        size = _formula_size(matrix.var_count, matrix.clause_count)
        return Recognised("formula", "qbf", "Quantified formula", "qdimacs", size, 1, None)
    for name in puzzles.names():
        puzzle = puzzles.find(name)
        form = None if puzzle.plain_formula is None else _first(puzzle.formats, text)
        if form is None:
            continue
        formula = form.read(text)
        size = _formula_size(formula.var_count, formula.clause_count)
        return Recognised("formula", name, puzzle.title, form.name, size, 1, None)
    return None


def _formula_size(variables: int, clauses: int) -> str:
    return f"{pluralize(variables, 'variable')}, {pluralize(clauses, 'clause')}"


def _board(text: str, most: int) -> Recognised | None:
    """A board of a puzzle, perhaps with what is filled in."""
    board_text, filled_in = split_position(text)
    for puzzle in map(puzzles.find, puzzles.names()):
        form = _first(puzzle.formats, board_text)
        if form is None or puzzle.plain_formula is not None:
            continue
        texts = [board_text] if form.split is None else [part for _, part in form.split(board_text)]
        board = form.read(texts[0] if texts else board_text)
        size = None if puzzle.size is None else puzzle.size(board)
        expect_cells(size, most)
        kind: Literal["board", "position", "solution"] = "board"
        if filled_in is not None:
            kind = _kind_of_position(puzzle, text)
        return Recognised(
            kind, puzzle.name, puzzle.title, form.name, size, max(1, len(texts)), _page(puzzle, text)
        )
    return None


def _kind_of_position(puzzle: Puzzle[Any, Any], text: str) -> Literal["position", "solution"]:
    """Whether a position is complete; ``BadInput`` if it is none."""
    if not is_filled_in(puzzle.name):
        raise BadInput("input", found=f"a position of {puzzle.title}", expected="a board or a saved game")
    state = _read(game_to_play(puzzle.name).states, text)
    return "solution" if isinstance(state, PuzzleState) and state.solved else "position"


def _page(puzzle: Puzzle[Any, Any], text: str) -> str | None:
    """The page that opens a board."""
    if puzzle.name not in playable_names():
        return None
    game = game_to_play(puzzle.name)
    opens = is_filled_in(puzzle.name) or game.from_board is not None or _first(game.states, text) is not None
    return f"/{puzzle.name}" if opens else None


def _game_state(text: str, most: int) -> Recognised | None:
    """A position of a game between seats; None also if a text only begins like one."""
    for game in _games():
        form = _first(game.states, text)
        if form is None:
            continue
        try:
            state = form.read(text)
        except BadInput:
            continue
        size = size_of_state(game, state)
        expect_cells(size, most)
        return Recognised("position", game.name, game.title, form.name, size, 1, f"/{game.name}")
    return None


def _games() -> Iterator[Game[Any, Any]]:
    return (game_to_play(name) for name in game_names() if not is_filled_in(name))


def _first(formats: Sequence[Format[Any]], text: str) -> Format[Any] | None:
    return next((form for form in formats if form.recognises(text[:HEAD])), None)


def _read(formats: Sequence[Format[Any]], text: str) -> Any:
    return (_first(formats, text) or formats[0]).read(text)


# -- errors --------------------------------------------------------------------------------------------


def _nearest_error(text: str) -> BadInput:
    """What the reader says that understands the most of a text; otherwise what is expected."""
    first = text.strip().splitlines()[0]
    found = repr(first if len(first) <= 40 else f"{first[:40]}...")
    general = NotRecognised("input", line=1, column=1, found=found, expected=_expected())
    if len(text) > SHORT:
        return general
    return max(_later_errors(text), key=lambda error: (error.line or 1, error.column or 1), default=general)


def _later_errors(text: str) -> Iterator[BadInput]:
    """The errors of the readers of boards and positions that have understood the first line.

    A reader of single lines refuses the second one before it reads the first: with another first line it says
    the same.
    """
    solo = (name for name in puzzles.names() if puzzles.find(name).plain_formula is None)
    formats = [form for name in solo for form in puzzles.find(name).formats]
    other = "\0\n" + text.partition("\n")[2]
    for form in [*formats, *(form for game in _games() for form in game.states)]:
        error = _error(form, text)
        if error is not None and (error.line or 1) > 1 and str(error) != str(_error(form, other)):
            yield error


def _error(form: Format[Any], text: str) -> BadInput | None:
    try:
        form.read(text)
    except BadInput as error:
        return error
    return None
