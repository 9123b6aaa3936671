"""Line geometry shared by ``svg`` and ``png``: arrow heads, curves and dashes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from satplay.drawing.scene import Curve, Point, Polyline

DASH, GAP = 6.0, 4.0
"""Lengths of the dashes and gaps of a dashed line."""


def head_length(width: float) -> float:
    """Length of an arrow's head for a line of this width."""
    return 5.0 + 2.5 * width


def arrow_head(tip: Point, towards: Point, width: float) -> tuple[Point, Point, Point]:
    """The triangle of an arrow's head with its tip at ``tip``, for a line that comes from ``towards``."""
    length = head_length(width)
    dx, dy = direction(towards, tip)
    base = (tip[0] - length * dx, tip[1] - length * dy)
    half = 0.42 * length
    return tip, (base[0] - half * dy, base[1] + half * dx), (base[0] + half * dy, base[1] - half * dx)


def shorten(points: Sequence[Point], by: float) -> tuple[Point, ...]:
    """The line with its last segment cut short, so that it does not stick out of the arrow's head.

    >>> shorten([(0.0, 0.0), (10.0, 0.0)], 4.0)
    ((0.0, 0.0), (6.0, 0.0))
    """
    if len(points) < 2:
        return tuple(points)
    before, last = points[-2], points[-1]
    by = min(by, math.dist(before, last))
    dx, dy = direction(before, last)
    return (*points[:-1], (last[0] - by * dx, last[1] - by * dy))


def without_head(curve: Curve) -> Curve:
    """The part of a curve before its arrow's head (de Casteljau's subdivision, 1959)."""
    chord = math.dist(curve.start, curve.control) + math.dist(curve.control, curve.end)
    if chord == 0.0:
        return curve
    t = max(0.0, 1.0 - 0.8 * head_length(curve.style.width) / chord)
    control = _between(curve.start, curve.control, t)
    end = _between(control, _between(curve.control, curve.end, t), t)
    return Curve(curve.start, control, end, curve.style)


def flatten(curve: Curve, pieces: int = 24) -> tuple[Point, ...]:
    """Points along the curve, close enough together to be drawn as straight lines."""
    points = []
    for piece in range(pieces + 1):
        t = piece / pieces
        first = _between(curve.start, curve.control, t)
        points.append(_between(first, _between(curve.control, curve.end, t), t))
    return tuple(points)


def outline(line: Polyline) -> tuple[Point, ...]:
    """The points of a line; a closed line ends with its first point."""
    return (*line.points, line.points[0]) if line.closed and line.points else line.points


def dashes(points: Sequence[Point], dash: float = DASH, gap: float = GAP) -> Iterator[tuple[Point, ...]]:
    """The strokes of a dashed line along ``points``; a stroke may bend at a corner.

    >>> [stroke for stroke in dashes([(0.0, 0.0), (15.0, 0.0)], 6.0, 4.0)]
    [((0.0, 0.0), (6.0, 0.0)), ((10.0, 0.0), (15.0, 0.0))]
    """
    drawing, left = True, dash
    stroke = [points[0]] if points else []
    for start, end in pairwise(points):
        at, length = 0.0, math.dist(start, end)
        while length - at > left:
            at += left
            corner = _between(start, end, at / length)
            if drawing:
                yield (*stroke, corner)
            drawing = not drawing
            left = dash if drawing else gap
            stroke = [corner]
        left -= length - at
        stroke.append(end)
    if drawing and len(stroke) > 1:
        yield tuple(stroke)


def direction(start: Point, end: Point) -> Point:
    """The vector of length 1 from ``start`` to ``end``; to the right if the points are equal."""
    length = math.dist(start, end)
    return ((end[0] - start[0]) / length, (end[1] - start[1]) / length) if length else (1.0, 0.0)


def _between(start: Point, end: Point, t: float) -> Point:
    return start[0] + t * (end[0] - start[0]), start[1] + t * (end[1] - start[1])
