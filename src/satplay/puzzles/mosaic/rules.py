"""The rules of Mosaic by name, and the checker: it uses no clauses."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from enum import Enum

from satplay.contracts.texts import join_words, pluralize
from satplay.graph import components
from satplay.puzzles.mosaic.board import Board, Cell, Solution, name
from satplay.rule import RuleInstance


class Rule(Enum):
    """The rules that a solution can violate."""

    COUNT = "A clue is the number of shaded cells around it, its own cell included."
    GIVEN = "A cell with a given mark keeps it."
    CONNECTED = "In the variant 'connected', the shaded cells form one group, joined by their sides."


# -- rule instances ------------------------------------------------------------------------------------


def count(board: Board, cell: Cell) -> RuleInstance:
    """COUNT at one clue; its place is the clue and the cells that it counts."""
    clue, around = board.clues[cell], board.around(cell)
    verb = "is" if clue == 1 else "are"
    sentence = f"{clue} of the {len(around)} cells around {name(cell)} {verb} shaded"
    return RuleInstance(Rule.COUNT, sentence, (cell, *around))


def given(board: Board, cell: Cell) -> RuleInstance:
    """GIVEN at one cell."""
    mark = "shaded" if board.marks[cell] else "not shaded"
    return RuleInstance(Rule.GIVEN, f"{name(cell)} is {mark} from the start", (cell,))


def connected(one: Cell, other: Cell, border: Sequence[Cell]) -> RuleInstance:
    """CONNECTED at two cells that ``border`` separates: if both are shaded, so is a cell of the border."""
    sentence = (
        f"{name(one)} and {name(other)} are not both shaded, "
        f"unless {join_words([name(cell) for cell in border], 'or')} is shaded"
    )
    return RuleInstance(Rule.CONNECTED, sentence, (one, other, *border))


# -- the checker ---------------------------------------------------------------------------------------


def check(board: Board, solution: Solution) -> list[RuleInstance]:
    """The rule instances that a solution violates; empty if it is correct."""
    miscounted = (cell for cell in board.clues if clue_for(board, solution, cell) != board.clues[cell])
    changed = (cell for cell in board.marks if (cell in solution) != board.marks[cell])
    return [
        *(count(board, cell) for cell in miscounted),
        *(given(board, cell) for cell in changed),
        *(connected(*cut) for cut in cuts(board, solution)),
    ]


def clue_for(board: Board, solution: Solution, cell: Cell) -> int:
    """The clue that is correct at a cell.

    >>> clue_for(Board(2, 3, {}, {}), frozenset({(0, 0), (1, 2)}), (0, 1))
    2
    """
    return len(solution.intersection(board.around(cell)))


def groups(board: Board, solution: Solution) -> list[list[Cell]]:
    """The shaded cells in groups that are joined by their sides, in reading order of their first cells.

    >>> groups(Board(2, 3, {}, {}), frozenset({(0, 0), (1, 0), (1, 2)}))
    [[(0, 0), (1, 0)], [(1, 2)]]
    """

    def shaded_beside(cell: Cell) -> Iterable[Cell]:
        return (near for near in board.beside(cell) if near in solution)

    return [sorted(group) for group in components(sorted(solution), shaded_beside)]


def cuts(board: Board, solution: Solution) -> list[tuple[Cell, Cell, list[Cell]]]:
    """For every group but the largest: a cell of it, a cell of the largest, and the cells around the group.

    None of the cells around a group is shaded, and every path from the one cell to the other crosses them.
    Empty unless the board has the variant ``connected``.
    """
    separate = groups(board, solution) if board.connected else []
    if len(separate) < 2:
        return []
    largest = max(separate, key=len)
    return [(group[0], largest[0], _border(board, group)) for group in separate if group is not largest]


def _border(board: Board, group: Collection[Cell]) -> list[Cell]:
    inside = set(group)
    return sorted({near for cell in group for near in board.beside(cell)} - inside)


# -- a contradiction in one sentence -------------------------------------------------------------------


def conflict_summary(board: Board, instances: Sequence[RuleInstance]) -> str:
    """One sentence about rule instances that cannot hold together.

    >>> board = Board(1, 2, {(0, 1): 3}, {})
    >>> conflict_summary(board, [count(board, (0, 1))])
    'the clue 3 at B1 has only 2 cells to count'
    """
    clues = [cell for cell in board.clues if count(board, cell) in instances]
    marks = [cell for cell in board.marks if given(board, cell) in instances]
    if len(clues) == len(instances) == 1:
        (cell,) = clues
        room = pluralize(len(board.around(cell)), "cell")
        return f"the clue {board.clues[cell]} at {name(cell)} has only {room} to count"
    parts = [
        f"the {thing}{'s' if len(cells) > 1 else ''} at {join_words([name(cell) for cell in cells])}"
        for thing, cells in (("clue", clues), ("given mark", marks))
        if cells
    ]
    if len(clues) + len(marks) < len(instances):
        parts.append("the rule that shaded cells are connected")
    return f"{join_words(parts)} contradict each other"
