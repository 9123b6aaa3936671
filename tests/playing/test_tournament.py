"""Many games: the table is consistent and reproducible, also after an interrupt; verdicts on one game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from satplay.contracts.game import Outcome
from satplay.contracts.verdict import GameValue, Verdict
from satplay.errors import BadInput
from satplay.playing.analysis import analyse
from satplay.playing.start import start_match
from satplay.playing.subjects import game_called
from satplay.playing.tournament import Tournament
from tests.playing import guessing_game

NIM = game_called("nim")
RANDOM = {"first": "random", "second": "random"}


def test_the_table_adds_up() -> None:
    table = Tournament(NIM, games=60, players=RANDOM, seed=3).play()
    assert table.games == sum(table.wins.values()) + table.draws + table.unfinished == 60
    one_by_one = [start_match(NIM, players=RANDOM, seed=seed).run_others().match for seed in range(3, 63)]
    assert table.wins["first"] == sum(m.outcome.winner == "first" for m in one_by_one if m.outcome)
    lengths = [len(match.moves) for match in one_by_one]
    assert table.length.mean == sum(lengths) / 60 and table.length.most == max(lengths)
    assert set(table.statistics) == {"largest turn"}
    assert table == Tournament(NIM, games=60, players=RANDOM, seed=3).play()


def test_games_with_chance_and_secrets_can_be_played() -> None:
    table = Tournament(guessing_game.GAME, games=50, players={"guesser": "random"}, seed=0).play()
    assert table.wins["guesser"] > 0 and table.wins["setter"] > 0 and table.statistics == {}


def test_endless_games_are_abandoned() -> None:
    endless = replace(
        NIM, apply=lambda state, move: state, to_move=lambda state: "first", outcome=lambda state: None
    )
    table = Tournament(endless, games=2, plies=10, seed=1).play()
    assert table.unfinished == 2 and "given up" in str(table)


def test_draws_count_for_no_seat() -> None:
    drawn = replace(NIM, outcome=lambda state: Outcome(None, "enough"))
    table = Tournament(drawn, games=3, seed=1).play()
    assert table.draws == 3 and not any(table.wins.values())


def test_an_interrupt_returns_the_table_so_far() -> None:
    moves = 0

    def tired(*seen: Any) -> Any:
        nonlocal moves
        moves += 1
        if moves == 40:
            raise KeyboardInterrupt
        return NIM.players["random"](*seen)

    tournament = Tournament(replace(NIM, players={"tired": tired}), games=100, seed=1)
    with pytest.raises(KeyboardInterrupt):
        tournament.play()
    table = tournament.table
    assert 0 < table.games == sum(table.wins.values()) < 100
    assert tournament.play().games == 100, "and it can go on"


def test_persons_are_refused_in_tournaments() -> None:
    with pytest.raises(BadInput, match="a person at first"):
        Tournament(NIM, games=1, players={"first": "person"})


def test_every_move_is_judged() -> None:
    match = start_match(NIM, players={"first": "perfect", "second": "random"}, seed=4).run_others().match
    analysis = analyse(match.to_text())
    assert analysis.mistakes("first") == 0 and len(analysis.moves) == len(match.moves)
    wrong = analyse(start_match(NIM, seed=1).after(NIM.moves.read("C5")))
    assert str(wrong.moves[0]).splitlines() == [
        "  1. first (mistake): C5 loses in 4 moves: it leaves 3 and 4, whose nim-sum is 7, "
        "and second answers B1, which leaves 0; A2 wins in 6 moves.",
        "     Best play: first C5, second B1, A1, B1, A1, B1, A1, B1; "
        "then first has nothing left to take: second wins.",
    ]
    assert wrong.as_json()["mistakes"] == {"first": 1, "second": 0}
    with pytest.raises(BadInput, match="a judge"):
        analyse(start_match(guessing_game.GAME))


def test_chance_makes_no_mistakes() -> None:
    verdict = Verdict(GameValue.UNKNOWN, "nothing is known")
    judged = replace(guessing_game.GAME, judge=lambda *given: verdict)
    moves = analyse(start_match(judged, players={"setter": "random"}, seed=1).run_others().match).moves
    assert [one.verdict for one in moves] == [None, verdict]
