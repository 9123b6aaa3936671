"""Boards in every format: written boards are read back, and no other format recognises them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from satplay import puzzles
from satplay.contracts.format import Format
from satplay.errors import BadInput
from satplay.puzzles.mastermind.board import DIGITS, Board, Guess
from satplay.puzzles.mastermind.formats import FORMATS
from tests.puzzles.mastermind.formats.reading import BY_NAME, read, recognising_formats
from tests.puzzles.mastermind.positions import boards

QUICK = settings(max_examples=150, deadline=None)
OTHERS = [form for name in puzzles.names() if name != "mastermind" for form in puzzles.find(name).formats]


@QUICK
@given(boards())
def test_every_board_survives_in_every_format(board: Board) -> None:
    for form in FORMATS:
        assert form.read(form.write(board)) == board


@QUICK
@given(boards())
def test_a_text_is_recognised_by_one_format_of_one_puzzle(board: Board) -> None:
    for form in FORMATS:
        text = form.write(board)
        assert recognising_formats(text) == [form.name]
        assert [other.name for other in OTHERS if other.recognises(text)] == []


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_a_long_text_is_recognised_by_its_beginning(form: Format[Board]) -> None:
    guesses = tuple([Guess(tuple([(i * j) % 10 for j in range(30)]), i % 20, 3) for i in range(300)])
    text = form.write(Board(30, guesses=guesses))
    assert len(text) > 4096
    assert recognising_formats(text[:4096]) == [form.name]
    assert form.read(text).guesses == guesses


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_symbols_that_no_format_can_write_are_refused(form: Format[Board]) -> None:
    with pytest.raises(BadInput, match="digits and letters"):
        form.write(Board(2, "a#"))


# -- several boards ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["lines", "csv"])
def test_boards_are_separated_by_dashes(name: str) -> None:
    form = BY_NAME[name]
    first, second = Board(2, guesses=(Guess((0, 1), 1, 0),)), Board(3, "abc")
    file = f"---\n{form.write(first)}\n-----\n{form.write(second)}---\n\n"
    assert form.recognises(file) and form.split is not None
    assert [form.read(text) for _, text in form.split(file)] == [first, second]
    assert [file.split("\n")[line - 1] for line, _ in form.split(file)] == [
        text.split("\n")[0] for _, text in form.split(file)
    ]
    with pytest.raises(BadInput, match="found a second board"):
        form.read(file)
    assert form.read(f"---\n{form.write(first)}---\n") == first


# -- recognition -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("0123 2 1\n4567 0 0\n", "lines"),
        ("AABB bb\n", "lines"),
        ("0123:2A1B\n", "lines"),
        ("0011 2\n", "lines"),
        ("red green blue yellow 2 1", "lines"),
        ("# length 4\n", "lines"),
        ("# length 1\n0 1\n", "lines"),
        ('{"symbols": "0123456789", "length": 4, "guesses": [["0123", 2, 1]]}', "json"),
        ('{\n "guesses": []', "json"),
        ("Guess, Black, White\n", "csv"),
        ("# symbols 6\nblack,guess\n2,0123", "csv"),
    ],
)
def test_boards_are_recognised(text: str, name: str) -> None:
    assert recognising_formats(text) == [name]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "# symbols 6\n",
        "# somebody's notes\n",
        "p cnf 2 2\n1 2 0\n-1 -2 0\n",
        "c b\np cnf 1 1\n1 0\n",
        "R.G\n\nR G\n",
        "A B\nB A\n",
        "3 2\n1..\n..1\n",
        "1 2\n1 1\n",
        "3 1 2\n2 0 2\n",
        "1,,2\n,-1,\n2,,1\n",
        "5x1m2:2a1b\n",
        "7x7m2:3a4b2d4b4e2c1c4a2a7a4g24b3c",
        "0123\n",
        "0123 2 1\n012 2 1\n",
        "0123 2 1 0\n",
        "1,1/1,1",
        '{"bridges": []}',
        '{"code": "0123"}',
        "board.txt",
        "some words of nobody\n",
    ],
)
def test_texts_of_other_puzzles_are_not_recognised(text: str) -> None:
    assert recognising_formats(text) == []


# -- the alphabet ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "symbols"),
    [
        ("0123 2 1", DIGITS),
        ("RGBY 2 1", "RGBYOP"),
        ("rgby 2 1", "RGBYOP"),
        ("RGBY 2 1\nrrgg 2 0", "RGBYOP"),
        ("RGBW 2 1", "RGBYOPWK"),
        ("RGCW 2 1", "RGBYOPWKCN"),
        ("red cyan 1 0", "RGBYOPWKCN"),
        ("ABCD 2 1", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
        ("abcd 2 1", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
        ("Abcd 2 1", "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"),
        ("A1 1 0", "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
        ("# symbols 6\n0123 2 1", "012345"),
        ("# symbols 8\nRGBY 2 1", "RGBYOPWK"),
        ("# symbols 8\nABCD 2 1", "ABCDEFGH"),
        ("# symbols 12\n0123 2 1", "0123456789AB"),
        ("# length 4\n# symbols 6", "012345"),
        ("# length 4", DIGITS),
        ("# symbols 543210\n0123 2 1", "543210"),
        ('# symbols "12"\n2112 2 1', "12"),
        ("# symbols red green blue\nred blue 1", "RGB"),
        ("# symbols x y z\nxyz 1", "xyz"),
    ],
)
def test_the_alphabet_follows_from_the_guesses(text: str, symbols: str) -> None:
    assert read(text).symbols == symbols


def test_only_properties_that_do_not_follow_from_the_guesses_are_written() -> None:
    write = BY_NAME["lines"].write
    guess = (Guess((0, 1), 1, 0),)
    assert write(Board(2, "RGBYOP", guess)) == "RG 1 0\n"
    assert write(Board(2, "RGBY", guess)) == "# symbols 4\nRG 1 0\n"
    assert write(Board(2, "XY", guess)) == "# symbols XY\nXY 1 0\n"
    assert write(Board(2, "12", guess)) == '# symbols "12"\n12 1 0\n'
    assert write(Board(5)) == "# length 5\n"
    assert write(Board(2, "abc", guess, repeats=False)) == "# symbols abc\n# repeats no\nab 1 0\n"
