"""Hashi as JSON for its board script: names of islands and ways, what a step marks, the first board."""

from __future__ import annotations

from satplay.contracts.phrases import Statement, StepMarks
from satplay.playing.puzzle_state import PuzzleState
from satplay.puzzles.hashi import PUZZLE
from satplay.puzzles.hashi.board import Board, Bridges
from satplay.puzzles.hashi.browser import BROWSER
from satplay.puzzles.hashi.encodings.atoms import AtLeast
from satplay.puzzles.hashi.move_entry import apply_move
from satplay.puzzles.hashi.rules import check, connected, crossing, loop, number
from satplay.verbs.count import count
from tests.puzzles.hashi.positions import board, bridges

BOARD = board("3.4.2/...../2.3.?/..1..")


def state(position: Bridges, on: Board = BOARD) -> PuzzleState:
    return PuzzleState(on, position, False)


def test_a_board_names_its_islands_in_reading_order() -> None:
    assert BROWSER.board(state(Bridges(()))) == {
        "rows": 4,
        "columns": 5,
        "most": 2,
        "loops": True,
        "islands": {"A1": 3, "C1": 4, "E1": 2, "A3": 2, "C3": 3, "E3": None, "C4": 1},
    }


def test_a_position_names_bridges_and_both_kinds_of_marks() -> None:
    position = bridges(BOARD, "A1-C1x2 A1-A3")
    for move in ("no C3 E3", "no C1 C3", "done E1", "done A1"):
        position = apply_move(BOARD, position, move)
    assert BROWSER.position(state(position)) == {
        "bridges": {"A1-C1": 2, "A1-A3": 1},
        "absent": ["C1-C3", "C3-E3"],
        "done": ["A1", "E1"],
    }


def atom(first: str, second: str, least: int) -> AtLeast:
    cells = {BOARD.name(cell): cell for cell in BOARD.cells}
    return AtLeast(BOARD, BOARD.link_between[cells[first], cells[second]], least)


def test_a_step_marks_islands_and_ways_with_their_bounds() -> None:
    marks = StepMarks(
        because=(number(BOARD, 0),),
        given=(Statement(atom("A1", "A3", 2), False),),
        new=(Statement(atom("A1", "C1", 1), True), Statement(atom("A1", "C1", 2), True)),
    )
    assert BROWSER.marks(state(Bridges(())), marks) == {
        "because": ["A1"],
        "given": ["A1-A3"],
        "new": ["A1-C1"],
        "bounds": {"A1-A3": [0, 1], "A1-C1": [2, 2]},
    }


def test_a_crossing_marks_its_ways_and_a_group_its_bridges() -> None:
    cross = board("..1../...../2...2/...../..1..")
    marks = BROWSER.marks(state(Bridges(()), cross), StepMarks(because=(crossing(cross, (10, 14), (2, 22)),)))
    assert marks["because"] == ["A3-E3", "C1-C5"]
    built = state(bridges(BOARD, "A1-C1 C1-C3 A3-C3 A1-A3"))
    group = BROWSER.marks(built, StepMarks(because=(connected(BOARD, [0, 2]),)))["because"]
    assert group == ["A1", "C1", "A1-C1"]
    ring = BROWSER.marks(built, StepMarks(because=(loop(BOARD, {0, 2, 10, 12}),)))["because"]
    assert set(ring) == {"A1", "C1", "A3", "C3", "A1-C1", "A1-A3", "C1-C3", "A3-C3"}


def test_a_variable_is_about_a_way() -> None:
    assert list(BROWSER.elements(state(Bridges(())), atom("A1", "C1", 2))) == ["A1-C1"]
    assert list(BROWSER.elements(state(Bridges(())), "another atom")) == []


def test_the_first_board_has_the_first_solution_and_no_other() -> None:
    form = next(form for form in PUZZLE.formats if form.recognises(BROWSER.first_board))
    first = form.read(BROWSER.first_board)
    solution = next(form for form in PUZZLE.solutions if form.recognises(first, BROWSER.first_solution))
    assert not check(first, solution.read(first, BROWSER.first_solution))
    assert count(first).number == 1
