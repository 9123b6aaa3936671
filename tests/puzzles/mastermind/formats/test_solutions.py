"""Codes in every format: partial knowledge can be written, and a written code is read back."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings

from satplay.puzzles.mastermind.board import Board, Code
from satplay.puzzles.mastermind.formats import SOLUTIONS
from tests.puzzles.mastermind.formats.reading import complaint_about_solution
from tests.puzzles.mastermind.positions import positions

CODE, JSON = SOLUTIONS
BOARD = Board(4, "012345")
PARTLY = Code((1, 0b111111, 0b110, 0b101111))


@settings(max_examples=200, deadline=None)
@given(positions())
def test_any_partial_knowledge_of_a_code_can_be_written(position: tuple[Board, Code]) -> None:
    board, code = position
    for form in SOLUTIONS:
        text = form.write(board, code)
        assert form.read(board, text) == code
        reader = next((other for other in SOLUTIONS if other.recognises(board, text)), CODE)
        assert reader.read(board, text) == code
        assert ("code" in form.as_json(board, code)) == (code.row is not None)


def test_a_complete_code_is_its_symbols() -> None:
    code = Code.of((0, 1, 2, 3))
    assert CODE.write(BOARD, code) == "0123\n"
    assert json.loads(JSON.write(BOARD, code)) == CODE.as_json(BOARD, code) == {"code": "0123"}
    assert CODE.read(BOARD, "\n# mine\n 0 1 2 3  # perhaps\n") == code


def test_open_positions_are_written_in_the_shortest_form() -> None:
    assert CODE.write(BOARD, PARTLY) == "0?[12][^4]\n"
    assert JSON.as_json(BOARD, PARTLY) == {"possible": ["0", "012345", "12", "01235"]}
    assert CODE.write(BOARD, Code((0, 0b111, 0b111000, 0b111100))) == "[][012][345][^01]\n"
    assert CODE.read(BOARD, "[0][^][21][^4]") == PARTLY


def test_colours_are_read_by_their_names() -> None:
    board = Board(3, "RGBYOP")
    assert CODE.read(board, "red Blue purple") == CODE.read(board, "rbp") == Code.of((0, 2, 5))
    assert JSON.read(board, '{"code": "red blue purple"}') == Code.of((0, 2, 5))
    # A word with one letter per position is read as symbols, not as a colour name.
    assert CODE.read(Board(3, "RED"), "red") == Code.of((0, 1, 2))
    assert CODE.read(Board(1, "RED"), "red") == Code.of((0,))


def test_the_document_of_a_solve_is_read() -> None:
    whole = {"status": "sat", "note": 'a "code": in words', "solution": JSON.as_json(BOARD, PARTLY)}
    assert JSON.read(BOARD, json.dumps(whole, indent=2)) == PARTLY


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("code", "", "line 1, column 1: bad mastermind solution: found nothing, expected a code of 4"),
        ("code", "012", "line 1, column 3: bad mastermind solution: found a code of 3, expected 4 positions"),
        ("code", "01234", "line 1, column 5: bad mastermind solution: found a code of 5"),
        ("code", "0129", "line 1, column 4: bad mastermind solution: found '9', expected some of 012345"),
        ("code", "012ſ", "found 'ſ'"),
        ("code", "01[23", "line 1, column 3: bad mastermind solution: found '[' that is not closed"),
        ("code", "01[232]4", "line 1, column 6: bad mastermind solution: found '2' a second time"),
        ("code", "01[2^3]4", "line 1, column 5: bad mastermind solution: found '^'"),
        ("code", "0123\n0123", "line 2, column 1: bad mastermind solution: found a second line"),
        ("json", "", "line 1, column 1: bad mastermind solution: found the end, expected JSON"),
        ("json", "{}", "line 1, column 1: bad mastermind solution: found no code"),
        (
            "json",
            '{"code": "0123",\n"possible": []}',
            "line 2, column 1: bad mastermind solution: found a second",
        ),
        ("json", '{"code": 123}', "line 1, column 10: bad mastermind solution: found '123'"),
        ("json", '{"code": "0129"}', "line 1, column 14: bad mastermind solution: found '9'"),
        ("json", '{"possible": ["0"]}', "expected a list of 4 strings of symbols"),
        ("json", '{"possible": ["0", "1", "2", 3]}', "line 1, column 30: bad mastermind solution: found '3'"),
        ("json", '{"possible": ["0", "1", "2", "33"]}', "expected some of 012345, each once"),
        ("json", '{"possible": ["0", "1", "2", "9"]}', "expected some of 012345, each once"),
        ("json", "[" * 100_000, "line 1, column 1"),
    ],
)
def test_broken_codes_are_refused(name: str, text: str, found: str) -> None:
    assert found in complaint_about_solution(BOARD, name, text)
