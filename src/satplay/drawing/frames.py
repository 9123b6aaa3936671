"""Frames around what is new in a picture: dashed, so that they differ from highlights without colour, too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from satplay.drawing.scene import Circle, Curve, Point, Polyline, Rect, Scene, Shape, Style, Text

NEW = "#0b57d0"
FRAME = Style(stroke=NEW, width=2.5, dashed=True)
HALO = Style(stroke="#ffffff", width=5.0)
"""Below the dashes, so that they are visible on every colour."""

APART = 3.0
"""The distance between a shape and its frame."""


def frame_new_shapes(before: Scene, after: Scene) -> Iterator[Shape]:
    """Frames around the shapes of the second picture that the first one lacks."""
    left = Counter(before.shapes)
    boxes = []
    for shape in after.shapes:
        if left[shape] > 0:
            left[shape] -= 1
        else:
            boxes.append(_box(shape))
    yield from frames(_without_inner(dict.fromkeys(boxes)))


def frames(boxes: Iterable[tuple[Point, Point]]) -> Iterator[Shape]:
    """A dashed frame on a white one around each box, given by two corners."""
    for (left, top), (right, bottom) in boxes:
        corner = (left - APART, top - APART)
        width, height = right - left + 2 * APART, bottom - top + 2 * APART
        for style in (HALO, FRAME):
            yield Rect(corner, width, height, style, radius=6.0)


def _without_inner(boxes: Iterable[tuple[Point, Point]]) -> list[tuple[Point, Point]]:
    """The boxes that are not inside another one."""
    every = list(boxes)
    return [box for box in every if not any(_is_inside(box, other) for other in every if other != box)]


def _is_inside(box: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    (left, top), (right, bottom) = box
    return other[0][0] <= left and other[0][1] <= top and right <= other[1][0] and bottom <= other[1][1]


def _box(shape: Shape) -> tuple[Point, Point]:
    """The upper left and the lower right corner of a shape."""
    match shape:
        case Circle(centre=(x, y), radius=radius):
            points: Iterable[Point] = ((x - radius, y - radius), (x + radius, y + radius))
        case Rect(corner=(x, y), width=width, height=height):
            points = ((x, y), (x + width, y + height))
        case Text(at=(x, y), text=text, size=size):
            half = 0.3 * size * len(text)
            points = ((x - half, y - size / 2), (x + half, y + size / 2))
        case Curve(start=start, control=control, end=end):
            points = (start, control, end)
        case Polyline(points=line, style=style):
            half = style.width / 2
            points = [
                (x + side, y + other) for x, y in line for side, other in ((-half, -half), (half, half))
            ]
    xs, ys = zip(*points, strict=True)
    return (min(xs), min(ys)), (max(xs), max(ys))
