"""A board with a position on it, and how both are written as text."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from satplay.contracts.format import Format
from satplay.contracts.puzzle import MoveEntry, Puzzle
from satplay.contracts.texts import quote
from satplay.errors import BadInput
from satplay.fast_dataclass import dataclass
from satplay.inputs.writing import solution_formats, write_in_format
from satplay.playing.record import MARK

MARKS = "=== marks ==="
"""The line before the marks of a player, as typed moves: no solution format writes them."""

POSITION_MARK = re.compile(r"\r?\n=== so far, ([\w-]+) ===\r?\n")
"""The line between a board and a position on it; it names the solution format of the position."""


@dataclass(frozen=True, slots=True)
class PuzzleState:
    """A board with a position on it; ``solved`` if the judge finds no violation."""

    board: Any
    position: Any
    solved: bool


def puzzle_state(puzzle: Puzzle[Any, Any], board: Any, position: Any = None) -> PuzzleState:
    """The state of a board, by default before the first move."""
    entry = entry_of(puzzle)
    if position is None:
        position = entry.empty(board)
    if entry.is_solution is not None:
        return PuzzleState(board, position, entry.is_solution(board, position))
    return PuzzleState(board, position, not puzzle.check(board, position))


def entry_of(puzzle: Puzzle[Any, Any]) -> MoveEntry[Any, Any]:
    """The move entry of a puzzle that has one."""
    assert puzzle.move_entry is not None
    return puzzle.move_entry


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


def state_format(puzzle: Puzzle[Any, Any], form: Format[Any]) -> Format[PuzzleState]:
    """States in a format of boards: the board, and the position unless it is empty."""
    return Format(
        form.name,
        read=partial(_read_state, puzzle, form),
        write=partial(_write_state, puzzle, form),
        recognises=lambda text: form.recognises(split_position(text)[0]),
    )


def _write_state(puzzle: Puzzle[Any, Any], form: Format[Any], state: PuzzleState) -> str:
    board, entry = form.write(state.board), entry_of(puzzle)
    if state.position == entry.empty(state.board):
        return board
    plain = state.position if entry.without_marks is None else entry.without_marks(state.position)
    forms = solution_formats(puzzle, state.board)
    position_form, text = write_in_format(forms, plain, kind=f"{puzzle.name} solution format")
    marks = (
        entry.guidance.moves_between(state.board, plain, state.position) if plain != state.position else ()
    )
    lines = [board.removesuffix("\n"), f"=== so far, {position_form.name} ===", text.removesuffix("\n")]
    return "\n".join([*lines, *([MARKS, *marks] if marks else []), ""])


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
    position_text, _, marks = position_text.partition(f"{MARKS}\n")
    try:
        position = position_form.read(board, position_text)
    except BadInput as error:
        error.line = line - 1 + (error.line or 1)
        raise
    for number, mark in enumerate(marks.splitlines(), line + position_text.count("\n") + 1):
        try:
            position = entry_of(puzzle).apply(board, position, mark)
        except BadInput as error:
            error.line, error.column = number, 1
            raise
    return puzzle_state(puzzle, board, position)
