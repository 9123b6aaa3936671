"""Every puzzle passes every item of the exam."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from satplay import puzzles
from tests.exams.puzzle_candidate import Candidate, candidate
from tests.exams.puzzle_exam import EXAM


@cache
def candidate_named(name: str) -> Candidate:
    return candidate(f"satplay.puzzles.{name.replace('-', '_')}", puzzles.find(name))


@pytest.mark.parametrize("item", EXAM, ids=lambda item: item.__name__)
@pytest.mark.parametrize("name", puzzles.names())
def test_puzzle(name: str, item: Callable[[Candidate], None]) -> None:
    item(candidate_named(name))


def test_the_puzzle_to_copy_is_there() -> None:
    assert "mosaic" in puzzles.names()
