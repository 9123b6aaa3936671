"""Mosaic: the encoding counts as the rules do, and the generator does what is wished."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.contracts.puzzle import GeneratorOptions
from satplay.errors import BadInput
from satplay.puzzles.mosaic import PUZZLE
from satplay.puzzles.mosaic.board import Board, Solution
from tests.exams.oracle import ExamOracle

GRID, LINE = PUZZLE.formats
ORACLE = ExamOracle()


def by_the_rules(board: Board) -> set[Solution]:
    """Every solution, by trying all ways to shade."""
    cells = list(board.cells())
    every = (frozenset(c) for size in range(len(cells) + 1) for c in combinations(cells, size))
    return {solution for solution in every if not PUZZLE.check(board, solution)}


@settings(max_examples=40, deadline=None)
@given(
    st.integers(1, 3).flatmap(
        lambda w: st.lists(st.text("..#-012345", min_size=w, max_size=w), min_size=1, max_size=3)
    )
)
def test_models_are_exactly_the_solutions(rows: list[str]) -> None:
    board = LINE.read("/".join(rows))
    found = list(ORACLE.solutions(PUZZLE.encoders["direct"].encode(board)))
    assert len(found) == len(set(found))
    assert set(found) == by_the_rules(board)


def test_a_clue_counts_nine_cells_in_the_middle_and_four_in_a_corner() -> None:
    board = LINE.read("4../.9./...")
    assert PUZZLE.check(board, frozenset(board.cells())) == []


def test_a_complaint_says_what_should_be() -> None:
    board = LINE.read("1.-")
    complaints = PUZZLE.check(board, frozenset({(0, 0), (0, 1), (0, 2)}))
    assert [str(complaint) for complaint in complaints] == [
        "COUNT: 1 of the 2 cells around A1 is shaded",
        "GIVEN: C1 is not shaded from the start",
    ]


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [("", 1, 1), ("1.\n.x\n", 2, 2), ("1..\n\n..\n", 3, 3), ("1.\n...\n", 2, 3), ("  1.\n  ?.", 2, 3)],
)
def test_a_bad_grid_is_refused_where_it_is_bad(text: str, line: int, column: int) -> None:
    with pytest.raises(BadInput) as refused:
        GRID.read(text)
    assert (refused.value.line, refused.value.column) == (line, column)


def test_a_bad_line_is_refused_where_it_is_bad() -> None:
    with pytest.raises(BadInput) as refused:
        LINE.read("1./.x")
    assert (refused.value.line, refused.value.column) == (1, 5)
    with pytest.raises(BadInput):
        LINE.read("1./..\n1./..")


def test_a_solution_has_the_size_of_its_puzzle() -> None:
    with pytest.raises(BadInput):
        PUZZLE.solutions[0].read(LINE.read("..."), "#-\n")


@pytest.mark.parametrize("seed", range(8))
def test_generated_boards_are_unique_and_nothing_on_them_is_superfluous(seed: int) -> None:
    board = PUZZLE.generate(GeneratorOptions(size="4x2"), Random(seed), ORACLE)
    assert (board.width, board.height) == (4, 2)
    assert len(by_the_rules(board)) == 1
    for cell in [*board.clues, *board.marks]:
        clues = {at: clue for at, clue in board.clues.items() if at != cell}
        marks = {at: mark for at, mark in board.marks.items() if at != cell}
        assert len(by_the_rules(Board(board.height, board.width, clues, marks))) > 1


@pytest.mark.parametrize("size", ["4", "0x3", "4x", "99x2", "4x-1", "²x2"])
def test_a_size_that_is_none_is_refused(size: str) -> None:
    with pytest.raises(BadInput):
        PUZZLE.generate(GeneratorOptions(size=size), Random(0), ORACLE)
