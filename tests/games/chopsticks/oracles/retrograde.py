"""Retrograde analysis of all positions in plain Python: the oracle for the kernel of Chopsticks.

Retrograde analysis works backwards from the goals.  If we move, one move into a decided position is
enough; if the opponent moves, every move must lead into one.  Positions are decided ply by ply, so that
the number of a round is the number of plies: minimal for us, maximal for the opponent.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from itertools import product
from typing import TypeAlias

from satplay.games.chopsticks.rules import lose, options, win
from satplay.games.chopsticks.state import Hands, Position
from satplay.games.chopsticks.variant import Variant

Plies: TypeAlias = Mapping[Position, int]
"""Of every position that is settled; the others never are."""


def positions(variant: Variant, *, unordered: bool = False) -> list[Position]:
    """Every position in which at least one player has a finger left; ``unordered``: only ascending hands.

    >>> from satplay.games.chopsticks.variant import SOURCE
    >>> len(positions(SOURCE)), len(positions(SOURCE, unordered=True))
    (624, 224)
    """
    hands: list[Hands] = list(product(range(variant.fingers), repeat=variant.hands))
    if unordered:
        hands = [one for one in hands if tuple(sorted(one)) == one]
    every = (Position(mine, theirs) for mine in hands for theirs in hands)
    return [position for position in every if not (win(position) and lose(position))]


def following(variant: Variant, *, unordered: bool = False) -> dict[Position, set[Position]]:
    """Return the successors of each position."""
    return {
        position: {then.sorted_hands if unordered else then for _, then in options(position, variant)}
        for position in positions(variant, unordered=unordered)
    }


def attractor(
    after: Mapping[Position, set[Position]],
    ours: Collection[Position],
    theirs: Collection[Position],
    *,
    helped: bool = False,
) -> tuple[Plies, Plies]:
    """Return the number of plies in which we can reach a goal, with us and with the opponent to move.

    ``after`` has the successors of each position.  ``ours`` are the goals in which we are to move, ``theirs``
    the goals in which the opponent is.  The opponent resists, or helps if ``helped``.
    """
    before: dict[Position, list[Position]] = defaultdict(list)
    for position, reached in after.items():
        for then in reached:
            before[then].append(position)
    settled: tuple[dict[Position, int], dict[Position, int]] = (
        dict.fromkeys(ours, 0),
        dict.fromkeys(theirs, 0),
    )
    fresh: tuple[list[Position], list[Position]] = (list(ours), list(theirs))
    plies = 0
    while any(fresh):
        plies += 1
        found: tuple[list[Position], list[Position]] = ([], [])
        for who in (0, 1):
            for position in {one for then in fresh[1 - who] for one in before[then]} - settled[who].keys():
                chooses = who == 0 or helped
                if chooses or after[position] <= settled[1 - who].keys():
                    found[who].append(position)
        for who in (0, 1):
            settled[who].update(dict.fromkeys(found[who], plies))
        fresh = found
    return settled


def reach(variant: Variant, start: Position) -> Plies:
    """Return the number of plies in which each position can be reached from one, both players helping."""
    plies = {start: 0}
    fresh = [start]
    while fresh:
        found = {after for position in fresh for _, after in options(position, variant)} - plies.keys()
        plies.update(dict.fromkeys(found, plies[fresh[0]] + 1))
        fresh = list(found)
    return plies
