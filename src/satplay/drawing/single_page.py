"""A page for printing with one picture, as large as it fits, below a title."""

from __future__ import annotations

from satplay.drawing.booklet import BOTTOM, CAPTION, GREY, INK, PAPERS, SIDE, TITLE, TOP, fitted_text
from satplay.drawing.placing import place
from satplay.drawing.scene import Scene, Text

LARGEST_SCALE = 1.4
"""Cells of 40 units are 2 cm wide at most."""

HEAD = 58.0
"""Room for the title and the caption."""


def single_page(picture: Scene, *, title: str, caption: str = "", paper: str = "a4") -> Scene:
    """The page, in points; ``paper`` is one of ``PAPERS``.

    >>> page = single_page(Scene(80, 40), title="Board")
    >>> round(page.width), round(page.height), page.title
    (595, 842, 'Board')
    """
    width, height = PAPERS[paper]
    room_across, room_down = width - 2 * SIDE, height - TOP - HEAD - BOTTOM
    scale = min(LARGEST_SCALE, room_across / picture.width, room_down / picture.height)
    corner = (width - scale * picture.width) / 2, TOP + HEAD
    shapes = [fitted_text((SIDE, TOP + TITLE / 2), title, TITLE, room_across, INK, bold=True)]
    if caption:
        shapes.append(Text((SIDE, TOP + TITLE + CAPTION + 4), caption, CAPTION, GREY, "start"))
    return Scene(width, height, (*shapes, *place(picture, corner, scale)), title)
