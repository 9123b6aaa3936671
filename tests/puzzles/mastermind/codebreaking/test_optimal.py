"""The optimal strategy: minimal totals, and published totals."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.errors import BadInput
from satplay.puzzles.mastermind.codebreaking.strategy import GuessStrategy, Over
from satplay.puzzles.mastermind.codebreaking.tournament import optimal, tournament
from tests.puzzles.mastermind import naive_strategies
from tests.puzzles.mastermind.boards import all_codes
from tests.puzzles.mastermind.oracles import optimal as oracle

needs_kernel = pytest.mark.usefixtures("compiled")

SMALL = [  # length, symbols, repeats, whites
    (1, 1, True, True),
    (1, 4, True, True),
    (3, 1, True, True),
    (2, 3, True, True),
    (2, 5, True, True),
    (3, 2, True, True),
    (3, 3, True, True),
    (4, 2, True, True),
    (5, 2, True, True),
    (2, 4, True, False),
    (3, 3, True, False),
    (4, 2, True, False),
    (2, 4, False, True),
    (3, 4, False, True),
    (4, 4, False, True),
    (2, 5, False, False),
    (3, 4, False, False),
]
LARGER = [
    (6, 2, True, True),
    (3, 4, True, True),
    (4, 3, True, True),
    (2, 7, True, True),
    (5, 2, True, False),
    (3, 5, False, True),
]


@pytest.fixture
def compiled() -> None:
    pytest.importorskip("satplay.puzzles.mastermind._kernel", reason="the native core was not compiled")


@pytest.mark.parametrize(("length", "symbols", "repeats", "whites"), SMALL)
def test_no_strategy_has_a_smaller_total(
    kernel: str, length: int, symbols: int, repeats: bool, whites: bool
) -> None:
    every = all_codes(length, symbols, repeats)
    played = optimal(length, symbols, repeats=repeats, whites=whites)
    assert played.secrets == len(every)
    assert played.total == naive_strategies.least_total(every, whites)


@needs_kernel
@pytest.mark.slow
@pytest.mark.parametrize(("length", "symbols", "repeats", "whites"), LARGER)
def test_no_strategy_has_a_smaller_total_in_larger_games(
    length: int, symbols: int, repeats: bool, whites: bool
) -> None:
    played = optimal(length, symbols, repeats=repeats, whites=whites)
    assert played.total == naive_strategies.least_total(all_codes(length, symbols, repeats), whites)


@needs_kernel
@pytest.mark.slow
@pytest.mark.parametrize(
    ("length", "symbols", "repeats", "whites"),
    [(3, 5, True, True), (3, 4, True, False), (4, 5, False, True), (4, 4, True, True)],
)
def test_symmetries_do_not_change_the_result(length: int, symbols: int, repeats: bool, whites: bool) -> None:
    found = oracle.optimal(length, symbols, repeats, whites)
    total = sum(number * times for number, times in enumerate(found))
    assert optimal(length, symbols, repeats=repeats, whites=whites).total == total


@needs_kernel
def test_the_standard_game_takes_5625_guesses() -> None:
    """Koyama and Lai, "An Optimal Mastermind Strategy", Journal of Recreational Mathematics 25 (1993)."""
    played = optimal(4, 6)
    assert (played.secrets, played.total) == (1296, 5625)


@needs_kernel
@pytest.mark.slow
def test_seven_symbols_take_4_676_guesses() -> None:
    """Ville, "An Optimal Mastermind (4,7) Strategy and More Results in the Expected Case", 2013."""
    assert round(optimal(4, 7).average, 3) == 4.676


@needs_kernel
@settings(max_examples=25, deadline=None)
@given(
    st.sampled_from([(2, 9), (3, 5), (3, 6), (4, 4), (4, 5), (5, 3), (6, 2), (7, 2)]),
    st.booleans(),
    st.booleans(),
    st.sampled_from([GuessStrategy.MINIMAX, GuessStrategy.ENTROPY, GuessStrategy.PARTS]),
)
def test_strategies_that_look_one_move_ahead_are_no_better(
    shape: tuple[int, int], repeats: bool, whites: bool, strategy: GuessStrategy
) -> None:
    length, symbols = shape
    repeats = repeats or length > symbols
    best = optimal(length, symbols, repeats=repeats, whites=whites)
    other = tournament(length, symbols, strategy, Over.ALL, Random(1), repeats=repeats, whites=whites)
    assert best.secrets == other.secrets
    assert best.total <= other.total


def test_progress_is_reported(kernel: str) -> None:
    heard: list[tuple[int, int]] = []
    optimal(3, 4, progress=lambda *now: heard.append(now))
    assert all(0 <= settled <= of for settled, of in heard)
    assert heard == sorted(heard)


@needs_kernel
def test_an_error_in_the_progress_callback_ends_the_search() -> None:
    def stop(settled: int, of: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        optimal(4, 7, progress=stop)


@pytest.mark.parametrize(
    ("length", "symbols", "repeats"),
    [(0, 3, True), (3, 0, True), (2, 63, True), (4, 3, False), (30, 10, True), (5, 6, True), (5, 8, False)],
)
def test_games_that_are_too_large_are_refused(length: int, symbols: int, repeats: bool) -> None:
    with pytest.raises(BadInput):
        optimal(length, symbols, repeats=repeats)
