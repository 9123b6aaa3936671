"""The encodings of Flow compared with brute force over all paths."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.errors import BadInput
from satplay.puzzles.flow import PUZZLE
from satplay.puzzles.flow.audit_boards import boards, matchings, random, solutions
from satplay.puzzles.flow.board import Board
from satplay.puzzles.flow.paths import Flow
from satplay.puzzles.flow.rules import Rule, check
from tests.exams.oracle import ExamOracle

EDGES, SOURCE = PUZZLE.encoders["edges"].encode, PUZZLE.encoders["source"].encode


def solutions_by_encoding(board: Board, encode: object = EDGES) -> list[Flow]:
    assert callable(encode)
    return list(ExamOracle().solutions(encode(board)))


def agrees_with_brute_force(board: Board) -> bool:
    """Return whether each solution is found once and brute force finds the same ones."""
    listed = solutions_by_encoding(board)
    return len(listed) == len(set(listed)) and set(listed) == set(solutions(board))


@given(st.randoms(use_true_random=False), st.integers(1, 16))
@settings(max_examples=60, deadline=None)
def test_edges_agrees_with_brute_force_on_any_board(rng: Random, cells: int) -> None:
    board = random(cells, rng)
    assert agrees_with_brute_force(board), board


def test_edges_agrees_with_brute_force_on_all_boards_of_six_cells() -> None:
    assert all(agrees_with_brute_force(board) for board in boards(6))


@pytest.mark.slow
@pytest.mark.parametrize("fill", [True, False], ids=["fill", "free"])
@pytest.mark.parametrize("touch", [False, True], ids=["strict", "loose"])
def test_edges_agrees_with_brute_force_on_all_boards_up_to_4_by_4(fill: bool, touch: bool) -> None:
    """Up to 3 colours; one board of each symmetry class."""
    looked_at = 0
    for rows in range(1, 5):
        for columns in range(rows, 5):
            for board in _up_to_symmetry(rows, columns, fill, touch):
                assert agrees_with_brute_force(board), board
                looked_at += 1
    assert looked_at > 10_000


def _up_to_symmetry(rows: int, columns: int, fill: bool, touch: bool) -> list[Board]:
    def turned(cell: int) -> list[int]:
        row, column = divmod(cell, columns)
        images = [(row, column), (rows - 1 - row, column)]
        images += [(r, columns - 1 - c) for r, c in images]
        if rows == columns:
            images += [(c, r) for r, c in images]
        return [r * columns + c for r, c in images]

    representatives: dict[object, Board] = {}
    for colours in range(4):
        for chosen in combinations(range(rows * columns), 2 * colours):
            for dots in matchings(chosen):
                images = zip(*(zip(turned(a), turned(b), strict=True) for a, b in dots), strict=True)
                least = min(
                    (tuple(sorted(tuple(sorted(pair)) for pair in image)) for image in images), default=()
                )
                if least not in representatives:
                    representatives[least] = Board(rows, columns, dots, fill=fill, touch=touch)
    return list(representatives.values())


def test_the_source_encoding_is_wrong_only_by_allowing_loops() -> None:
    wrong = 0
    for board in boards(8):
        if (board.rows, board.columns, board.fill, board.touch) != (2, 4, True, False):
            continue
        listed = solutions_by_encoding(board, SOURCE)
        right = [flow for flow in listed if not check(board, flow)]
        assert len(right) == len(set(right)) and set(right) == set(solutions(board))
        for flow in set(listed) - set(right):
            assert {broken.rule for broken in check(board, flow)} == {Rule.LOOP}
            wrong += 1
    assert wrong > 0


@pytest.mark.parametrize("board", [Board(1, 2, (), touch=True), Board(1, 2, (), fill=False)])
def test_the_source_encoding_refuses_other_rule_variants(board: Board) -> None:
    with pytest.raises(BadInput, match="the strict rule, all cells used"):
        SOURCE(board)


def test_clauses_state_their_rules() -> None:
    board = PUZZLE.formats[0].read("A.B\n...\nA.B\n")
    formula = EDGES(board).formula
    stated_rules = {instance.rule for instance in formula.instances()}
    assert stated_rules == {Rule.END, Rule.THROUGH, Rule.FILL, Rule.COLOUR, Rule.TOUCH}
    assert all(formula.fact(lit) != formula.fact(-lit) for lit in range(1, formula.var_count + 1))


def test_a_loop_is_excluded_by_requiring_a_link_that_leaves_it() -> None:
    board = PUZZLE.formats[0].read("....CA\n.BB...\n....CA\n")
    encoding = EDGES(board)
    between = board.grid.link_between
    around = [0, 1, 2, 3, 9, 15, 14, 13, 12, 6]
    ring = Flow(frozenset(between[step] for step in zip(around, [*around[1:], 0], strict=True)))
    [(instance, clause)] = encoding.lazy_clauses(ring)
    assert instance.rule is Rule.LOOP
    leaving = {tuple(sorted(board.grid.cells[lit - 1].tolist())) for lit in clause}
    assert leaving == {(3, 4), (9, 10), (15, 16), (1, 7), (2, 8), (6, 7), (8, 9), (7, 13), (8, 14)}
