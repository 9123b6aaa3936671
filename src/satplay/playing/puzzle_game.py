"""A puzzle that one person fills in, as a game with one seat.

The game is over when the judge of the puzzle finds no violation.  A move is the typed text itself; its
meaning depends on the board, so the legal moves are not listed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from satplay.contracts.game import Game, Outcome, Seat
from satplay.contracts.oracle import Oracle
from satplay.contracts.puzzle import Puzzle
from satplay.drawing.scene import Scene
from satplay.drawing.terminal import Line, Span
from satplay.errors import BadInput, EncodingError
from satplay.playing.puzzle_hints import (
    Hinter,
    describe_prompt,
    describe_rules,
    find_hint,
    find_mistake,
    list_help,
    list_nearby,
    list_readings,
    name_wrong_marks,
    position_after,
)
from satplay.playing.puzzle_state import MOVES, PuzzleState, entry_of, puzzle_state, state_format
from satplay.rule import RuleInstance

SEAT: Seat = "solver"


def puzzle_game(puzzle: Puzzle[Any, Any], hint: Hinter | None = None) -> Game[PuzzleState, str]:
    """The game of filling in a puzzle with move entry; without ``hint`` there are no hints."""
    entry = entry_of(puzzle)
    return Game(
        name=puzzle.name,
        title=puzzle.title,
        seats=(SEAT,),
        states=[state_format(puzzle, form) for form in puzzle.formats],
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
        help=partial(list_help, entry),
        rules=partial(describe_rules, entry),
        all_rules=[f"{rule.name}: {rule.value}" for rule in puzzle.rules],
        prompt=partial(describe_prompt, entry),
        readings=partial(list_readings, entry),
        nearby=partial(list_nearby, entry),
        hint=None if hint is None else partial(find_hint, puzzle, hint),
        free_text=True,
        violations=partial(_violations, puzzle),
        wrong_marks=None if entry.without_marks is None else partial(name_wrong_marks, puzzle),
        find_mistake=None if hint is None else partial(find_mistake, puzzle, hint),
        solve=partial(_solve, puzzle),
        cursor=puzzle.cursor,
        browser=puzzle.browser,
        board_size=None if puzzle.size is None else partial(_size, puzzle),
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
    return puzzle_state(puzzle, state.board, position_after(entry_of(puzzle), state, move))


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


def _size(puzzle: Puzzle[Any, Any], state: PuzzleState) -> str:
    assert puzzle.size is not None
    return puzzle.size(state.board)


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
