"""Generated boards: the requested size, islands at all four borders, one solution."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import satplay
from satplay.contracts.levels import LEVELS
from satplay.errors import BadInput
from satplay.explaining.difficulty import Rating, has_level, rate
from satplay.puzzles.hashi import _kernel
from satplay.puzzles.hashi.board import Board, Bridges
from satplay.puzzles.hashi.encodings.direct import encode, facts
from satplay.puzzles.hashi.rules import check
from satplay.puzzles.hashi.stretching import stretch_to_borders
from satplay.reasoning.oracle import EngineOracle


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


@pytest.mark.parametrize("difficulty", LEVELS)
@pytest.mark.parametrize("options", [{}, {"loops": "no"}, {"most": "3"}])
def test_every_border_has_an_island_at_every_level(difficulty: str, options: dict[str, str]) -> None:
    for seed in range(2):
        made = satplay.generate("hashi", size="12x11", difficulty=difficulty, options=options, seed=seed)
        assert borders_without_islands(made.instance) == []


def expect_level(size: str, difficulty: str, seed: int) -> None:
    """A board of this level is rated so, and is not solved by steps of the level below."""
    made = satplay.generate("hashi", size=size, difficulty=difficulty, seed=seed)
    rating = rate(facts(made.instance))
    assert isinstance(rating, Rating) and rating.level == difficulty, (size, seed, rating)
    lowest = {"beginner": 1, "easy": 2, "medium": 3, "hard": 3, "expert": 6, "extreme": 7}[difficulty]
    assert rating.dearest >= lowest


@pytest.mark.parametrize("difficulty", LEVELS)
def test_a_board_has_the_level_that_was_asked_for(difficulty: str) -> None:
    for seed in range(3):
        expect_level("10x9", difficulty, seed)


@pytest.mark.slow
@pytest.mark.parametrize("difficulty", LEVELS)
@pytest.mark.parametrize("size", ["10x9", "15x15"])
def test_fifty_boards_have_the_level_that_was_asked_for(difficulty: str, size: str) -> None:
    for seed in range(50):
        expect_level(size, difficulty, seed)


def test_the_level_of_a_board_does_not_depend_on_how_it_is_asked() -> None:
    for seed in range(20):
        board = satplay.generate("hashi", size="9x9", seed=seed).instance
        rating = rate(facts(board))
        assert isinstance(rating, Rating)
        assert [level for level in LEVELS if has_level(facts(board), level)] == [rating.level]


def constructed(size: str, **options: str) -> Iterator[tuple[Board, Bridges]]:
    """What the kernel constructs."""
    columns, rows = map(int, size.split("x"))
    numbers = {name: int(options.get(name, default)) for name, default in (("most", 2), ("islands", 0))}
    for seed in range(30):
        bridges = _kernel.construct(
            rows,
            columns,
            numbers["islands"] or rows * columns // 4,
            "islands" in options,
            numbers["most"],
            options.get("loops") != "no",
            (seed % 10) / 10,
            0.3,
            seed,
        )
        if bridges is not None:
            solution = Bridges.of(bridges)
            board = Board(rows, columns, solution.ends(), numbers["most"], options.get("loops") != "no")
            yield board, solution


@pytest.mark.parametrize("size", ["9x12", "12x5", "5x4"])
@pytest.mark.parametrize("options", [{}, {"loops": "no"}, {"most": "3"}, {"islands": "6"}], ids=str)
def test_the_kernel_constructs_boards_with_one_solution(size: str, options: dict[str, str]) -> None:
    """Its search for others is short, but on boards of these sizes it ends before its limit."""
    made = list(constructed(size, **options))
    assert len(made) > 10
    for board, solution in made:
        assert not touching(board)
        assert check(board, solution) == []
        assert EngineOracle().is_unique(encode(board))
        assert "islands" not in options or len(board.islands) == 6


def test_boards_of_a_level_differ() -> None:
    for level in LEVELS:
        boards = [satplay.generate("hashi", size="9x9", difficulty=level, seed=s).instance for s in range(6)]
        assert len(set(boards)) == 6
        assert len({len(board.islands) for board in boards}) > 1


def test_a_former_level_is_refused_with_the_present_name() -> None:
    with pytest.raises(BadInput, match=r"found 'normal' \(did you mean 'medium'\?\)"):
        satplay.generate("hashi", difficulty="normal")


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
