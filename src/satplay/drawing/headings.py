"""Names of rows and columns beside a board in a picture, as in sentences, typed moves and terminals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from satplay.drawing.places import column_name
from satplay.drawing.scene import Text

ROOM = 24.0
"""The width of the border of a picture in which the headings are."""

COLOUR = "#59636f"
SIZES = {1: 14.0, 2: 14.0, 3: 11.0, 4: 8.5}
"""Sizes of names by length: the longest fits into ``ROOM``."""


def headings(columns: Sequence[float], rows: Sequence[float]) -> Iterator[Text]:
    """Letters above the columns at these x, numbers left of the rows at these y.

    >>> [(text.text, text.at) for text in headings([44.0, 84.0], [44.0])]
    [('A', (44.0, 12.0)), ('B', (84.0, 12.0)), ('1', (12.0, 44.0))]
    """
    size = SIZES[len(column_name(len(columns) - 1))]
    for column, x in enumerate(columns):
        yield Text((x, ROOM / 2), column_name(column), size, COLOUR)
    size = SIZES[len(str(len(rows)))]
    for row, y in enumerate(rows, 1):
        yield Text((ROOM / 2, y), str(row), size, COLOUR)
