"""The rules of Mosaic, by name, and the judge: it knows nothing of clauses."""

from __future__ import annotations

from enum import Enum

from satplay.puzzles.mosaic.board import Board, Cell, Solution, name
from satplay.rule import RuleInstance


class Rule(Enum):
    """Everything a solution can break."""

    COUNT = "A clue counts the shaded cells around it, itself included."
    GIVEN = "A cell that is marked in the puzzle keeps its mark."


def count(board: Board, cell: Cell) -> RuleInstance:
    """COUNT at one clue; its place is the clue and the cells it counts."""
    clue, around = board.clues[cell], board.around(cell)
    verb = "is" if clue == 1 else "are"
    sentence = f"{clue} of the {len(around)} cells around {name(cell)} {verb} shaded"
    return RuleInstance(Rule.COUNT, sentence, (cell, *around))


def given(board: Board, cell: Cell) -> RuleInstance:
    """GIVEN at one marked cell."""
    mark = "shaded" if board.marks[cell] else "not shaded"
    return RuleInstance(Rule.GIVEN, f"{name(cell)} is {mark} from the start", (cell,))


def clue_for(board: Board, solution: Solution, cell: Cell) -> int:
    """The clue that would be right at a cell.

    >>> clue_for(Board(2, 3, {}, {}), frozenset({(0, 0), (1, 2)}), (0, 1))
    2
    """
    return len(solution.intersection(board.around(cell)))


def check(board: Board, solution: Solution) -> list[RuleInstance]:
    """The rule instances that the solution breaks; none when it is right."""
    miscounted = (cell for cell in board.clues if clue_for(board, solution, cell) != board.clues[cell])
    changed = (cell for cell in board.marks if (cell in solution) != board.marks[cell])
    return [count(board, cell) for cell in miscounted] + [given(board, cell) for cell in changed]
