"""The characters of bridges in a picture, by the numbers of horizontal and vertical bridges at a place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from satplay.fast_dataclass import dataclass

Counts: TypeAlias = tuple[int, int]
"""The numbers of horizontal and of vertical bridges."""


@dataclass(frozen=True, slots=True)
class BridgeCharacters:
    """``of`` has a character for every place that can be drawn; ``water`` is a cell without a bridge."""

    of: Mapping[Counts, str]
    water: str


def _characters(across: str, down: str, crossings: Mapping[Counts, str], water: str) -> BridgeCharacters:
    single = {(count, 0): sign for count, sign in enumerate(across, 1)}
    return BridgeCharacters(
        single | {(0, count): sign for count, sign in enumerate(down, 1)} | dict(crossings), water
    )


# No character has three or four thin vertical lines; thicker lines stand for them.
BOX = _characters("─═≡≣", "│║┃█", {(1, 1): "┼", (2, 1): "╪", (1, 2): "╫", (2, 2): "╬"}, "·")
PLAIN = _characters("-=~%", "|#!$", {(1, 1): "+"}, ".")

COUNTS: Mapping[str, Counts] = {
    " ": (0, 0),
    **{sign: counts for one in (BOX, PLAIN) for counts, sign in one.of.items()},
    **{one.water: (0, 0) for one in (BOX, PLAIN)},
}
"""The numbers of bridges for each character, of either picture."""
