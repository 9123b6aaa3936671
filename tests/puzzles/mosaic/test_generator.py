"""Generated boards have one solution, need every entry, and obey the options."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from satplay.contracts.generator_options import GeneratorOptions
from satplay.contracts.levels import LEVELS
from satplay.errors import BadInput
from satplay.explaining.difficulty import Rating, rate
from satplay.puzzles.mosaic import PUZZLE
from satplay.puzzles.mosaic.audit_boards import solutions
from satplay.puzzles.mosaic.board import Board
from satplay.puzzles.mosaic.encodings.direct import facts
from satplay.puzzles.mosaic.settled_cells import settled_cells
from tests.exams.oracle import ExamOracle

ORACLE = ExamOracle()


def generate(seed: int, size: str | None = None, difficulty: str | None = None, **extra: str) -> Board:
    board = PUZZLE.generate(GeneratorOptions(size, difficulty, extra), Random(seed), ORACLE)
    assert isinstance(board, Board)
    return board


def without(board: Board, entry: tuple[int, int]) -> Board:
    clues = {cell: clue for cell, clue in board.clues.items() if cell != entry}
    marks = {cell: mark for cell, mark in board.marks.items() if cell != entry}
    return replace(board, clues=clues, marks=marks)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("connected", ["yes", "no"])
def test_boards_are_unique_and_need_every_entry(seed: int, connected: str) -> None:
    board = generate(seed, "4x2", connected=connected)
    assert (board.width, board.height, board.connected) == (4, 2, connected == "yes")
    assert len(list(solutions(board))) == 1
    for entry in [*board.clues, *board.marks]:
        assert len(list(solutions(without(board, entry)))) > 1


@pytest.mark.parametrize("seed", range(3))
def test_single_clues_settle_the_boards_of_beginners_and_no_others(seed: int) -> None:
    first, second = generate(seed, "5x4", "beginner"), generate(seed, "5x4", "easy")
    assert len(settled_cells(first)) == 20 > len(settled_cells(second))
    assert all(ORACLE.is_unique(PUZZLE.encoders["direct"].encode(board)) for board in (first, second))


def expect_level(seed: int, level: str, **extra: str) -> None:
    rating = rate(facts(generate(seed, None, level, **extra)))
    assert isinstance(rating, Rating) and rating.level == level


@pytest.mark.parametrize("level", LEVELS)
def test_a_board_has_the_level_that_was_asked_for(level: str) -> None:
    expect_level(1, level)


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("connected", ["yes", "no"])
def test_fifty_boards_have_the_level_that_was_asked_for(level: str, connected: str) -> None:
    for seed in range(25):
        expect_level(seed, level, connected=connected)


def test_the_share_of_shaded_cells_is_obeyed() -> None:
    for percent in (20, 80):
        board = generate(1, "10x8", "beginner", shaded=str(percent))
        shaded = sum(settled_cells(board).values())
        assert abs(shaded - percent * 80 / 100) < 10


@pytest.mark.parametrize("size", ["0x3", "4x", "99x2", "4x-1", "²x2"])
def test_a_bad_size_is_refused(size: str) -> None:
    with pytest.raises(BadInput):
        generate(0, size)


@pytest.mark.parametrize(("name", "value"), [("shaded", "0"), ("shaded", "100"), ("connected", "maybe")])
def test_a_bad_value_is_refused(name: str, value: str) -> None:
    with pytest.raises(BadInput, match=name):
        generate(0, **{name: value})


def test_a_level_that_no_board_of_the_size_has_is_refused() -> None:
    with pytest.raises(BadInput, match="another size or seed"):
        generate(0, "1x1", "hard")
