"""A puzzle that one person fills in, as a game with one seat.

The game is over when the judge of the puzzle finds no violation.  A move is the typed text itself; its
meaning depends on the board, so the legal moves are not listed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any, Protocol

from satplay.contracts.format import Format
from satplay.contracts.game import Game, Outcome, Seat
from satplay.contracts.oracle import Oracle
from satplay.contracts.puzzle import MoveEntry, Puzzle
from satplay.contracts.texts import quote
from satplay.drawing.scene import Scene
from satplay.drawing.terminal import Line, Span
from satplay.errors import BadInput, EncodingError
from satplay.fast_dataclass import dataclass
from satplay.inputs.writing import solution_formats, write_in_format
from satplay.playing.record import MARK
from satplay.rule import RuleInstance

SEAT: Seat = "solver"
CLEAR = "clear"
"""The move, of every puzzle, that removes everything."""

POSITION_MARK = re.compile(r"\r?\n=== so far, ([\w-]+) ===\r?\n")
"""The line between a board and a position on it; it names the solution format of the position."""


class HintText(Protocol):
    """A hint for people."""

    def lines(self) -> Iterable[str]:
        """Its sentences."""


class Hinter(Protocol):
    """Finds the next logical step from a position."""

    def __hash__(self) -> int: ...

    def __call__(self, instance: Any, position: Any, subject: str, /) -> HintText:
        """A hint; ``SatplayError`` if there is none."""


@dataclass(frozen=True, slots=True)
class PuzzleState:
    """A board with a position on it; ``solved`` if the judge finds no violation."""

    board: Any
    position: Any
    solved: bool


def puzzle_state(puzzle: Puzzle[Any, Any], board: Any, position: Any = None) -> PuzzleState:
    """The state of a board, by default before the first move."""
    if position is None:
        position = entry_of(puzzle).empty(board)
    return PuzzleState(board, position, not puzzle.check(board, position))


def entry_of(puzzle: Puzzle[Any, Any]) -> MoveEntry[Any, Any]:
    """The move entry of a puzzle that has one."""
    assert puzzle.move_entry is not None
    return puzzle.move_entry


def puzzle_game(puzzle: Puzzle[Any, Any], hint: Hinter | None = None) -> Game[PuzzleState, str]:
    """The game of filling in a puzzle with move entry; without ``hint`` there are no hints."""
    entry = entry_of(puzzle)
    return Game(
        name=puzzle.name,
        title=puzzle.title,
        seats=(SEAT,),
        states=[_state_format(puzzle, form) for form in puzzle.formats],
        moves=MOVES,
        start=partial(_start, puzzle),
        to_move=_to_move,
        legal=_no_moves,
        apply=partial(_apply, puzzle),
        outcome=_outcome,
        draw=partial(_draw, puzzle),
        visible=_visible,
        odds=_no_odds,
        players={},
        sketch=partial(_sketch, puzzle),
        help=(*entry.help, f"{CLEAR:<17} remove everything; undo brings it back"),
        rules=[f"{rule.name}: {rule.value}" for rule in puzzle.rules],
        hint=None if hint is None else partial(_hint, puzzle, hint),
        free_text=True,
        violations=partial(_violations, puzzle),
        solve=partial(_solve, puzzle),
        cursor=puzzle.cursor,
    )


# -- rules -------------------------------------------------------------------------------------------


def _start(puzzle: Puzzle[Any, Any], options: Mapping[str, str]) -> PuzzleState:
    """The option ``board`` is the text of a board; new boards are made by the generator, not here."""
    if set(options) != {"board"}:
        found = ", ".join(sorted(options)) or "no option"
        raise BadInput("option", found=found, expected="board, the text of a board")
    text = options["board"]
    form = next((form for form in puzzle.formats if form.recognises(text)), puzzle.formats[0])
    return puzzle_state(puzzle, form.read(text))


def _to_move(state: PuzzleState) -> Seat | None:
    return None if state.solved else SEAT


def _outcome(state: PuzzleState) -> Outcome | None:
    return Outcome(SEAT, "every rule holds") if state.solved else None


def _apply(puzzle: Puzzle[Any, Any], state: PuzzleState, move: str) -> PuzzleState:
    if move.lower() == CLEAR:
        return puzzle_state(puzzle, state.board)
    return puzzle_state(puzzle, state.board, entry_of(puzzle).apply(state.board, state.position, move))


def _no_moves(state: PuzzleState) -> Sequence[str]:
    """Moves are typed and cannot be listed."""
    return ()


def _no_odds(state: PuzzleState) -> Mapping[str, float]:
    """There is no chance."""
    return {}


def _visible(state: PuzzleState, seat: Seat) -> PuzzleState:
    """Nothing is hidden."""
    return state


# -- help --------------------------------------------------------------------------------------------


def _hint(
    puzzle: Puzzle[Any, Any], hint: Hinter, state: PuzzleState, seat: Seat, rng: Random, oracle: Oracle
) -> Sequence[str]:
    return list(hint(state.board, state.position, puzzle.name).lines())


def _violations(puzzle: Puzzle[Any, Any], state: PuzzleState) -> Sequence[RuleInstance]:
    return entry_of(puzzle).irreparable(state.board, state.position)


def _solve(puzzle: Puzzle[Any, Any], state: PuzzleState, oracle: Oracle) -> PuzzleState | None:
    """A solution by the first encoder without a known gap, passed by the judge."""
    encoder = next(encoder for encoder in puzzle.encoders.values() if encoder.gap is None)
    solution = oracle.solution(encoder.encode(state.board))
    if solution is None:
        return None
    solved = puzzle_state(puzzle, state.board, solution)
    if not solved.solved:
        broken = puzzle.check(state.board, solution)[0]
        raise EncodingError(f"the solution found breaks a rule of {puzzle.title}: {broken}")
    return solved


# -- pictures ----------------------------------------------------------------------------------------


def _draw(puzzle: Puzzle[Any, Any], state: PuzzleState) -> Scene:
    return puzzle.draw(state.board, state.position)


def _sketch(puzzle: Puzzle[Any, Any], state: PuzzleState, ascii: bool) -> Sequence[Line]:
    if puzzle.sketch is not None:
        return puzzle.sketch(state.board, state.position, ascii)
    text = puzzle.solutions[0].write(state.board, state.position).rstrip("\n")
    if ascii:
        text = text.encode("ascii", "backslashreplace").decode()
    return [(Span(line),) for line in text.split("\n")]


# -- texts -------------------------------------------------------------------------------------------


def _read_move(text: str) -> str:
    """A typed line with single blanks; whether it is a move depends on the board."""
    move = " ".join(text.split())
    if not move or not move.isprintable() or move.startswith(MARK):
        found = quote(text) if move else "nothing"
        raise BadInput("move", line=1, column=1, found=found, expected="a move, or 'help'")
    return move


MOVES: Format[str] = Format("text", read=_read_move, write=str, recognises=lambda text: True)


def split_position(text: str) -> tuple[str, tuple[str, str, int] | None]:
    r"""The text of a board, and what follows it in a text with a position: format, text and first line.

    >>> split_position("2.\n=== so far, grid ===\n#-\n")
    ('2.\n', ('grid', '#-\n', 3))
    >>> split_position("2.\n")
    ('2.\n', None)
    """
    found = POSITION_MARK.search(text)
    if found is None:
        return text, None
    position = found[1], text[found.end() :], text.count("\n", 0, found.end()) + 1
    return f"{text[: found.start()]}\n", position


def _state_format(puzzle: Puzzle[Any, Any], form: Format[Any]) -> Format[PuzzleState]:
    """States in a format of boards: the board, and the position unless it is empty."""
    return Format(
        form.name,
        read=partial(_read_state, puzzle, form),
        write=partial(_write_state, puzzle, form),
        recognises=lambda text: form.recognises(split_position(text)[0]),
    )


def _write_state(puzzle: Puzzle[Any, Any], form: Format[Any], state: PuzzleState) -> str:
    board = form.write(state.board)
    if state.position == entry_of(puzzle).empty(state.board):
        return board
    forms = solution_formats(puzzle, state.board)
    position_form, text = write_in_format(forms, state.position, kind=f"{puzzle.name} solution format")
    return "\n".join([board.removesuffix("\n"), f"=== so far, {position_form.name} ===", text])


def _read_state(puzzle: Puzzle[Any, Any], form: Format[Any], text: str) -> PuzzleState:
    board_text, found = split_position(text)
    board = form.read(board_text)
    if found is None:
        return puzzle_state(puzzle, board)
    name, position_text, line = found
    position_form = next((one for one in puzzle.solutions if one.name == name), None)
    if position_form is None:
        expected = " or ".join(one.name for one in puzzle.solutions)
        raise BadInput("position", line=line - 1, column=1, found=name, expected=expected)
    try:
        return puzzle_state(puzzle, board, position_form.read(board, position_text))
    except BadInput as error:
        error.line = line - 1 + (error.line or 1)
        raise
