"""One hand as a drawing, seen from behind: fingers that are up, knuckles of the others, thumb and sleeve.

Coordinates are relative to a hand that points up, with the origin in the middle of the wrist.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from math import cos, pi, sin

from satplay.drawing.scene import Curve, Point, Polyline, Rect, Shape, Style, Text
from satplay.fast_dataclass import dataclass

PALM_WIDTH, PALM_HEIGHT = 74.0, 62.0
REACH = 126.0
"""From the wrist to the tip of the longest finger."""
SLEEVE = 34.0
ROOT = 40.0
"""Where fingers begin, inside the palm."""
KNUCKLE = PALM_HEIGHT + 7.0


@dataclass(frozen=True, slots=True)
class Paint:
    """The colours of a hand."""

    skin: str
    line: str
    nail: str
    sleeve: str


OUT = Paint(skin="#e4e4e4", line="#8a8a8a", nail="#f2f2f2", sleeve="#b5b5b5")


@dataclass(frozen=True, slots=True)
class Frame:
    """The place of a hand: its wrist, and whether it points down, as the second player's hands do."""

    wrist: Point
    down: bool = False

    def at(self, x: float, y: float) -> Point:
        """A point of the hand in the picture."""
        turn = -1.0 if self.down else 1.0
        return self.wrist[0] + turn * x, self.wrist[1] - turn * y

    def box(self, x: float, low: float, width: float, high: float, style: Style, radius: float) -> Rect:
        """An upright box, from its left side and lower end to its upper end."""
        corners = self.at(x, low), self.at(x + width, high)
        left, top = (min(one[axis] for one in corners) for axis in (0, 1))
        return Rect((left, top), width, high - low, style, radius)


def draw_hand(frame: Frame, fingers: int, slots: int, thumb: int, paint: Paint) -> Iterator[Shape]:
    """A hand with ``fingers`` of ``slots`` up; ``thumb`` is 1 if it is at the right, -1 at the left.

    The index finger is the first that is up.  All parts are painted twice, with lines and then without, so
    that one outline surrounds the whole hand.
    """
    sleeve = Style(stroke=paint.line, fill=paint.sleeve, width=2.0)
    yield frame.box(-30, -SLEEVE, 60, 4, sleeve, 5.0)
    parts = list(_parts(frame, fingers, slots, thumb))
    for style in (Style(paint.line, paint.skin, 4.0), Style(None, paint.skin)):
        yield from (part(style) for part in parts)
    yield frame.box(-34, -8, 68, 7, sleeve, 5.0)  # the cuff
    for slot in range(slots):
        yield from _details(frame, slot, slots, thumb, slot < fingers, paint)
    label, size = (str(fingers), 24.0) if fingers else ("out", 18.0)
    yield Text(frame.at(0, 30), label, size, paint.line, bold=True)


def _parts(frame: Frame, fingers: int, slots: int, thumb: int) -> Iterator[Callable[[Style], Shape]]:
    """The parts of the outline, palm, thumb and fingers, each as a function of its style."""

    def box(x: float, low: float, width: float, high: float, radius: float) -> Callable[[Style], Shape]:
        return lambda style: frame.box(x, low, width, high, style, radius)

    yield box(-PALM_WIDTH / 2, 0, PALM_WIDTH, PALM_HEIGHT, 20.0)
    outline = tuple(_capsule(frame, (thumb * 29.0, 16.0), (thumb * 47.0, 56.0), 9.5))
    yield lambda style: Polyline(outline, style, closed=True)
    width = _width(slots)
    for slot in range(slots):
        high = PALM_HEIGHT + _length(slot, slots) if slot < fingers else KNUCKLE
        yield box(_left_edge(slot, slots, thumb), ROOT, width, high, min(width, high - ROOT) / 2)


def _details(frame: Frame, slot: int, slots: int, thumb: int, up: bool, paint: Paint) -> Iterator[Shape]:
    """A nail and two creases on a finger that is up, a curve under the knuckle of one that is not."""
    width = _width(slots)
    left = _left_edge(slot, slots, thumb)
    thin = Style(paint.line, None, 1.2, opacity=0.6)
    if not up:
        yield _crease(frame, left + 0.15 * width, left + 0.85 * width, KNUCKLE - 13, -4, thin)
        return
    tip = PALM_HEIGHT + _length(slot, slots)
    nail = replace(thin, fill=paint.nail, opacity=1.0)
    yield frame.box(left + 0.24 * width, tip - 13, 0.52 * width, tip - 3.5, nail, 0.24 * width)
    for share in (0.25, 0.56):
        y = PALM_HEIGHT + share * _length(slot, slots)
        yield _crease(frame, left + 0.25 * width, left + 0.75 * width, y, 2.5, thin)


def _width(slots: int) -> float:
    return PALM_WIDTH / slots - 2.5


def _left_edge(slot: int, slots: int, thumb: int) -> float:
    """Fingers are counted from the thumb."""
    at = slots - 1 - slot if thumb > 0 else slot
    return -PALM_WIDTH / 2 + at * PALM_WIDTH / slots + 1.25


def _length(slot: int, slots: int) -> float:
    """The middle one is the longest, the little one the shortest."""
    return 42.0 + (REACH - PALM_HEIGHT - 42.0) * sin(pi * (slot + 0.9) / (slots + 0.5))


def _crease(frame: Frame, x: float, to_x: float, y: float, bend: float, style: Style) -> Curve:
    return Curve(frame.at(x, y), frame.at((x + to_x) / 2, y + bend), frame.at(to_x, y), style)


def _capsule(frame: Frame, low: Point, high: Point, radius: float) -> Iterator[Point]:
    """A thick line with round ends, as a polygon; ``high`` lies above ``low``."""
    (x, y), (to_x, to_y) = low, high
    length = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5
    along, across = ((to_x - x) / length, (to_y - y) / length), ((to_y - y) / length, (x - to_x) / length)
    for (px, py), begin in ((high, 0.0), (low, pi)):
        for step in range(9):
            angle = begin + step * pi / 8
            c, s = radius * cos(angle), radius * sin(angle)
            yield frame.at(px + c * across[0] + s * along[0], py + c * across[1] + s * along[1])
