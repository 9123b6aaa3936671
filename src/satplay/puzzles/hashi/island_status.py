"""How islands and bridges stand while somebody builds: what pictures show of it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import TypeAlias, cast

from satplay.puzzles.hashi.board import Board, Bridges, Cell
from satplay.puzzles.hashi.rules import Rule, check
from satplay.rule import RuleInstance

Way: TypeAlias = tuple[Cell, Cell]
"""Two islands of one row or column, the smaller cell first."""


class Standing(Enum):
    """Of an island: how far it has come with its number."""

    OPEN = "bridges are missing"
    DONE = "its number is reached"
    OVERFULL = "it has more bridges than its number"


def standing(board: Board, bridges: Bridges) -> Mapping[Cell, Standing]:
    """Every island's; one without a number is done as soon as it has a bridge.

    >>> board = Board(1, 5, {0: 1, 2: None, 4: 2})
    >>> [island.name for island in standing(board, Bridges(((0, 2, 2),))).values()]
    ['OVERFULL', 'DONE', 'OPEN']
    """
    ends = bridges.ends()

    def of(cell: Cell, wanted: int | None) -> Standing:
        if ends[cell] < (wanted or 1):
            return Standing.OPEN
        return Standing.DONE if wanted is None or ends[cell] == wanted else Standing.OVERFULL

    return {cell: of(cell, wanted) for cell, wanted in board.islands.items()}


def faults(board: Board, bridges: Bridges) -> Mapping[Way, frozenset[Enum]]:
    """The ways whose bridges are wrong by themselves, and why: too many, across others, over islands."""
    found: dict[Way, frozenset[Enum]] = {}
    for broken in check(board, bridges):
        for way in ways(broken):
            found[way] = found.get(way, frozenset()) | {broken.rule}
    return found


def ways(instance: RuleInstance) -> list[Way]:
    """The ways that a rule instance speaks of; most speak of islands alone."""
    if instance.rule not in (Rule.MOST, Rule.CROSSING, Rule.OVER):
        return []
    cells = cast("tuple[Cell, ...]", instance.place)
    return list(zip(cells[::2], cells[1::2], strict=True))
