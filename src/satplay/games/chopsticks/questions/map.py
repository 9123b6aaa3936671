"""The values of all positions: counts, the longest win, and a picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from satplay.contracts.option import Option
from satplay.contracts.question import Query, QueryRequest
from satplay.contracts.result_text import brief_repr
from satplay.drawing.scene import Scene
from satplay.fast_dataclass import dataclass
from satplay.games.chopsticks.analysis.move_values import MoveValue
from satplay.games.chopsticks.analysis.position_graph import Map, draw, map_positions
from satplay.games.chopsticks.analysis.retrograde import PositionValue
from satplay.games.chopsticks.variant import OPTIONS, read_variant

VARIANTS: Mapping[str, Option] = {name: option for name, option in OPTIONS.items() if name != "cycles"}
"""The rules as options of a question, without ``cycles``: values under that rule depend on the history."""


@dataclass(frozen=True, slots=True)
class MapReply:
    """The number of positions of each value, the longest win, and a picture of all positions."""

    it: Map
    exit_status: int = 0

    def __repr__(self) -> str:
        return brief_repr(self)

    @property
    def start(self) -> MoveValue:
        """The value of the start for the player to move."""
        return self.it.values[self.it.start]

    @property
    def longest(self) -> int:
        """The number of plies of the longest forced win."""
        won = (worth for worth in self.it.values.values() if worth.value is PositionValue.WIN)
        return max((worth.plies or 0 for worth in won), default=0)

    def lines(self) -> Iterable[str]:
        """The counts, the longest win and the value of the start, in sentences."""
        won, lost, drawn = (
            self.it.count(value) for value in (PositionValue.WIN, PositionValue.LOSS, PositionValue.DRAW)
        )
        yield f"{len(self.it.values)} positions can be reached, if left and right are alike."
        yield f"The player to move wins {won} of them, loses {lost} and draws {drawn}."
        yield f"The longest forced win takes {self.longest} plies."
        when = "" if self.start.plies is None else f" in {self.start.plies} plies"
        yield f"The start is a {self.start.value.value}{when} for the player to move."

    def as_json(self) -> Mapping[str, Any]:
        """Every position with its value and plies."""
        return {
            "variant": self.it.variant.options,
            "start": {"value": self.start.value.value, "plies": self.start.plies},
            "longest": self.longest,
            "positions": {
                position.text: {"value": worth.value.value, "plies": worth.plies}
                for position, worth in self.it.values.items()
            },
        }

    def picture(self) -> Scene:
        """The picture of all positions."""
        return draw(self.it)


def answer(request: QueryRequest) -> MapReply:
    """The map of the variant that the options describe."""
    return MapReply(map_positions(read_variant(request.options)))


QUERY = Query(
    answer,
    help="the value of every position; --svg and --png draw all of them",
    arguments=(),
    example=(),
    options=VARIANTS,
    draws=True,
)
