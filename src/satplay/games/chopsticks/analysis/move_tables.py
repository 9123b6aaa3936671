"""The moves of a variant as tables over numbered hands: the input of the native kernel.

A move changes one player's hands: a transfer the mover's, a tap with some number of fingers the opponent's.
So tables over hundreds of hands describe the moves in hundreds of thousands of positions.  The rules
themselves are in ``rules.py`` alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from satplay.fast_dataclass import dataclass
from satplay.games.chopsticks.rules import tap_results, transfer_results
from satplay.games.chopsticks.state import Hands
from satplay.games.chopsticks.variant import Variant

Numbers: TypeAlias = NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class Lists:
    """Lists of numbers in one array: list i is ``items[start[i]:start[i + 1]]``."""

    start: Numbers
    items: Numbers


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """The changes of hands by moves.

    ``hands``     all hands, by number; if ``unordered``, only ascending ones
    ``transfers`` for each hands, the results of its owner's transfers
    ``taps``      for each number of tapping fingers from 0 and each hands, the results of a tap
    ``holds``     for each hands, a bit for every number of fingers on one of them except 0
    """

    hands: Sequence[Hands]
    transfers: Lists
    taps: Lists
    holds: Numbers


@lru_cache(maxsize=32)
def tables(variant: Variant, unordered: bool = False) -> Tables:
    """The tables of a variant; no rule distinguishes left and right, so ``unordered`` hands suffice.

    >>> from satplay.games.chopsticks.variant import SOURCE
    >>> len(tables(SOURCE).hands), len(tables(SOURCE, unordered=True).hands)
    (25, 15)
    """
    fingers = range(variant.fingers)
    every = combinations_with_replacement if unordered else _product
    hands = list(every(fingers, variant.hands))
    number = {one: at for at, one in enumerate(hands)}

    def numbers_of(found: Iterable[Hands]) -> list[int]:
        return sorted({number[tuple(sorted(one)) if unordered else one] for one in found})

    transfers = [numbers_of(after for _, after in transfer_results(one, variant)) for one in hands]
    taps = [
        numbers_of(after for _, after in tap_results(one, added, variant)) if added else []
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
def unordered_numbers(variant: Variant) -> Numbers:
    """For each ordered hands, the number of the same hands unordered."""
    number = {one: at for at, one in enumerate(tables(variant, unordered=True).hands)}
    every = _product(range(variant.fingers), variant.hands)
    return np.array([number[tuple(sorted(one))] for one in every], np.int32)
