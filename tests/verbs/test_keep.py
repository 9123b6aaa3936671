"""Saved boards are read back unchanged."""

from __future__ import annotations

from random import Random

import pytest

from satplay import puzzles
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
    read = [board for _, board in found]
    assert all(board in read for board in boards) and all(board in boards for board in read)
