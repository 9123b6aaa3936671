"""The words of explanations of Hashi."""

from __future__ import annotations

import pytest

import satplay
from satplay.contracts.phrases import Statement
from satplay.puzzles.hashi.board import Board
from satplay.puzzles.hashi.encodings.atoms import AtLeast
from satplay.puzzles.hashi.formats import FORMATS
from satplay.puzzles.hashi.phrases import PHRASES
from satplay.puzzles.hashi.rules import connected, crossing, loop, number

BOARD = FORMATS[0].read("3.2\n...\n2.1\n")
A1, C1, A3, C3 = BOARD.cells


def at_least(count: int, first: int = A1, second: int = C1, board: Board = BOARD) -> Statement:
    return Statement(AtLeast(board, board.link_between[first, second], count), True)


def at_most(count: int, first: int = A1, second: int = C1) -> Statement:
    return Statement(AtLeast(BOARD, BOARD.link_between[first, second], count + 1), False)


@pytest.mark.parametrize(
    ("statements", "sentences"),
    [
        ([at_least(1)], ["at least 1 bridge joins A1 and C1"]),
        ([at_least(2)], ["2 bridges join A1 and C1"]),
        ([at_most(0)], ["no bridge joins A1 and C1"]),
        ([at_most(1)], ["at most 1 bridge joins A1 and C1"]),
        ([at_most(1), at_least(1)], ["1 bridge joins A1 and C1"]),
        ([at_least(1), at_least(2)], ["2 bridges join A1 and C1"]),
        (
            [at_least(1), at_most(0, A1, A3)],
            ["at least 1 bridge joins A1 and C1", "no bridge joins A1 and A3"],
        ),
    ],
)
def test_bounds_of_one_way_are_one_sentence(statements: list[Statement], sentences: list[str]) -> None:
    assert list(PHRASES.facts(BOARD, statements)) == sentences


def test_bounds_on_boards_with_more_bridges() -> None:
    board = Board(1, 3, {0: 4, 2: 4}, most=4)
    first, third = (AtLeast(board, 0, count) for count in (1, 3))
    assert list(PHRASES.facts(board, [Statement(first, True), Statement(third, False)])) == [
        "1 or 2 bridges join A1 and C1"
    ]
    assert list(PHRASES.facts(board, [Statement(AtLeast(board, 0, 3), True)])) == [
        "at least 3 bridges join A1 and C1"
    ]
    fourth = AtLeast(board, 0, 4)
    assert list(PHRASES.facts(board, [Statement(first, True), Statement(fourth, False)])) == [
        "1 to 3 bridges join A1 and C1"
    ]


@pytest.mark.parametrize(
    ("cell", "new", "given", "reason"),
    [
        (A1, [at_least(1), at_least(1, A1, A3)], [], "A1 needs 3 of the 4 bridges that are possible"),
        (A1, [at_least(2)], [at_most(1, A1, A3)], "A1 needs all 3 bridges that are still possible"),
        (C1, [at_least(1)], [at_most(0, C1, C3)], "C1 can only be joined to A1"),
        (C3, [at_most(1, C1, C3), at_most(1, A3, C3)], [], "C3 has only 1 bridge"),
        (C3, [at_most(0, C1, C3)], [at_least(1, A3, C3)], "C3 has its 1 bridge"),
        (A1, [at_most(1, A1, A3)], [at_least(2)], "A1 has 2 of its 3 bridges already"),
        (
            C1,
            [at_least(1), at_most(1)],
            [at_least(1, C1, C3), at_most(1, C1, C3)],
            "C1 needs 1 more bridge, and only A1 is left",
        ),
    ],
)
def test_reasons_of_numbers(cell: int, new: list[Statement], given: list[Statement], reason: str) -> None:
    assert PHRASES.reason(BOARD, number(BOARD, cell), new, given) == reason


def test_places_and_contradictions() -> None:
    assert PHRASES.place(BOARD, number(BOARD, A1)) == "the island A1"
    assert PHRASES.place(BOARD, connected(BOARD, [A1, C1])) == "the islands A1 and C1"
    assert PHRASES.broken(BOARD, connected(BOARD, [A1, C1])) == "A1 and C1 would be cut off"
    assert PHRASES.broken(BOARD, loop(BOARD, BOARD.cells)) == "A1, C1, A3 and C3 would form a ring"
    assert PHRASES.broken(BOARD, number(BOARD, A1)) == "A1 could not have its 3 bridges"


def test_the_smaller_side_of_a_cut_is_named() -> None:
    assert PHRASES.broken(BOARD, connected(BOARD, [C1, A3, C3])) == "A1 would be cut off"


def test_of_a_large_group_the_first_islands_are_named() -> None:
    board = satplay.generate("hashi", size="15x15", seed=1).instance
    sentence = PHRASES.broken(board, connected(board, board.cells[:8]))
    assert sentence.endswith(" and 4 other islands would be cut off")


def test_bridges_in_the_way() -> None:
    board = FORMATS[0].read(".1.\n1.1\n.1.\n")
    top, left, right, bottom = board.cells
    instance = crossing(board, (left, right), (top, bottom))
    built = [Statement(AtLeast(board, board.link_between[left, right], 1), True)]
    assert PHRASES.reason(board, instance, [], built) == "the bridge between A2 and C2 is in the way"
    assert PHRASES.broken(board, instance) == "the bridges A2-C2 and B1-B3 would cross"
    assert PHRASES.place(board, instance) == "the crossing of A2-C2 and B1-B3"
    assert PHRASES.label(board, instance) == "A2-C2, B1-B3"
