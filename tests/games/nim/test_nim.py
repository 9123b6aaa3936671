"""Nim: Bouton's theorem compared with plain search, and edge cases of the rules."""

from __future__ import annotations

from functools import cache
from itertools import product
from random import Random

import pytest

from satplay.errors import BadInput, IllegalMove
from satplay.games.nim import GAME
from satplay.games.nim.questions.winner import winner
from satplay.games.nim.state import State, Take
from satplay.verbs.ask import ask
from tests.exams.oracle import ExamOracle


@cache
def mover_wins(heaps: tuple[int, ...]) -> bool:
    state = State(heaps)
    return any(not mover_wins(GAME.apply(state, move).heaps) for move in GAME.legal(state))


@pytest.mark.parametrize("heaps", list(product(range(5), repeat=3)))
def test_the_player_to_move_at_nim_sum_zero_loses(heaps: tuple[int, ...]) -> None:
    expected = "first" if mover_wins(heaps) else "second"
    assert winner(State(heaps)) == expected


def test_perfect_wins_every_won_position_against_any_player() -> None:
    for heaps in product(range(4), repeat=3):
        state = State(heaps)
        if not mover_wins(heaps):
            continue
        rng = Random(sum(heaps))
        while (seat := GAME.to_move(state)) is not None:
            player = GAME.players["perfect" if seat == "first" else "random"]
            state = GAME.apply(state, player(state, seat, rng, ExamOracle()))
        ended = GAME.outcome(state)
        assert ended is not None and ended.winner == "first"


def test_taking_the_last_object_wins() -> None:
    ended = GAME.outcome(GAME.apply(State((0, 2)), Take(heap=1, count=2)))
    assert ended is not None
    assert ended.because == "second has nothing left to take: first wins"


@pytest.mark.parametrize("move", ["A0", "A4", "D1", "Z9"])
def test_a_move_cannot_take_more_than_the_heap(move: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        GAME.apply(State((3, 4, 5)), GAME.moves.read(move))
    assert refused.value.state == "first: 3 4 5"
    assert refused.value.move == move


@pytest.mark.parametrize(
    "text", ["", "third: 1", "first 1 2", "first:", "first: 1 x", "first: 100", "first: -1"]
)
def test_an_invalid_position_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        GAME.states[0].read(text)


def test_an_error_points_at_the_heap() -> None:
    with pytest.raises(BadInput) as refused:
        GAME.states[0].read("first: 1\n 2 x")
    assert (refused.value.line, refused.value.column) == (2, 4)


def test_heaps_are_an_option() -> None:
    assert GAME.start({"heaps": "1, 2"}) == State((1, 2))
    with pytest.raises(BadInput):
        GAME.start({"heap": "1"})


def test_the_winner_is_also_found_after_a_move() -> None:
    def winner_of(*arguments: str) -> str:
        return ask("nim", "winner", *arguments).as_json()["winner"]

    assert winner_of("first: 3 4 5") == winner_of("first: 3 4 5", "A2") == "first"
    assert winner_of("first: 3 4 5", "A1") == "second"
    with pytest.raises(BadInput, match="found A4, expected a legal move in first: 3 4 5"):
        ask("nim", "winner", "first: 3 4 5", "A4")
