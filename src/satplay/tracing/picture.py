"""The implication graph as a picture, for files and notebooks.

Decisions are black boxes, implied literals pills with their clause, the conflict a red one: distinguished
by shape and by colour (colours of Okabe & Ito 2008, for all kinds of colour vision).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from satplay.drawing.scene import Curve, Point, Polyline, Rect, Scene, Shape, Style, Text
from satplay.tracing.derivation import format_clause
from satplay.tracing.graph import graph_of
from satplay.tracing.layout import NODE_HEIGHT, Arrow, GraphLayout, Node, lay_out
from satplay.tracing.replay import Trace, TraceStep

INK = "#1b1f24"
MUTED = "#57606a"
FAINT = "#a9b1ba"
LANE_LINE = "#e4e7eb"
IMPLIED = "#e3f1fa"  # sky blue, light
IMPLIED_BORDER = "#0072b2"
CONFLICT_FILL = "#d55e00"
CUT = "#a3457a"  # reddish purple, dark enough for a thin line
CONFLICT_SIDE = "#fbf0f6"

MANY_NODES = 150
MANY_EDGES = 40
CAPTION = 34.0
LEGEND = 28.0


def implication_graph(trace: Trace, step_number: int) -> Scene:
    """The implication graph of state ``step_number``, with conflict and cut if it ends in a conflict."""
    return _scene(trace, trace.step(step_number))


def last_conflict(trace: Trace) -> Scene:
    """The implication graph at the last conflict; of the last state if there was no conflict."""
    last: TraceStep | None = None
    for step in trace.steps():
        if last is None or last.analysis is None or step.analysis is not None:
            last = step  # a conflict that ends the run is repeated, with its derivation, as the end
    assert last is not None, "there is always the first state"
    return _scene(trace, last)


def _scene(trace: Trace, step: TraceStep) -> Scene:
    graph = graph_of(trace.formula, step)
    if len(graph.nodes) > MANY_NODES and graph.conflict_id is not None:
        graph = graph.without_uninvolved()
    cut = step.analysis.cut if step.analysis is not None else None
    derivation = step.analysis.derivation if step.analysis is not None else None
    blames = derivation is not None and bool(derivation.result)
    layout = lay_out(graph, cut.conflict_side if cut is not None else (), with_cut=blames)
    caption = _caption(step)
    width = max(layout.width, 60.0 + 7.6 * len(caption))
    height = CAPTION + layout.height + (LEGEND if layout.cut else 0.0)
    shapes = [_move_down(shape) for shape in _shapes(layout, width, labelled=len(graph.edges) <= MANY_EDGES)]
    shapes.append(Text((20.0, 24.0), caption, 14.0, INK, "start", bold=True))
    return Scene(width, height, shapes, title=_describe(step, layout))


def _caption(step: TraceStep) -> str:
    caption = f"State {step.number}"
    if step.analysis is None:
        return f"{caption}: {step.rule}" if step.rule else caption
    caption += f": conflict with c{step.analysis.conflict_id}"
    learned = step.analysis.learned
    if learned is not None:
        return f"{caption}, learned c{learned.clause_id} = {format_clause(learned.clause)}"
    return f"{caption}, no decision to undo" if step.level == 0 else caption


def _describe(step: TraceStep, layout: GraphLayout) -> str:
    drawn = f"{len(layout.nodes)} nodes, {len(layout.arrows)} edges"
    return f"Implication graph. {_caption(step)}. {drawn}."


def _shapes(layout: GraphLayout, width: float, *, labelled: bool) -> Iterator[Shape]:
    if layout.cut:
        bottom = layout.cut[-1][1]
        beyond = (*layout.cut, (width - 12.0, bottom), (width - 12.0, layout.cut[0][1]))
        yield Polyline(beyond, Style(stroke=None, fill=CONFLICT_SIDE), closed=True)
    for lane in layout.lanes:
        if lane is not layout.lanes[0]:
            yield Polyline(((20.0, lane.top), (width - 20.0, lane.top)), Style(LANE_LINE, width=1.0))
        yield Text((20.0, lane.middle), f"level {lane.level}", 13.0, MUTED, "start")
    for arrow in sorted(layout.arrows, key=lambda arrow: (arrow.crosses_cut, arrow.involved)):
        yield _curve(arrow)
    if layout.cut:
        yield Polyline(layout.cut, Style(CUT, width=2.2, dashed=True))
        x, y = layout.cut[-1]
        yield Text((x - 10.0, y + 14.0), "reason side", 12.0, CUT, "end")
        yield Text((x + 10.0, y + 14.0), "conflict side", 12.0, CUT, "start")
    if labelled:
        for arrow in layout.arrows:
            yield from _label(arrow)
    for node in layout.nodes:
        yield from _node(node)


def _curve(arrow: Arrow) -> Shape:
    if not arrow.involved:
        style = Style(FAINT, width=1.1)
    else:
        style = Style(INK, width=2.6) if arrow.crosses_cut else Style(MUTED, width=1.5)
    return Curve(arrow.start, arrow.control, arrow.end, style, arrow=True)


def _label(arrow: Arrow) -> Iterator[Shape]:
    text = f"c{arrow.edge.clause_id}"
    (x, y), half = arrow.label, 4.0 + 3.4 * len(text)
    yield Rect((x - half, y - 8.0), 2 * half, 16.0, Style(None, fill="#ffffff", opacity=0.85), radius=5.0)
    yield Text((x, y), text, 11.5, MUTED if arrow.involved else FAINT)


def _node(node: Node) -> Iterator[Shape]:
    (x, y), width = node.centre, node.width
    corner = (x - width / 2, y - NODE_HEIGHT / 2)
    if node.entry is None:
        yield Rect(corner, width, NODE_HEIGHT, Style(CONFLICT_FILL, fill=CONFLICT_FILL), radius=4.0)
        yield Text((x, y), "conflict", 14.0, "#ffffff", bold=True)
    elif node.entry.is_decision:
        colour = INK if node.involved else FAINT
        yield Rect(corner, width, NODE_HEIGHT, Style(colour, fill=colour), radius=2.0)
        yield Text((x, y), str(node.lit), 16.0, "#ffffff", bold=True)
    else:
        fill, border = (IMPLIED, IMPLIED_BORDER) if node.involved else ("#ffffff", FAINT)
        ink, small = (INK, MUTED) if node.involved else (FAINT, FAINT)
        yield Rect(corner, width, NODE_HEIGHT, Style(border, fill=fill, width=1.8), radius=NODE_HEIGHT / 2)
        yield Text((x, y - 5.5), str(node.lit), 15.0, ink, bold=True)
        yield Text((x, y + 9.5), f"c{node.entry.reason}", 10.0, small)


def _move_down(shape: Shape) -> Shape:
    """The shape, moved down below the caption."""

    def down(point: Point) -> Point:
        return point[0], point[1] + CAPTION

    match shape:
        case Polyline(points=points):
            return replace(shape, points=tuple(down(point) for point in points))
        case Curve():
            return replace(shape, start=down(shape.start), control=down(shape.control), end=down(shape.end))
        case Rect(corner=corner):
            return replace(shape, corner=down(corner))
        case Text(at=at):
            return replace(shape, at=down(at))
        case _:
            return replace(shape, centre=down(shape.centre))
