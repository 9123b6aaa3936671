"""The status of islands and the violations of bridges in a position, for drawings and sketches."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import TypeAlias, cast

from satplay.puzzles.hashi.board import Board, Bridges, Cell
from satplay.puzzles.hashi.rules import Rule, check
from satplay.rule import RuleInstance

Way: TypeAlias = tuple[Cell, Cell]
"""Two islands of one row or column, the smaller cell first."""


class IslandStatus(Enum):
    """The number of an island compared with its bridges."""

    OPEN = "bridges are missing"
    DONE = "its number is reached"
    OVERFULL = "it has more bridges than its number"


def island_statuses(board: Board, bridges: Bridges) -> Mapping[Cell, IslandStatus]:
    """The status of each island; one without a number is done as soon as it has a bridge.

    >>> board = Board(1, 5, {0: 1, 2: None, 4: 2})
    >>> [island.name for island in island_statuses(board, Bridges(((0, 2, 2),))).values()]
    ['OVERFULL', 'DONE', 'OPEN']
    """
    ends = bridges.ends()

    def status(cell: Cell, number: int | None) -> IslandStatus:
        if ends[cell] < (number or 1):
            return IslandStatus.OPEN
        return IslandStatus.DONE if number is None or ends[cell] == number else IslandStatus.OVERFULL

    return {cell: status(cell, wanted) for cell, wanted in board.islands.items()}


def drawn_statuses(board: Board, bridges: Bridges) -> Mapping[Cell, IslandStatus]:
    """The statuses as they are drawn: an open island that the player has marked as done looks done."""
    statuses = island_statuses(board, bridges)
    marked = (cell for cell in bridges.done if statuses.get(cell) is IslandStatus.OPEN)
    return {**statuses, **dict.fromkeys(marked, IslandStatus.DONE)}


def violations_by_way(board: Board, bridges: Bridges) -> Mapping[Way, frozenset[Enum]]:
    """The pairs of islands whose bridges violate a rule, with the rules: MOST, CROSSING, OVER."""
    found: dict[Way, frozenset[Enum]] = {}
    for broken in check(board, bridges):
        for way in ways_of(broken):
            found[way] = found.get(way, frozenset()) | {broken.rule}
    return found


def ways_of(instance: RuleInstance) -> list[Way]:
    """The pairs of islands in the place of a rule instance; empty for rules about single islands."""
    if instance.rule not in (Rule.MOST, Rule.CROSSING, Rule.OVER):
        return []
    cells = cast("tuple[Cell, ...]", instance.place)
    return list(zip(cells[::2], cells[1::2], strict=True))
