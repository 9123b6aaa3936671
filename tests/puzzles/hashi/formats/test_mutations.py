"""Whatever happens to a text: a board, or one complaint that says where."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from satplay.contracts.format import Format
from satplay.contracts.puzzle import SolutionFormat
from satplay.puzzles.hashi.board import Board, Bridges
from satplay.puzzles.hashi.formats import FORMATS, SOLUTIONS
from tests.exams.broken_texts import read_or_refuse, write_or_refuse
from tests.exams.mutations import check_mutations, mutate, split_mutations, write_all

BOARDS = (
    Board(3, 4, {0: 3, 3: 2, 8: 1}),
    Board(1, 7, {0: 2, 1: 3, 6: 1}),
    Board(5, 5, {0: None, 4: 2, 20: 1, 24: None}),
    Board(4, 3, {0: 12, 2: 9, 9: 16, 11: 3}, most=4),
    Board(3, 3, {0: 1, 2: 1, 6: 1, 8: 1}, most=1, loops=False),
    Board(40, 2, {0: 8, 79: 8}),
)
SOLVED = (
    (Board(3, 4, {0: 3, 3: 2, 8: 1}), Bridges(((0, 3, 2), (0, 8, 1)))),
    (Board(2, 4, {0: 3, 1: 2, 3: 1, 4: 4}), Bridges(((0, 1, 1), (0, 3, 5), (0, 4, 2)))),
    (Board(3, 3, {1: 1, 3: 3, 5: 3, 7: 1}, most=3), Bridges(((1, 7, 1), (3, 5, 3)))),
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


def break_solutions(form: SolutionFormat[Board, Bridges], count: int) -> None:
    """All but the marks of janko.at, which cannot say everything, write whatever they read."""
    rng = Random(form.name)
    for board, bridges in SOLVED:
        text = write_or_refuse(partial(form.write, board), bridges)
        for _ in range(count if text is not None else 0):
            broken = mutate(text or "", rng)
            assert form.recognises(board, broken) in (True, False)
            value = read_or_refuse(partial(form.read, board), broken)
            if value is not None:
                assert form.read(board, form.write(board, value)) == value, repr(broken)


@pytest.mark.parametrize("form", SOLUTIONS, ids=lambda form: form.name)
def test_a_broken_solution_is_read_or_refused(form: SolutionFormat[Board, Bridges]) -> None:
    break_solutions(form, 200)


@pytest.mark.slow
@pytest.mark.parametrize("form", SOLUTIONS, ids=lambda form: form.name)
def test_ten_thousand_broken_solutions_are_read_or_refused(form: SolutionFormat[Board, Bridges]) -> None:
    break_solutions(form, 10_000)
