"""A scene as PNG, drawn by Pillow, which is imported only when a picture is drawn.

Pillow draws without anti-aliasing: the picture is drawn several times larger and scaled down.
The font is Pillow's built-in font (Aileron, by Sora Sagano, in the public domain).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING

from satplay.drawing.path import (
    arrow_head,
    dashes,
    flatten,
    head_length,
    outline,
    shorten,
    without_head,
)
from satplay.drawing.scene import Circle, Curve, Point, Polyline, Rect, Scene, Shape, Style, Text

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageFont import FreeTypeFont, ImageFont

MAX_PIXELS = 64_000_000
"""Maximum size of the supersampled image: 256 MB.  Larger scenes are supersampled less, then shrunk."""

_ANCHORS = {"start": "lm", "middle": "mm", "end": "rm"}


def to_png(scene: Scene, *, scale: float = 2.0) -> bytes:
    r"""The scene as the bytes of a PNG file, ``scale`` pixels for each unit.

    >>> to_png(Scene(4, 4))[:8]
    b'\x89PNG\r\n\x1a\n'
    """
    from PIL import Image

    area = max(1.0, scene.width * scene.height)
    scale = min(scale, (MAX_PIXELS / area) ** 0.5)
    finer = max(1, min(4, int((MAX_PIXELS / (area * scale * scale)) ** 0.5)))
    width, height = max(1, round(scene.width * scale)), max(1, round(scene.height * scale))
    canvas = Image.new("RGBA", (width * finer, height * finer), scene.background or (0, 0, 0, 0))
    brush = _Brush(canvas, scale * finer)
    for shape in scene.shapes:
        brush.paint(shape)
    picture = canvas.resize((width, height), Image.Resampling.LANCZOS) if finer > 1 else canvas
    file = BytesIO()
    picture.save(file, "PNG", optimize=True)
    return file.getvalue()


class _Brush:
    """Paints shapes onto an image, ``scale`` pixels for each unit, ``origin`` at its top left."""

    def __init__(self, canvas: Image, scale: float, origin: Point = (0.0, 0.0)) -> None:
        from PIL import ImageDraw

        self._canvas = canvas
        self._scale = scale
        self._origin = origin
        self._draw = ImageDraw.Draw(canvas)

    def paint(self, shape: Shape) -> None:
        """Paint one shape; a translucent shape is drawn on a separate layer and composited."""
        if isinstance(shape, Text):
            self._write(shape)
        elif shape.style.opacity >= 1.0:
            self._paint(shape)
        else:
            self._composite(shape)

    def _composite(self, shape: Polyline | Curve | Circle | Rect) -> None:
        from PIL import Image

        around = head_length(shape.style.width) + 2.0
        points = self._scale_points(_extent(shape))
        width, height = self._canvas.size
        left = max(0, int(min(x for x, _ in points) - around * self._scale))
        top = max(0, int(min(y for _, y in points) - around * self._scale))
        right = min(width, int(max(x for x, _ in points) + around * self._scale) + 1)
        bottom = min(height, int(max(y for _, y in points) + around * self._scale) + 1)
        if right <= left or bottom <= top:
            return
        layer = Image.new("RGBA", (right - left, bottom - top), (0, 0, 0, 0))
        corner = (self._origin[0] + left / self._scale, self._origin[1] + top / self._scale)
        _Brush(layer, self._scale, corner)._paint(shape)
        alpha = layer.getchannel("A")
        layer.putalpha(alpha.point([round(value * shape.style.opacity) for value in range(256)]))
        self._canvas.alpha_composite(layer, (left, top))

    def _paint(self, shape: Polyline | Curve | Circle | Rect) -> None:
        match shape:
            case Polyline(points=points, style=style, closed=closed, arrow=arrow):
                if style.fill is not None and len(points) > 2:
                    self._draw.polygon(self._scale_points(points), fill=style.fill)
                with_head = arrow and not closed and len(points) > 1
                self._line(
                    shorten(points, 0.8 * head_length(style.width)) if with_head else outline(shape), style
                )
                if with_head:
                    self._head(points[-1], points[-2], style)
            case Curve(style=style, arrow=arrow):
                curve = without_head(shape) if arrow else shape
                self._line(flatten(curve), style)
                if arrow:
                    self._head(shape.end, curve.end, style)
            case Circle(centre=(x, y), radius=radius, style=style):
                self._paint_rounded(Rect((x - radius, y - radius), 2 * radius, 2 * radius, style, radius))
            case Rect():
                self._paint_rounded(shape)

    def _write(self, text: Text) -> None:
        self._draw.text(
            self._scale_points([text.at])[0],
            text.text,
            fill=text.colour,
            font=_font(max(1, round(text.size * self._scale))),
            anchor=_ANCHORS[text.anchor],
            stroke_width=round(text.size * self._scale / 40) if text.bold else 0,
        )

    def _paint_rounded(self, rect: Rect) -> None:
        """Paint a rectangle, or a circle as a fully rounded one; half of the border is inside, as in SVG."""
        style, (x, y) = rect.style, rect.corner
        half = style.width / 2 if style.stroke is not None else 0.0
        far = (x + rect.width + half, y + rect.height + half)
        (left, top), (right, bottom) = self._scale_points([(x - half, y - half), far])
        self._draw.rounded_rectangle(
            (left, top, max(left, right - 1), max(top, bottom - 1)),
            radius=(rect.radius + half) * self._scale if rect.radius else 0,
            fill=style.fill,
            outline=None if style.dashed else style.stroke,
            width=max(1, round(style.width * self._scale)) if style.stroke is not None else 0,
        )
        if style.dashed:
            edge = (
                (x, y),
                (x + rect.width, y),
                (x + rect.width, y + rect.height),
                (x, y + rect.height),
                (x, y),
            )
            self._line(edge, style)

    def _line(self, points: Sequence[Point], style: Style) -> None:
        if style.stroke is None or not points:
            return
        width = max(1, round(style.width * self._scale))
        for stroke in dashes(points) if style.dashed else [tuple(points)]:
            scaled = self._scale_points(stroke)
            if len(scaled) > 1:
                self._draw.line(scaled, fill=style.stroke, width=width, joint="curve")
            if not style.dashed and width > 2:  # round ends; a dashed line would lose its gaps
                half = width / 2
                for x, y in (scaled[0], scaled[-1]):
                    self._draw.ellipse((x - half, y - half, x + half, y + half), fill=style.stroke)

    def _head(self, tip: Point, towards: Point, style: Style) -> None:
        if style.stroke is not None:
            self._draw.polygon(self._scale_points(arrow_head(tip, towards, style.width)), fill=style.stroke)

    def _scale_points(self, points: Sequence[Point]) -> list[Point]:
        left, top = self._origin
        return [((x - left) * self._scale, (y - top) * self._scale) for x, y in points]


def _extent(shape: Polyline | Curve | Circle | Rect) -> Sequence[Point]:
    """Points that enclose the shape without its border."""
    match shape:
        case Polyline(points=points):
            return points or ((0.0, 0.0),)
        case Curve(start=start, control=control, end=end):
            return start, control, end
        case Circle(centre=(x, y), radius=radius):
            return (x - radius, y - radius), (x + radius, y + radius)
        case Rect(corner=(x, y), width=width, height=height):
            return (x, y), (x + width, y + height)


@lru_cache(maxsize=32)
def _font(size: int) -> FreeTypeFont | ImageFont:
    from PIL import ImageFont

    return ImageFont.load_default(size)
