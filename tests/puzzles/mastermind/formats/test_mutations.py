"""Whatever happens to a text: a board or a code, or one complaint that says where."""

from __future__ import annotations

from functools import partial

import pytest

from satplay.contracts.format import Format
from satplay.contracts.puzzle import SolutionFormat
from satplay.puzzles.mastermind.board import Board, Code, Guess
from satplay.puzzles.mastermind.formats import FORMATS, SOLUTIONS
from tests.exams.mutations import check_mutations, split_mutations, write_all

BOARDS = (
    Board(4, guesses=(Guess((0, 1, 2, 3), 2, 1), Guess((4, 4, 5, 5), 0, 0))),
    Board(4, "RGBYOP", (Guess((0, 0, 1, 1), 1), Guess((2, 3, 4, 5), 2))),
    Board(3, "12", (Guess((0, 1, 0), 1, 2),)),
    Board(2, "aBc9", (Guess((0, 3), 0, 2),), repeats=False),
    Board(1, "7", (Guess((0,), 1, 0),)),
    Board(6, "0123456789AB"),
)
BY_HAND = (
    "red green blue yellow 2 1\nRGBY bbw.\nROOO -\n",
    "# symbols red green blue\n0123:2A1B # one\n---\n0123 2/1\n",
    '# length 4\n"White","black","guess"\n1,2,"0123"\n',
    '{"symbols": 6, "repeats": false, "guesses": [["red blue", 1, null]]}',
)
SOLVED = (
    (Board(4), Code.of((0, 1, 2, 3))),
    (Board(4, "RGBYOP"), Code((1, 0b111111, 0b110, 0b101111))),
    (Board(2, "aBc"), Code((0, 0b101))),
)


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_a_broken_board_is_read_or_refused(form: Format[Board]) -> None:
    check_mutations(form.read, form.write, [*write_all(form, BOARDS), *BY_HAND], 300, form.name)


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_ten_thousand_broken_boards_are_read_or_refused(form: Format[Board]) -> None:
    check_mutations(form.read, form.write, [*write_all(form, BOARDS), *BY_HAND], 10_000, form.name)


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_broken_files_are_taken_apart_without_complaint(form: Format[Board]) -> None:
    split_mutations(form, "\n---\n".join([*write_all(form, BOARDS), *BY_HAND]), 300)


def break_solutions(form: SolutionFormat[Board, Code], count: int) -> None:
    for board, code in SOLVED:
        read, write = partial(form.read, board), partial(form.write, board)
        check_mutations(read, write, [form.write(board, code), "red [^12]?\n"], count, form.name)


@pytest.mark.parametrize("form", SOLUTIONS, ids=lambda form: form.name)
def test_a_broken_code_is_read_or_refused(form: SolutionFormat[Board, Code]) -> None:
    break_solutions(form, 200)


@pytest.mark.slow
@pytest.mark.parametrize("form", SOLUTIONS, ids=lambda form: form.name)
def test_ten_thousand_broken_codes_are_read_or_refused(form: SolutionFormat[Board, Code]) -> None:
    break_solutions(form, 10_000)
