"""A scene as SVG, for browsers, notebooks and drawing programs.

Arrow heads are drawn as triangles and nothing has an ``id``, so that several pictures can be embedded
in one page without name clashes.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from satplay.drawing.path import DASH, GAP, arrow_head, head_length, shorten, without_head
from satplay.drawing.scene import Circle, Curve, Point, Polyline, Rect, Scene, Shape, Style, Text

FONT = "system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif"


def to_svg(scene: Scene) -> str:
    """The scene as a complete SVG document.

    >>> from satplay.drawing.scene import Circle, Scene
    >>> print(to_svg(Scene(20, 10, [Circle((5, 5), 4)], title="a & b", background=None)))
    <svg xmlns="http://www.w3.org/2000/svg" width="20" height="10" viewBox="0 0 20 10" role="img">
    <title>a &amp; b</title>
    <circle cx="5" cy="5" r="4" fill="none" stroke="#1b1b1b" stroke-width="1.5"/>
    </svg>
    """
    width, height = _n(scene.width), _n(scene.height)
    size = f'width="{width}" height="{height}"'
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {width} {height}" role="img">']
    if scene.title:
        lines.append(f"<title>{_text(scene.title)}</title>")
    if scene.background is not None:
        lines.append(f'<rect {size} fill="{_text(scene.background)}"/>')
    for shape in scene.shapes:
        lines.extend(_elements(shape))
    lines.append("</svg>")
    return "\n".join(lines)


def shape_to_svg(shape: Shape) -> str:
    """The elements of one shape, for pages that assemble pictures from shapes."""
    return "".join(_elements(shape))


def _elements(shape: Shape) -> Iterator[str]:
    match shape:
        case Polyline(points=points, style=style, closed=closed, arrow=arrow):
            if not points:
                return
            with_head = arrow and not closed and len(points) > 1
            shaft = shorten(points, 0.8 * head_length(style.width)) if with_head else points
            tag = "polygon" if closed else "polyline"
            yield f'<{tag} points="{_points(shaft)}" {_style(style, joined=True)}/>'
            if with_head:
                yield _head(points[-1], points[-2], style)
        case Curve(style=style, arrow=arrow):
            c = without_head(shape) if arrow else shape
            path = f"M{_pair(c.start)} Q{_pair(c.control)} {_pair(c.end)}"
            yield f'<path d="{path}" {_style(style, joined=True)}/>'
            if arrow:
                yield _head(shape.end, c.end, style)
        case Circle(centre=(x, y), radius=radius, style=style):
            yield f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}" {_style(style)}/>'
        case Rect(corner=(x, y), width=width, height=height, style=style, radius=radius):
            rounded = f' rx="{_n(radius)}"' if radius else ""
            place = f'x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}"{rounded}'
            yield f"<rect {place} {_style(style)}/>"
        case Text(at=(x, y), text=text, size=size, colour=colour, anchor=anchor, bold=bold):
            weight = ' font-weight="bold"' if bold else ""
            font = f'font-family="{FONT}" font-size="{_n(size)}"{weight}'
            place = f'x="{_n(x)}" y="{_n(y)}" text-anchor="{anchor}" dominant-baseline="central"'
            yield f'<text {place} {font} fill="{_text(colour)}">{_text(text)}</text>'


def _head(tip: Point, towards: Point, style: Style) -> str:
    faint = f' opacity="{_n(style.opacity)}"' if style.opacity != 1.0 else ""
    head = _points(arrow_head(tip, towards, style.width))
    return f'<polygon points="{head}" fill="{_text(style.stroke or "none")}"{faint}/>'


def _style(style: Style, *, joined: bool = False) -> str:
    attributes = [f'fill="{_text(style.fill or "none")}"']
    if style.stroke is not None:
        attributes.append(f'stroke="{_text(style.stroke)}" stroke-width="{_n(style.width)}"')
        if joined:
            attributes.append('stroke-linejoin="round"')
            if not style.dashed:  # round ends would close the gaps
                attributes.append('stroke-linecap="round"')
        if style.dashed:
            attributes.append(f'stroke-dasharray="{_n(DASH)} {_n(GAP)}"')
    if style.opacity != 1.0:
        attributes.append(f'opacity="{_n(style.opacity)}"')
    return " ".join(attributes)


def _points(points: tuple[Point, ...]) -> str:
    return " ".join(_pair(point) for point in points)


def _pair(point: Point) -> str:
    return f"{_n(point[0])},{_n(point[1])}"


def _n(number: float) -> str:
    """Format a number with at most two decimals: a hundredth of a pixel is enough."""
    return f"{round(number, 2) + 0.0:.2f}".rstrip("0").rstrip(".")


def _text(text: str) -> str:
    """Escape a text for XML; characters not allowed in XML 1.0 become the replacement character."""
    return escape("".join(c if _is_allowed(c) else "\ufffd" for c in text))


def _is_allowed(character: str) -> bool:
    code = ord(character)
    return code in (9, 10, 13) or 32 <= code <= 0xD7FF or 0xE000 <= code <= 0xFFFD or code >= 0x10000
