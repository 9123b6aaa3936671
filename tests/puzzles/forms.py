"""Compares canonical forms with a slow description of all images of a board."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any


def expect_same_classes(
    boards: Iterable[Any], canonical: Callable[[Any], bytes], images: Callable[[Any], Iterable[Hashable]]
) -> int:
    """Two boards have one form exactly if they have the same images; returns the number of forms.

    ``images`` describe the board after each symmetry, so that the images of two boards are the same set or
    have nothing in common.
    """
    pairs = {(canonical(board), frozenset(images(board))) for board in boards}
    forms, classes = zip(*pairs, strict=True)
    assert len(set(forms)) == len(set(classes)) == len(pairs)
    return len(pairs)


def turned(rows: int, columns: int, cell: tuple[int, int]) -> list[tuple[int, int, int, int]]:
    """A cell in the eight rotations and reflections of a rectangle, each with its rows and columns."""
    row, column = cell
    found = []
    for _ in range(2):
        for _ in range(4):
            found.append((rows, columns, row, column))
            rows, columns, row, column = columns, rows, column, rows - 1 - row  # a quarter turn
        column = columns - 1 - column  # a reflection
    return found
