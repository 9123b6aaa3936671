"""Boards that are the same up to rotation, reflection and the names of the colours."""

from __future__ import annotations

from itertools import chain

import numpy as np

from satplay.contracts.symmetry import (
    as_numbers,
    hexagon_images,
    pair_numbers,
    rectangle_images,
    smallest_form,
)
from satplay.puzzles.flow.board import Board


def canonical(board: Board) -> bytes:
    """A form that two boards share exactly if one is the other rotated or reflected, with other colours.

    A rectangle has 8 symmetries, a board of hexagons 12.  Of a board of hexagons only the cells that exist
    count, since its rows do not lie in one direction: holes around it are no part of its shape.  Whether
    shifting a board with joined borders makes the same board is not considered.

    >>> canonical(Board(1, 3, ((0, 1),))) == canonical(Board(3, 1, ((1, 2),)))
    True
    """
    holes = () if board.hexagonal else sorted(board.holes)
    parts = (board.dots, board.walls, [holes], [board.bridges])
    lengths = [sum(map(len, part)) for part in parts]
    cells = as_numbers(chain.from_iterable(chain.from_iterable(parts)), sum(lengths))
    rules: list[int] = [board.warp, board.hexagonal, board.fill, board.touch]
    if board.hexagonal:
        is_open = np.ones(board.rows * board.columns, np.bool_)
        is_open[list(board.holes)] = False
        shape = np.flatnonzero(is_open).astype(np.int64)
        cells = np.concatenate([cells, shape])
        images = (
            hexagon_images(board.columns, cells, shape) if len(shape) else np.zeros((1, len(cells)), np.int64)
        )
        header = rules
    else:
        images = rectangle_images(board.rows, board.columns, cells)
        header = [*sorted((board.rows, board.columns)), *rules]
    dots, walls, *others = np.split(images, np.cumsum(lengths), axis=1)
    # Colours are numbered by their first dots, so that their order says nothing about their names.
    pairs = (pair_numbers(part.reshape(len(part), -1, 2)) for part in (dots, walls))
    return smallest_form(header, *pairs, *(np.sort(part, axis=1) for part in others))
