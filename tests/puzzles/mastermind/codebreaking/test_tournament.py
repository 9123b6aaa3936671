"""Strategies against all secrets: published totals, and agreement with naive strategies."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from satplay.errors import BadInput
from satplay.puzzles.mastermind.codebreaking.strategy import GuessStrategy, Over
from satplay.puzzles.mastermind.codebreaking.tournament import CodebreakingTournament, tournament
from tests.puzzles.mastermind import naive_strategies
from tests.puzzles.mastermind.boards import all_codes

needs_kernel = pytest.mark.usefixtures("compiled")


@pytest.fixture
def compiled() -> None:
    pytest.importorskip("satplay.puzzles.mastermind._kernel", reason="the native core was not compiled")


def play(
    length: int, symbols: int, strategy: GuessStrategy, over: Over, *, repeats: bool = True
) -> CodebreakingTournament:
    return tournament(length, symbols, strategy, over, Random(1), repeats=repeats)


@needs_kernel
@pytest.mark.parametrize(
    ("strategy", "total", "worst"),
    [
        (GuessStrategy.MINIMAX, 5801, 5),  # Knuth 1976-77
        (GuessStrategy.ENTROPY, 5722, 6),  # Neuwirth 1982
        (GuessStrategy.PARTS, 5668, 6),  # Kooi 2005
    ],
)
def test_the_standard_game_has_the_published_totals(strategy: GuessStrategy, total: int, worst: int) -> None:
    played = play(4, 6, strategy, Over.ALL)
    assert (played.secrets, played.total, played.worst) == (1296, total, worst)


@pytest.mark.parametrize("strategy", [GuessStrategy.MINIMAX, GuessStrategy.ENTROPY, GuessStrategy.PARTS])
@pytest.mark.parametrize("over", list(Over))
@pytest.mark.parametrize(
    ("length", "symbols", "repeats", "whites"),
    [(3, 3, True, True), (2, 5, True, True), (3, 4, False, True), (3, 3, True, False), (1, 3, True, True)],
)
def test_tournaments_agree_with_naive_strategies(
    kernel: str, strategy: GuessStrategy, over: Over, length: int, symbols: int, repeats: bool, whites: bool
) -> None:
    played = tournament(length, symbols, strategy, over, Random(1), repeats=repeats, whites=whites)
    truth = naive_strategies.tournament(
        strategy, all_codes(length, symbols, repeats), over is Over.ALL, whites
    )
    assert Counter(dict(enumerate(played.secrets_by_guesses))) == truth


@needs_kernel
@pytest.mark.slow
@pytest.mark.parametrize("strategy", [GuessStrategy.MINIMAX, GuessStrategy.ENTROPY, GuessStrategy.PARTS])
@pytest.mark.parametrize("over", list(Over))
@pytest.mark.parametrize(("length", "symbols", "repeats"), [(4, 4, True), (3, 7, True), (4, 6, False)])
def test_tournaments_agree_with_naive_strategies_in_larger_games(
    strategy: GuessStrategy, over: Over, length: int, symbols: int, repeats: bool
) -> None:
    played = play(length, symbols, strategy, over, repeats=repeats)
    truth = naive_strategies.tournament(strategy, all_codes(length, symbols, repeats), over is Over.ALL)
    assert Counter(dict(enumerate(played.secrets_by_guesses))) == truth


@needs_kernel
@pytest.mark.slow
@pytest.mark.parametrize(
    ("length", "symbols", "repeats", "average"),
    [(4, 10, True, 5.621), (5, 8, True, 5.489), (4, 10, False, 5.243)],
)
def test_larger_games_have_the_published_totals(
    length: int, symbols: int, repeats: bool, average: float
) -> None:
    played = play(length, symbols, GuessStrategy.ENTROPY, Over.ALL, repeats=repeats)
    assert round(played.average, 3) == average


def test_random_candidates_are_the_same_in_both_kernels(kernel: str) -> None:
    played = tournament(3, 4, GuessStrategy.CONSISTENT, Over.CANDIDATES, Random(7))
    assert played.secrets == 64
    assert played.secrets_by_guesses == (0, 1, 8, 25, 28, 2)


def test_a_game_with_one_secret_takes_one_guess(kernel: str) -> None:
    for strategy in GuessStrategy:
        assert play(3, 1, strategy, Over.ALL).secrets_by_guesses == (0, 1)


def test_progress_is_reported(kernel: str) -> None:
    heard: list[tuple[int, int]] = []
    tournament(
        4, 5, GuessStrategy.ENTROPY, Over.CANDIDATES, Random(0), progress=lambda *now: heard.append(now)
    )
    assert all(0 <= found <= of == 625 for found, of in heard)
    assert heard == sorted(heard)


@needs_kernel
def test_an_error_in_the_progress_callback_ends_the_tournament() -> None:
    def stop(found: int, of: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tournament(5, 8, GuessStrategy.ENTROPY, Over.ALL, Random(0), progress=stop)


@pytest.mark.parametrize(
    ("length", "symbols", "repeats"),
    [(0, 3, True), (3, 0, True), (2, 63, True), (4, 3, False), (30, 10, True)],
)
def test_invalid_games_are_refused(length: int, symbols: int, repeats: bool) -> None:
    with pytest.raises(BadInput):
        play(length, symbols, GuessStrategy.ENTROPY, Over.ALL, repeats=repeats)
