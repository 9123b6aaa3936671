"""Answered guesses in common notations, and texts that are not answered guesses."""

from __future__ import annotations

import pytest

from satplay.puzzles.mastermind.board import Board, Guess
from tests.puzzles.mastermind.formats.reading import complaint, read


@pytest.mark.parametrize(
    "answer",
    [" 2 1", " 2,1", " 2 , 1", " 2/1", ":2A1B", " 2a1b", ": 2 1", " : bbw", " bbw", " wBb.", "\tbbw-"],
)
@pytest.mark.parametrize(
    ("guess", "row"),
    [("0123", (0, 1, 2, 3)), ("RGBY", (0, 1, 2, 3)), ("red Green blue YELLOW", (0, 1, 2, 3))],
)
def test_answers_are_read_in_many_notations(guess: str, row: tuple[int, ...], answer: str) -> None:
    assert read(f"{guess}{answer}").guesses == (Guess(row, 2, 1),)


@pytest.mark.parametrize("answer", ["-", ".", "....", "----", "0 0", "0A0B"])
def test_an_answer_without_pegs_has_a_character(answer: str) -> None:
    assert read(f"0123 {answer}").guesses == (Guess((0, 1, 2, 3), 0, 0),)


def test_omitted_white_pegs_are_unknown() -> None:
    assert read("0123 2").guesses == (Guess((0, 1, 2, 3), 2),)


def test_comments_and_blank_lines_are_ignored() -> None:
    text = "# my game\r\n\r\n0123 2 1 # not bad\r\n  # length of my patience: short\r\n4567 0 0\r\n"
    assert read(text) == read("0123 2 1\n4567 0 0")


def test_properties_of_the_board_may_be_given_between_guesses() -> None:
    board = Board(2, "0123", (Guess((0, 1), 1, 0), Guess((2, 3), 0, 0)), repeats=False)
    assert read("01 1 0\n# symbols 4\n#repeats no\n# length 2\n23 -") == board


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", "line 1, column 1: bad mastermind board: found no guess, expected one such as '0123 2 1'"),
        ("# symbols 6\n", "found no guess"),
        ("0123", "line 1, column 5: bad mastermind board: found no answer, expected an answer such as"),
        ("0123:", "line 1, column 6: bad mastermind board: found no answer"),
        (": 2 1", "line 1, column 1: bad mastermind board: found nothing, expected symbols"),
        ("0123 2 1 0", "line 1, column 6: bad mastermind board: found '2 1 0', expected an answer"),
        ("0123 2A", "found '2A'"),
        ("0123 x", "line 1, column 6: bad mastermind board: found 'x'"),
        ("0123 ²", "found '²'"),
        ("0123 99999999999 1", "found '99999999999', expected a number of pegs"),
        ("01²3 2 1", "line 1, column 3: bad mastermind board: found '²', expected digits and letters"),
        ("red gren 2 1", "line 1, column 5: bad mastermind board: found 'gren 2 1'"),
        (
            "red gren: 2 1",
            "line 1, column 5: bad mastermind board: found 'gren', expected one of the colours",
        ),
        (
            "0123 2 1\n012 1 0",
            "line 2, column 3: bad mastermind board: found a guess of 3, expected 4 positions, as",
        ),
        ("0123 2 1\n01234 1 0", "line 2, column 5: bad mastermind board: found a guess of 5"),
        ("# length 3\n0123 2 1", "line 2, column 4: bad mastermind board: found a guess of 4, expected 3"),
        (
            "0" * 201 + " 2 1",
            "line 1, column 1: bad mastermind board: found 201 positions, expected 1 to 200",
        ),
        ("0123 3 2", "line 1, column 6: bad feedback: found 3 black and 2 white, expected 0 to 4 pegs"),
        ("0123 5", "line 1, column 6: bad feedback: found 5 black, expected 0 to 4 pegs"),
        ("0123 bbbbb", "line 1, column 6: bad feedback: found 5 black and 0 white"),
        ("0123: 3 1", "line 1, column 7: bad feedback: found 3 black and 1 white on 4 positions"),
        (
            "# symbols 4\n0124 1 1",
            "line 2, column 4: bad mastermind board: found the symbol '4', expected some of 0123",
        ),
        ("# symbols RGB\nred yellow 1 0", "line 2, column 5: bad mastermind board: found the colour Y"),
        (
            "# symbols 4\n# symbols 4\n01 1 0",
            "line 2, column 3: bad mastermind board: found symbols a second",
        ),
        ("# length 2\n01 1 0\n# length 2\n", "line 3, column 3: bad mastermind board: found length a second"),
        ("# repeats no\n# repeats yes\n01 1 0", "found repeats a second time, expected each once"),
        ("# repeats maybe\n01 1 0", "line 1, column 11: bad mastermind board: found 'maybe', expected yes"),
        ("# length 0", "line 1, column 10: bad mastermind board: found '0', expected 1 to 200 positions"),
        ("# length four", "found 'four', expected 1 to 200 positions"),
        (
            "# symbols 63\n01 1 0",
            "line 1, column 11: bad mastermind board: found 63 symbols, expected 1 to 62",
        ),
        ("# symbols 0012\n01 1 0", "line 1, column 11: bad mastermind board: found the symbol 0 twice"),
        ("# symbols a-z\nab 1 0", """found '-' in 'a-z', expected digits and letters, or how many"""),
        ("# length 4\n# symbols 3\n# repeats no", "line 3, column 11: bad mastermind board: found 3 symbols"),
    ],
)
def test_broken_boards_are_refused(text: str, found: str) -> None:
    assert found in complaint("lines", text)
