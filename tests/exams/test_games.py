"""Every game sits the exam, the one to copy included; so does every puzzle that can be played."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from satplay import games, puzzles
from tests.exams.game_exam import EXAM, PLAY, Candidate, candidate
from tests.exams.match_exam import MATCH


@cache
def sitting(name: str) -> Candidate:
    return candidate(f"satplay.games.{name.replace('-', '_')}", games.find(name))


@pytest.mark.parametrize("item", (*EXAM, *MATCH), ids=lambda item: item.__name__)
@pytest.mark.parametrize("name", games.names())
def test_game(name: str, item: Callable[[Candidate], None]) -> None:
    item(sitting(name))


@cache
def puzzle_sitting(name: str) -> Candidate | None:
    game = puzzles.find(name).game
    return candidate(f"satplay.puzzles.{name.replace('-', '_')}", game) if game is not None else None


@pytest.mark.parametrize("item", (*PLAY, *MATCH), ids=lambda item: item.__name__)
@pytest.mark.parametrize("name", puzzles.names())
def test_puzzle_that_can_be_played(name: str, item: Callable[[Candidate], None]) -> None:
    played = puzzle_sitting(name)
    if played is not None:
        item(played)


def test_the_game_to_copy_is_there() -> None:
    assert "nim" in games.names()
