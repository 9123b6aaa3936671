"""Every game passes the game exam; so does every puzzle with a game or with move entry."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from satplay import games, puzzles
from satplay.playing.subjects import game_to_play
from satplay.verbs.play import play
from tests.exams.game_exam import EXAM, PLAY, Candidate, candidate
from tests.exams.match_exam import FILL_IN, MATCH, a_solution_ends_the_game
from tests.exams.sabotage import fails


@cache
def game_candidate(name: str) -> Candidate:
    return candidate(f"satplay.games.{name.replace('-', '_')}", games.find(name))


@pytest.mark.parametrize("item", (*EXAM, *MATCH), ids=lambda item: item.__name__)
@pytest.mark.parametrize("name", games.names())
def test_a_game_passes_the_exam(name: str, item: Callable[[Candidate], None]) -> None:
    item(game_candidate(name))


@cache
def puzzle_game_candidate(name: str) -> Candidate | None:
    game = puzzles.find(name).game
    return candidate(f"satplay.puzzles.{name.replace('-', '_')}", game) if game is not None else None


@pytest.mark.parametrize("item", (*PLAY, *MATCH), ids=lambda item: item.__name__)
@pytest.mark.parametrize("name", puzzles.names())
def test_a_puzzle_with_a_game_passes_the_exam(name: str, item: Callable[[Candidate], None]) -> None:
    played = puzzle_game_candidate(name)
    if played is not None:
        item(played)


FILLED_IN = [name for name in puzzles.names() if puzzles.find(name).move_entry is not None]
CELLS = [f"{column}{row}" for column in "ABCD" for row in "123"]
TYPED = ("clear", *CELLS, *(f"{a} {b}" for a in CELLS for b in CELLS), *(f"erase {cell}" for cell in CELLS))


@cache
def move_entry_candidate(name: str) -> Candidate:
    """A puzzle as a game with one seat, on a generated board."""
    position = play(name, seed=1).to_record().position
    assert position is not None
    played = candidate(f"satplay.puzzles.{name.replace('-', '_')}", game_to_play(name))
    return replace(played, start_options={"board": position[1]}, texts=TYPED)


@pytest.mark.parametrize("item", FILL_IN, ids=lambda item: item.__name__)
@pytest.mark.parametrize("name", FILLED_IN)
def test_a_puzzle_with_move_entry_passes_the_exam(name: str, item: Callable[[Candidate], None]) -> None:
    item(move_entry_candidate(name))


@pytest.mark.parametrize(
    "sabotage",
    [
        {"solve": lambda state, oracle: None},
        {"solve": lambda state, oracle: state},
        {"violations": lambda state: [state]},
    ],
)
def test_an_unsolved_puzzle_fails(sabotage: dict[str, Any]) -> None:
    played = move_entry_candidate("mosaic")
    a_solution_ends_the_game(played)
    fails(a_solution_ends_the_game, replace(played, game=replace(played.game, **sabotage)))


def test_the_game_to_copy_exists() -> None:
    assert "nim" in games.names()
