"""Every puzzle sits the exam, the one to copy included."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from satplay import puzzles
from tests.exams.puzzle_exam import EXAM, Candidate, candidate


@cache
def sitting(name: str) -> Candidate:
    return candidate(f"satplay.puzzles.{name.replace('-', '_')}", puzzles.find(name))


@pytest.mark.parametrize("item", EXAM, ids=lambda item: item.__name__)
@pytest.mark.parametrize("name", puzzles.names())
def test_puzzle(name: str, item: Callable[[Candidate], None]) -> None:
    item(sitting(name))


def test_the_puzzle_to_copy_is_there() -> None:
    assert "mosaic" in puzzles.names()
