"""Whatever happens to a text: a board, or one complaint that says where."""

from __future__ import annotations

from random import Random

import pytest

from satplay.contracts.format import Format
from satplay.contracts.puzzle import SolutionFormat
from satplay.puzzles.flow.board import Board
from satplay.puzzles.flow.formats import FORMATS, SOLUTIONS
from satplay.puzzles.flow.paths import Flow, flow_of
from tests.exams.broken_texts import read_or_refuse
from tests.exams.mutations import check_mutations, mutate, split_mutations, write_all

BOARDS = (
    Board(5, 4, ((0, 14), (5, 19), (8, 3))),
    Board(1, 7, ((0, 6),), ("12",)),
    Board(3, 3, ((1, 7), (3, 5)), bridges=frozenset({4})),
    Board(6, 6, ((1, 30), (8, 22)), fill=False, touch=True),
    Board(4, 5, ((1, 13), (8, 11)), warp=True, holes=frozenset({0, 3}), walls=frozenset({(4, 5)})),
    Board(4, 4, ((1, 13), (8, 11)), hexagonal=True, holes=frozenset({0})),
)


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_a_broken_board_is_read_or_refused(form: Format[Board]) -> None:
    check_mutations(form.read, form.write, write_all(form, BOARDS), 300, form.name)


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_ten_thousand_broken_boards_are_read_or_refused(form: Format[Board]) -> None:
    check_mutations(form.read, form.write, write_all(form, BOARDS), 10_000, form.name)


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_broken_files_are_taken_apart_without_complaint(form: Format[Board]) -> None:
    split_mutations(form, "\n".join(write_all(form, BOARDS) * 2), 300)


@pytest.mark.parametrize("form", SOLUTIONS, ids=lambda form: form.name)
@pytest.mark.parametrize("touch", [False, True])
def test_a_broken_solution_is_read_or_refused(form: SolutionFormat[Board, Flow], touch: bool) -> None:
    board = Board(3, 4, ((0, 3), (4, 8)), touch=touch)
    flow = flow_of(board, [(0, 1, 2, 3), (4, 5, 6, 7, 11, 10, 9, 8)] if touch else [(0, 1, 2, 3), (4, 8)])
    text = form.write(board, flow)
    rng = Random(form.name)
    for _ in range(300):
        broken = mutate(text, rng)
        value = read_or_refuse(lambda it: form.read(board, it), broken)
        assert form.recognises(board, broken) in (True, False)
        if value is not None and form.name in ("lines", "ascii"):
            assert form.read(board, form.write(board, value)) == value
