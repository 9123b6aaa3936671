"""Suggested guesses are optimal for their strategy, with correct figures."""

from __future__ import annotations

import math
from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from satplay.contracts.encoding import Encoding
from satplay.errors import GaveUp, NoSuchName
from satplay.logic.formula import Formula
from satplay.puzzles.mastermind.board import Board, Code, Guess
from satplay.puzzles.mastermind.codebreaking.next_guess import ChosenGuess, Effort, choose_guess
from satplay.puzzles.mastermind.codebreaking.sampling import Renaming, sample
from satplay.puzzles.mastermind.codebreaking.strategy import GuessStrategy, Over, find_strategy
from satplay.puzzles.mastermind.rules import check
from satplay.reasoning.oracle import EngineOracle
from tests.puzzles.mastermind import naive_strategies
from tests.puzzles.mastermind.boards import ALPHABET, all_codes, boards, consistent, random_board

SMALL = Effort(candidates=2_000, steps=16_000, guesses=5_000, pairs=10**7, sample=20, asks=3)


def one_of_all(board: Board) -> Encoding[Code]:
    """An encoding with one variable for each consistent code, exactly one true; for small boards."""
    assert len(board.symbols) ** board.length < 10_000
    rows = consistent(board)
    literals = list(range(1, len(rows) + 1))
    formula = Formula([literals, *([-a, -b] for a in literals for b in literals if a < b)])
    return Encoding(formula, lambda model: Code.of(rows[next(x - 1 for x in model if x > 0)]), literals)


def suggest(board: Board, strategy: GuessStrategy, over: Over, effort: Effort = SMALL) -> ChosenGuess | None:
    return choose_guess(board, strategy, over, Random(3), EngineOracle(), one_of_all, effort)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(board=boards(largest=100), strategy=st.sampled_from(GuessStrategy), over=st.sampled_from(Over))
def test_a_suggestion_agrees_with_a_naive_search(
    kernel: str, board: Board, strategy: GuessStrategy, over: Over
) -> None:
    found, candidates = suggest(board, strategy, over), consistent(board)
    if not candidates:
        assert found is None
        return
    assert found is not None and found.exact
    every = all_codes(board.length, len(board.symbols), board.repeats)
    whites = all(guess.white is not None for guess in board.guesses)
    if strategy is GuessStrategy.CONSISTENT:
        assert found.guess in candidates
    else:
        pool = every if over is Over.ALL else candidates
        assert found.guess == naive_strategies.best(strategy, pool, candidates, whites)
        assert found.over is over
    sizes = list(Counter(naive_strategies.answer(found.guess, code, whites) for code in candidates).values())
    number = len(candidates)
    assert (found.candidates, found.known) == (number, number)
    assert (found.worst, found.parts) == (max(sizes), len(sizes))
    assert found.may_be_right == (found.guess in candidates)
    assert math.isclose(found.expected, sum(size * size for size in sizes) / number)
    shannon = -sum(size / number * math.log2(size / number) for size in sizes)
    assert math.isclose(found.bits, shannon, abs_tol=1e-9)


def test_the_first_guess_of_knuth_is_two_pairs() -> None:
    first = suggest(Board(4, "012345"), GuessStrategy.MINIMAX, Over.ALL)
    assert first is not None
    assert (first.guess, first.worst, first.tried) == ((0, 0, 1, 1), 256, 15)


def test_too_many_guesses_are_reduced_to_candidates_and_then_to_a_sample(kernel: str) -> None:
    board = Board(3, "01234", (Guess((0, 1, 2), 1, 1),))
    number = len(consistent(board))
    few = Effort(candidates=1000, steps=10**6, guesses=200, pairs=20 * number, sample=5, asks=1)
    found = suggest(board, GuessStrategy.ENTROPY, Over.ALL, few)
    assert found is not None and found.exact
    assert (found.over, found.may_be_right) == (Over.CANDIDATES, True)
    fewer = Effort(candidates=1000, steps=10**6, guesses=200, pairs=3 * number, sample=5, asks=1)
    found = suggest(board, GuessStrategy.ENTROPY, Over.CANDIDATES, fewer)
    assert found is not None and found.exact and found.tried == 3


def test_candidates_that_cannot_be_listed_are_sampled(kernel: str) -> None:
    board = random_board(Random(1), 20, 10, 3)
    found = suggest(board, GuessStrategy.ENTROPY, Over.ALL)
    assert found is not None and not found.exact
    assert check(board, Code.of(found.guess)) == []
    assert (found.known, found.over, found.may_be_right) == (20, Over.CANDIDATES, True)


def test_a_sample_has_the_number_of_codes_if_it_can_be_counted(kernel: str) -> None:
    found = suggest(Board(20, ALPHABET), GuessStrategy.PARTS, Over.CANDIDATES)
    assert found is not None and not found.exact
    assert found.candidates == 62**20


# -- sampling ----------------------------------------------------------------------------------------


class Watched(EngineOracle):
    """An oracle that counts its calls and may run out of time."""

    def __init__(self, lasts: int = 1000) -> None:
        super().__init__()
        self.questions, self._lasts = 0, lasts

    def solution(self, encoding: Encoding[Any]) -> Any:
        self.questions += 1
        if self.questions > self._lasts:
            raise GaveUp("answer", "out of time")
        return super().solution(encoding)


@given(board=boards(largest=60), rng=st.randoms(use_true_random=False))
def test_a_sample_is_consistent_and_empty_only_without_a_code(board: Board, rng: Random) -> None:
    rows = [tuple(row) for row in sample(board, 10, 5, rng, Watched(), one_of_all).tolist()]
    truth = consistent(board)
    assert set(rows) <= set(truth) and rows == sorted(rows)
    assert bool(rows) == bool(truth)
    assert len(rows) <= 10


def test_an_engine_is_used_if_random_sampling_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satplay.puzzles.mastermind.codebreaking.sampling.STEPS", 0)
    board, oracle = Board(3, "0123", (Guess((0, 1, 2), 1, 1),)), Watched()
    rows = sample(board, 50, 4, Random(1), oracle, one_of_all)
    assert oracle.questions == 4
    assert {tuple(row) for row in rows.tolist()} <= set(consistent(board))


def test_out_of_time_the_sample_so_far_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satplay.puzzles.mastermind.codebreaking.sampling.STEPS", 0)
    board = Board(3, "0123", (Guess((0, 1, 2), 1, 1),))
    assert len(sample(board, 50, 9, Random(1), Watched(lasts=1), one_of_all)) == 1
    with pytest.raises(GaveUp):
        sample(board, 50, 9, Random(1), Watched(lasts=0), one_of_all)


def test_renaming_the_symbols_of_a_board_renames_its_codes() -> None:
    board, rng = Board(3, "0123", (Guess((0, 1, 1), 1, 1), Guess((3, 1, 0), 0, None))), Random(2)
    for _ in range(10):
        renaming = Renaming.random(board, rng)
        assert sorted(map(renaming.back, consistent(renaming.board(board)))) == consistent(board)
        assert all(renaming.back(renaming.row(row)) == row for row in consistent(board))


def test_strategies_have_names() -> None:
    assert find_strategy("minimax") is GuessStrategy.MINIMAX
    with pytest.raises(NoSuchName):
        find_strategy("minmax")
