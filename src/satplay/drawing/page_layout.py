"""Where pictures are on pages: in a grid, as many on a page as stay readable, in order.

All pictures of a page have one scale, and a page has the grid and the scale of the page before it if these
fit.  The units are points, 1/72 inch.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import NamedTuple, TypeAlias

from satplay.drawing.scene import Point

Size: TypeAlias = tuple[float, float]
"""Width and height."""


class Area(NamedTuple):
    """The part of a page that is used."""

    left: float
    top: float
    width: float
    height: float


class LayoutStyle(NamedTuple):
    """How pictures are arranged.

    ``smallest``     the smallest scale, except for a picture that needs a page for itself
    ``comfortable``  the smallest scale if there are more than two on a page
    ``largest``      the largest scale
    ``columns``, ``rows``  the largest grid
    ``caption``      room above each picture
    ``gap``          the distance between neighbours
    """

    smallest: float
    comfortable: float
    largest: float
    columns: int
    rows: int
    caption: float
    gap: float


class Placement(NamedTuple):
    """One picture: its number from 0, the top left corner, the scale, and the corner of its caption."""

    number: int
    corner: Point
    scale: float
    caption: Point
    caption_width: float


class _Grid(NamedTuple):
    columns: int
    rows: int

    @property
    def capacity(self) -> int:
        return self.columns * self.rows

    def slot(self, area: Area, style: LayoutStyle) -> Size:
        """The size of the room for one picture, without its caption."""
        width = (area.width - (self.columns - 1) * style.gap) / self.columns
        height = (area.height - (self.rows - 1) * style.gap) / self.rows - style.caption
        return width, height

    def scale(self, sizes: Sequence[Size], area: Area, style: LayoutStyle) -> float:
        """The largest scale at which all pictures fit into their slots."""
        width, height = self.slot(area, style)
        return min(style.largest, *(min(width / wide, height / high) for wide, high in sizes))


def lay_out(sizes: Sequence[Size], first: Area, other: Area, style: LayoutStyle) -> list[list[Placement]]:
    """The placements on each page; the first page may have another area, because it has a title.

    >>> style = LayoutStyle(0.5, 0.5, 1.0, 2, 2, 0.0, 10.0)
    >>> page = Area(0.0, 0.0, 110.0, 110.0)
    >>> [len(placed) for placed in lay_out([(80.0, 80.0)] * 7, page, page, style)]
    [4, 3]
    """
    pages: list[list[Placement]] = []
    grid, scale, start = None, style.largest, 0
    while start < len(sizes):
        area = other if pages else first
        chosen = _choose_grid(sizes[start:], area, style, grid)
        placed = sizes[start : start + chosen.capacity]
        own = chosen.scale(placed, area, style)
        scale = min(own, scale) if chosen == grid else own
        pages.append(list(_place(placed, start, chosen, scale, area, style)))
        start += len(placed)
        grid = chosen
    return pages


def _choose_grid(sizes: Sequence[Size], area: Area, style: LayoutStyle, before: _Grid | None) -> _Grid:
    """The grid with the largest scale among those that need the fewest pages, if all pictures are alike."""

    def scale(grid: _Grid) -> float:
        return grid.scale(sizes[: grid.capacity], area, style)

    def is_readable(grid: _Grid) -> bool:
        return scale(grid) >= (style.smallest if grid.capacity <= 2 else style.comfortable)

    columns, rows = range(1, style.columns + 1), range(1, style.rows + 1)
    grids = [grid for grid in (_Grid(c, r) for c in columns for r in rows) if is_readable(grid)]
    most = max((grid.capacity for grid in grids), default=1)
    pages = ceil(len(sizes) / most)
    if before is not None and is_readable(before) and ceil(len(sizes) / before.capacity) <= pages:
        return before  # pages look alike, also the last one
    enough = [grid for grid in grids if grid.capacity >= ceil(len(sizes) / pages)]

    def rank(grid: _Grid) -> tuple[float, int, int]:
        return scale(grid), min(grid.columns, len(sizes)), -grid.columns  # side by side if that is equal

    return max(enough, key=rank, default=_Grid(1, 1))


def _place(
    sizes: Sequence[Size], start: int, grid: _Grid, scale: float, area: Area, style: LayoutStyle
) -> Iterator[Placement]:
    """Each picture in the middle of its column, below its caption, row by row from the top."""
    width, height = grid.slot(area, style)
    top = area.top
    for first in range(0, len(sizes), grid.columns):
        row = sizes[first : first + grid.columns]
        for column, (wide, _) in enumerate(row):
            left = area.left + column * (width + style.gap)
            x = left + (width - scale * wide) / 2
            yield Placement(
                start + first + column, (x, top + style.caption), scale, (x, top), left + width - x
            )
        used = scale * max(high for _, high in row)
        top += style.caption + min(height, used + style.gap) + style.gap  # not far apart
