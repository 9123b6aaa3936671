"""The signs of bridges in a picture: by how many lie over a place, across and down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

Counts: TypeAlias = tuple[int, int]
"""How many bridges go across, and how many down."""


@dataclass(frozen=True, slots=True)
class Signs:
    """``of`` names every place that can be drawn; ``water`` is a cell without a bridge."""

    of: Mapping[Counts, str]
    water: str


def _signs(across: str, down: str, crossings: Mapping[Counts, str], water: str) -> Signs:
    single = {(count, 0): sign for count, sign in enumerate(across, 1)}
    return Signs(single | {(0, count): sign for count, sign in enumerate(down, 1)} | dict(crossings), water)


# Down there are no three or four thin lines in one character: thicker ones stand for them.
DRAWN = _signs("─═≡≣", "│║┃█", {(1, 1): "┼", (2, 1): "╪", (1, 2): "╫", (2, 2): "╬"}, "·")
PLAIN = _signs("-=~%", "|#!$", {(1, 1): "+"}, ".")

MEANING: Mapping[str, Counts] = {
    " ": (0, 0),
    **{sign: counts for signs in (DRAWN, PLAIN) for counts, sign in signs.of.items()},
    **{signs.water: (0, 0) for signs in (DRAWN, PLAIN)},
}
"""What a sign says, whichever picture it is from."""
