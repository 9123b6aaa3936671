"""Every puzzle passes every item of the exam."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from satplay import puzzles
from satplay.inputs.reading import find_source, recognise_subject
from tests.exams.puzzle_candidate import Candidate, candidate
from tests.exams.puzzle_exam import EXAM


@cache
def candidate_named(name: str) -> Candidate:
    return candidate(f"satplay.puzzles.{name.replace('-', '_')}", puzzles.find(name))


@pytest.mark.parametrize("item", EXAM, ids=lambda item: item.__name__)
@pytest.mark.parametrize("name", puzzles.names())
def test_a_puzzle_passes_the_exam(name: str, item: Callable[[Candidate], None]) -> None:
    item(candidate_named(name))


def test_the_folder_to_copy_is_an_ordinary_puzzle() -> None:
    assert "mosaic" in puzzles.names()


@pytest.mark.parametrize("name", puzzles.names())
def test_a_text_without_a_subject_is_recognised_as_its_puzzle(name: str) -> None:
    """Puzzles are tried in the order of their names: no earlier one may claim the texts of a later one."""
    it = candidate_named(name)
    texts = [*it.puzzle.examples.values(), *(it.puzzle.formats[0].write(board) for board in it.boards)]
    for text in texts:
        assert recognise_subject(find_source(f"{text}\n")).name == name, f"not recognised: {text!r}"
