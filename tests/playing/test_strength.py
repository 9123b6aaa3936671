"""Strengths: reproducible, legal, and as strong as their names against a newcomer who moves at random."""

from __future__ import annotations

import pytest

from satplay.playing.resume import read_match
from satplay.playing.start import start_match
from satplay.playing.strength import STRENGTHS, player_names, player_of_strength
from satplay.playing.subjects import game_called
from satplay.verbs.play import play

GAMES = 60


def newcomer_wins(name: str, strength: str, newcomer: str = "random", games: int = GAMES) -> float:
    """The share of games that a newcomer wins from the default seat."""
    game = game_called(name)
    won = 0
    for seed in range(games):
        match = start_match(game, seed=seed)
        (seat,) = match.persons
        others = {one: player_of_strength(game, strength) for one in game.seats if one != seat}
        match = start_match(game, seed=seed, players={seat: newcomer, **others}).run_others().match
        won += match.outcome is not None and match.outcome.winner == seat
    return won / games


@pytest.mark.parametrize("name", ["nim", "chopsticks", "sat-game"])
def test_a_newcomer_wins_less_often_against_a_stronger_opponent(name: str) -> None:
    easy, normal, perfect = (newcomer_wins(name, strength) for strength in STRENGTHS)
    assert easy >= 0.3, "even random moves win now and then"
    assert easy > normal > perfect or (easy > perfect and normal >= perfect)
    assert perfect <= 0.2


@pytest.mark.parametrize("name", ["nim", "chopsticks", "sat-game"])
def test_the_default_seat_wins_with_correct_play(name: str) -> None:
    assert newcomer_wins(name, "perfect", newcomer="perfect", games=12) == 1.0


def test_strengths_are_players_in_records_and_deterministic() -> None:
    first, second = (play("nim", seed=5, strength="easy").respond("C1").match for _ in range(2))
    assert first == second and first.players["second"] == "easy"
    assert read_match(first.to_text()).respond("B1").match == first.respond("B1").match
    assert player_names(game_called("nim"))[:2] == ["easy", "normal"]
    assert play("mastermind", seed=1, strength="perfect").players["setter"] == "entropy"
