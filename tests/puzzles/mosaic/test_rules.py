"""Edge cases of the rules of Mosaic, and their sentences."""

from __future__ import annotations

import pytest

from satplay.puzzles.mosaic import PUZZLE
from satplay.puzzles.mosaic.board import Board, Solution
from satplay.puzzles.mosaic.rules import check, conflict_summary, connected, count, given, groups
from satplay.puzzles.mosaic.settled_cells import settled_cells

LINE = PUZZLE.formats[1]


def picture(text: str) -> tuple[Board, Solution]:
    """An empty board of the variant ``connected``, and the shaded cells of a picture such as ``#-/-#``."""
    board = LINE.read(f"mosaic connected:{text}")
    return Board(board.height, board.width, {}, {}, connected=True), frozenset(
        cell for cell, mark in board.marks.items() if mark
    )


def test_a_clue_counts_nine_cells_in_the_middle_and_four_in_a_corner() -> None:
    board = LINE.read("4../.9./...")
    assert check(board, frozenset(board.cells())) == []


def test_a_violation_states_the_rule() -> None:
    board = LINE.read("1.-")
    violated = check(board, frozenset({(0, 0), (0, 1), (0, 2)}))
    assert [str(instance) for instance in violated] == [
        "COUNT: 1 of the 2 cells around A1 is shaded",
        "GIVEN: C1 is not shaded from the start",
    ]


@pytest.mark.parametrize("text", ["---", "#--", "##-", "##/-#", "###/#-#/###"])
def test_connected_shadings_obey_the_rule(text: str) -> None:
    assert check(*picture(text)) == []


@pytest.mark.parametrize(("text", "number"), [("#-#", 1), ("#-/-#", 1), ("#-#-#", 2), ("###/---/#-#", 2)])
def test_every_group_but_the_largest_is_cut_off(text: str, number: int) -> None:
    board, solution = picture(text)
    assert len(groups(board, solution)) == number + 1
    assert len(check(board, solution)) == number
    assert check(Board(board.height, board.width, {}, {}), solution) == []


def test_the_cells_around_a_group_cut_it_off() -> None:
    board, solution = picture("#-#/#--/--#")
    assert [str(instance) for instance in check(board, solution)] == [
        "CONNECTED: C1 and A1 are not both shaded, unless B1 or C2 is shaded",
        "CONNECTED: C3 and A1 are not both shaded, unless C2 or B3 is shaded",
    ]


def test_a_contradiction_is_summarised_by_what_is_on_the_board() -> None:
    board = LINE.read("mosaic connected:0#1/..2")
    clues = [count(board, cell) for cell in ((0, 0), (0, 2))]
    assert conflict_summary(board, clues) == "the clues at A1 and C1 contradict each other"
    assert conflict_summary(board, [clues[0], given(board, (0, 1))]) == (
        "the clue at A1 and the given mark at B1 contradict each other"
    )
    cut = connected((0, 0), (0, 2), [(0, 1), (1, 0)])
    assert conflict_summary(board, [*clues, cut]) == (
        "the clues at A1 and C1 and the rule that shaded cells are connected contradict each other"
    )


def test_single_clues_decide_what_follows_clue_by_clue() -> None:
    unshaded = [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert settled_cells(LINE.read("0../..2")) == {
        **dict.fromkeys(unshaded, False),
        (0, 2): True,
        (1, 2): True,
    }
    assert settled_cells(LINE.read("..1.")) == {}
