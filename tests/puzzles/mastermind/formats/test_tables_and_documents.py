"""Boards as CSV and as JSON."""

from __future__ import annotations

import json

import pytest

from satplay.puzzles.mastermind.board import Board, Guess
from tests.puzzles.mastermind.formats.reading import BY_NAME, complaint, read

BOARD = Board(4, guesses=(Guess((0, 1, 2, 3), 2, 1), Guess((4, 5, 6, 7), 1)))
BLACK = Board(2, "RGBYOP", (Guess((0, 1), 1),))


# -- CSV ---------------------------------------------------------------------------------------------


def test_the_column_of_white_pegs_exists_if_any_are_known() -> None:
    assert BY_NAME["csv"].write(BOARD) == "guess,black,white\n0123,2,1\n4567,1,\n"
    assert BY_NAME["csv"].write(BLACK) == "guess,black\nRG,1\n"
    assert BY_NAME["csv"].write(Board(3, "ab")) == "# symbols ab\n# length 3\nguess,black,white\n"


def test_columns_may_be_in_any_order_and_fields_may_be_quoted() -> None:
    assert read('# mine\nWhite , "black",Guess\r\n1,2, "0123"\n\n ,1,4567\n') == BOARD
    assert read("guess,black\nred green,1") == BLACK


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", "line 1, column 1: bad mastermind board: found nothing, expected a header"),
        ("guess,black,white\n", "line 1, column 1: bad mastermind board: found no guess"),
        ("0123,2,1\n", "line 1, column 1: bad mastermind board: found '0123', expected a header"),
        ("guess,white\n0123,1", "found no column 'black'"),
        ("guess,black,black\n0123,1,1", "line 1, column 13: bad mastermind board: found 'black'"),
        ("guess,black,white\n0123,1", "line 2, column 6: bad mastermind board: found a row of 2, expected 3"),
        ("guess,black\n0123,1,1", "line 2, column 6: bad mastermind board: found a row of 3, expected 2"),
        (
            "guess,black\n0123,x",
            "line 2, column 6: bad mastermind board: found 'x', expected a number of pegs",
        ),
        ("guess,black\n0123,", "line 2, column 6: bad mastermind board: found nothing, expected a number"),
        ("guess,black\n,1", "line 2, column 1: bad mastermind board: found nothing, expected symbols"),
        ('guess,black\n"01"3",1', """line 2, column 4: bad mastermind board: found '"'"""),
        ("guess,black,white\n0123,3,1", "line 2, column 6: bad feedback: found 3 black and 1 white"),
    ],
)
def test_broken_tables_are_refused(text: str, found: str) -> None:
    assert found in complaint("csv", text)


# -- JSON --------------------------------------------------------------------------------------------


def test_a_board_is_written_as_a_document() -> None:
    document = {"symbols": "0123456789", "length": 4, "guesses": [["0123", 2, 1], ["4567", 1]]}
    assert json.loads(BY_NAME["json"].write(BOARD)) == document
    assert json.loads(BY_NAME["json"].write(Board(1, "A", repeats=False))) == {
        "symbols": "A",
        "length": 1,
        "guesses": [],
        "repeats": False,
    }


def test_properties_that_follow_from_the_guesses_may_be_omitted() -> None:
    assert read('{"guesses": [["0123", 2, 1], ["4567", 1, null]], "repeats": true}') == BOARD
    assert read('{"guesses": [["red green", 1]]}') == BLACK
    assert read('{"length": 3, "symbols": 6}') == Board(3, "012345")
    assert read('{"symbols": "12", "guesses": [["21", 0]]}').symbols == "12"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", "line 1, column 1: bad mastermind board: found the end, expected JSON"),
        ("[]", "line 1, column 1: bad mastermind board: found '[]'"),
        ("{}", "line 1, column 1: bad mastermind board: found no guess"),
        ("{\n 'length': 4}", "line 2, column 2: bad mastermind board: found"),
        (
            '{"length": 4,\n "colour": 1}',
            """line 2, column 2: bad mastermind board: found the key '"colour"'""",
        ),
        ('{"length": 4, "length": 4}', "line 1, column 15: bad mastermind board: found length a second time"),
        ('{"length": "4"}', """line 1, column 12: bad mastermind board: found '"4"', expected 1 to 200"""),
        ('{"length": true}', "found 'true', expected 1 to 200 positions"),
        ('{"length": 4, "symbols": 63}', "line 1, column 26: bad mastermind board: found '63'"),
        ('{"length": 4, "symbols": ""}', "found no symbols"),
        ('{"length": 4, "symbols": "a "}', "found ' ' in 'a ', expected digits and letters"),
        ('{"length": 4, "repeats": 0}', "found '0', expected true or false"),
        ('{"length": 4, "symbols": 3, "repeats": false}', "found 3 symbols, expected 4 or more"),
        (
            '{"guesses": {}}',
            "line 1, column 13: bad mastermind board: found '{}', expected a list of guesses",
        ),
        (
            '{"guesses": [["0123", 2, 1],\n ["012", 1]]}',
            "line 2, column 6: bad mastermind board: found a guess of",
        ),
        ('{"guesses": [["0123"]]}', """line 1, column 14: bad mastermind board: found '["0123"]'"""),
        ('{"guesses": [[123, 1]]}', "line 1, column 15: bad mastermind board: found '123'"),
        ('{"guesses": [["0123", 1.0]]}', "line 1, column 23: bad mastermind board: found '1.0'"),
        ('{"guesses": [["0123", 1, "1"]]}', """line 1, column 26: bad mastermind board: found '"1"'"""),
        ('{"guesses": [["0123", -1]]}', "line 1, column 23: bad feedback: found -1 black"),
        ('{"guesses": [["0123", 3, 1]]}', "line 1, column 23: bad feedback: found 3 black and 1 white"),
        ('{"guesses": [["01\\u00b2", 1]]}', "found '²'"),
        ("[" * 100_000, "line 1, column 1"),
        ("9" * 10_000, "line 1, column 1"),
    ],
)
def test_broken_documents_are_refused(text: str, found: str) -> None:
    assert found in complaint("json", text)


@pytest.mark.parametrize("depth", range(900, 1001))
def test_excessive_nesting_is_refused(depth: int) -> None:
    complaint("json", '{"guesses": ' + "[" * depth + "]" * depth + "}")
