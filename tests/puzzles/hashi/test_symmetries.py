"""Hashi: boards are the same if one is the other rotated or reflected, and only then."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product
from random import Random

from satplay.puzzles.hashi.board import Board
from satplay.puzzles.hashi.symmetries import canonical
from tests.puzzles.forms import expect_same_classes, turned


def images(board: Board) -> Iterator[Board]:
    for number in range(8):
        islands = {}
        rows, columns = turned(board.rows, board.columns, (0, 0))[number][:2]
        for cell, bridges in board.islands.items():
            _, _, row, column = turned(board.rows, board.columns, board.place(cell))[number]
            islands[row * columns + column] = bridges
        yield Board(rows, columns, islands, board.most, board.loops)


def small_boards() -> Iterator[Board]:
    """All boards of at most 6 cells with islands that have no number, 1 or 2, in three rule variants."""
    for rows, columns in ((1, 1), (1, 3), (3, 1), (2, 2), (2, 3), (3, 2)):
        for entries in product((0, None, 1, 2), repeat=rows * columns):
            islands = {cell: entry for cell, entry in enumerate(entries) if entry != 0}
            board = Board(rows, columns, islands)
            yield board
            if rows * columns < 5:
                yield from (replace(board, most=3), replace(board, loops=False))


def test_boards_share_a_form_exactly_if_one_is_an_image_of_the_other() -> None:
    assert expect_same_classes(small_boards(), canonical, images) > 1000


def test_a_square_has_as_many_forms_as_burnside_counts() -> None:
    """The 512 sets of cells of a 3x3 square fall into 102 classes."""
    chosen = [some for size in range(10) for some in combinations(range(9), size)]
    assert len({canonical(Board(3, 3, dict.fromkeys(some, 1))) for some in chosen}) == 102


def test_large_boards_have_the_form_of_their_images() -> None:
    rng = Random(1)
    for _ in range(50):
        rows, columns = rng.randint(1, 20), rng.randint(1, 20)
        cells = rng.sample(range(rows * columns), rng.randint(0, rows * columns // 2))
        board = Board(rows, columns, {cell: rng.choice((None, *range(1, 9))) for cell in cells})
        assert {canonical(image) for image in images(board)} == {canonical(board)}
