"""Pictures within a picture: the shapes of a scene, scaled and moved, as parts of a page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from satplay.drawing.scene import Circle, Curve, Point, Polyline, Rect, Scene, Shape, Style, Text


def place(scene: Scene, corner: Point, scale: float) -> Iterator[Shape]:
    """The shapes of a scene, ``scale`` times as large, with its top left corner at ``corner``.

    >>> list(place(Scene(10, 10, [Text((5.0, 5.0), "A", 8.0)]), (100.0, 50.0), 0.5))[0].at
    (102.5, 52.5)
    """

    def at(point: Point) -> Point:
        return corner[0] + scale * point[0], corner[1] + scale * point[1]

    def thin(style: Style) -> Style:
        return replace(style, width=scale * style.width)

    for shape in scene.shapes:
        match shape:
            case Polyline(points=points, style=style):
                yield replace(shape, points=tuple(map(at, points)), style=thin(style))
            case Curve(start=start, control=control, end=end, style=style):
                yield replace(shape, start=at(start), control=at(control), end=at(end), style=thin(style))
            case Circle(centre=centre, radius=radius, style=style):
                yield Circle(at(centre), scale * radius, thin(style))
            case Rect(corner=near, width=width, height=height, style=style, radius=radius):
                yield Rect(at(near), scale * width, scale * height, thin(style), scale * radius)
            case Text(at=point, size=size):
                yield replace(shape, at=at(point), size=scale * size)
