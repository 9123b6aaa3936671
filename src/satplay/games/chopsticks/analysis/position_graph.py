"""A picture of all positions: coloured by value, in columns by the number of plies to the end.

It shows the positions that can be reached from the start, ignoring the order of hands.  A win takes an odd
number of plies and a loss an even one, so a column is of one colour; the shapes differ as well.  Dark lines
are the moves of perfect play, each one column towards the end; the others are faint.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from math import ceil

import numpy as np

from satplay.drawing.scene import Curve, Point, Polyline, Rect, Scene, Shape, Style, Text
from satplay.errors import BadInput
from satplay.fast_dataclass import dataclass
from satplay.games.chopsticks.analysis.move_tables import tables, unordered_numbers
from satplay.games.chopsticks.analysis.move_values import MoveValue
from satplay.games.chopsticks.analysis.retrograde import NEVER, PositionValue, reach, values
from satplay.games.chopsticks.rules import options
from satplay.games.chopsticks.state import Position, start_position
from satplay.games.chopsticks.variant import SOURCE, Variant

MOST = 3200
"""The largest number of positions in a picture that can be read."""
NAMED = 500
"""The largest number of positions that are labelled with their hands."""
ROWS = 48
"""The largest number of positions in a column."""

# The palette of Okabe and Ito, distinguishable by colour-blind people.
COLOUR = {PositionValue.WIN: "#0072b2", PositionValue.LOSS: "#d55e00", PositionValue.DRAW: "#8c8c8c"}
PALE = {PositionValue.WIN: "#d6eaf6", PositionValue.LOSS: "#fbe3d3", PositionValue.DRAW: "#ececec"}
FAINT = Style("#7a7a7a", None, 0.5, opacity=0.2)
START, INK = "#f0c800", "#444444"
MARGIN = 30.0
HEAD = 96.0


@dataclass(frozen=True, slots=True)
class Map:
    """All positions that can be reached in a variant, with their values."""

    variant: Variant
    values: Mapping[Position, MoveValue]

    @property
    def start(self) -> Position:
        """The position from which all others are reached."""
        return start_position(self.variant)

    def count(self, value: PositionValue) -> int:
        """The number of positions with this value."""
        return sum(one.value is value for one in self.values.values())


def map_positions(variant: Variant = SOURCE) -> Map:
    """The reachable positions of a variant and their values.

    >>> len(map_positions().values)
    191
    """
    reached = np.flatnonzero(reach(variant, start_position(variant)) != NEVER)
    known, order, hands = values(variant), unordered_numbers(variant), tables(variant, unordered=True).hands
    pairs = order[reached // len(order)] * len(hands) + order[reached % len(order)]
    every = [Position(*(hands[at] for at in divmod(int(pair), len(hands)))) for pair in np.unique(pairs)]
    return Map(variant, {one: MoveValue(known.value(one), known.plies(one)) for one in every})


def graph(variant: Variant = SOURCE) -> Scene:
    """The picture of a variant; ``BadInput`` if it has too many positions."""
    return draw(map_positions(variant))


@dataclass(frozen=True, slots=True)
class NextPositions:
    """The positions after one: by ``perfect`` play, one ply nearer to the end, and by other moves."""

    perfect: Sequence[Position]
    others: Sequence[Position]


def draw(it: Map) -> Scene:
    """The picture of a map; ``BadInput`` if it has too many positions."""
    if len(it.values) > MOST:
        raise BadInput("picture", found=f"{len(it.values)} positions", expected=f"at most {MOST}")
    moves = {position: _moves(it, position) for position in it.values}
    named = len(it.values) <= NAMED
    wide, high = (13.0 * it.variant.hands + 20.0, 15.0) if named else (7.0, 7.0)
    layers = _layers(it)
    at = _places(moves, layers.values(), wide + (26.0 if named else 13.0), high + 5.0)
    shapes: list[Shape] = list(_edges(it, moves, at, wide))
    for position, point in at.items():
        if position == it.start:
            x, y = point[0] - wide / 2 - 4, point[1] - high / 2 - 4
            shapes.append(Rect((x, y), wide + 8, high + 8, Style(None, START), 6.0))
        shapes.append(_node(point, it.values[position].value, wide, high))
        if named:
            shapes.append(Text(point, position.text, 9.5))
    bottom = max(y for _, y in at.values()) + high / 2
    shapes += _axis({name: min(at[one][0] for one in layer) for name, layer in layers.items()}, bottom + 16)
    shapes += _legend(it)
    width = max(max(x for x, _ in at.values()) + wide / 2 + MARGIN, 780.0)
    return Scene(width, bottom + 48, tuple(shapes), f"{_about(it)} {len(it.values)} positions.")


def _moves(it: Map, position: Position) -> NextPositions:
    after = sorted({then.sorted_hands for _, then in options(position, it.variant)})
    plies = it.values[position].plies
    nearer = [then for then in after if plies is not None and it.values[then].plies == plies - 1]
    return NextPositions(nearer, [then for then in after if then not in nearer])


def _layers(it: Map) -> dict[str, list[Position]]:
    """The positions by number of plies, ascending; draws last."""
    layers: dict[int | None, list[Position]] = defaultdict(list)
    for position, worth in it.values.items():
        layers[worth.plies].append(position)
    draws = layers.pop(None, [])
    ends = sorted(plies for plies in layers if plies is not None)
    return {**{str(plies): layers[plies] for plies in ends}, **({"draw": draws} if draws else {})}


def _places(
    moves: Mapping[Position, NextPositions], layers: Collection[Sequence[Position]], step: float, row: float
) -> dict[Position, Point]:
    """Places of the positions; layers are sorted by their successors, so that few lines cross."""
    rows = min(ROWS, max(map(len, layers)))
    at: dict[Position, Point] = {}
    x = MARGIN - step / 2
    for layer in layers:
        height = {
            position: sum(at[then][1] for then in nearer) / len(nearer)
            for position in layer
            if (nearer := moves[position].perfect)
        }
        ordered = sorted(layer, key=lambda one: (height.get(one, 0.0), one))
        columns = ceil(len(layer) / rows)
        for number in range(columns):
            column = ordered[number::columns]
            x += step
            top = HEAD + (rows - len(column)) / 2 * row
            at.update((position, (x, top + (y + 0.5) * row)) for y, position in enumerate(column))
    return at


def _edges(
    it: Map, moves: Mapping[Position, NextPositions], at: Mapping[Position, Point], wide: float
) -> Iterator[Shape]:
    """All edges, faint ones first, so that they lie below."""
    for position, (x, y) in at.items():
        for to_x, to_y in (at[after] for after in moves[position].others):
            bent = (x + to_x) / 2, (y + to_y) / 2 - 0.12 * abs(to_x - x) - 6
            yield Curve((x, y), bent, (to_x, to_y), FAINT)
    for position, (x, y) in at.items():
        style = Style(COLOUR[it.values[position].value], None, 1.0, opacity=0.7)
        for to_x, to_y in (at[after] for after in moves[position].perfect):
            yield Polyline(((x - wide / 2, y), (to_x + wide / 2, to_y)), style)


def _node(point: Point, value: PositionValue, wide: float, high: float) -> Shape:
    """Round for a win, a rectangle for a loss, pointed for a draw."""
    x, y = point
    half, up = wide / 2, high / 2
    style = Style(COLOUR[value], PALE[value], 1.2)
    if value is not PositionValue.DRAW:
        return Rect((x - half, y - up), wide, high, style, up if value is PositionValue.WIN else 0.0)
    flat = half - min(5.0, half)
    outline = ((-half, 0.0), (-flat, up), (flat, up), (half, 0.0), (flat, -up), (-flat, -up))
    return Polyline(tuple((x + dx, y + dy) for dx, dy in outline), style, closed=True)


def _axis(places: Mapping[str, float], y: float) -> Iterator[Shape]:
    for name, x in places.items():
        yield Text((x, y), name, 10.0, INK)
    yield Text((MARGIN, y + 16), "plies to the end under perfect play", 10.0, INK, "start")


def _about(it: Map) -> str:
    worth = it.values[it.start]
    rules = f" ({it.variant.text})" if it.variant.text else ""
    verdict = {PositionValue.WIN: "won", PositionValue.DRAW: "a draw", PositionValue.LOSS: "lost"}[
        worth.value
    ]
    when = "" if worth.plies is None else f" in {worth.plies} plies"
    return f"Chopsticks{rules}: the start is {verdict}{when} for the player to move."


def _legend(it: Map) -> Iterator[Shape]:
    yield Text((MARGIN, 22), _about(it), 16.0, anchor="start", bold=True)
    x = MARGIN
    for value, what in (
        (PositionValue.WIN, "won"),
        (PositionValue.LOSS, "lost"),
        (PositionValue.DRAW, "drawn"),
    ):
        yield _node((x + 16, 48), value, 32, 15)
        yield Text((x + 38, 48), f"{what}: {it.count(value)}", 12.0, anchor="start")
        x += 120
    yield Rect((x, 39), 32, 18, Style(None, START), 6.0)
    yield Text((x + 38, 48), "the start", 12.0, anchor="start")
    x += 110
    yield Polyline(((x, 48), (x + 30, 48)), Style(COLOUR[PositionValue.WIN], None, 1.5))
    yield Text((x + 38, 48), "a move of perfect play, from right to left", 12.0, anchor="start")
    hands = "hands of the player to move | hands of the other; left and right are alike"
    yield Text((MARGIN, 72), hands, 12.0, INK, "start")
