"""Solutions in every format: any bridges can be written, and a written text is read back."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings

from satplay.errors import BadInput
from satplay.puzzles.hashi.board import NONE, Board, Bridges
from satplay.puzzles.hashi.formats import SOLUTIONS
from tests.puzzles.hashi.formats.boards import boards_with_bridges
from tests.puzzles.hashi.formats.reading import complaint_about_solution, lines_of_text

LINES, ASCII, JANKO, JSON = SOLUTIONS
QUICK = settings(max_examples=150, deadline=None)
BOARD = Board(3, 5, {0: 3, 4: 3, 10: 1, 14: 1})
BRIDGES = Bridges(((0, 4, 2), (0, 10, 1), (4, 14, 1)))
CROSS = Board(3, 3, {1: 1, 3: 1, 5: 1, 7: 1})


@QUICK
@given(boards_with_bridges())
def test_any_bridges_can_be_written(case: tuple[Board, Bridges]) -> None:
    board, bridges = case
    for form in (LINES, ASCII, JSON):
        assert form.read(board, form.write(board, bridges)) == bridges
    assert ASCII.write(board, bridges).isascii()


@QUICK
@given(boards_with_bridges())
def test_bridges_are_written_as_marks_or_refused(case: tuple[Board, Bridges]) -> None:
    board, bridges = case
    try:
        text = JANKO.write(board, bridges)
    except BadInput as error:
        assert "janko" in str(error) and "lines" in str(error)
    else:
        assert JANKO.read(board, text) == bridges


@QUICK
@given(boards_with_bridges())
def test_a_text_is_read_in_the_format_that_recognises_it(case: tuple[Board, Bridges]) -> None:
    board, bridges = case
    for form in (LINES, ASCII, JSON):
        text = form.write(board, bridges)
        reader = next((other for other in SOLUTIONS if other.recognises(board, text)), LINES)
        assert reader.read(board, text) == bridges


def test_a_solution_is_written_in_every_format() -> None:
    assert LINES.write(BOARD, BRIDGES) == lines_of_text("3═══3", "│···│", "1···1")
    assert ASCII.write(BOARD, BRIDGES) == lines_of_text("3===3", "|...|", "1...1")
    assert JANKO.write(BOARD, BRIDGES) == lines_of_text("3 5", "- 2 2 2 -", "a - - - a", "- - - - -")
    document = {
        "bridges": [
            {"from": [0, 0], "to": [0, 4], "count": 2},
            {"from": [0, 0], "to": [2, 0], "count": 1},
            {"from": [0, 4], "to": [2, 4], "count": 1},
        ]
    }
    assert json.loads(JSON.write(BOARD, BRIDGES)) == document
    for form in SOLUTIONS:
        assert form.as_json(BOARD, BRIDGES) == document
        text = form.write(BOARD, BRIDGES)
        reader = next((other for other in SOLUTIONS if other.recognises(BOARD, text)), LINES)
        assert reader.read(BOARD, text) == BRIDGES


# -- lines -------------------------------------------------------------------------------------------


def test_three_and_four_bridges_have_their_own_characters() -> None:
    board = Board(3, 3, {0: 7, 2: 3, 6: 4}, most=4)
    bridges = Bridges(((0, 2, 3), (0, 6, 4)))
    assert LINES.write(board, bridges) == lines_of_text("7≡3", "█··", "4··")
    assert ASCII.write(board, bridges) == lines_of_text("7~3", "$..", "4..")
    other = Bridges(((0, 2, 4), (0, 6, 3)))
    assert LINES.write(board, other) == lines_of_text("7≣3", "┃··", "4··")
    assert ASCII.write(board, other) == lines_of_text("7%3", "!..", "4..")


def test_islands_above_nine_are_letters_and_islands_without_a_number_question_marks() -> None:
    board = Board(1, 3, {0: 12, 2: None}, most=3)
    assert LINES.write(board, Bridges(((0, 2, 1),))) == "C─?\n"


def test_adjacent_islands_are_separated() -> None:
    assert LINES.write(Board(1, 4, {0: 2, 1: 3, 3: 1}), Bridges(((0, 1, 2), (1, 3, 1)))) == "2═3───1\n"
    assert LINES.write(Board(2, 2, {0: 1, 2: 1}), Bridges(((0, 2, 1),))) == lines_of_text("1·", "│", "1·")
    full = Board(2, 2, {0: 2, 1: 2, 2: 2, 3: 2})
    assert LINES.write(full, Bridges(((0, 1, 2), (1, 3, 1)))) == lines_of_text("2═2", "  │", "2 2")


def test_crossing_bridges_have_a_character_if_one_exists() -> None:
    for across, down, sign in ((1, 1, "┼"), (2, 1, "╪"), (1, 2, "╫"), (2, 2, "╬")):
        bridges = Bridges(((1, 7, down), (3, 5, across)))
        assert LINES.write(CROSS, bridges) == lines_of_text("·1·", f"1{sign}1", "·1·")
    assert ASCII.write(CROSS, Bridges(((1, 7, 1), (3, 5, 1)))) == lines_of_text(".1.", "1+1", ".1.")
    assert ASCII.write(CROSS, Bridges(((1, 7, 2), (3, 5, 1)))) == lines_of_text(
        ".1.", "1#1", ".1.", "A2-C2 1"
    )


def test_bridges_that_cannot_be_drawn_are_listed() -> None:
    board = Board(1, 5, {0: 1, 2: 2, 4: 1})
    bridges = Bridges(((0, 2, 7), (0, 4, 1), (2, 4, 1)))
    text = lines_of_text("1·2─1", "A1-C1 7", "A1-E1 1")
    assert LINES.write(board, bridges) == text
    assert LINES.read(board, lines_of_text("1 2-1", "c1 - a1 7", "E1-A1  1 ", "")) == bridges


def test_water_may_be_blank_and_blank_lines_may_follow() -> None:
    assert LINES.read(BOARD, lines_of_text("3===3", "|", "1   1", "", "")) == Bridges(((0, 4, 2), (0, 10, 1)))
    assert LINES.read(BOARD, lines_of_text("3   3", "", "1   1")) == NONE


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", "line 1, column 1: bad hashi solution: found nothing, expected a picture of 3 lines"),
        (lines_of_text("3═══3"), "found 1 lines, expected a picture of 3 lines"),
        (
            lines_of_text("2═══3", "│···│", "1···1"),
            "line 1, column 1: bad hashi solution: found '2', expected 3, an island",
        ),
        (
            lines_of_text("3═══", "│···│", "1···1"),
            "line 1, column 5: bad hashi solution: found nothing, expected 3",
        ),
        (
            lines_of_text("3═─═3", "│···│", "1···1"),
            "line 1, column 3: bad hashi solution: found '─', expected the same number",
        ),
        (
            lines_of_text("3·══3", "│···│", "1···1"),
            "line 1, column 3: bad hashi solution: found '═', expected the same number",
        ),
        (
            lines_of_text("3═══3", "│─··│", "1···1"),
            "line 2, column 2: bad hashi solution: found '─', expected a bridge only",
        ),
        (lines_of_text("3═┼═3", "│···│", "1···1"), "line 1, column 3"),
        (
            lines_of_text("3═══3", "│·x·│", "1···1"),
            "line 2, column 3: bad hashi solution: found 'x', expected the sign",
        ),
        (
            lines_of_text("3═══3─", "│···│", "1···1"),
            "line 1, column 6: bad hashi solution: found '─', expected nothing here",
        ),
        (lines_of_text("3═══3", "│···│", "1···1", "x"), "line 4, column 1: bad hashi solution: found 'x'"),
        (
            lines_of_text("3═══3", "│···│", "1···1", "", "A3-E3 1"),
            "line 4, column 1: bad hashi solution: found a blank line",
        ),
        (
            lines_of_text("3═══3", "│···│", "1···1", "A1-E1 1"),
            "line 4, column 1: bad hashi solution: found A1 and E1 a second",
        ),
        (
            lines_of_text("3═══3", "│···│", "1···1", "A1-F1 1"),
            "line 4, column 4: bad hashi solution: found 'F1', expected a cell",
        ),
        (lines_of_text("3═══3", "│···│", "1···1", "A1-A0 1"), "found 'A0', expected a cell from A1 to E3"),
        (
            lines_of_text("3═══3", "│···│", "1···1", "A1-B1 1"),
            "line 4, column 1: bad hashi solution: found a bridge at B1",
        ),
        (
            lines_of_text("3═══3", "│···│", "1···1", "A1-E3 1"),
            "found a bridge between A1 and E3, expected islands of one row",
        ),
        (lines_of_text("3═══3", "│···│", "1···1", "A1-A1 1"), "found a bridge from A1 to itself"),
        (
            lines_of_text("3═══3", "│···│", "1···1", "A3-E3 0"),
            "found 0 bridges between A3 and E3, expected at least 1",
        ),
        (
            lines_of_text("3═══3", "│···│", "1···1", "A3-E3 9999999999"),
            "line 4, column 7: bad hashi solution: found '9999999999'",
        ),
        (
            lines_of_text("3═══3", "│···│", "1···1", "A3-E3 1", "E3-A3 1"),
            "line 5, column 1: bad hashi solution: found A3 and E3",
        ),
    ],
)
def test_broken_pictures_are_refused(text: str, found: str) -> None:
    assert found in complaint_about_solution(BOARD, "lines", text)
