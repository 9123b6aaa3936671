"""The positions that play can lead to, ply by ply, and the moves between them, in bulk.

A position is a number: that of the mover's hands times how many hands there are, plus that of the other's, as
``tables`` numbers them.  Where left and right make no difference to the goal hands are counted without order.
From some ply on the layers repeat with every second one, and are the same objects.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from satplay.games.chopsticks.analysis.goal import Goal, Task
from satplay.games.chopsticks.analysis.move_tables import Lists, Tables, tables
from satplay.games.chopsticks.state import Hands, Position

Numbers: TypeAlias = NDArray[np.int64]
Marks: TypeAlias = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """All positions after so many plies.

    ``positions``          ascending
    ``met``                where the goal is there: nothing is to be done any more
    ``sources``, ``targets`` the moves from the others: places in this layer and in the next, ascending
    """

    positions: Numbers
    met: Marks
    sources: Numbers
    targets: Numbers

    def stuck(self, last: bool) -> Numbers:
        """Where the goal is not there and nothing can be done about it any more."""
        hopeless = ~self.met
        if not last:
            hopeless[self.sources] = False
        return np.flatnonzero(hopeless)


def layers(task: Task, plies: int) -> list[Layer]:
    """One more than there are plies."""
    known = tables(task.variant, task.goal.alike)
    found: list[Layer] = []
    here = np.array([number(task.start, known, task.goal.alike)], np.int64)
    for ply in range(plies + 1):
        if ply > 1 and np.array_equal(here, found[-2].positions):
            same = found[-2:]
            found += (same * plies)[: plies + 1 - ply]
            break
        met = _met(here, task.goal, ply, known)
        sources, reached = _moves(here, met, known)
        after, targets = np.unique(reached, return_inverse=True)
        found.append(Layer(here, met, sources, targets.astype(np.int64)))
        here = after
    return found


def number(position: Position, known: Tables, alike: bool) -> int:
    """The number of a position."""
    return _hands(position.mine, known, alike) * len(known.hands) + _hands(position.theirs, known, alike)


def _hands(hands: Hands, known: Tables, alike: bool) -> int:
    return known.hands.index(tuple(sorted(hands)) if alike else hands)


def position(number: int, known: Tables) -> Position:
    """The position of a number."""
    mine, theirs = divmod(number, len(known.hands))
    return Position(known.hands[mine], known.hands[theirs])


def _met(positions: Numbers, goal: Goal, ply: int, known: Tables) -> Marks:
    """Hands number 0 are those that are out."""
    mine, theirs = np.divmod(positions, len(known.hands))
    if goal.position is None:
        return np.equal(theirs if ply % 2 == 0 else mine, 0)
    wanted = number(goal.position, known, goal.alike)
    return np.equal(positions, wanted if goal.to_move.allows(ply) else -1)


def _moves(positions: Numbers, met: Marks, known: Tables) -> tuple[Numbers, Numbers]:
    """Every move from the positions: the place of where it begins, and the number of where it leads to."""
    count = len(known.hands)
    mine, theirs = np.divmod(positions, count)
    going = np.flatnonzero(~met & (mine > 0) & (theirs > 0))
    place, after = _taken(known.transfers, mine[going], going)
    moves = [place * np.int64(count * count) + theirs[place] * count + after]
    for fingers in range(1, len(known.taps.start) // count):
        tapping = going[(known.holds[mine[going]] >> fingers) & 1 == 1]
        place, after = _taken(known.taps, fingers * count + theirs[tapping], tapping)
        moves.append(place * np.int64(count * count) + after * count + mine[place])
    sources, targets = np.divmod(np.unique(np.concatenate(moves)), count * count)
    return sources, targets


def _taken(lists: Lists, which: Numbers, places: Numbers) -> tuple[Numbers, Numbers]:
    """The items of some of the lists one after the other, each beside the place that its list is for."""
    begins = lists.start[which].astype(np.int64)
    lengths = lists.start[which + 1] - begins
    ends = np.cumsum(lengths)
    items = np.arange(ends[-1] if ends.size else 0) + np.repeat(begins - (ends - lengths), lengths)
    return np.repeat(places, lengths), lists.items[items].astype(np.int64)
