"""Solutions in every format: any links can be drawn, and a drawing is read back."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings

from satplay.drawing.terminal import to_text
from satplay.errors import BadInput
from satplay.puzzles.flow.board import Board
from satplay.puzzles.flow.formats import SOLUTIONS
from satplay.puzzles.flow.paths import Flow, flow_of
from satplay.puzzles.flow.rules import Rule, check
from satplay.puzzles.flow.sketch import sketch
from tests.puzzles.flow.formats.boards import boards_with_links

LINES, LETTERS, LEVEL, ASCII = SOLUTIONS
QUICK = settings(max_examples=120, deadline=None)
SQUARE = Board(3, 3, ((0, 2), (3, 8)))
PATHS = flow_of(SQUARE, [(0, 1, 2), (3, 4, 5, 8)])


def lines_of_text(*rows: str) -> str:
    return "\n".join(rows) + "\n"


@QUICK
@given(boards_with_links())
def test_any_links_can_be_drawn(case: tuple[Board, Flow]) -> None:
    board, flow = case
    for form in (LINES, ASCII):
        assert form.read(board, form.write(board, flow)) == flow


@QUICK
@given(boards_with_links())
def test_the_other_formats_write_the_links_or_refuse_them(case: tuple[Board, Flow]) -> None:
    board, flow = case
    for form in (LETTERS, LEVEL):
        try:
            text = form.write(board, flow)
        except BadInput as error:
            assert form.name in str(error) and "lines" in str(error)
        else:
            assert form.read(board, text) == flow


@QUICK
@given(boards_with_links())
def test_any_links_can_be_written_as_json(case: tuple[Board, Flow]) -> None:
    board, flow = case
    document = LINES.as_json(board, flow)
    assert json.loads(json.dumps(document)) == document
    walked = [[row * board.columns + column for row, column in path["cells"]] for path in document["paths"]]
    assert flow_of(board, walked) == flow


def test_paths_in_json_have_their_colour_and_cells() -> None:
    assert LINES.as_json(SQUARE, PATHS) == {
        "paths": [
            {"color": "A", "cells": [[0, 0], [0, 1], [0, 2]]},
            {"color": "B", "cells": [[1, 0], [1, 1], [1, 2], [2, 2]]},
        ]
    }


def test_a_solution_is_written_in_every_format() -> None:
    assert LINES.write(SQUARE, PATHS) == lines_of_text("A───A", "B───┐", "· · B")
    assert LETTERS.write(SQUARE, PATHS) == lines_of_text("AAA", "BBB", "..B")
    assert LEVEL.write(SQUARE, PATHS) == "3,0,1,2;0,1,2;3,4,5,8\n"
    assert ASCII.write(SQUARE, PATHS) == lines_of_text("A---A", "", "B---+", "    |", ". . B")


def test_a_text_is_read_in_the_format_that_recognises_it() -> None:
    for form in SOLUTIONS:
        text = form.write(SQUARE, PATHS)
        reader = next((other for other in SOLUTIONS if other.recognises(SQUARE, text)), LINES)
        assert reader.read(SQUARE, text) == PATHS


# -- lines -------------------------------------------------------------------------------------------


def test_branches_loops_and_dead_ends_are_drawn() -> None:
    board = Board(3, 4, ())
    ring = [(0, 1, 5, 4, 0), (2, 6, 7), (6, 10), (9, 10)]
    assert LINES.write(board, flow_of(board, ring)) == lines_of_text("┌─┐ ╷ ·", "└─┘ ├─╴", "· ╶─┘ ·")


def test_a_bridge_is_a_crossing() -> None:
    board = Board(3, 3, ((1, 7), (3, 5)), bridges=frozenset({4}), holes=frozenset({0, 2, 6, 8}))
    flow = flow_of(board, [(1, 4, 7), (3, 4, 5)])
    assert LINES.write(board, flow) == lines_of_text("  A", "B─┼─B", "  A")
    assert check(board, flow) == []


def test_lines_leave_the_picture_at_joined_borders() -> None:
    board = Board(3, 3, ((0, 2), (4, 7)), warp=True)
    flow = flow_of(board, [(0, 2), (4, 1, 7)])
    assert LINES.write(board, flow) == lines_of_text("─A │ A─", " · B ·", " · B ·")


def test_blank_lines_at_the_end_may_be_missing() -> None:
    board = Board(3, 3, ((0, 6),), warp=True, holes=frozenset({1, 2}))
    flow = flow_of(board, [(0, 3, 6)])
    assert LINES.read(board, LINES.write(board, flow).rstrip()) == flow
    assert ASCII.read(board, ASCII.write(board, flow).rstrip()) == flow


def test_rows_are_separated_between_vertically_adjacent_dots() -> None:
    board = Board(2, 2, ((0, 2),))
    assert LINES.write(board, flow_of(board, [(0, 2)])) == lines_of_text("A ·", "│", "A ·")


HEXAGONS = Board(2, 3, ((0, 4),), hexagonal=True)


def test_solutions_on_hexagons_are_drawn_as_in_a_terminal() -> None:
    flow = flow_of(HEXAGONS, [(0, 1, 4)])
    drawing = lines_of_text("  A   B   C", "    ┌─┐", "1 A─┘ │   ·", "      A", "2 ·       ·")
    assert LINES.write(HEXAGONS, flow) == drawing == lines_of_text(*to_text(sketch(HEXAGONS, flow, False)))
    assert LINES.recognises(HEXAGONS, drawing)
    assert LINES.read(HEXAGONS, drawing) == flow
    plain = ASCII.write(HEXAGONS, flow)
    assert plain.isascii() and ASCII.read(HEXAGONS, plain) == flow


def test_every_set_of_links_on_hexagons_is_read_back() -> None:
    walled = Board(2, 3, ((0, 4),), hexagonal=True, walls=frozenset({(0, 3)}), holes=frozenset({5}))
    for board in (HEXAGONS, walled):
        count = len(board.grid.cells)
        for bits in range(1 << count):
            flow = Flow(frozenset(link for link in range(count) if bits >> link & 1))
            for form in (LINES, ASCII):
                assert form.read(board, form.write(board, flow)) == flow


def test_solutions_on_hexagons_may_be_lists_of_cells() -> None:
    assert LINES.recognises(HEXAGONS, "0,1,4\n")
    assert LINES.read(HEXAGONS, "0,1,4\n") == flow_of(HEXAGONS, [(0, 1, 4)])


def test_a_drawing_of_hexagons_has_nothing_else_in_it() -> None:
    drawing = LINES.write(HEXAGONS, flow_of(HEXAGONS, [(0, 1, 4)]))
    with pytest.raises(BadInput, match="line 5, column 3: bad flow solution: found '│', expected '·'"):
        LINES.read(HEXAGONS, drawing.replace("2 ·", "2 │"))
    with pytest.raises(BadInput, match="line 6, column 1"):
        LINES.read(HEXAGONS, drawing + "more\n")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", "line 1, column 1: bad flow solution: found nothing"),
        (
            lines_of_text("A───A", "B───┐", "· · A"),
            "line 3, column 5: bad flow solution: found 'A', expected B",
        ),
        (lines_of_text("A───A", "B─┘─┐", "· · B"), "line 2, column 3: bad flow solution: found '┘'"),
        (
            lines_of_text("A───A", "B───┐─", "· · B"),
            "line 2, column 6: bad flow solution: found '─', expected nothing",
        ),
        (lines_of_text("A─┴─A", "B───┐", "· · B"), "no line from B1 to where there is no cell"),
        (lines_of_text("A───A", "B───┐", "· · B", "x"), "line 4, column 1"),
        (lines_of_text(*["."] * 9), "expected 3 lines, or 5"),
    ],
)
def test_broken_pictures_are_refused(text: str, found: str) -> None:
    with pytest.raises(BadInput) as raised:
        LINES.read(SQUARE, text)
    assert found in str(raised.value)
    assert raised.value.line is not None


def test_a_line_does_not_go_through_a_wall() -> None:
    board = replace(SQUARE, walls=frozenset({(0, 1)}))
    with pytest.raises(BadInput, match="line from A1"):
        LINES.read(board, LINES.write(SQUARE, PATHS))


# -- letters -----------------------------------------------------------------------------------------


def test_adjacent_letters_are_joined_under_the_strict_rule() -> None:
    flow = LETTERS.read(SQUARE, "AAA\nBBB\nBBB\n")
    assert {broken.rule for broken in check(SQUARE, flow)} == {Rule.THROUGH, Rule.END}


def test_a_path_through_the_letters_is_found_if_paths_may_touch() -> None:
    board = Board(2, 3, ((0, 3),), touch=True)
    flow = LETTERS.read(board, "AAA\nAAA\n")
    assert flow == flow_of(board, [(0, 1, 2, 5, 4, 3)])
    assert LETTERS.write(board, flow) == "AAA\nAAA\n"


def test_too_many_possible_paths_are_refused_in_favour_of_lines() -> None:
    # On a chessboard of odd size a path through all cells joins two cells of the more frequent colour; this
    # one asks for the other colour, so that every path is tried and fails.
    board = Board(9, 9, ((1, 79),), touch=True)
    with pytest.raises(BadInput, match="picture of the lines"):
        LETTERS.read(board, "AAAAAAAAA\n" * 9)


def test_letters_at_both_ends_of_a_bridge_go_over_it() -> None:
    board = Board(3, 4, ((4, 7), (1, 9), (2, 10)), bridges=frozenset({5, 6}))
    flow = flow_of(board, [(4, 5, 6, 7), (1, 5, 9), (2, 6, 10)])
    assert LETTERS.write(board, flow) == ".AB.\nC++C\n.AB.\n"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("AAA\nBBB", "line 2, column 1: bad flow solution: found 2 rows, expected 3 rows"),
        ("AAA\nBBB\n", "line 3, column 3: bad flow solution: found another sign, expected B"),
        ("AAA\nBBB\n..C\n", "line 3, column 3: bad flow solution: found 'C'"),
        ("AAB\nBBB\n..B\n", "line 1, column 3: bad flow solution: found another sign, expected A"),
        ("AAA\nBBBB\n..B\n", "line 2, column 4"),
    ],
)
def test_broken_letters_are_refused(text: str, found: str) -> None:
    with pytest.raises(BadInput) as raised:
        LETTERS.read(SQUARE, text)
    assert found in str(raised.value)


# -- level packs -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("3,0,1,2;0,1,2;3,4,8", "column 19: bad flow solution: found a step from B2 to C3"),
        ("3,0,1,2;0,1,2;3,4,7", "a level of another board"),
    ],
)
def test_a_level_of_another_board_is_refused(text: str, found: str) -> None:
    with pytest.raises(BadInput) as raised:
        LEVEL.read(SQUARE, text)
    assert found in str(raised.value)


def test_the_direction_of_a_path_does_not_matter() -> None:
    assert LEVEL.read(SQUARE, "3,5,9,2;8,5,4,3;0,1,2") == PATHS


def test_a_path_may_cross_itself_on_a_bridge() -> None:
    board = Board(3, 3, ((1, 3),), bridges=frozenset({4}), holes=frozenset({0}), fill=False)
    flow = flow_of(board, [(1, 4, 7, 8, 5, 4, 3)])
    assert LEVEL.read(board, LEVEL.write(board, flow)) == flow
    assert check(board, flow) == []
