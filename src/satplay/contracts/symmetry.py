"""Symmetries of rectangular boards: the places of their cells in all rotations and reflections.

Every rotation and reflection of a board is written as numbers, in one row of an array; the smallest row is a
form that all of them have in common.
"""

# k  number of symmetries   n  number of cells

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Numbers: TypeAlias = NDArray[np.int64]

HIGHER = 1 << 13
"""More than the height of any image of a board."""

MORE_CELLS = 1 << 31
"""More than the number of any cell of an image."""


def as_numbers(values: Iterable[Any], count: int) -> Numbers:
    """``count`` whole numbers as an array."""
    return np.fromiter(values, np.int64, count)


def rectangle_images(rows: int, columns: int, cells: Numbers) -> Numbers:
    """The numbers of cells in all rotations and reflections of a rectangle, one image per row: k by n.

    Cells are numbered row by row from 0, also in the images.  A square has 8 images; a rectangle has 4 that
    are not higher than wide, and only these are listed, whichever way it is given.

    >>> rectangle_images(1, 3, as_numbers([0, 1], 2)).tolist()
    [[0, 1], [2, 1], [0, 1], [2, 1]]
    >>> rectangle_images(3, 1, as_numbers([0, 1], 2)).tolist()
    [[0, 1], [2, 1], [0, 1], [2, 1]]
    """
    row, column = np.divmod(cells, columns)
    from_top = np.stack([row, rows - 1 - row])
    from_left = np.stack([column, columns - 1 - column])
    images = []
    if rows <= columns:
        images.append(from_top[:, None] * columns + from_left[None])
    if rows >= columns:
        images.append(from_left[:, None] * rows + from_top[None])
    return np.concatenate(images).reshape(4 * len(images), len(cells))


def hexagon_images(columns: int, cells: Numbers, shape: Numbers) -> Numbers:
    """The numbers of cells in the 12 rotations and reflections of a board of hexagons: 12 by n.

    Columns are vertical, and the even ones, from 0, are half a cell lower.  ``shape`` lists the cells of the
    board.  Every image is shifted so that it begins in the first row and column; its numbers suit comparisons
    of boards with one number of cells.
    """
    places, outline = (_cube_coordinates(*np.divmod(part, columns)) for part in (cells, shape))
    pairs = [(one, other) for one in range(3) for other in range(3) if one != other]
    first, second = np.transpose(pairs)
    # A rotation or reflection permutes the three coordinates, and may change all their signs.
    across, down = (np.concatenate([places[axis], -places[axis]]) for axis in (first, second))
    left, top = (np.concatenate([outline[axis], -outline[axis]]).min(axis=1) for axis in (first, second))
    # No board is as high, so the number determines the place.
    numbers: Numbers = (across - left[:, None]) * HIGHER + (down - top[:, None])
    return numbers


def _cube_coordinates(row: Numbers, column: Numbers) -> Numbers:
    """Three coordinates of hexagons with the sum 0; a step to a neighbour changes two of them by 1."""
    down = row - (column + 1) // 2
    return np.stack([column, down, -column - down])


def pair_numbers(images: Numbers) -> Numbers:
    """Unordered pairs of cells as sorted numbers, for each image: from k by n by 2 to k by n."""
    ordered = np.sort(images, axis=2)
    numbers: Numbers = ordered[..., 0] * MORE_CELLS + ordered[..., 1]
    return np.sort(numbers, axis=1)


def smallest_form(header: Sequence[int], *images: Numbers) -> bytes:
    """The smallest written form: a header that all images share, then the image of the smallest numbers.

    ``images`` are arrays of k rows each, which describe k images in sorted numbers.
    """
    rows = np.concatenate(images, axis=1).astype(">i8")
    counts = [len(header), *header, *(part.shape[1] for part in images)]
    smallest: bytes = min(row.tobytes() for row in rows)
    return np.array(counts, ">i8").tobytes() + smallest
