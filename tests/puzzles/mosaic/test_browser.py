"""Mosaic as JSON for its board script: cells by name, what a step marks, the first board."""

from __future__ import annotations

from satplay.contracts.phrases import Statement, StepMarks
from satplay.playing.puzzle_state import PuzzleState
from satplay.puzzles.mosaic import PUZZLE
from satplay.puzzles.mosaic.board import Board
from satplay.puzzles.mosaic.browser import BROWSER
from satplay.puzzles.mosaic.encodings.cells import Shaded
from satplay.puzzles.mosaic.rules import check
from satplay.verbs.count import count

BOARD = Board(2, 3, {(0, 0): 1, (1, 2): 2}, {(0, 2): True})


def test_a_position_names_the_shaded_cells_in_reading_order() -> None:
    state = PuzzleState(BOARD, frozenset({(1, 0), (0, 2), (0, 1)}), False)
    assert BROWSER.position(state)["shaded"] == ["B1", "C1", "A2"]


def test_a_step_marks_the_clue_the_cells_that_it_counts_and_the_facts() -> None:
    state = PuzzleState(BOARD, frozenset({(0, 2)}), False)
    (broken,) = [one for one in check(BOARD, state.position) if one.place[0] == (1, 2)]
    marks = StepMarks(
        because=(broken,),
        given=(Statement(Shaded((0, 2)), True),),
        new=(Statement(Shaded((1, 1)), False),),
    )
    found = BROWSER.marks(state, marks)
    assert found["because"] == ["C2"]
    assert set(found["counted"]) == {"B1", "C1", "B2", "C2"}
    assert (found["given"], found["new"]) == (["C1"], ["B2"])


def test_a_variable_is_about_a_cell() -> None:
    state = PuzzleState(BOARD, frozenset(), False)
    assert list(BROWSER.elements(state, Shaded((1, 2)))) == ["C2"]
    assert list(BROWSER.elements(state, "another atom")) == []


def test_the_first_board_has_the_first_solution_and_no_other() -> None:
    form = next(form for form in PUZZLE.formats if form.recognises(BROWSER.first_board))
    first = form.read(BROWSER.first_board)
    assert not check(first, PUZZLE.solutions[0].read(first, BROWSER.first_solution))
    assert count(first).number == 1
