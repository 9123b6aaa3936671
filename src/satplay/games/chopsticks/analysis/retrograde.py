"""Retrograde analysis of all positions of a variant: who wins and when, what can be forced or reached.

"We" are one of the two players.  In each position either we or the opponent may be to move, so each position
has two numbers of plies.  The analysis is native (``kernel/``); the same rule in plain Python is a test
oracle (``tests/games/chopsticks/oracles``).  The optional rule against cycles is ignored, because it depends
on the history.  A position that is won here at the start of play is also won under that rule: a player who
always shortens the distance to the win meets no position twice.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from satplay.errors import needs_native_core
from satplay.fast_dataclass import dataclass
from satplay.games.chopsticks.analysis.move_tables import tables, unordered_numbers
from satplay.games.chopsticks.rules import require_valid
from satplay.games.chopsticks.state import Position
from satplay.games.chopsticks.variant import SOURCE, Variant

if TYPE_CHECKING:
    from satplay.games.chopsticks._kernel import Moves

NEVER = -1
Plies: TypeAlias = NDArray[np.int32]
"""A number of plies for each position, by its number; ``NEVER`` if there is none."""
Marks: TypeAlias = NDArray[np.bool_]
"""A flag for each position, by its number."""


class PositionValue(Enum):
    """The value of a position for the player to move, under perfect play."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"


def index(position: Position, variant: Variant = SOURCE) -> int:
    """The number of a position: its hands read as digits.

    >>> index(Position((1, 1), (1, 1))), position_at(156)
    (156, Position(mine=(1, 1), theirs=(1, 1)))
    """
    require_valid(position, variant)
    number = 0
    for fingers in (*position.mine, *position.theirs):
        number = number * variant.fingers + fingers
    return number


def position_at(number: int, variant: Variant = SOURCE) -> Position:
    """The position with this number; the inverse of ``index``."""
    digits = [number // variant.fingers**at % variant.fingers for at in range(2 * variant.hands)][::-1]
    return Position(tuple(digits[: variant.hands]), tuple(digits[variant.hands :]))


def mark_positions(variant: Variant, positions: Iterable[Position]) -> Marks:
    """Flags that are set for these positions."""
    marks = np.zeros(variant.size, np.bool_)
    marks[[index(position, variant) for position in positions]] = True
    return marks


@dataclass(frozen=True, slots=True, eq=False)
class Distances:
    """The number of plies to a goal from each position.

    ``ours``   if we are to move
    ``theirs`` if the opponent is to move
    """

    variant: Variant
    ours: Plies
    theirs: Plies

    def at(self, position: Position, *, we_move: bool = True) -> int | None:
        """The number of plies from one position; None if the goal cannot be reached."""
        plies = int((self.ours if we_move else self.theirs)[index(position, self.variant)])
        return None if plies == NEVER else plies


def attractor(variant: Variant, ours: Marks, theirs: Marks, *, helped: bool = False) -> Distances:
    """The positions from which we can force a goal, and the number of plies.

    ``ours`` marks the goals in which we are to move, ``theirs`` the goals in which the opponent is.  If
    ``helped``, the opponent cooperates, and the result is the length of the shortest line.
    """
    found = _moves(variant, False).attractor(ours.astype(np.uint8), theirs.astype(np.uint8), helped)
    return Distances(variant, *found)


def reach(variant: Variant, start: Position) -> Plies:
    """The number of plies in which each position can be reached, if both players cooperate.

    >>> int(reach(SOURCE, Position((1, 1), (1, 1)))[index(Position((4, 4), (1, 1)))])
    8
    """
    return _moves(variant, False).reach(index(start, variant))


@dataclass(frozen=True, slots=True, eq=False)
class Values:
    """The value of every position for the player to move.

    ``wins``   the number of plies in which the player to move can force a win
    ``losses`` the number of plies in which the player to move loses, with the longest defence
    """

    variant: Variant
    wins: Plies
    losses: Plies

    def value(self, position: Position) -> PositionValue:
        """The value of one position."""
        at = index(position, self.variant)
        if self.wins[at] != NEVER:
            return PositionValue.WIN
        return PositionValue.DRAW if self.losses[at] == NEVER else PositionValue.LOSS

    def plies(self, position: Position) -> int | None:
        """The number of plies to the end under perfect play; None for a draw, which never ends."""
        at = index(position, self.variant)
        plies = int(max(self.wins[at], self.losses[at]))
        return None if plies == NEVER else plies


@lru_cache(maxsize=16)
def values(variant: Variant = SOURCE) -> Values:
    """The values of all positions.

    Left and right are interchangeable, so the analysis ignores the order of hands and its results are copied
    to all orders.

    >>> values().value(Position((1, 1), (1, 1))), values().plies(Position((1, 1), (1, 1)))
    (<PositionValue.LOSS: 'loss'>, 26)
    """
    if not variant.cycles:
        found = values(replace(variant, cycles=True))
        return replace(found, variant=variant)
    order, count = unordered_numbers(variant), len(tables(variant, unordered=True).hands)
    number = (order[:, None] * np.int32(count) + order).ravel()
    wins, losses = (plies[number] for plies in _unordered_values(variant))
    for plies in (wins, losses):
        plies.setflags(write=False)  # the cache returns the same arrays again
    return Values(variant, wins, losses)


def _unordered_values(variant: Variant) -> tuple[Plies, Plies]:
    """Wins and losses for each pair of unordered hands, numbered as in ``move_tables``."""
    ours, theirs = _final_positions(len(tables(variant, unordered=True).hands))
    return _moves(variant, True).attractor(ours.astype(np.uint8), theirs.astype(np.uint8), False)


def won_positions(variant: Variant = SOURCE) -> tuple[Marks, Marks]:
    """The positions that we have won, with us and with the opponent to move: the opponent is out."""
    return _final_positions(variant.fingers**variant.hands)


def _final_positions(count: int) -> tuple[Marks, Marks]:
    """The won positions over ``count`` hands; number 0 has no fingers, and not both players may have it."""
    ours, theirs = np.zeros((2, count, count), np.bool_)
    ours[1:, 0] = theirs[0, 1:] = True
    return ours.ravel(), theirs.ravel()


@lru_cache(maxsize=32)
def _moves(variant: Variant, unordered: bool) -> Moves:
    """The moves of a variant in the native kernel."""
    with needs_native_core("the analysis of Chopsticks positions"):
        from satplay.games.chopsticks._kernel import Moves
    it = tables(variant, unordered)
    return Moves(
        it.transfers.start, it.transfers.items, it.taps.start, it.taps.items, it.holds, variant.fingers
    )
