"""Mosaic in the browser: boards, positions and marks as JSON for ``board.js``; every cell is an element."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from satplay.contracts.board_cursor import FilledIn
from satplay.contracts.browser import BrowserView, Marks
from satplay.contracts.phrases import StepMarks
from satplay.puzzles.mosaic.board import Board, Solution, name
from satplay.puzzles.mosaic.encodings.cells import Shaded
from satplay.puzzles.mosaic.rules import Rule

State: TypeAlias = FilledIn[Board, Solution]


def board(state: State) -> Any:
    """What does not change: the size, the clues, the given marks, and the rule variant.

    >>> from satplay.playing.puzzle_state import PuzzleState
    >>> board(PuzzleState(Board(1, 3, {(0, 1): 2}, {(0, 2): False}), frozenset(), False))
    {'height': 1, 'width': 3, 'clues': {'B1': 2}, 'given': {'C1': False}, 'connected': False}
    """
    fixed = state.board
    return {
        "height": fixed.height,
        "width": fixed.width,
        "clues": {name(cell): clue for cell, clue in sorted(fixed.clues.items())},
        "given": {name(cell): is_shaded for cell, is_shaded in sorted(fixed.marks.items())},
        "connected": fixed.connected,
    }


def position(state: State) -> Any:
    """What moves change: the shaded cells, in reading order."""
    return {"shaded": _names(sorted(state.position))}


def marks(state: State, step: StepMarks) -> Marks:
    """The cells of facts and rule instances; ``counted`` are the cells that the clues of the step count."""
    because: list[Any] = []
    counted: list[Any] = []
    for instance in step.because:
        if instance.rule is Rule.COUNT:
            clue, *around = instance.place
            because.append(clue)
            counted += around
        else:
            because += instance.place
    return {
        "because": _names(because),
        "counted": _names(counted),
        "given": _names(fact.atom.cell for fact in step.given),
        "new": _names(fact.atom.cell for fact in step.new),
    }


def elements(state: State, atom: Any) -> Sequence[str]:
    """The cell that a variable is about."""
    return [name(atom.cell)] if isinstance(atom, Shaded) else []


def _names(cells: Iterable[Any]) -> list[str]:
    """The names of cells, each once."""
    return [name(cell) for cell in dict.fromkeys(cells)]


FIRST_BOARD = """\
mosaic
.33.2
...7.
.7..6
3..74
..3..
"""
FIRST_SOLUTION = """\
--#--
#-###
#####
#-###
--#--
"""
"""A fish."""

BROWSER: BrowserView[State] = BrowserView(
    board,
    position,
    marks,
    elements,
    first_board=FIRST_BOARD,
    first_solution=FIRST_SOLUTION,
    sizes=("5x5", "7x7", "10x10", "15x15"),
)
