"""Rule instances that can be left out: what remains is no harder, and none of it can be left out."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from satplay.contracts.levels import LEVELS
from satplay.explaining.difficulty import Rating, find_superfluous, rate
from satplay.puzzles.mosaic.board import Board, Cell
from satplay.puzzles.mosaic.encodings.direct import facts
from satplay.puzzles.mosaic.rules import clue_for, count


def full_board(rng: Random, side: int) -> Board:
    empty = Board(side, side, {}, {})
    picture = frozenset(cell for cell in empty.cells() if rng.random() < 0.3)
    return Board(side, side, {cell: clue_for(empty, picture, cell) for cell in empty.cells()}, {})


def without(board: Board, cells: Sequence[Cell]) -> Board:
    clues = {cell: clue for cell, clue in board.clues.items() if cell not in cells}
    return Board(board.height, board.width, clues, {})


def position(board: Board) -> int:
    """The position of the level among all levels; beyond the last one without a path to a solution."""
    rating = rate(facts(board))
    return LEVELS.index(rating.level) if isinstance(rating, Rating) else len(LEVELS)


@pytest.mark.parametrize("highest", ["beginner", "easy"])
@pytest.mark.parametrize("seed", range(6))
def test_what_remains_is_no_harder_and_needed(seed: int, highest: str) -> None:
    rng = Random(seed)
    board = full_board(rng, 4 + seed % 3)
    cells = sorted(board.clues)
    rng.shuffle(cells)
    found = find_superfluous(facts(board), [count(board, cell) for cell in cells], highest)
    bound = LEVELS.index(highest)
    if found is None:
        assert position(board) > bound or highest != "beginner"  # as below
        return
    assert isinstance(found, list)
    left_out = [cell for cell in cells if count(board, cell) in found]
    thinner = without(board, left_out)
    assert position(thinner) <= bound
    if highest == "beginner":  # from two clues on, there are steps that probing does not find
        assert all(position(without(thinner, [cell])) > bound for cell in thinner.clues)
    expected = [count(board, cell) for cell in cells if cell in left_out]
    assert found == expected  # in the order in which they were tried
