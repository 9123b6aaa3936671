"""Generated boards: the requested size, islands at all four borders, one solution."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import satplay
from satplay.puzzles.hashi.board import Board
from satplay.puzzles.hashi.stretching import stretch_to_borders


def borders_without_islands(board: Board) -> list[str]:
    rows, columns = ({board.place(cell)[side] for cell in board.cells} for side in (0, 1))
    found = {"top": 0 in rows, "bottom": board.rows - 1 in rows}
    found |= {"left": 0 in columns, "right": board.columns - 1 in columns}
    return [border for border, has_island in found.items() if not has_island]


def touching(board: Board) -> bool:
    places = {board.place(cell) for cell in board.cells}
    return any((row + 1, column) in places or (row, column + 1) in places for row, column in places)


@settings(max_examples=150, deadline=None)
@given(columns=st.integers(3, 16), rows=st.integers(3, 16), seed=st.integers(0, 1 << 32))
def test_every_border_has_an_island(columns: int, rows: int, seed: int) -> None:
    board = satplay.generate("hashi", size=f"{columns}x{rows}", seed=seed).instance
    assert (board.columns, board.rows) == (columns, rows)
    assert borders_without_islands(board) == []
    assert not touching(board)


@pytest.mark.parametrize("difficulty", ["easy", "normal", "hard"])
@pytest.mark.parametrize("options", [{}, {"loops": "no"}, {"most": "3"}])
def test_every_border_has_an_island_at_every_level(difficulty: str, options: dict[str, str]) -> None:
    for seed in range(3):
        made = satplay.generate("hashi", size="9x8", difficulty=difficulty, options=options, seed=seed)
        assert borders_without_islands(made.instance) == []


@pytest.mark.parametrize("islands", [3, 4, 10, 20])
def test_an_exact_number_of_islands_reaches_every_border(islands: int) -> None:
    for seed in range(10):
        made = satplay.generate("hashi", size="9x9", options={"islands": str(islands)}, seed=seed)
        assert len(made.instance.islands) == islands
        assert borders_without_islands(made.instance) == []


@pytest.mark.parametrize("size", ["1x3", "9x1", "2x7", "3x3", "30x2"])
def test_very_small_boards_are_generated_with_every_seed(size: str) -> None:
    for seed in range(20):
        board = satplay.generate("hashi", size=size, seed=seed).instance
        assert f"{board.columns}x{board.rows}" == size
        long_borders = {"left", "right"} if board.columns < board.rows else {"top", "bottom"}
        assert set(borders_without_islands(board)) <= (long_borders if "2" in size else set())


def test_two_islands_reach_two_borders() -> None:
    board = satplay.generate("hashi", size="7x6", options={"islands": "2"}, seed=3).instance
    assert len(borders_without_islands(board)) in (1, 2)


def test_stretching_keeps_links_crossings_and_numbers() -> None:
    board = Board(7, 8, {9: 2, 13: 3, 11: 1, 27: 1, 25: 2, 29: 3})
    for seed in range(50):
        stretched = stretch_to_borders(board, Random(seed))
        assert stretched is not None and borders_without_islands(stretched) == []
        assert stretched.links.tolist() == board.links.tolist()
        assert stretched.crossings.tolist() == board.crossings.tolist()
        assert list(stretched.islands.values()) == list(board.islands.values())
