"""A saved game of a puzzle as an input: it stands for its board, with the position that was drawn on it.

This is the one module below ``playing`` that uses it: only a match can replay the moves of a record.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from satplay import puzzles
from satplay.contracts.puzzle import Puzzle
from satplay.errors import BadInput
from satplay.inputs.source import Source, name_errors

RECORD = re.compile(r"\ufeff?=== satplay record.*(?:\r?\ngame (.+?)\r?$)?", re.MULTILINE)
POSITION = "\n=== so far, "
"""The beginning of the line between board and position in a game saved before puzzles had records."""


class SavedBoard(NamedTuple):
    """The board of a saved game; ``position`` is None in a game that is not filled in by one person."""

    puzzle: Puzzle[Any, Any]
    board: Any
    position: Any


def is_saved_game(head: str) -> bool:
    """Whether a text begins like a saved game.

    >>> is_saved_game("=== satplay record, version 1 ==="), is_saved_game("A.A")
    (True, False)
    """
    return RECORD.match(head) is not None or POSITION in head


def saved_subject(head: str) -> str | None:
    """The puzzle or game that a record names; None for any other text.

    >>> saved_subject("=== satplay record, version 1 ===\\ngame nim\\nseed 7") == "nim"
    True
    """
    found = RECORD.match(head)
    return None if found is None else found[1]


def read_saved_board(source: Source, subject: str | None) -> SavedBoard:
    """The board and the position of a saved game; ``BadInput`` if it is not a game of the subject."""
    with name_errors(source):
        text = source.text()
        name = saved_subject(text)
        if name is None:
            return _read_position(text, subject or source.subject)
        if name not in puzzles.names() or subject not in (None, name):
            expected = "a board of a puzzle" if subject is None else f"an instance of {subject}"
            raise BadInput("input", found=f"a saved game of {name}", expected=expected)
        from satplay.playing.resume import read_match

        puzzle, state = puzzles.find(name), read_match(text).visible_state()
        board = getattr(state, "board", None)  # games and puzzles alike: the state shows its board
        if not isinstance(board, puzzle.instance):
            raise BadInput("input", found=f"a saved game of {name}", expected="a board of a puzzle")
        return SavedBoard(puzzle, board, getattr(state, "position", None))


def _read_position(text: str, subject: str | None) -> SavedBoard:
    """The board and the position in a text of the older form."""
    from satplay.playing.subjects import game_to_play

    names = puzzles.names() if subject is None else [subject]
    for puzzle in map(puzzles.find, names):
        if puzzle.move_entry is None:
            continue
        forms = game_to_play(puzzle.name).states
        form = next((form for form in forms if form.recognises(text)), None if subject is None else forms[0])
        if form is not None:
            state = form.read(text)
            return SavedBoard(puzzle, state.board, state.position)
    raise BadInput("input", found="a saved game of an unknown puzzle", expected="the subject before it")
