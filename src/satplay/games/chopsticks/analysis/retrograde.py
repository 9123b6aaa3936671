"""All positions of a variant at once: who wins and when, what can be forced, what can be reached.

"We" are one of the players, and a position is ours or the opponent's to move in, whatever the hands are: so
there are two numbers of plies for each position.  The native kernel does the work where it was compiled;
``retrograde_plain`` tells how.  The optional rule against cycles is not looked at: it depends on the past.
Where play begins with a position that is won here it is won with that rule, too, for whoever always comes
nearer to the end meets no position twice.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from satplay.games.chopsticks import retrograde_plain
from satplay.games.chopsticks.analysis.move_tables import forgetting, tables
from satplay.games.chopsticks.rules import expect, lose, win
from satplay.games.chopsticks.state import Position
from satplay.games.chopsticks.variant import SOURCE, Variant

if TYPE_CHECKING:
    from satplay.games.chopsticks._kernel import Moves

NEVER = -1
Plies: TypeAlias = NDArray[np.int32]
"""For each position by its number; ``NEVER`` where it never comes to that."""
Marks: TypeAlias = NDArray[np.bool_]
"""For each position by its number, whether it is meant."""


class Value(Enum):
    """What a position is worth to the player to move, if nobody makes a mistake."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"


def index(position: Position, variant: Variant = SOURCE) -> int:
    """The number of a position: its hands as digits.

    >>> index(Position((1, 1), (1, 1))), position_at(156)
    (156, Position(mine=(1, 1), theirs=(1, 1)))
    """
    expect(position, variant)
    number = 0
    for fingers in (*position.mine, *position.theirs):
        number = number * variant.fingers + fingers
    return number


def position_at(number: int, variant: Variant = SOURCE) -> Position:
    """The position of a number."""
    digits = [number // variant.fingers**at % variant.fingers for at in range(2 * variant.hands)][::-1]
    return Position(tuple(digits[: variant.hands]), tuple(digits[variant.hands :]))


def marked(variant: Variant, positions: Iterable[Position]) -> Marks:
    """These positions and no others."""
    marks = np.zeros(variant.size, np.bool_)
    marks[[index(position, variant) for position in positions]] = True
    return marks


@dataclass(frozen=True, slots=True, eq=False)
class Distances:
    """In how many plies something can be brought about.

    ``ours``   where we are to move
    ``theirs`` where the opponent is
    """

    variant: Variant
    ours: Plies
    theirs: Plies

    def at(self, position: Position, *, we_move: bool = True) -> int | None:
        """From one position; None is never."""
        plies = int((self.ours if we_move else self.theirs)[index(position, self.variant)])
        return None if plies == NEVER else plies


def attractor(variant: Variant, ours: Marks, theirs: Marks, *, helped: bool = False) -> Distances:
    """From where we can make a goal appear against every defence, and in how many plies.

    ``ours`` marks the goals in which we are to move, ``theirs`` those in which the opponent is.
    ``helped``: the opponent wants it as well, so that this is the shortest way.
    """
    kernel = _kernel(variant, False)
    if kernel is not None:
        found = kernel.attractor(ours.astype(np.uint8), theirs.astype(np.uint8), helped)
        return Distances(variant, *found)
    goals = ([position_at(int(at), variant) for at in np.flatnonzero(marks)] for marks in (ours, theirs))
    plain = retrograde_plain.attractor(retrograde_plain.following(variant), *goals, helped=helped)
    return Distances(variant, *(_gathered(variant, plies) for plies in plain))


def reach(variant: Variant, start: Position) -> Plies:
    """In how many plies each position can be reached, both players helping.

    >>> int(reach(SOURCE, Position((1, 1), (1, 1)))[index(Position((4, 4), (1, 1)))])
    8
    """
    kernel = _kernel(variant, False)
    if kernel is not None:
        return kernel.reach(index(start, variant))
    return _gathered(variant, retrograde_plain.reach(variant, start))


@dataclass(frozen=True, slots=True, eq=False)
class Values:
    """What every position is worth to the player to move, and in how many plies.

    ``wins``   in how many plies the player to move wins, against every defence
    ``losses`` in how many it loses, whatever it does, if it makes the most of it
    """

    variant: Variant
    wins: Plies
    losses: Plies

    def value(self, position: Position) -> Value:
        """Of one position."""
        at = index(position, self.variant)
        if self.wins[at] != NEVER:
            return Value.WIN
        return Value.DRAW if self.losses[at] == NEVER else Value.LOSS

    def plies(self, position: Position) -> int | None:
        """How long it takes if both play well; None where it never ends."""
        at = index(position, self.variant)
        plies = int(max(self.wins[at], self.losses[at]))
        return None if plies == NEVER else plies


@lru_cache(maxsize=16)
def values(variant: Variant = SOURCE) -> Values:
    """Of all positions.

    Left and right are alike, so hands are counted without their order and the numbers handed out
    to all orders.

    >>> values().value(Position((1, 1), (1, 1))), values().plies(Position((1, 1), (1, 1)))
    (<Value.LOSS: 'loss'>, 26)
    """
    if not variant.cycles:
        found = values(replace(variant, cycles=True))
        return replace(found, variant=variant)
    order, count = forgetting(variant), len(tables(variant, unordered=True).hands)
    number = (order[:, None] * np.int32(count) + order).ravel()
    wins, losses = (plies[number] for plies in _unordered_values(variant))
    for plies in (wins, losses):
        plies.setflags(write=False)  # they are remembered, and handed out again
    return Values(variant, wins, losses)


def _unordered_values(variant: Variant) -> tuple[Plies, Plies]:
    """Wins and losses for each pair of hands without their order, as ``tables`` numbers them."""
    hands = tables(variant, unordered=True).hands
    kernel = _kernel(variant, True)
    if kernel is not None:
        ours, theirs = _ended(len(hands))
        return kernel.attractor(ours.astype(np.uint8), theirs.astype(np.uint8), False)
    after = retrograde_plain.following(variant, unordered=True)
    ended = (
        [position for position in after if win(position)],
        [position for position in after if lose(position)],
    )
    number = {one: at for at, one in enumerate(hands)}
    found = np.full((2, len(hands), len(hands)), NEVER, np.int32)
    for table, plies in zip(found, retrograde_plain.attractor(after, *ended), strict=True):
        for position, count in plies.items():
            table[number[position.mine], number[position.theirs]] = count
    return found[0].ravel(), found[1].ravel()


def won(variant: Variant = SOURCE) -> tuple[Marks, Marks]:
    """Where we have won: the opponent has no finger left, and we or the opponent would be to move."""
    return _ended(variant.fingers**variant.hands)


def _ended(count: int) -> tuple[Marks, Marks]:
    """For so many hands: number 0 are those that are out, and both out is no position."""
    ours, theirs = np.zeros((2, count, count), np.bool_)
    ours[1:, 0] = theirs[0, 1:] = True
    return ours.ravel(), theirs.ravel()


def _gathered(variant: Variant, plies: retrograde_plain.Plies) -> Plies:
    found = np.full(variant.size, NEVER, np.int32)
    found[[index(position, variant) for position in plies]] = list(plies.values())
    return found


@lru_cache(maxsize=32)
def _kernel(variant: Variant, unordered: bool) -> Moves | None:
    """The native moves of a variant; None where nothing was compiled."""
    try:
        from satplay.games.chopsticks._kernel import Moves as NativeMoves
    except ModuleNotFoundError:
        return None
    it = tables(variant, unordered)
    return NativeMoves(
        it.transfers.start, it.transfers.items, it.taps.start, it.taps.items, it.holds, variant.fingers
    )
