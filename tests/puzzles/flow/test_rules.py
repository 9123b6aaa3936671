"""The board as a graph, and the rule check."""

from __future__ import annotations

from itertools import combinations

import pytest

from satplay.errors import BadInput
from satplay.puzzles.flow import rules
from satplay.puzzles.flow.board import Board
from satplay.puzzles.flow.paths import Flow, flow_of, paths, pieces
from satplay.puzzles.flow.rules import Rule, check, is_solution
from satplay.rule import RuleInstance


def near(board: Board, cell: int) -> set[int]:
    pairs = board.grid.cells.tolist()
    return {a + b - cell for a, b in pairs if cell in (a, b)}


def test_a_cell_has_four_neighbours_and_fewer_at_the_border() -> None:
    board = Board(3, 4, ())
    assert near(board, 5) == {1, 4, 6, 9} and near(board, 0) == {1, 4}


def test_with_joined_borders_every_cell_has_four_neighbours() -> None:
    board = Board(3, 4, (), warp=True)
    assert near(board, 0) == {1, 3, 4, 8}
    assert board.grid.links == 24


def test_two_columns_touch_once_even_with_joined_borders() -> None:
    assert Board(1, 2, (), warp=True).grid.links == 1


def test_hexagons_have_six_neighbours() -> None:
    """Up, down, left, right, and (row+1, col+-1) in even columns, (row-1, col+-1) in odd ones."""
    board = Board(3, 4, (), hexagonal=True)
    assert near(board, 6) == {2, 10, 5, 7, 9, 11}
    assert near(board, 5) == {1, 9, 4, 6, 0, 2}


def test_walls_and_holes_separate_neighbours() -> None:
    board = Board(2, 2, (), holes=frozenset({3}), walls=frozenset({(0, 1)}))
    assert near(board, 0) == {2} and near(board, 3) == set()


def test_a_bridge_is_crossed_straight_by_two_paths() -> None:
    board = Board(3, 3, ((1, 7), (3, 5)), bridges=frozenset({4}), holes=frozenset({0, 2, 6, 8}))
    both = flow_of(board, [(1, 4, 7), (3, 4, 5)])
    assert check(board, both) == []
    assert paths(board, both) == [(1, 4, 7), (3, 4, 5)]
    turning = flow_of(board, [(1, 4, 5), (3, 4, 7)])
    assert turning == both  # a path cannot turn on a bridge: these are the same links


def test_a_piece_has_its_dots_and_whether_it_is_closed() -> None:
    board = Board(2, 3, ((2, 5),))
    [ring, path] = sorted(
        pieces(board, flow_of(board, [(0, 1, 4, 3, 0), (2, 5)])), key=lambda p: min(p.nodes)
    )
    assert ring.closed and not ring.colours
    assert not path.closed and path.colours == {0}


@pytest.mark.parametrize(("touch", "broken"), [(False, {Rule.TOUCH}), (True, set())])
def test_a_path_may_touch_itself_only_under_the_loose_rule(touch: bool, broken: set[Rule]) -> None:
    board = Board(2, 2, ((0, 2),), touch=touch)
    assert {one.rule for one in check(board, flow_of(board, [(0, 1, 3, 2)]))} == broken


@pytest.mark.parametrize(("fill", "broken"), [(True, {Rule.FILL}), (False, set())])
def test_cells_may_stay_free_only_in_numberlink(fill: bool, broken: set[Rule]) -> None:
    board = Board(1, 3, ((0, 1),), fill=fill)
    assert {one.rule for one in check(board, flow_of(board, [(0, 1)]))} == broken


def test_an_empty_answer_leaves_every_dot_alone() -> None:
    board = Board(1, 3, ((0, 2),), fill=False)
    assert [one.sentence for one in check(board, Flow(frozenset()))] == [
        "one path ends at the A in A1",
        "one path ends at the A in C1",
    ]


@pytest.mark.parametrize(
    "wrong",
    [
        {"rows": 0},
        {"dots": ((0, 9),)},
        {"dots": ((0, 1), (1, 2))},
        {"labels": ("A", "B")},
        {"holes": frozenset({0})},
        {"walls": frozenset({(1, 0)})},
        {"warp": True, "hexagonal": True},
        {"hexagonal": True, "bridges": frozenset({1})},
    ],
    ids=lambda wrong: next(iter(wrong)),
)
def test_an_invalid_board_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(BadInput, match="flow board"):
        Board(**{"rows": 2, "columns": 2, "dots": ((0, 3),)} | wrong)  # wrong on purpose


def test_one_violation_decides_that_a_large_board_is_not_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each move in ``play`` asks; a list of a million violations takes seconds and 600 MiB."""
    built = []
    monkeypatch.setattr(rules, "fill", lambda board, node: built.append(node))
    monkeypatch.setattr(rules, "end", lambda board, node: built.append(node) or RuleInstance(Rule.END, ""))
    assert not is_solution(Board(300, 300, ((0, 89_999),)), Flow(frozenset()))
    assert built == [0]


@pytest.mark.parametrize("fill", [False, True])
def test_a_position_is_a_solution_if_no_rule_is_violated(fill: bool) -> None:
    board = Board(2, 2, ((0, 1),), fill=fill)
    for size in range(board.grid.links + 1):
        for links in combinations(range(board.grid.links), size):
            flow = Flow(frozenset(links))
            assert is_solution(board, flow) == (check(board, flow) == [])
