"""Mastermind: boards are the same up to the order of positions and guesses and the names of symbols."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from random import Random

import pytest

from satplay.puzzles.mastermind.audit_boards import boards, solutions
from satplay.puzzles.mastermind.board import DIGITS, Board, Guess
from satplay.puzzles.mastermind.symmetries import canonical
from tests.puzzles.forms import expect_same_classes


def images(board: Board) -> Iterator[tuple[object, ...]]:
    for order in permutations(range(board.length)):
        for names in permutations(range(len(board.symbols))):
            guesses = [
                (
                    tuple(names[guess.row[p]] for p in order),
                    guess.black,
                    -1 if guess.white is None else guess.white,
                )
                for guess in board.guesses
            ]
            yield board.length, len(board.symbols), board.repeats, tuple(sorted(guesses))


def test_boards_share_a_form_exactly_if_one_is_an_image_of_the_other() -> None:
    assert expect_same_classes(boards(5), canonical, images) > 500


def shuffled(board: Board, rng: Random) -> Board:
    order, names = list(range(board.length)), list(range(len(board.symbols)))
    rng.shuffle(order)
    rng.shuffle(names)
    guesses = [
        Guess(tuple(names[guess.row[p]] for p in order), guess.black, guess.white) for guess in board.guesses
    ]
    rng.shuffle(guesses)
    return Board(board.length, board.symbols[::-1], tuple(guesses), board.repeats)


@pytest.mark.parametrize("length", [1, 2, 4, 6, 30])
@pytest.mark.parametrize("count", [0, 1, 2, 5])
def test_larger_boards_have_the_form_of_their_images(length: int, count: int) -> None:
    rng = Random(10 * length + count)
    for symbols in (2, 6, 10):
        rows = [tuple(rng.randrange(symbols) for _ in range(length)) for _ in range(count)]
        board = Board(length, DIGITS[:symbols], tuple(Guess(row, 0, 0) for row in rows))
        assert {canonical(shuffled(board, rng)) for _ in range(5)} == {canonical(board)}


def test_boards_of_one_form_have_equally_many_solutions() -> None:
    counts: dict[bytes, int] = {}
    for board in boards(4):
        count = sum(1 for _ in solutions(board))
        assert counts.setdefault(canonical(board), count) == count


def test_a_guess_without_any_order_is_compared_quickly() -> None:
    """Its positions are all alike, in 62! orders."""
    rng = Random(1)
    symbols = "".join(chr(0x100 + number) for number in range(62))
    board = Board(62, symbols, (Guess(tuple(range(62)), 0, 62), Guess((0,) * 62, 1, 0)))
    assert canonical(shuffled(board, rng)) == canonical(board)
