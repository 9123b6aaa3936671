"""The positions that play can lead to, ply by ply, and the moves between them, in bulk.

A position is a number: the number of the mover's hands times the number of all hands, plus the number of the
opponent's hands, as ``tables`` numbers them.  If left and right make no difference to the goal, hands are
unordered.  From some ply on, every second layer is the same, and is the same object.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from satplay.fast_dataclass import dataclass
from satplay.games.chopsticks.analysis.goal import Goal, GoalTask
from satplay.games.chopsticks.analysis.move_tables import Lists, Tables, tables
from satplay.games.chopsticks.state import Hands, Position

Numbers: TypeAlias = NDArray[np.int64]
Marks: TypeAlias = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """All positions after a number of plies.

    ``positions``            ascending
    ``reached``              the positions in which the goal is reached and play ends
    ``sources``, ``targets`` the moves from the others: indices in this layer and in the next, ascending
    """

    positions: Numbers
    reached: Marks
    sources: Numbers
    targets: Numbers

    def dead_ends(self, last: bool) -> Numbers:
        """The positions in which the goal is not reached and no move is left."""
        hopeless = ~self.reached
        if not last:
            hopeless[self.sources] = False
        return np.flatnonzero(hopeless)


def layers(task: GoalTask, plies: int) -> list[Layer]:
    """The layers from the start to the last ply: one more than there are plies."""
    known = tables(task.variant, task.goal.ignores_order)
    found: list[Layer] = []
    here = np.array([number(task.start, known, task.goal.ignores_order)], np.int64)
    for ply in range(plies + 1):
        if ply > 1 and np.array_equal(here, found[-2].positions):
            same = found[-2:]
            found += (same * plies)[: plies + 1 - ply]
            break
        reached = _find_reached(here, task.goal, ply, known)
        sources, successors = _moves(here, reached, known)
        after, targets = np.unique(successors, return_inverse=True)
        found.append(Layer(here, reached, sources, targets.astype(np.int64)))
        here = after
    return found


def number(position: Position, tables: Tables, ignore_order: bool) -> int:
    """The number of a position."""
    return _hands(position.mine, tables, ignore_order) * len(tables.hands) + _hands(
        position.theirs, tables, ignore_order
    )


def _hands(hands: Hands, tables: Tables, ignore_order: bool) -> int:
    return tables.hands.index(tuple(sorted(hands)) if ignore_order else hands)


def position(number: int, tables: Tables) -> Position:
    """The position with this number; the inverse of ``number``."""
    mine, theirs = divmod(number, len(tables.hands))
    return Position(tables.hands[mine], tables.hands[theirs])


def _find_reached(positions: Numbers, goal: Goal, ply: int, tables: Tables) -> Marks:
    """Whether the goal is reached in each position; hands number 0 are out."""
    mine, theirs = np.divmod(positions, len(tables.hands))
    if goal.position is None:
        return np.equal(theirs if ply % 2 == 0 else mine, 0)
    wanted = number(goal.position, tables, goal.ignores_order)
    return np.equal(positions, wanted if goal.to_move.allows(ply) else -1)


def _moves(positions: Numbers, reached: Marks, tables: Tables) -> tuple[Numbers, Numbers]:
    """Every move from the positions: the index of its source, and the number of its target."""
    count = len(tables.hands)
    mine, theirs = np.divmod(positions, count)
    going = np.flatnonzero(~reached & (mine > 0) & (theirs > 0))
    place, after = _gather(tables.transfers, mine[going], going)
    moves = [place * np.int64(count * count) + theirs[place] * count + after]
    for fingers in range(1, len(tables.taps.start) // count):
        tapping = going[(tables.holds[mine[going]] >> fingers) & 1 == 1]
        place, after = _gather(tables.taps, fingers * count + theirs[tapping], tapping)
        moves.append(place * np.int64(count * count) + after * count + mine[place])
    sources, targets = np.divmod(np.unique(np.concatenate(moves)), count * count)
    return sources, targets


def _gather(lists: Lists, which: Numbers, places: Numbers) -> tuple[Numbers, Numbers]:
    """The concatenated items of some lists, each paired with the place of its list."""
    begins = lists.start[which].astype(np.int64)
    lengths = lists.start[which + 1] - begins
    ends = np.cumsum(lengths)
    items = np.arange(ends[-1] if ends.size else 0) + np.repeat(begins - (ends - lengths), lengths)
    return np.repeat(places, lengths), lists.items[items].astype(np.int64)
