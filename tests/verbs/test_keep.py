"""Saved boards are read back unchanged."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from satplay import puzzles
from satplay.contracts.puzzle import Puzzle
from satplay.inputs.reading import read_board, split_instances
from satplay.verbs.keep import keep_boards

AUDITED = [name for name in puzzles.names() if puzzles.find(name).audit is not None]


@pytest.mark.parametrize("name", AUDITED)
@pytest.mark.usefixtures("users_store")
def test_every_board_is_read_back_unchanged(name: str) -> None:
    known, rng = puzzles.find(name).audit, Random(1)
    assert known is not None
    boards = [known.random(known.beyond, rng) for _ in range(40)]
    added = keep_boards("@mine", name, boards)
    found = [read_board(one) for one in split_instances("@mine")]
    assert added.new == added.total == len(found)
    assert all(puzzle.name == name for puzzle, _ in found)
    assert [board for _, board in found] == first_of_each_form(puzzles.find(name), boards)


def first_of_each_form(puzzle: Puzzle[Any, Any], boards: Sequence[Any]) -> list[Any]:
    """The boards that are not the same as an earlier one, rotations and reflections included."""
    first: list[Any] = []
    forms: set[bytes] = set()
    for board in boards:
        form = None if puzzle.canonical is None else puzzle.canonical(board)
        if board not in first and form not in forms:
            first.append(board)
            forms |= {form} if form is not None else set()
    return first
