"""Solutions as marks in cells (``janko``) and as JSON."""

from __future__ import annotations

import json

import pytest

from satplay.errors import BadInput
from satplay.puzzles.hashi.board import Board, Bridges
from satplay.puzzles.hashi.formats import SOLUTIONS
from tests.puzzles.hashi.formats.reading import complaint_about_solution, lines_of_text

_, _, JANKO, JSON = SOLUTIONS
BOARD = Board(3, 5, {0: 3, 4: 3, 10: 1, 14: 1})
BRIDGES = Bridges(((0, 4, 2), (0, 10, 1), (4, 14, 1)))
CROSS = Board(3, 3, {1: 1, 3: 1, 5: 1, 7: 1})


# -- marks -------------------------------------------------------------------------------------------


def test_islands_may_be_numbers_and_the_header_may_be_missing() -> None:
    assert JANKO.read(BOARD, lines_of_text("3 2 2 2 3", "a - - - a", "1 - - - 1")) == BRIDGES
    assert JANKO.read(BOARD, lines_of_text("-222-", "a---a", "-----")) == BRIDGES


@pytest.mark.parametrize(
    ("board", "bridges", "found"),
    [
        (BOARD, Bridges(((0, 4, 3),)), "3 bridges between A1 and E1"),
        (CROSS, Bridges(((1, 7, 1), (3, 5, 1))), "bridges that cross in B2"),
        (Board(1, 3, {0: 1, 1: 1, 2: 1}), Bridges(((0, 2, 1),)), "a bridge over the island B1"),
        (Board(1, 3, {0: 1, 1: 1, 2: 1}), Bridges(((0, 1, 1),)), "a bridge between A1 and B1, which touch"),
    ],
)
def test_marks_cannot_express_every_solution(board: Board, bridges: Bridges, found: str) -> None:
    with pytest.raises(BadInput, match=found):
        JANKO.write(board, bridges)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", "line 1, column 1: bad hashi solution: found nothing"),
        (
            lines_of_text("- 2 1 2 -", "- - - - -", "- - - - -"),
            "line 1, column 3: bad hashi solution: found a bridge that does",
        ),
        (
            lines_of_text("- a - - -", "- - - - -", "- - - - -"),
            "line 1, column 3: bad hashi solution: found a bridge that does",
        ),
        (
            lines_of_text("1 - - - -", "- - - - -", "- - - - -"),
            "line 1, column 1: bad hashi solution: found '1', expected '-'",
        ),
        (
            lines_of_text("- 3 3 3 -", "- - - - -", "- - - - -"),
            "line 1, column 3: bad hashi solution: found '3', expected 1, 2",
        ),
        (
            lines_of_text("- - - -", "- - - - -", "- - - - -"),
            "line 1, column 7: bad hashi solution: found a row of 4",
        ),
        (
            lines_of_text("- - - - -", "- - - - -"),
            "line 2, column 10: bad hashi solution: found 2 rows, expected 3 rows",
        ),
        (
            lines_of_text("5 3", *["- - - - -"] * 3),
            "line 1, column 1: bad hashi solution: found '5 3', expected '3 5'",
        ),
        (
            lines_of_text("3 5", *["- - - - -"] * 4),
            "line 5, column 1: bad hashi solution: found '- - - - -', expected the end",
        ),
    ],
)
def test_broken_marks_are_refused(text: str, found: str) -> None:
    assert found in complaint_about_solution(BOARD, "janko", text)


# -- JSON --------------------------------------------------------------------------------------------


def test_the_document_of_a_solve_is_read() -> None:
    whole = {"status": "sat", "note": 'a "bridges": [ in words', "solution": JSON.as_json(BOARD, BRIDGES)}
    assert JSON.read(BOARD, json.dumps(whole, indent=2)) == BRIDGES


def bridge(start: object, end: object, count: object = 1) -> str:
    return json.dumps({"bridges": [{"from": start, "to": end, "count": count}]}, indent=0)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", "line 1, column 1: bad hashi solution: found the end, expected JSON"),
        ("{\n 'bridges': []}", "line 2, column 2: bad hashi solution: found"),
        ("{}", "line 1, column 1: bad hashi solution: found no list of bridges"),
        ('{"bridges": 1}', "found no list of bridges"),
        ('{"bridges": [],\n"bridges": []}', "line 2, column 1: bad hashi solution: found a second list"),
        ('{"bridges": [1]}', "line 1, column 14: bad hashi solution: found '1', expected an object"),
        ('{"bridges": [{"from": [0, 0]}]}', "expected an object with 'from', 'to' and 'count'"),
        (bridge([0, 0], [0, 4], True), "line 3, column 1: bad hashi solution: found the count 'true'"),
        (bridge([0, 0], [0, 4], 1.0), "found the count '1.0', expected a whole number"),
        (
            bridge([0, 0], [0, 4], 0),
            "line 3, column 1: bad hashi solution: found 0 bridges between A1 and E1",
        ),
        (bridge([0, 0], [0, 5]), "found '[0, 5]', expected [row, col] from [0, 0] to [2, 4]"),
        (bridge([0, 0], [0, -1]), "found '[0, -1]'"),
        (bridge([0, 0], [False, 4]), "found '[false, 4]'"),
        (bridge([0, 0], "E1"), """found '"E1"'"""),
        (
            bridge([0, 0], [0, 1]),
            "line 3, column 1: bad hashi solution: found a bridge at B1, expected an island",
        ),
        (bridge([0, 0], [2, 4]), "found a bridge between A1 and E3, expected islands of one row or column"),
        ("[" * 100_000, "line 1, column 1"),
        ("9" * 10_000, "line 1, column 1"),
    ],
)
def test_broken_documents_are_refused(text: str, found: str) -> None:
    assert found in complaint_about_solution(BOARD, "json", text)


def test_a_pair_of_islands_occurs_once_in_a_document() -> None:
    one = json.dumps(JSON.as_json(BOARD, BRIDGES)["bridges"][0])
    text = f'{{"bridges": [{one},\n {one}]}}'
    found = complaint_about_solution(BOARD, "json", text)
    assert "line 2, column 2: bad hashi solution: found A1 and E1 a second time" in found
