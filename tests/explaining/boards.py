"""Boards of all sizes and levels, from satplay's own generators, and positions on them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import satplay

SIZES = {
    "hashi": ["5x4", "7x7", "9x8", "12x10", "15x15"],
    "flow": ["4x5", "6x5", "7x7", "8x9"],
}


def boards(subject: str, count: int, seed: int) -> Iterator[tuple[Any, Any]]:
    """Pairs of a puzzle and a board."""
    rng = Random(seed)
    for number in range(count):
        size = SIZES[subject][number % len(SIZES[subject])]
        made = satplay.generate(subject, size=size, seed=rng.randrange(10**6))
        yield made.puzzle, made.instance
