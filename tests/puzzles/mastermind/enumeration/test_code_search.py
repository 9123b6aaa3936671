"""Listed and counted codes agree with the rules, in both kernels."""

from __future__ import annotations

import math
from itertools import chain
from random import Random

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from satplay.puzzles.mastermind.board import Board, Code, Guess, Row
from satplay.puzzles.mastermind.enumeration import code_search
from satplay.puzzles.mastermind.rules import check
from tests.puzzles.mastermind.boards import ALPHABET, all_boards, boards, consistent, random_board

both_kernels = settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60
)


def list_codes(board: Board, rows: int = code_search.CHUNK) -> list[Row]:
    return [tuple(row) for chunk in code_search.consistent_codes(board, rows) for row in chunk.tolist()]


@both_kernels
@given(board=boards(largest=1500))
def test_every_consistent_code_is_listed_in_order_and_counted(kernel: str, board: Board) -> None:
    assert list_codes(board) == consistent(board)
    assert code_search.count_codes(board) == len(consistent(board))


@pytest.mark.parametrize(
    ("length", "symbols", "guesses", "repeats"),
    [(3, 3, 1, True), (3, 4, 1, False), (2, 2, 2, True), (2, 2, 2, False), (1, 3, 2, True)],
)
def test_codes_of_all_small_boards_are_right(
    kernel: str, length: int, symbols: int, guesses: int, repeats: bool
) -> None:
    for board in all_boards(length, symbols, guesses, repeats):
        truth = consistent(board)
        assert list_codes(board) == truth
        assert code_search.count_codes(board) == len(truth)


@pytest.mark.parametrize(
    ("length", "symbols", "repeats"),
    [
        (2, 3, True),
        (2, 3, False),
        pytest.param(3, 3, True, marks=pytest.mark.slow),
        pytest.param(3, 3, False, marks=pytest.mark.slow),
        pytest.param(2, 4, True, marks=pytest.mark.slow),
    ],
)
def test_codes_of_all_small_boards_with_two_guesses_are_right(
    length: int, symbols: int, repeats: bool
) -> None:
    for board in all_boards(length, symbols, 2, repeats):
        truth = consistent(board)
        assert list_codes(board) == truth
        assert code_search.count_codes(board) == len(truth)


def test_counting_and_listing_agree_beyond_brute_force() -> None:
    pytest.importorskip("satplay.puzzles.mastermind._kernel", reason="the native core was not compiled")
    rng = Random(1)
    for length, symbols, guesses in [(8, 10, 5), (7, 12, 5), (10, 6, 6), (12, 4, 5), (4, 62, 3)]:
        for repeats in (True, False)[: 1 + (length <= symbols)]:
            board = random_board(rng, length, symbols, guesses, repeats=repeats)
            assert code_search.count_codes(board) == code_search.new_search(board).count(10**9)


def test_codes_are_returned_in_chunks_of_bounded_size(kernel: str) -> None:
    board = Board(4, "012", (Guess((0, 0, 1, 2), 1, 1),))
    chunks = list(code_search.consistent_codes(board, rows=3))
    assert [len(chunk) for chunk in chunks[:-1]] == [3] * (len(chunks) - 1)
    assert all(chunk.dtype == np.uint8 for chunk in chunks)
    assert list(chain.from_iterable(chunk.tolist() for chunk in chunks)) == [*map(list, consistent(board))]


def test_a_search_resumes_after_its_steps(kernel: str) -> None:
    board = Board(4, "0123", (Guess((0, 1, 1, 2), 1, 1),))
    search, found = code_search.new_search(board), []
    while not search.done:
        found += search.take(100, 1).tolist()
    assert found == [list(row) for row in consistent(board)]
    search, number = code_search.new_search(board), 0
    while not search.done:
        number += search.count(1)
    assert number == len(found)


def test_random_order_lists_every_code_once_and_equally_in_both_kernels(kernel: str) -> None:
    board = Board(4, "0123", (Guess((0, 1, 1, 2), 1, 1),))
    drawn = [tuple(row) for row in code_search.new_search(board, seed=5).take(10**4, 10**6).tolist()]
    assert sorted(drawn) == consistent(board)
    assert drawn != sorted(drawn)
    assert drawn[:3] == [(1, 3, 1, 1), (1, 3, 1, 3), (1, 3, 3, 2)]


def test_counts_of_any_size_are_exact(kernel: str) -> None:
    assert code_search.count_codes(Board(200, ALPHABET)) == 62**200
    assert code_search.count_codes(Board(60, ALPHABET, repeats=False)) == math.perm(62, 60)
    zeros = Guess((0,) * 100, 40, 0)
    assert code_search.count_codes(Board(100, ALPHABET, (zeros,))) == math.comb(100, 40) * 61**60


def test_a_board_that_exceeds_the_steps_is_not_counted(kernel: str) -> None:
    board = random_board(Random(3), 20, 10, 3)
    assert code_search.count_codes(board, steps=100) is None
    assert code_search.count_codes(board, memory=1000, steps=1000) is None


def test_all_codes_or_none_at_all_are_listed(kernel: str) -> None:
    board = Board(3, "012")
    assert code_search.list_codes(board, 27) is not None
    assert code_search.list_codes(board, 26) is None
    assert code_search.list_codes(board, 27, steps=5) is None
    nothing = code_search.list_codes(Board(3, "012", (Guess((0, 0, 0), 1, 0), Guess((0, 0, 0), 2, 0))), 27)
    assert nothing is not None and nothing.shape == (0, 3)


def test_the_longest_codes_can_be_sampled(kernel: str) -> None:
    board = random_board(Random(2), 200, 62, 2)
    rows = code_search.new_search(board, seed=1).take(1, 100_000)
    assert all(not check(board, Code.of(row)) for row in rows.tolist())
    assert len(rows) == 1


def test_the_kernel_refuses_invalid_boards() -> None:
    kernel = pytest.importorskip("satplay.puzzles.mastermind._kernel", reason="not compiled")
    row, none = np.zeros((1, 3), np.uint8), np.zeros(1, np.int32)
    for length, symbols, guesses, black, pegs in [
        (2, 2, row, none, none),
        (3, 63, row, none, none),
        (0, 2, row, none, none),
        (201, 2, row, none, none),
        (3, 2, row + 2, none, none),
        (3, 2, row, none + 4, none),
        (3, 2, row, none, none - 2),
        (3, 2, row, none[:0], none),
    ]:
        with pytest.raises(ValueError):
            kernel.CodeSearch(length, symbols, True, guesses, black, pegs)
        with pytest.raises(ValueError):
            kernel.count(length, symbols, True, guesses, black, pegs, 1, 1)
    with pytest.raises(TypeError):
        kernel.CodeSearch(3, 2, True, row.astype(np.int32), none, none)
