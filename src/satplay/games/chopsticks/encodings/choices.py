"""What hands can become, whoever's they are, as ``factored`` chooses among it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from satplay.games.chopsticks.analysis.move_tables import tables
from satplay.games.chopsticks.rules import tapped, transferred
from satplay.games.chopsticks.state import Hands, Side, sides
from satplay.games.chopsticks.variant import Variant


@dataclass(frozen=True, slots=True)
class Hit:
    """A tap with so many fingers on a hand."""

    fingers: int
    side: Side


Option: TypeAlias = Hit | Hands
"""A tap, or the hands that a transfer makes."""


@dataclass(frozen=True, slots=True)
class Choices:
    """What hands can become, whoever's they are; ``out`` are those without a finger.

    ``transfers`` made of each
    ``taps``      by fingers, hand and hands: what they become; missing where that hand is out
    ``options``   of each, as the opponent chooses among them
    ``digits``    of the number that chooses
    """

    known: Sequence[Hands]
    out: Hands
    sides: Sequence[Side]
    transfers: dict[Hands, list[Hands]]
    taps: dict[tuple[int, Side, Hands], Hands]
    options: dict[Hands, list[Option]]
    digits: int

    def tap(self, fingers: int, side: Side, hands: Hands) -> Hands:
        """What hands become by a tap on this one or, if it is out, on the next."""
        while (fingers, side, hands) not in self.taps:
            side = self.sides[(self.sides.index(side) + 1) % len(self.sides)]
        return self.taps[fingers, side, hands]


@lru_cache(maxsize=32)
def choices(variant: Variant, alike: bool) -> Choices:
    """Of one variant; ``alike``: without the order of hands."""

    def named(hands: Hands) -> Hands:
        return tuple(sorted(hands)) if alike else hands

    known = tables(variant, alike).hands
    all_sides = sides(variant)
    live = [hands for hands in known if any(hands)]
    transfers = {hands: sorted({named(to) for _, to in transferred(hands, variant)}) for hands in live}
    taps = {
        (fingers, side, hands): named(to)
        for fingers in range(1, variant.fingers)
        for hands in live
        for side, to in tapped(hands, fingers, variant)
    }
    every: dict[Hands, list[Option]] = {
        hands: [
            *(Hit(fingers, side) for fingers in sorted(set(hands) - {0}) for side in all_sides),
            *transfers[hands],
        ]
        for hands in live
    }
    digits = (max(map(len, every.values())) - 1).bit_length()
    return Choices(live, (0,) * variant.hands, all_sides, transfers, taps, every, digits)
