"""Mosaic: boards are the same if one is the other rotated or reflected, and only then."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from random import Random

from satplay.puzzles.mosaic.audit_boards import boards, random
from satplay.puzzles.mosaic.board import Board
from satplay.puzzles.mosaic.symmetries import canonical
from tests.puzzles.forms import expect_same_classes, turned


def images(board: Board) -> Iterator[Board]:
    places = {cell: turned(board.height, board.width, cell) for cell in board.cells()}
    for number in range(8):
        height, width, _, _ = places[0, 0][number]
        moved = {cell: (there[number][2], there[number][3]) for cell, there in places.items()}
        clues, marks = (
            {moved[cell]: one for cell, one in part.items()} for part in (board.clues, board.marks)
        )
        yield Board(height, width, clues, marks, board.connected)


def descriptions(board: Board) -> list[tuple[object, ...]]:
    return [
        (one.height, one.width, frozenset(one.clues.items()), frozenset(one.marks.items()), one.connected)
        for one in images(board)
    ]


def test_boards_share_a_form_exactly_if_one_is_an_image_of_the_other() -> None:
    assert expect_same_classes(boards(4), canonical, descriptions) > 1000


def test_a_square_has_as_many_forms_as_burnside_counts() -> None:
    """The 512 sets of cells of a 3x3 square fall into 102 classes."""
    empty = Board(3, 3, {}, {})
    chosen = [some for size in range(10) for some in combinations(list(empty.cells()), size)]
    assert len({canonical(replace(empty, clues=dict.fromkeys(some, 1))) for some in chosen}) == 102


def test_large_boards_have_the_form_of_their_images() -> None:
    rng = Random(1)
    for _ in range(100):
        board = random(150, rng)
        assert {canonical(image) for image in images(board)} == {canonical(board)}
