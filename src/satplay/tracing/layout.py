"""Layout of an implication graph: one lane per decision level, every edge to the right.

A literal stands right of everything that implied it, so its column is one more than the greatest column
of its reasons and of its neighbour in the lane (longest-path layering, as Sugiyama, Tagawa & Toda 1981).
In each lane the conflict side comes last, so that one line, the cut, can go between the two sides.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from satplay.drawing.scene import Point
from satplay.fast_dataclass import dataclass
from satplay.logic.literal import Lit
from satplay.tracing.graph import CONFLICT, Edge, ImplicationGraph
from satplay.tracing.replay import Entry

LANE = 92.0  # height of a lane without wide arcs
MARGIN = 20.0
HEADING = 84.0  # the lane's name, left of its first node
NODE_HEIGHT = 36.0
BETWEEN = 62.0  # two columns of nodes


@dataclass(frozen=True, slots=True)
class Node:
    """A node with its position; ``entry`` is None for the conflict."""

    lit: Lit
    entry: Entry | None
    centre: Point
    width: float
    column: int
    lane: int
    involved: bool
    beyond_cut: bool

    @property
    def is_pill(self) -> bool:
        """Implied literals are round; decisions and the conflict have corners."""
        return self.entry is not None and not self.entry.is_decision


@dataclass(frozen=True, slots=True)
class Arrow:
    """An edge with its quadratic curve and the centre of its label."""

    edge: Edge
    start: Point
    control: Point
    end: Point
    label: Point
    involved: bool
    crosses_cut: bool


@dataclass(frozen=True, slots=True)
class Lane:
    """The strip of one decision level; its nodes are on the line ``middle``."""

    level: int
    top: float
    middle: float
    bottom: float


@dataclass(frozen=True, slots=True)
class GraphLayout:
    """The complete layout; ``cut`` is empty if there is none."""

    width: float
    height: float
    lanes: tuple[Lane, ...]
    nodes: tuple[Node, ...]
    arrows: tuple[Arrow, ...]
    cut: tuple[Point, ...]


def lay_out(
    graph: ImplicationGraph,
    conflict_side: Iterable[Lit] = (),
    *,
    with_cut: bool = False,
    between: float = BETWEEN,
) -> GraphLayout:
    """Lay out the graph; ``conflict_side`` are the literals beyond the cut, ``between`` the column gap."""
    side = frozenset(conflict_side) | ({CONFLICT} if graph.conflict_id is not None else set())
    involved = graph.involved_literals()
    entries: list[tuple[Lit, Entry | None, int]] = [(node.lit, node, node.level) for node in graph.nodes]
    if graph.conflict_id is not None:
        entries.append((CONFLICT, None, graph.nodes[-1].level if graph.nodes else 0))
    columns, late = _columns(graph, entries, side)

    levels = sorted({level for _, _, level in entries})
    lanes = _lanes(graph, columns, {lit: level for lit, _, level in entries}, levels)
    lane_of = {level: at for at, level in enumerate(levels)}
    width = max((_width(lit, entry) for lit, entry, _ in entries), default=40.0)
    left = MARGIN + HEADING + width / 2
    nodes = tuple(
        Node(
            lit=lit,
            entry=entry,
            centre=(left + columns[lit] * (width + between), lanes[lane_of[level]].middle),
            width=_width(lit, entry),
            column=columns[lit],
            lane=lane_of[level],
            involved=lit in involved,
            beyond_cut=lit in side,
        )
        for lit, entry, level in entries
    )
    right = max((node.centre[0] + node.width / 2 for node in nodes), default=MARGIN + HEADING)
    place = {node.lit: node for node in nodes}
    return GraphLayout(
        width=right + MARGIN + 20.0,
        height=(lanes[-1].bottom if lanes else LANE) + MARGIN,
        lanes=lanes,
        nodes=nodes,
        arrows=tuple(_arrows(graph, place)),
        cut=_cut(nodes, late, lanes) if with_cut and nodes else (),
    )


def _columns(
    graph: ImplicationGraph, entries: list[tuple[Lit, Entry | None, int]], side: frozenset[Lit]
) -> tuple[dict[Lit, int], frozenset[Lit]]:
    """The column of each node, and the late nodes: the conflict side and its consequences."""
    reasons: dict[Lit, list[Lit]] = {}
    for edge in graph.edges:
        reasons.setdefault(edge.target, []).append(edge.source)
    late: set[Lit] = set()
    for lit, _, _ in entries:
        if lit in side or any(source in late for source in reasons.get(lit, ())):
            late.add(lit)
    columns: dict[Lit, int] = {}
    next_free: dict[int, int] = {}
    for wanted in (False, True):
        for lit, _, level in entries:
            if (lit in late) is wanted:
                after = max((columns[source] + 1 for source in reasons.get(lit, ())), default=0)
                columns[lit] = max(after, next_free.get(level, 0))
                next_free[level] = columns[lit] + 1
    return columns, frozenset(late)


def _width(lit: Lit, entry: Entry | None) -> float:
    if entry is None:
        return 74.0
    return max(
        48.0, 24.0 + 9.5 * max(len(str(lit)), 0 if entry.reason is None else len(str(entry.reason)) * 0.8 + 1)
    )


def _rise(span: int) -> float:
    """The height of an arc over ``span - 1`` nodes of its lane: grows with the width, up to a maximum."""
    return 34.0 + 30.0 * min(span - 2, 4)


def _lanes(
    graph: ImplicationGraph, columns: dict[Lit, int], level_of: dict[Lit, int], levels: list[int]
) -> tuple[Lane, ...]:
    """Stack the strips; each is as high as its widest arc requires."""
    span = dict.fromkeys(levels, 1)
    for edge in graph.edges:
        level = level_of[edge.source]
        if level == level_of[edge.target]:
            span[level] = max(span[level], columns[edge.target] - columns[edge.source])
    lanes, top = [], MARGIN
    for level in levels:
        above = max(LANE / 2, _rise(span[level]) + 22.0 if span[level] > 1 else 0.0)
        lanes.append(Lane(level, top, top + above, top + above + LANE / 2))
        top += above + LANE / 2
    return tuple(lanes)


# -- edges ------------------------------------------------------------------------------------------


def _arrows(graph: ImplicationGraph, place: dict[Lit, Node]) -> Iterator[Arrow]:
    labels: list[Point] = []
    for edge in graph.edges:
        source, target = place[edge.source], place[edge.target]
        control = _control(source, target, place)
        start = _leaving(source, control)
        end = _leaving(target, control, room=2.0)
        label = _label_place(start, control, end, place, labels)
        labels.append(label)
        crosses = target.beyond_cut and not source.beyond_cut
        yield Arrow(edge, start, control, end, label, target.involved, crosses)


def _control(source: Node, target: Node, place: dict[Lit, Node]) -> Point:
    """The control point of the curve: straight if free, else the smallest bend with the fewest hits."""
    (x, y), (u, v) = source.centre, target.centre
    middle = ((x + u) / 2, (y + v) / 2)
    others = [node for node in place.values() if node is not source and node is not target]
    span = target.column - source.column
    if source.lane == target.lane:
        between = any(node.lane == source.lane and source.centre[0] < node.centre[0] < u for node in others)
        return (middle[0], y - 2 * _rise(span)) if between else middle
    length = math.dist(source.centre, target.centre) or 1.0
    best, least = middle, math.inf
    for bow in (0.0, -52.0, 52.0, -84.0, 84.0, -116.0, 116.0):
        control = (middle[0] - bow * (v - y) / length, middle[1] + bow * (u - x) / length)
        hits = sum(_near(source.centre, control, target.centre, node) for node in others)
        if hits < least:
            best, least = control, hits
        if hits == 0:
            break
    return best


def _near(start: Point, control: Point, end: Point, node: Node) -> bool:
    x, y = node.centre
    if x + node.width < min(start[0], end[0]) or x - node.width > max(start[0], end[0]):
        return False
    for piece in range(1, 16):
        px, py = _on_curve(start, control, end, piece / 16)
        if abs(px - x) < node.width / 2 + 5 and abs(py - y) < NODE_HEIGHT / 2 + 5:
            return True
    return False


def _on_curve(start: Point, control: Point, end: Point, t: float) -> Point:
    a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
    return (
        a * start[0] + b * control[0] + c * end[0],
        a * start[1] + b * control[1] + c * end[1],
    )


def _leaving(node: Node, towards: Point, room: float = 0.0) -> Point:
    """The point where the line from a node's centre towards a point leaves the node."""
    (x, y), (u, v) = node.centre, towards
    half = (node.width / 2 + room, NODE_HEIGHT / 2 + room)
    scale = max(abs(u - x) / half[0], abs(v - y) / half[1])
    if scale == 0.0:
        return node.centre
    if node.is_pill:
        # The shape has half circles at the ends of a segment of this length: bisect to find its border.
        core = half[0] - half[1]
        inside, outside = 0.0, 1.0 / scale
        for _ in range(12):
            t = (inside + outside) / 2
            beside = max(0.0, abs(t * (u - x)) - core)
            inside, outside = (t, outside) if math.hypot(beside, t * (v - y)) < half[1] else (inside, t)
        scale = 1.0 / outside
    return x + (u - x) / scale, y + (v - y) / scale


def _label_place(
    start: Point, control: Point, end: Point, place: dict[Lit, Node], taken: list[Point]
) -> Point:
    """The position of a label on the curve with the least overlap, preferably the middle."""
    candidates = [_on_curve(start, control, end, t) for t in (0.5, 0.4, 0.6, 0.32, 0.68, 0.25)]

    def disturbs(point: Point) -> bool:
        x, y = point
        on_label = any(abs(x - u) < 26 and abs(y - v) < 15 for u, v in taken)
        return on_label or any(
            abs(x - n.centre[0]) < n.width / 2 + 12 and abs(y - n.centre[1]) < NODE_HEIGHT / 2 + 8
            for n in place.values()
        )

    return next((point for point in candidates if not disturbs(point)), candidates[0])


# -- the cut ----------------------------------------------------------------------------------------


def _cut(nodes: tuple[Node, ...], late: frozenset[Lit], lanes: tuple[Lane, ...]) -> tuple[Point, ...]:
    """A line from top to bottom that leaves the late nodes of every lane on its right."""
    before = [MARGIN + HEADING - 16.0] * len(lanes)  # end of the early nodes of each lane
    first: dict[int, float] = {}  # start of the late nodes
    for node in nodes:
        left, right = node.centre[0] - node.width / 2, node.centre[0] + node.width / 2
        if node.lit in late:
            first[node.lane] = min(left, first.get(node.lane, math.inf))
        else:
            before[node.lane] = max(right, before[node.lane])
    points: list[Point] = []
    for at, lane in enumerate(lanes):
        nearest = min(first, key=lambda other: abs(other - at))
        if at in first:
            # Close to the conflict side: edges are labelled before they cross.
            x = max((before[at] + first[at]) / 2, first[at] - 26.0)
        else:
            x = max(first[nearest] - 26.0, before[at] + 20.0)
        points += [(x, lane.middle - 0.26 * LANE), (x, lane.middle + 0.26 * LANE)]
    points[0] = (points[0][0], lanes[0].top)
    points[-1] = (points[-1][0], lanes[-1].bottom)
    return tuple(points)
