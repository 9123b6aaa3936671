"""The options of each player's hands and their results, for the encoding ``factored``."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

from satplay.fast_dataclass import dataclass
from satplay.games.chopsticks.analysis.move_tables import tables
from satplay.games.chopsticks.rules import tap_results, transfer_results
from satplay.games.chopsticks.state import Hands, Side, sides
from satplay.games.chopsticks.variant import Variant


@dataclass(frozen=True, slots=True)
class Hit:
    """A tap with a number of fingers on a hand."""

    fingers: int
    side: Side


Option: TypeAlias = Hit | Hands
"""A tap, or the hands after a transfer."""


@dataclass(frozen=True, slots=True)
class Choices:
    """The options of hands and their results; the same for both players.

    ``known``     all hands with a finger
    ``out``       the hands without a finger
    ``transfers`` the results of transfers, for each hands
    ``taps``      the result of a tap, by fingers, tapped hand and hands; missing if that hand is out
    ``options``   the opponent's options, for each hands
    ``digits``    the number of bits that choose an option
    """

    known: Sequence[Hands]
    out: Hands
    sides: Sequence[Side]
    transfers: dict[Hands, list[Hands]]
    taps: dict[tuple[int, Side, Hands], Hands]
    options: dict[Hands, list[Option]]
    digits: int

    def tap(self, fingers: int, side: Side, hands: Hands) -> Hands:
        """The result of a tap on this hand or, if it is out, on the next one."""
        while (fingers, side, hands) not in self.taps:
            side = self.sides[(self.sides.index(side) + 1) % len(self.sides)]
        return self.taps[fingers, side, hands]


@lru_cache(maxsize=32)
def choices(variant: Variant, ignore_order: bool) -> Choices:
    """The options of one variant; ``ignore_order``: hands are unordered."""

    def normalize(hands: Hands) -> Hands:
        return tuple(sorted(hands)) if ignore_order else hands

    known = tables(variant, ignore_order).hands
    all_sides = sides(variant)
    live = [hands for hands in known if any(hands)]
    transfers = {
        hands: sorted({normalize(to) for _, to in transfer_results(hands, variant)}) for hands in live
    }
    taps = {
        (fingers, side, hands): normalize(to)
        for fingers in range(1, variant.fingers)
        for hands in live
        for side, to in tap_results(hands, fingers, variant)
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
