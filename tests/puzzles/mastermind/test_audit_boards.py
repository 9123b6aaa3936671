"""Small boards for audits: each exactly once, with the solutions that the rules allow."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from satplay.puzzles.mastermind.audit_boards import AUDIT
from satplay.puzzles.mastermind.board import Board
from satplay.puzzles.mastermind.encodings import ENCODERS
from tests.exams.oracle import ExamOracle


def renamed(board: Board, names: tuple[int, ...]) -> object:
    """Return the contents of a board with renamed symbols."""
    rows = [tuple([names[symbol] for symbol in guess.row]) for guess in board.guesses]
    answers = [(guess.black, guess.white) for guess in board.guesses]
    return board.length, len(board.symbols), board.repeats, tuple(zip(rows, answers, strict=True))


def test_no_board_is_another_with_its_symbols_renamed() -> None:
    seen: set[object] = set()
    for board in AUDIT.boards(4):
        assert renamed(board, tuple(range(4))) not in seen
        seen |= {renamed(board, names) for names in permutations(range(len(board.symbols)))}


def test_boards_are_sorted_by_size() -> None:
    sizes = [board.length + len(board.symbols) for board in AUDIT.boards(5)]
    assert sizes == sorted(sizes) and set(sizes) == {2, 3, 4, 5}


def test_a_guess_and_its_answer_leave_the_codes_counted_by_hand() -> None:
    board = next(
        b for b in AUDIT.boards(5) if b.symbols == "012" and b.guesses and b.guesses[0].row == (0, 1)
    )
    assert board.guesses[0].black == 0 and board.guesses[0].white is None
    rows = [code.row for code in AUDIT.solutions(board)]
    assert rows == [(1, 0), (1, 2), (2, 0), (2, 2)]


@pytest.mark.parametrize("name", ["counting", "direct"])
def test_encodings_find_these_solutions_and_no_others(name: str) -> None:
    oracle, rng = ExamOracle(), Random(1)
    for board in (*AUDIT.boards(3), *(AUDIT.random(AUDIT.beyond, rng) for _ in range(30))):
        found = list(oracle.solutions(ENCODERS[name].encode(board)))
        assert len(found) == len(set(found)) and set(found) == set(AUDIT.solutions(board)), board


def test_random_boards_depend_on_the_seed_and_include_all_kinds() -> None:
    boards = [AUDIT.random(8, Random(seed)) for seed in range(60)]
    assert boards == [AUDIT.random(8, Random(seed)) for seed in range(60)]
    guesses = [guess for board in boards for guess in board.guesses]
    assert {board.repeats for board in boards} == {True, False}
    assert {guess.white is None for guess in guesses} == {True, False}
    assert {not any(AUDIT.solutions(board)) for board in boards} == {True, False}
