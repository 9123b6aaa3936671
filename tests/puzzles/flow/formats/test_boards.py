"""Boards in every format: written boards are read back, and inexpressible boards are refused."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.errors import BadInput
from satplay.puzzles.flow.board import Board
from satplay.puzzles.flow.formats import FORMATS
from tests.exams import broken_texts
from tests.puzzles.flow.formats.boards import boards, plain_boards

BY_NAME = {form.name: form for form in FORMATS}
PLAIN = [form for form in FORMATS if form.name != "puzz-link"]
QUICK = settings(max_examples=80, deadline=None)


def read(text: str) -> Board:
    """Read a board as the program does."""
    return next(form for form in FORMATS if form.recognises(text)).read(text)


def recognising_formats(text: str) -> list[str]:
    return [form.name for form in FORMATS if form.recognises(text)]


def complaint(name: str, text: str) -> str:
    return broken_texts.complaint(BY_NAME[name].read, text)


# -- round trips -------------------------------------------------------------------------------------


@QUICK
@given(plain_boards())
def test_a_plain_board_survives_in_every_format(board: Board) -> None:
    for form in PLAIN:
        assert form.read(form.write(board)) == board


@QUICK
@given(plain_boards(terms=False), st.booleans())
def test_a_link_states_whether_cells_may_stay_free(board: Board, fill: bool) -> None:
    form = BY_NAME["puzz-link"]
    free = Board(board.rows, board.columns, board.dots, fill=fill)
    assert form.read(form.write(free)) == free
    assert ("arukone/e" in form.write(free)) == (not fill)


@QUICK
@given(boards())
def test_every_board_survives_as_a_level(board: Board) -> None:
    form = BY_NAME["level-pack"]
    assert form.read(form.write(board)) == board
    assert recognising_formats(form.write(board)) == ["level-pack"]


@QUICK
@given(boards())
def test_a_writer_writes_the_board_or_refuses_it(board: Board) -> None:
    for form in FORMATS:
        try:
            text = form.write(board)
        except BadInput as error:
            assert form.name in str(error)
        else:
            assert form.read(text) == board


@QUICK
@given(plain_boards().filter(lambda board: bool(board.dots)))
def test_a_text_is_recognised_by_one_format(board: Board) -> None:
    for form in PLAIN:
        assert recognising_formats(form.write(board)) == [form.name]


@pytest.mark.parametrize("name", ["letters", "numberlink"])
def test_labels_are_kept_if_they_are_characters(name: str) -> None:
    board = Board(2, 3, ((0, 5), (1, 4)), ("R", "ж"))
    assert BY_NAME[name].read(BY_NAME[name].write(board)).labels == ("R", "ж")


@pytest.mark.parametrize("name", ["csv", "puzz-link", "numberlink"])
def test_labels_are_kept_if_they_are_numbers(name: str) -> None:
    board = Board(2, 3, ((0, 5), (1, 4)), ("12", "4095"))
    assert BY_NAME[name].read(BY_NAME[name].write(board)).labels == ("12", "4095")


@pytest.mark.parametrize(
    ("board", "found"),
    [
        (Board(2, 2, ((0, 1),), walls=frozenset({(0, 2)})), "walls"),
        (Board(2, 2, ((0, 1),), holes=frozenset({3})), "missing cells"),
        (Board(3, 3, ((0, 1),), bridges=frozenset({4})), "bridges"),
        (Board(2, 2, ((0, 1),), warp=True), "joined borders"),
        (Board(2, 2, ((0, 1),), hexagonal=True), "hexagonal cells"),
    ],
)
def test_the_letters_format_gives_a_reason_for_refusing_a_board(board: Board, found: str) -> None:
    with pytest.raises(BadInput, match=found):
        BY_NAME["letters"].write(board)


def test_a_link_cannot_express_that_paths_may_touch() -> None:
    with pytest.raises(BadInput, match="strict"):
        BY_NAME["puzz-link"].write(Board(1, 2, ((0, 1),), touch=True))


def test_six_hundred_colours_are_too_many_for_letters_but_not_for_numbers() -> None:
    board = Board(600, 2, tuple((2 * row, 2 * row + 1) for row in range(600)))
    with pytest.raises(BadInput, match="600 colours"):
        BY_NAME["letters"].write(board)
    for name in ("numberlink", "csv", "puzz-link", "level-pack"):
        assert BY_NAME[name].read(BY_NAME[name].write(board)) == board


# -- letters -----------------------------------------------------------------------------------------


def test_spaces_are_empty_and_short_lines_end_in_empty_cells() -> None:
    assert read("R.G\n\nR G\n") == read("R G\n...\nR.G") == Board(3, 3, ((0, 6), (2, 8)))


def test_the_first_line_gives_the_width() -> None:
    assert read("A  \nA  \n").columns == 3
    assert read("A..   \nA.. \n").columns == 3
    assert "column 4: bad flow board: found 'B'" in complaint("letters", "A.A\n...B\n...B")


def test_any_character_may_be_a_label() -> None:
    assert read("#é\n#é").labels == ("#", "é")


def test_upper_and_lower_case_are_two_colours() -> None:
    assert read("Mm\nMm").labels == ("M", "m")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", "line 1, column 1: bad flow board: found nothing"),
        (" \n \n", "found nothing"),
        ("A.\n.B", "line 1, column 1: bad flow board: found a single 'A'"),
        ("AA\n.A", "line 2, column 2: bad flow board: found a third 'A'"),
        ("A\tA", "line 1, column 2: bad flow board: found '\\t'"),
    ],
)
def test_letters_without_a_pair_are_refused(text: str, found: str) -> None:
    assert found in complaint("letters", text)


# -- rule variants in the text -----------------------------------------------------------------------


@pytest.mark.parametrize("text", ["A.A\n", "3 1\nA.A\n", "1,,1\n", "3:1,0,1,1;0,2\n"])
def test_rule_variants_precede_the_board_with_their_option_names(text: str) -> None:
    assert read(text) == Board(1, 3, ((0, 2),))
    other = "# fill no\n# touch allowed\n" + text
    assert recognising_formats(other) == recognising_formats(text)
    assert read(other) == Board(1, 3, ((0, 2),), fill=False, touch=True)


# -- numberlink --------------------------------------------------------------------------------------


def test_comments_are_skipped_and_zeros_close_a_file() -> None:
    assert read("# one\n3 2\nA..\n# two\n..A\n\n0 0\n") == Board(2, 3, ((0, 5),))


def test_integers_are_separated_and_zero_is_empty() -> None:
    assert read("3 2\n10 0 0\n0 0 10\n").labels == ("10",)


def test_only_dots_are_empty() -> None:
    assert "column 2: bad flow board: found ' '" in complaint("numberlink", "3 1\nA A\n")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("3 2\nA..\n", "found 1 rows, expected 2 rows"),
        ("3 1\nA.A\nB.B\n", "line 3, column 1: bad flow board: found 'B.B', expected the end after 1 rows"),
        ("3 1\nA..A\n", "line 2, column 4: bad flow board: found a row of 4, expected 3 cells"),
        ("3 1\n1 0 x\n", "line 2, column 4: bad flow board: found a row of 5, expected 3 cells"),
        ("2 1\n1 0\n", "found a single '1'"),
        ("0 1\n\n", "found '0', expected 1 to 1000"),
        ("999999 999999\nA.A\n", "found '999999', expected 1 to 1000"),
        ("99999999999999999999 1\nA.A\n", "expected 1 to 1000"),
    ],
)
def test_broken_numberlink_texts_are_refused(text: str, found: str) -> None:
    assert found in complaint("numberlink", text)


def test_a_file_with_several_puzzles_is_split() -> None:
    split = BY_NAME["numberlink"].split
    assert split is not None
    text = "# first\n3 1\nA.A\n\n# second\n# fill no\n1 2\n#\nB\nB\n0 0\n"
    parts = split(text)
    assert [line for line, _ in parts] == [1, 5]
    assert [read(part) for _, part in parts] == [Board(1, 3, ((0, 2),)), Board(2, 1, ((0, 1),), fill=False)]


def test_a_text_that_cannot_be_split_stays_whole() -> None:
    split = BY_NAME["numberlink"].split
    assert split is not None
    assert [line for line, _ in split("1 2\nA\nA\nnonsense\n1 2\nB\nB\n")] == [1, 4]
    assert split("") == []
    assert len(split("5 99999999999999999999\n.....\n")) == 1


# -- csv ---------------------------------------------------------------------------------------------


def test_minus_one_is_a_bridge() -> None:
    assert read(",1,\n2,-1,2\n,1,\n") == Board(3, 3, ((1, 7), (3, 5)), bridges=frozenset({4}))


def test_blank_rows_and_quotes_are_read() -> None:
    assert read('"1","","1"\r\n,,\r\n') == Board(2, 3, ((0, 2),))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1,1\n,,\n", "line 2, column 2: bad flow board: found a row of 3, expected 2 cells"),
        ("1,x\n", "line 1, column 3: bad flow board: found 'x'"),
        ("1,-2\n", "found '-2'"),
        ("1,1,9999999999\n", "found '9999999999'"),
        ("," * 5000, "expected 1 to 1000"),
    ],
)
def test_broken_csv_is_refused(text: str, found: str) -> None:
    assert found in complaint("csv", text)


# -- puzz.link ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "front", ["", "?", "p?", "puzz.link/p?", "https://puzz.link/p?", "http://a.b/p.html?"]
)
def test_a_link_may_have_a_host_in_front(front: str) -> None:
    board = read(f"{front}numlin/5/5/1j2h3m1h2j3")
    assert board == Board(5, 5, ((0, 16), (5, 19), (8, 24)))
    assert board.labels == ("1", "2", "3")
    assert BY_NAME["puzz-link"].write(board) == "https://puzz.link/p?numlin/5/5/1j2h3m1h2j3\n"


def test_large_numbers_have_their_own_characters() -> None:
    assert read("p?numlin/3/2/-10+fff0-10+fff0").labels == ("16", "4095", "0")


def test_arukone_may_leave_cells_free() -> None:
    assert read("p?arukone/3/1/1g1").fill
    assert not read("p?arukone/e/3/1/1g1").fill


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("p?numlin/3/1/1g", "found the end after 2 cells, expected 3 cells"),
        ("p?numlin/3/1/1g11", "expected the end after 3 cells"),
        ("p?numlin/3/1/1z1", "found a run up to cell 21"),
        ("p?numlin/3/1/.g1", "a dot without a number"),
        ("p?numlin/3/1/-xx", "found '-xx'"),
        ("p?numlin/e/3/1/1g1", "column 10: bad flow board: found 'e', expected no flag"),
        ("p?arukone/x/3/1/1g1", "found 'x'"),
        ("p?numlin/999999/999999/1g1", "column 10: bad flow board: found '999999'"),
        ("p?numlin/3/1/1g1\np?numlin/3/1/1g1", "line 2, column 1: bad flow board: found a second line"),
        ("p?numlin/3", "expected WIDTH/HEIGHT/BODY"),
    ],
)
def test_broken_links_are_refused(text: str, found: str) -> None:
    assert found in complaint("puzz-link", text)


# -- level packs -------------------------------------------------------------------------------------


def test_a_level_describes_its_whole_shape() -> None:
    text = "W_4:5+B:I,7,12,2,9:10,0_0:3_0B:16,4|5:1|17;1,5,9,13;8,9,10,11;"
    assert read(text) == Board(
        5,
        4,
        ((1, 13), (8, 11)),
        bridges=frozenset({9, 10}),
        holes=frozenset({0, 3, 16}),
        walls=frozenset({(4, 5), (1, 17)}),
        warp=True,
    )
    assert read("X_3,0,1,1;0,1,2").hexagonal


def test_levels_are_one_per_line() -> None:
    split = BY_NAME["level-pack"].split
    assert split is not None
    text = "2,0,1,1;0,1,3,2\n\n# fill no\n3:1,0,2,1;0,1,2\r\n"
    assert [line for line, _ in split(text)] == [1, 3]
    assert [read(part).fill for _, part in split(text)] == [True, False]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("5,0,1;0,1", "column 5: bad flow board: found a header of 3 fields"),
        ("5,0,1,2;0,1", "column 7: bad flow board: found 2 colours and 1 paths"),
        ("5,0,1,1;0,25", "column 11: bad flow board: found '25', expected a cell from 0 to 24"),
        ("5,0,1,1;7", "found a path of one cell"),
        ("5,0,1,1;7,8,7", "column 13: bad flow board: found a path back to its start"),
        ("5,0,1,2;0,1;1,2", "found two things in cell B1"),
        ("5,0,1,1,,,3|3;0,1", "column 11: bad flow board: found '3|3'"),
        ("5,0,1,1,0;0,1", "found two things in cell A1"),
        ("X_5,0,1,1,7;0,1", "a bridge on a hexagonal board"),
        ("Y_5,0,1,1;0,1", "column 1: bad flow board: found 'Y_5'"),
        ("999999:999999,0,1,1;0,1", "expected 1 to 1000 cells"),
        ("5,0,1,99999999999;0,1", "column 7"),
    ],
)
def test_broken_levels_are_refused(text: str, found: str) -> None:
    assert found in complaint("level-pack", text)


# -- texts of other puzzles --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "p cnf 2 2\n1 2 0\n-1 -2 0\n",
        "c a\np cnf 1 1\n1 0\n",
        "p cnf 2 1\na 1 0\ne 2 0\n1 2 0\n",
        "2.3\n...\n2.3\n",
        "2.2",
        "4.2../.3..2/3..../.3.1./3.4.3",
        "7x7m2:3a4b2d4b4e2c1c4a2a7a4g24b3c",
        "https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3",
        "5/5/4g2i3h23k3g1g3g4g3",
        "3 3 4\n2 0 2\n0 0 0\n2 0 2\n",
        "3 3\n2 - 2\n- - -\n2 - 2\n",
        "3 3\n2 2 2\n- - -\n2 2 2\n",
        "3 3\n2-2\n---\n2-2\n",
        "0123 2 1\n4567 0 0\n",
        "AABB bb\n",
        "AABB 2 2\nCCDD 1 1\n",
        "RGBY 2,1\n",
        "0123:2A1B\n",
        "0011 2\n",
        '{"symbols": "0123456789", "length": 4, "guesses": [["0123", 2, 1]]}',
        "1,1/1,1",
        "board.txt",
        "some words of nobody\n",
    ],
)
def test_texts_of_other_puzzles_are_not_recognised(text: str) -> None:
    assert recognising_formats(text) == []
