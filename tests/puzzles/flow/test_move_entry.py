"""Typed moves: their effect, the lines they cut, and that any text is a move or refused."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.errors import BadInput
from satplay.puzzles.flow import PUZZLE
from satplay.puzzles.flow.audit_boards import random, solutions
from satplay.puzzles.flow.board import Board
from satplay.puzzles.flow.formats.strokes import strokes
from satplay.puzzles.flow.move_entry import apply_move, empty_position, irreparable_violations
from satplay.puzzles.flow.paths import Flow, flow_of, paths
from satplay.puzzles.flow.rules import Rule
from tests.puzzles.flow.formats.boards import boards_with_links

BOARD = PUZZLE.formats[0].read("R..G\n....\nR..G\n")
WORDS = "A1 b2 C3 D1 d3 A1-D1 B1-B3 a9 Z1 AA1 R G r erase left right up down upleft dr 2 999 → - , A1- help"
SMALL = st.builds(lambda seed, cells: random(cells, Random(seed)), st.integers(0, 10**6), st.integers(1, 12))
TEXTS = st.lists(st.sampled_from(WORDS.split()) | st.text(max_size=4)).map(" ".join) | st.text()


def after(*moves: str, board: Board = BOARD) -> Flow:
    position = empty_position(board)
    for move in moves:
        position = apply_move(board, position, move)
    return position


def line(*names: str, board: Board = BOARD) -> list[int]:
    cells = {board.name(cell): cell for cell in range(board.rows * board.columns)}
    return [cells[name] for name in names]


def path_of(*lines: list[int], board: Board = BOARD) -> Flow:
    return flow_of(board, lines)


# -- syntax of moves ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "move",
    [
        "A1 B1 C1 C2",
        "a1 b1 c1 c2",
        "A1,B1,C1,C2",
        "A1-C1 C2",
        "A1 C1 C2",
        "A1 right right down",
        "A1 r r d",
        "A1 right 2 down",
        "A1 → → ↓",
        "R right 2 down",
        "r right 2 down",
        "C2 C1-A1",
        "C2 up left 2",
        "A1 A1 B1-C1 C1-C2",
    ],
)
def test_a_line_can_be_typed_in_many_ways(move: str) -> None:
    assert after(move) == path_of(line("A1", "B1", "C1", "C2"))


def test_a_colour_continues_at_the_end_of_its_line() -> None:
    assert after("R right", "R down 2") == path_of(line("A1", "B1", "B2", "B3"))
    assert after("A3 B3", "R up") == path_of(line("A3", "B3", "B2"))


@pytest.mark.parametrize(
    ("move", "complaint"),
    [
        ("", "found nothing"),
        ("A1", "two cells or more"),
        ("A1 xyz", "left, right, up, down"),
        ("xyz A1", "a colour on the board"),
        ("E1 D1", "cells from A1 to D3"),
        ("A1 B2", "cells of one row or column"),
        ("A1 left", "stays on the board"),
        ("A1 right 0", "found '0'"),
        ("A1 upleft", "left, right, up or down"),
        ("A1 D1", "dots of one colour"),
        ("A1-A3 B3", "ends there"),
        ("B1 B2 C2 C1 B1", "does not meet itself"),
        ("erase", "nothing to erase"),
        ("erase xyz", "a colour on the board"),
    ],
)
def test_a_bad_move_is_refused_with_a_reason(move: str, complaint: str) -> None:
    with pytest.raises(BadInput) as refused:
        after(move)
    assert complaint in str(refused.value)


@settings(max_examples=150, deadline=None)
@given(boards_with_links(), TEXTS)
def test_any_text_is_a_move_or_refused(position: tuple[Board, Flow], text: str) -> None:
    board, flow = position
    try:
        moved = apply_move(board, flow, text)
    except BadInput:
        return
    assert moved.links <= frozenset(range(board.grid.links))


@settings(max_examples=100, deadline=None)
@given(SMALL)
def test_every_solution_can_be_drawn_path_by_path(board: Board) -> None:
    solution = next(solutions(board), None)
    if solution is None or any(stroke.colour is None for stroke in strokes(board, solution)):
        return
    position = empty_position(board)
    for cells in paths(board, solution):
        position = apply_move(board, position, " ".join(map(board.name, cells)))
    assert position == solution


@settings(max_examples=100, deadline=None)
@given(boards_with_links(), st.data())
def test_a_new_line_is_complete_and_has_no_branches(
    position: tuple[Board, Flow], data: st.DataObject
) -> None:
    board, flow = position
    if not board.grid.links:
        return
    cells = board.grid.cells[data.draw(st.integers(0, board.grid.links - 1))].tolist()
    try:
        moved = apply_move(board, flow, " ".join(map(board.name, cells)))
    except BadInput:
        return
    link = board.grid.link_between[cells[0], cells[1]]
    assert link in moved.links and moved.links <= flow.links | {link}
    joined = board.grid.adjacency(moved.links)
    assert all(len(joined[node]) <= (1 if node in board.colour_at else 2) for node in board.grid.ends[link])


# -- lines that are cut ------------------------------------------------------------------------------------


def test_a_crossed_line_is_cut() -> None:
    assert after("B1-B3", "R right", "A2-D2") == path_of(line("A2", "B2", "C2", "D2"), line("A1", "B1"))


def test_an_extended_line_is_kept() -> None:
    assert after("A1 B1", "B1 B2 C2") == path_of(line("A1", "B1", "B2", "C2"))


def test_a_line_continued_from_its_middle_keeps_the_part_with_the_dot() -> None:
    assert after("A1-C1", "B1 B2") == path_of(line("A1", "B1", "B2"))


def test_a_line_that_ends_in_another_colour_does_not_join_it() -> None:
    assert after("D1-C1 C3", "A1 A2 C2") == path_of(line("D1", "C1"), line("A1", "A2", "B2", "C2"))


def test_a_dot_has_one_line() -> None:
    assert after("A1 B1", "A1 A2") == path_of(line("A1", "A2"))


def test_erasing_removes_cells_or_whole_colours() -> None:
    both = ("A1-C1", "D1-D3")
    assert after(*both, "erase B1") == path_of(line("D1", "D2", "D3"))
    assert after(*both, "erase G") == path_of(line("A1", "B1", "C1"))
    assert after(*both, "erase R D2-D3") == empty_position(BOARD)


# -- bridges, warps, walls, hexagons -------------------------------------------------------------------------


def test_a_bridge_is_crossed_straight_twice() -> None:
    board = Board(3, 3, ((1, 7), (3, 5)), bridges=frozenset({4}), fill=False)
    assert after("B1-B3", "A2-C2", board=board) == path_of([1, 4, 7], [3, 4, 5], board=board)
    for turn in ("A2 B2 B1", "C2 B2 B1", "B1 B2 C2", "B3 up right"):
        with pytest.raises(BadInput, match="a turn on the bridge B2"):
            after(turn, board=board)


def test_single_steps_cross_joined_borders_and_runs_do_not() -> None:
    board = Board(3, 4, ((0, 3),), warp=True, fill=False)
    through = path_of([0, 3], board=board)
    assert after("A1 left", board=board) == after("A1 D1", board=board) == through
    assert after("A1-D1", board=board) == path_of([0, 1, 2, 3], board=board)
    assert after("B1 up", board=board) == path_of([1, 9], board=board)


def test_holes_and_walls_block_moves() -> None:
    board = Board(1, 5, (), holes=frozenset({1}), walls=frozenset({(2, 3)}), fill=False)
    for move in ("A1-C1", "A1 right", "C1 D1"):
        with pytest.raises(BadInput, match="no hole or wall in the way"):
            after(move, board=board)


def test_hexagons_have_six_directions() -> None:
    board = Board(3, 3, (), hexagonal=True, fill=False)
    for start in (line("B2", board=board)[0], line("A2", board=board)[0]):
        reached = set()
        for way in ("up", "down", "upleft", "ur", "downleft", "downright"):
            try:
                flow = after(f"{board.name(start)} {way}", board=board)
            except BadInput:
                continue
            reached |= {cell for link in flow.links for cell in board.grid.cells[link].tolist()}
        near = {cell for pair in board.grid.cells.tolist() if start in pair for cell in pair}
        assert reached == near


# -- checking unfinished boards ------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(SMALL, st.data())
def test_a_part_of_a_solution_has_no_irreparable_violation(board: Board, data: st.DataObject) -> None:
    solution = next(solutions(board), None)
    if solution is not None and solution.links:
        links = data.draw(st.frozensets(st.sampled_from(sorted(solution.links))))
        assert irreparable_violations(board, Flow(links)) == []


@settings(max_examples=60, deadline=None)
@given(SMALL, st.data())
def test_no_solution_contains_an_irreparable_position(board: Board, data: st.DataObject) -> None:
    links = st.sampled_from(range(board.grid.links)) if board.grid.links else st.nothing()
    flow = Flow(data.draw(st.frozensets(links)))
    if irreparable_violations(board, flow):
        assert not any(flow.links <= solution.links for solution in solutions(board))


@pytest.mark.parametrize(
    ("lines", "rule"),
    [
        ([("B1", "B2", "C2", "C1", "B1")], Rule.LOOP),
        ([("A1", "B1", "B2", "A2")], Rule.TOUCH),
        ([("A1", "B1", "C1", "D1")], Rule.COLOUR),
        ([("A1", "B1"), ("A1", "A2")], Rule.END),
        ([("B1", "B2", "B3"), ("B2", "C2")], Rule.THROUGH),
    ],
)
def test_an_irreparable_violation_is_named(lines: list[tuple[str, ...]], rule: Rule) -> None:
    flow = path_of(*(line(*names) for names in lines))
    assert rule in {broken.rule for broken in irreparable_violations(BOARD, flow)}


def test_a_missing_part_is_not_a_violation() -> None:
    assert irreparable_violations(BOARD, empty_position(BOARD)) == []
    assert irreparable_violations(BOARD, after("A1 B1", "C2 D2")) == []


def test_lines_typed_cell_by_cell_give_the_same_path() -> None:
    cells = line("A1", "B1", "B2", "C2")
    links = {BOARD.grid.link_between[step] for step in pairwise(cells)}
    assert after("A1 B1 B2 C2").links == links


# -- marks -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("verb", ["no", "not", "NO", "x"])
def test_a_mark_is_set_and_removed_by_the_same_move(verb: str) -> None:
    marked = after(f"{verb} A1 B1")
    assert marked.apart == frozenset([BOARD.grid.link_between[0, 1]])
    assert after(f"{verb} A1 B1", "no B1 A1") == empty_position(BOARD)


def test_marks_along_a_way_are_completed_before_they_are_removed() -> None:
    assert after("no A1 B1", "no A1 C1") == after("no A1 C1")
    assert after("no A1 B1", "no A1 C1", "no A1 C1") == empty_position(BOARD)


def test_a_mark_removes_the_line_and_a_line_the_mark() -> None:
    assert after("A1 B1", "no A1 B1").links == frozenset()
    assert after("no A1 B1", "A1 B1") == after("A1 B1")
