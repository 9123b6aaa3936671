"""Boards as grids, and as tables with a header: ``has`` and ``janko``."""

from __future__ import annotations

import pytest

from satplay.puzzles.hashi.board import Board
from tests.puzzles.hashi.formats.reading import BY_NAME, complaint, read, recognising_formats

# -- grid --------------------------------------------------------------------------------------------


def test_rows_are_separated_by_line_ends_or_slashes() -> None:
    board = Board(3, 4, {0: 2, 3: 3, 8: 1})
    assert (
        read("2..3/..../1...") == read("2003\r\n0000\r\n1000\r\n") == read("\n 2..3 /....\n1...\n\n") == board
    )


def test_the_grids_of_the_source_page_are_read() -> None:
    assert read("2.3") == Board(1, 3, {0: 2, 2: 3})
    for text in ("2.3", "1.1/.../2.2", "1.2.2/...../1.2.2", "..1.2/...../1...2/...../2.2.2"):
        assert recognising_formats(text) == ["grid"]


def test_numbers_above_nine_are_letters() -> None:
    assert read("# most 4\nG.9\n..A").islands == {0: 16, 2: 9, 5: 10}


def test_an_island_without_a_number_is_a_question_mark() -> None:
    assert read("?.1").islands == {0: None, 2: 1}
    assert BY_NAME["grid"].write(Board(1, 3, {0: None, 2: 1})) == "# most 2\n?.1\n"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", "line 1, column 1: bad hashi board: found nothing"),
        ("# most 3\n\n", "found nothing"),
        ("2.9", "line 1, column 3: bad hashi board: found an island with 9 bridges, expected 1 to 8"),
        (
            "# most 1\n..\n.5",
            "line 3, column 2: bad hashi board: found an island with 5 bridges, expected 1 to 4",
        ),
        ("2.3/\n", "line 1, column 5: bad hashi board: found a row of 0"),
        ("2.3/..", "line 1, column 7: bad hashi board: found a row of 2, expected 3 cells"),
        ("2.3\n...1\n", "line 2, column 4: bad hashi board: found a row of 4, expected 3 cells"),
        ("2.3\n\n2.3", "line 2, column 1: bad hashi board: found a row of 0"),
        ("2 3", "line 1, column 2: bad hashi board: found ' '"),
        ("2.x", "line 1, column 3: bad hashi board: found 'x'"),
        ("2.²", "found '²'"),
        ("." * 2001, "found 2001 by 1 cells, expected 1 to 2000"),
    ],
)
def test_broken_grids_are_refused(text: str, found: str) -> None:
    assert found in complaint("grid", text)


# -- .has and janko.at -------------------------------------------------------------------------------


def test_width_is_first_in_has_and_height_in_janko() -> None:
    board = Board(2, 3, {0: 2, 2: 3, 5: 1})
    assert BY_NAME["has"].write(board) == "3 2 3\n2 0 3\n0 0 1\n"
    assert BY_NAME["janko"].write(board) == "2 3\n2 - 3\n- - 1\n"
    assert read("3 2 3\r\n 2  0  3 \r\n 0  0  1") == read("2 3\n2-3\n--1\n") == board


def test_islands_may_touch() -> None:
    assert read("5 4 8\n2 2 0 0 0\n2 2 0 0 0\n0 0 0 2 2\n0 0 0 2 2\n").cells == (0, 1, 5, 6, 13, 14, 18, 19)


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("has", "3 1 3\n2 0 2\n", "line 1, column 5: bad hashi board: found '3', expected 2"),
        ("has", "3 1 2\n2 0 2 0\n", "line 2, column 5: bad hashi board: found a row of 4, expected 3 cells"),
        ("has", "3 2 2\n2 0 2\n", "line 2, column 6: bad hashi board: found 1 rows, expected 2 rows"),
        (
            "has",
            "3 1 2\n2 0 2\n2 0 2\n",
            "line 3, column 1: bad hashi board: found '2 0 2', expected the end",
        ),
        ("has", "3 1 2\n2 0 x\n", "line 2, column 5: bad hashi board: found 'x'"),
        ("has", "3 1 2\n2 0 -2\n", "line 2, column 5: bad hashi board: found '-2'"),
        ("has", "3 1 2\n2 0 11\n", "line 2, column 5: bad hashi board: found an island with 11 bridges"),
        ("has", "3 1\n2 0 2\n", "line 1, column 1: bad hashi board: found '3 1'"),
        ("has", "", "found nothing"),
        ("janko", "1 3\n2 0 2\n", "line 2, column 3: bad hashi board: found an island with 0 bridges"),
        ("janko", "1 3\n2 - .\n", "line 2, column 5: bad hashi board: found '.'"),
        ("janko", "9999 3\n2 - 2\n", "line 1, column 1: bad hashi board: found '9999'"),
        ("janko", "1 3 2\n2 - 2\n", "line 1, column 1: bad hashi board: found '1 3 2'"),
        ("janko", "1 3\n", "line 1, column 4: bad hashi board: found 0 rows, expected 1 rows"),
    ],
)
def test_broken_tables_are_refused(name: str, text: str, found: str) -> None:
    assert found in complaint(name, text)
