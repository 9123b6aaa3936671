"""Scenes as the pages of a PDF document: vector graphics with embedded fonts, by matplotlib.

matplotlib is imported only when a document is written.  Each page is one artist that draws the shapes with
the renderer's own interface; axes and layout of matplotlib are not involved.  The font is DejaVu Sans, which
is a part of matplotlib and has Latin, Greek, Cyrillic, Hebrew and Arabic letters; other characters become the
replacement character.  Documents contain no date: equal pages give equal bytes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple

from satplay.drawing.path import (
    DASH,
    GAP,
    arrow_head,
    head_length,
    outline,
    shorten,
    without_head,
)
from satplay.drawing.scene import Circle, Curve, Point, Polyline, Rect, Scene, Shape, Style, Text
from satplay.drawing.terminal import channels

if TYPE_CHECKING:
    from matplotlib.backend_bases import GraphicsContextBase, RendererBase
    from matplotlib.font_manager import FontProperties
    from matplotlib.path import Path

POINTS_PER_INCH = 72.0

MIDDLE = 0.365
"""The height of the middle of capitals and digits above the base line, in font sizes."""

ROUND = 0.5523
"""The distance of the control points of a cubic curve that is close to a quarter of a circle, in radii."""


def to_pdf(pages: Iterable[Scene], *, title: str = "") -> bytes:
    r"""A document with one page for each scene; a unit of a scene is a point, 1/72 inch.

    >>> to_pdf([Scene(595, 842)])[:5]
    b'%PDF-'
    """
    import matplotlib as mpl
    from matplotlib.backends.backend_pdf import PdfPages
    from matplotlib.figure import Figure

    file = BytesIO()
    metadata = {"Title": title, "Creator": "satplay", "Producer": None, "CreationDate": None}
    # The defaults, whatever a user's configuration says; fonts as TrueType, so that text can be searched.
    with mpl.rc_context({**mpl.rcParamsDefault, "pdf.fonttype": 42, "pdf.compression": 6}):
        fonts = {bold: _font(bold=bold) for bold in (False, True)}
        with PdfPages(file, metadata=metadata) as document:
            for scene in pages:
                size = (scene.width / POINTS_PER_INCH, scene.height / POINTS_PER_INCH)
                figure = Figure(figsize=size, frameon=False)
                figure.add_artist(_page_artist(scene, fonts))
                document.savefig(figure)
    return file.getvalue()


class _Font(NamedTuple):
    """A font file, and the character codes that it has."""

    properties: FontProperties
    codes: Collection[int]

    def available(self, text: str) -> str:
        """The text, with the replacement character for what the font does not have."""
        return "".join(sign if ord(sign) in self.codes else "\ufffd" for sign in text)


def _font(*, bold: bool) -> _Font:
    from pathlib import Path as File

    import matplotlib as mpl
    from matplotlib.font_manager import FontProperties, get_font

    name = "DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"
    file = File(mpl.get_data_path(), "fonts", "ttf", name)
    return _Font(FontProperties(fname=file), get_font(str(file)).get_charmap().keys())


def _page_artist(scene: Scene, fonts: dict[bool, _Font]) -> Any:
    """One artist that draws all shapes of a page."""
    from matplotlib.artist import Artist

    class PageArtist(Artist):
        def draw(self, renderer: RendererBase) -> None:
            pen = _Pen(renderer, scene.height, fonts)
            if scene.background is not None:
                pen.draw(Rect((0.0, 0.0), scene.width, scene.height, Style(None, scene.background)))
            for shape in scene.shapes:
                pen.draw(shape)

    return PageArtist()


class _Pen:
    """Draws shapes on a page of this height; in PDF documents y is measured from below."""

    def __init__(self, renderer: RendererBase, height: float, fonts: dict[bool, _Font]) -> None:
        from matplotlib.transforms import Affine2D

        self._renderer, self._height, self._fonts = renderer, height, fonts
        self._upside_down = Affine2D().scale(1, -1).translate(0, height)

    def draw(self, shape: Shape) -> None:
        """Draw one shape."""
        match shape:
            case Text():
                self._write(shape)
            case Polyline(points=points, style=style, closed=closed, arrow=arrow):
                with_head = arrow and not closed and len(points) > 1
                line = shorten(points, 0.8 * head_length(style.width)) if with_head else outline(shape)
                if line:
                    self._trace(_polygon(line, closed=closed), style)
                if with_head:
                    self._head(points[-1], points[-2], style)
            case Curve(style=style, arrow=arrow):
                curve = without_head(shape) if arrow else shape
                self._trace(_curve(curve), style)
                if arrow:
                    self._head(shape.end, curve.end, style)
            case Circle(centre=(x, y), radius=radius, style=style):
                box = Rect((x - radius, y - radius), 2 * radius, 2 * radius, style, radius)
                self._trace(_rectangle(box), style)
            case Rect(style=style):
                self._trace(_rectangle(shape), style)

    def _trace(self, path: Path, style: Style) -> None:
        """Draw the line and the area of a path."""
        if style.stroke is None and style.fill is None:
            return
        context = self._context(style)
        fill = None
        if style.fill is not None:
            red, green, blue = channels(style.fill)
            fill = red / 255, green / 255, blue / 255
        self._renderer.draw_path(context, path, self._upside_down, fill)
        context.restore()

    def _context(self, style: Style) -> GraphicsContextBase:
        context = self._renderer.new_gc()
        context.set_linewidth(style.width if style.stroke is not None else 0.0)
        context.set_foreground(style.stroke or "#000000")
        context.set_joinstyle("round")
        context.set_capstyle("butt" if style.dashed else "round")  # round ends would close the gaps
        if style.dashed:
            context.set_dashes(0.0, [DASH, GAP])
        if style.opacity < 1.0:
            context.set_alpha(style.opacity)
        return context

    def _head(self, tip: Point, towards: Point, style: Style) -> None:
        if style.stroke is not None:
            head = arrow_head(tip, towards, style.width)
            self._trace(
                _polygon((*head, head[0]), closed=True), Style(None, style.stroke, opacity=style.opacity)
            )

    def _write(self, text: Text) -> None:
        font, words = self._fonts[text.bold].properties, self._fonts[text.bold].available(text.text)
        font.set_size(text.size)
        x, y = text.at
        if text.anchor != "start":
            width, _, _ = self._renderer.get_text_width_height_descent(words, font, False)
            x -= width / 2 if text.anchor == "middle" else width
        context = self._renderer.new_gc()
        context.set_foreground(text.colour)
        base = self._height - y - MIDDLE * text.size
        self._renderer.draw_text(context, x, base, words, font, 0.0)
        context.restore()


def _polygon(points: Sequence[Point], *, closed: bool) -> Path:
    from matplotlib.path import Path

    return Path(list(points), closed=closed and len(points) > 2)


def _curve(curve: Curve) -> Path:
    from matplotlib.path import Path

    return Path([curve.start, curve.control, curve.end], [Path.MOVETO, Path.CURVE3, Path.CURVE3])


def _rectangle(rect: Rect) -> Path:
    """The outline of a rectangle; rounded corners are cubic curves."""
    from matplotlib.path import Path

    left, top = rect.corner
    right, bottom = left + rect.width, top + rect.height
    r = min(rect.radius, rect.width / 2, rect.height / 2)
    if r <= 0:
        return _polygon(
            ((left, top), (right, top), (right, bottom), (left, bottom), (left, top)), closed=True
        )
    k = (1 - ROUND) * r
    points: list[Point] = [
        (left + r, top),
        (right - r, top), (right - k, top), (right, top + k), (right, top + r),
        (right, bottom - r), (right, bottom - k), (right - k, bottom), (right - r, bottom),
        (left + r, bottom), (left + k, bottom), (left, bottom - k), (left, bottom - r),
        (left, top + r), (left, top + k), (left + k, top), (left + r, top),
        (left + r, top),
    ]  # fmt: skip
    codes = [Path.MOVETO, *[Path.LINETO, Path.CURVE4, Path.CURVE4, Path.CURVE4] * 4, Path.CLOSEPOLY]
    return Path(points, codes)
