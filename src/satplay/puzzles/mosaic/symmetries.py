"""Boards that are the same up to rotation and reflection."""

from __future__ import annotations

from satplay.contracts.symmetry import as_numbers, rectangle_images, smallest_form
from satplay.puzzles.mosaic.board import Board

CLUE, MARK = 0, 10


def canonical(board: Board) -> bytes:
    """A form that two boards share exactly if one is the other rotated or reflected.

    >>> canonical(Board(1, 3, {(0, 0): 1}, {})) == canonical(Board(3, 1, {(2, 0): 1}, {}))
    True
    """
    entries = [(row, col, CLUE + clue) for (row, col), clue in board.clues.items()]
    entries += [(row, col, MARK + is_shaded) for (row, col), is_shaded in board.marks.items()]
    cells = as_numbers((row * board.width + col for row, col, _ in entries), len(entries))
    codes = as_numbers((code for *_, code in entries), len(entries))
    images = rectangle_images(board.height, board.width, cells) * 16 + codes
    images.sort(axis=1)
    sides = sorted((board.height, board.width))
    return smallest_form([*sides, board.connected], images)
