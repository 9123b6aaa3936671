"""The icon: a tick through the dots of a board, as SVG and PNG."""

from __future__ import annotations

from satplay.drawing.png import to_png
from satplay.drawing.scene import Circle, Polyline, Rect, Scene, Shape, Style
from satplay.drawing.svg import to_svg
from satplay.drawing.tokens import TOKENS

SIDE = 64.0

_GROUND, _INK = TOKENS["accent"].light, TOKENS["on-accent"].light
_TICK = ((16.0, 32.0), (32.0, 48.0), (48.0, 16.0))
_OTHERS = tuple((x, y) for y in (16.0, 32.0, 48.0) for x in (16.0, 32.0, 48.0) if (x, y) not in _TICK)


def icon_svg() -> str:
    """The icon as SVG, with round corners.

    >>> icon_svg()[:4]
    '<svg'
    """
    return to_svg(_scene(14.0))


def icon_png(pixels: int, *, maskable: bool = False) -> bytes:
    """The icon as PNG; ``maskable`` fills the square, for systems that cut it to their own shape.

    The drawing is inside the middle 80 %, which no system cuts off (W3C, Web App Manifest, "Icon masks").
    """
    return to_png(_scene(0.0 if maskable else 14.0), scale=pixels / SIDE)


def _scene(radius: float) -> Scene:
    faint, strong = Style(None, _INK, opacity=0.55), Style(None, _INK)
    shapes: list[Shape] = [
        Rect((0.0, 0.0), SIDE, SIDE, Style(None, _GROUND), radius),
        *(Circle(at, 3.5, faint) for at in _OTHERS),
        Polyline(_TICK, Style(_INK, width=6.5)),
        *(Circle(at, 6.0, strong) for at in _TICK),
    ]
    return Scene(SIDE, SIDE, shapes, "satplay", None)
