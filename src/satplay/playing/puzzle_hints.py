"""Help, prompts and hints for a puzzle that one person fills in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, Protocol

from satplay.contracts.game import GameHint, Seat
from satplay.contracts.oracle import Oracle
from satplay.contracts.puzzle import MoveEntry, Puzzle
from satplay.errors import BadInput
from satplay.playing.puzzle_state import PuzzleState, entry_of
from satplay.playing.wrong_marks import find_wrong_marks
from satplay.rule import RuleInstance

CLEAR = "clear"
"""The move, of every puzzle, that removes everything."""

SEPARATOR = ";"
"""Between several moves in one line."""


class HintText(Protocol):
    """A hint for people: a step, or a mistake."""

    @property
    def kind(self) -> str:
        """``step``, ``mistake``, or why there is no step."""

    @property
    def because(self) -> Sequence[RuleInstance]:
        """The rule instances that the step follows from."""

    @property
    def next_position(self) -> Any:
        """The position with the new facts."""

    def lines(self) -> Iterable[str]:
        """Its sentences."""

    def where_lines(self) -> Iterable[str]:
        """Where to look for it."""


class Hinter(Protocol):
    """Finds the next logical step from a position."""

    def __hash__(self) -> int: ...

    def __call__(self, instance: Any, position: Any, subject: str, /) -> HintText:
        """A hint; ``SatplayError`` if there is none."""


def position_after(entry: MoveEntry[Any, Any], state: PuzzleState, move: str) -> Any:
    """The position after a move, or after several moves in one line."""
    if move.lower() == CLEAR:
        return entry.empty(state.board)
    try:
        return entry.apply(state.board, state.position, move)
    except BadInput:
        several = [part.strip() for part in move.split(SEPARATOR)]
        if len(several) == 1:  # a separator can also be the name of a colour
            raise
    position = state.position
    for part in several:
        position = entry.apply(state.board, position, part) if part else position
    return position


def list_help(entry: MoveEntry[Any, Any], state: PuzzleState) -> Sequence[str]:
    """How moves are typed, with examples of this position."""
    several = "several moves in one line, with ; between them"
    return (
        *entry.guidance.help(state.board, state.position),
        f"{CLEAR:<17} remove everything; undo brings it back",
        f"{'MOVE; MOVE':<17} {several}",
    )


def describe_rules(entry: MoveEntry[Any, Any], state: PuzzleState) -> Sequence[str]:
    """The rules of the board in short."""
    return entry.guidance.rules(state.board)


def describe_prompt(entry: MoveEntry[Any, Any], state: PuzzleState, seat: Seat) -> str:
    """What to type, with an example."""
    return f"Type a move, such as {entry.guidance.example(state.board, state.position)}."


def list_readings(entry: MoveEntry[Any, Any], state: PuzzleState, text: str) -> Sequence[str]:
    """The moves that a text means."""
    return entry.readings.exact(state.board, state.position, text)


def list_nearby(entry: MoveEntry[Any, Any], state: PuzzleState, text: str) -> Sequence[str]:
    """The moves that a text may have been meant as."""
    return entry.readings.near(state.board, state.position, text)


def find_hint(
    puzzle: Puzzle[Any, Any],
    hint: Hinter,
    state: PuzzleState,
    seat: Seat,
    asked: int,
    rng: Random,
    oracle: Oracle,
) -> GameHint:
    """First where to look, then the step with its reason."""
    found = hint(state.board, state.position, puzzle.name)
    move = None
    if found.kind == "step":
        move = move_to(entry_of(puzzle), state, found.next_position)
    if asked or found.kind not in ("step", "mistake") or not found.because:
        return GameHint([_capitalize(line) for line in found.lines()], move)
    first, *others = found.where_lines()
    if found.kind == "mistake":
        return GameHint([f"{_capitalize(first)}."], more=True)
    return GameHint([_capitalize(first), *others], move, more=True)


def move_to(entry: MoveEntry[Any, Any], state: PuzzleState, after: Any) -> str | None:
    """The move that leads to a position; None if typed moves lead to another one."""
    move = f"{SEPARATOR} ".join(entry.guidance.moves_between(state.board, state.position, after))
    try:
        return move if move and position_after(entry, state, move) == after else None
    except BadInput:
        return None


def _capitalize(line: str) -> str:
    return line if line.startswith(" ") else f"{line[:1].upper()}{line[1:]}"


def find_mistake(puzzle: Puzzle[Any, Any], hint: Hinter, state: PuzzleState, oracle: Oracle) -> Sequence[str]:
    """Sentences about a mistake in the position; empty if it can be completed."""
    found = hint(state.board, state.position, puzzle.name)
    return list(found.lines()) if found.kind == "mistake" else []


def name_wrong_marks(puzzle: Puzzle[Any, Any], state: PuzzleState, oracle: Oracle) -> str:
    """A phrase that names the wrong marks; empty if there are none."""
    wrong = find_wrong_marks(puzzle, state.board, state.position, oracle)
    return wrong.describe() if wrong else ""
