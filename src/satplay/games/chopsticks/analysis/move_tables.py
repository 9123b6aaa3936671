"""The moves of a variant as tables over hands, numbered: what the native kernel is told of the rules.

A move changes one player's hands only: a transfer those of who moves, a tap with a number of fingers those of
the other.  So tables over hands, of which there are hundreds, say everything about positions, of which there
are hundreds of thousands.  The rules themselves are stated in ``rules.py`` alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from satplay.games.chopsticks.rules import tapped, transferred
from satplay.games.chopsticks.state import Hands
from satplay.games.chopsticks.variant import Variant

Numbers: TypeAlias = NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class Lists:
    """Many lists of numbers in one array: the i-th goes from ``start[i]`` to ``start[i + 1]``."""

    start: Numbers
    items: Numbers


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """What can become of hands.

    ``hands``     each by its number; where hands are ``unordered`` only those that ascend
    ``transfers`` for each, those that its owner can make of it
    ``taps``      for each number of fingers from 0, and for each: those that a tap can make of it
    ``holds``     for each, a bit for every number of fingers on one of its hands, 0 excepted
    """

    hands: Sequence[Hands]
    transfers: Lists
    taps: Lists
    holds: Numbers


@lru_cache(maxsize=32)
def tables(variant: Variant, unordered: bool = False) -> Tables:
    """Of one variant.  No rule tells left from right, so ``unordered`` hands give a smaller copy of the game.

    >>> from satplay.games.chopsticks.variant import SOURCE
    >>> len(tables(SOURCE).hands), len(tables(SOURCE, unordered=True).hands)
    (25, 15)
    """
    fingers = range(variant.fingers)
    every = combinations_with_replacement if unordered else _product
    hands = list(every(fingers, variant.hands))
    number = {one: at for at, one in enumerate(hands)}

    def numbered(found: Iterable[Hands]) -> list[int]:
        return sorted({number[tuple(sorted(one)) if unordered else one] for one in found})

    transfers = [numbered(after for _, after in transferred(one, variant)) for one in hands]
    taps = [
        numbered(after for _, after in tapped(one, added, variant)) if added else []
        for added in fingers
        for one in hands
    ]
    holds = [sum({1 << held for held in one if held}) for one in hands]
    return Tables(hands, _lists(transfers), _lists(taps), np.array(holds, np.int32))


def _product(fingers: range, hands: int) -> Iterable[Hands]:
    return product(fingers, repeat=hands)


def _lists(lists: Sequence[Sequence[int]]) -> Lists:
    start = np.cumsum([0, *map(len, lists)], dtype=np.int32)
    return Lists(start, np.array([item for one in lists for item in one], np.int32))


@lru_cache(maxsize=32)
def forgetting(variant: Variant) -> Numbers:
    """For each hands in order, its number where order does not count."""
    number = {one: at for at, one in enumerate(tables(variant, unordered=True).hands)}
    every = _product(range(variant.fingers), variant.hands)
    return np.array([number[tuple(sorted(one))] for one in every], np.int32)
