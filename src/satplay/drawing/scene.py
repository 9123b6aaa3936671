"""Scene: a picture as a list of shapes, independent of the output format.

A scene is a list of shapes in a coordinate system with the origin at the top left, painted in order.
``svg`` and ``png`` turn it into a picture; pictures for terminals are made of characters and have a separate
type in ``terminal``.  A scene is independent of puzzles and clauses.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import Literal, TypeAlias

from satplay.fast_dataclass import dataclass

Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Style:
    """How a shape is drawn; colours are ``#rrggbb``, or None for not drawn."""

    stroke: str | None = "#1b1b1b"
    fill: str | None = None
    width: float = 1.5
    dashed: bool = False
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Polyline:
    """A line through points; ``closed`` makes it a polygon, ``arrow`` puts a head at the last point."""

    points: tuple[Point, ...]
    style: Style = Style()
    closed: bool = False
    arrow: bool = False


@dataclass(frozen=True, slots=True)
class Curve:
    """A quadratic Bézier curve from ``start`` to ``end``, pulled towards ``control``."""

    start: Point
    control: Point
    end: Point
    style: Style = Style()
    arrow: bool = False


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle."""

    centre: Point
    radius: float
    style: Style = Style()


@dataclass(frozen=True, slots=True)
class Rect:
    """An upright rectangle with corners rounded by ``radius``."""

    corner: Point
    width: float
    height: float
    style: Style = Style()
    radius: float = 0.0


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text; ``at`` is the middle of its height."""

    at: Point
    text: str
    size: float = 14.0
    colour: str = "#1b1b1b"
    anchor: Literal["start", "middle", "end"] = "middle"
    bold: bool = False


Shape: TypeAlias = Polyline | Curve | Circle | Rect | Text


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture; screen readers read its ``title``."""

    width: float
    height: float
    shapes: Sequence[Shape] = field(default_factory=tuple)
    title: str = ""
    background: str | None = "#ffffff"

    def _repr_svg_(self) -> str:
        from satplay.drawing.svg import to_svg

        return to_svg(self)
