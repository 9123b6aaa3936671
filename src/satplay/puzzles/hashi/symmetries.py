"""Boards that are the same up to rotation and reflection."""

from __future__ import annotations

from satplay.contracts.symmetry import rectangle_images, smallest_form
from satplay.puzzles.hashi.board import Board


def canonical(board: Board) -> bytes:
    """A form that two boards share exactly if one is the other rotated or reflected.

    >>> canonical(Board(1, 3, {0: 1, 2: None})) == canonical(Board(3, 1, {0: None, 2: 1}))
    True
    """
    images = rectangle_images(board.rows, board.columns, board.cell_array.astype("int64")) * 32
    images += board.numbers  # 0 for an island without a number
    images.sort(axis=1)
    sides = sorted((board.rows, board.columns))
    return smallest_form([*sides, board.most, board.loops], images)
