"""Boards in every format: written boards are read back, and inexpressible boards are refused."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from satplay import puzzles
from satplay.errors import BadInput
from satplay.puzzles.hashi.board import Board
from satplay.puzzles.hashi.formats import FORMATS
from tests.exams.broken_texts import write_or_refuse
from tests.puzzles.hashi.formats.boards import boards
from tests.puzzles.hashi.formats.reading import BY_NAME, complaint, read, recognising_formats

QUICK = settings(max_examples=100, deadline=None)
OTHERS = [form for name in puzzles.names() if name != "hashi" for form in puzzles.find(name).formats]


# -- round trips -------------------------------------------------------------------------------------


@QUICK
@given(boards())
def test_a_writer_writes_the_board_or_refuses_it(board: Board) -> None:
    for form in FORMATS:
        try:
            text = form.write(board)
        except BadInput as error:
            assert form.name in str(error) and "grid" in str(error)
        else:
            assert form.read(text) == board


@QUICK
@given(boards())
def test_every_board_survives_as_grid_and_as_janko(board: Board) -> None:
    for name in ("grid", "janko"):
        assert BY_NAME[name].read(BY_NAME[name].write(board)) == board


@QUICK
@given(boards(numbered=True))
def test_boards_with_numbers_survive_as_game_ids_and_benchmarks(board: Board) -> None:
    for name in ("tatham", "has"):
        assert BY_NAME[name].read(BY_NAME[name].write(board)) == board


@QUICK
@given(boards(usual=True))
def test_boards_with_default_rules_survive_as_links(board: Board) -> None:
    form = BY_NAME["puzz-link"]
    assert form.read(form.write(board)) == board


def has_much_water(board: Board) -> bool:
    return bool(board.islands) and len(board.islands) + 3 <= board.rows * board.columns


@QUICK
@given(boards().filter(has_much_water))
def test_a_text_is_recognised_by_one_format_of_one_puzzle(board: Board) -> None:
    for form in FORMATS:
        text = write_or_refuse(form.write, board)
        if text is None:
            continue
        assert recognising_formats(text) == [form.name]
        assert [other.name for other in OTHERS if other.recognises(text)] == []


@pytest.mark.parametrize("name", sorted(BY_NAME))
def test_a_long_text_is_recognised_by_its_beginning(name: str) -> None:
    board = Board(120, 130, {cell: 1 + cell % 8 for cell in range(0, 120 * 130, 7)})
    text = BY_NAME[name].write(board)
    assert len(text) > 4096
    assert recognising_formats(text[:4096]) == [name]
    if name == "grid":
        assert recognising_formats(text[:4096].replace("\n", "/")) == [name]


@pytest.mark.parametrize(
    ("name", "board", "found"),
    [
        ("tatham", Board(1, 3, {0: None, 2: 1}), "an island without a number"),
        ("has", Board(1, 3, {0: None, 2: 1}), "an island without a number"),
        ("puzz-link", Board(1, 3, {0: 1, 2: 1}, most=3), "at most 3 bridges"),
        ("puzz-link", Board(1, 3, {0: 1, 2: 1}, loops=False), "forbidden loops"),
    ],
)
def test_a_writer_gives_a_reason_for_refusing_a_board(name: str, board: Board, found: str) -> None:
    with pytest.raises(BadInput, match=found):
        BY_NAME[name].write(board)


# -- rule variants in the text -----------------------------------------------------------------------


@pytest.mark.parametrize("text", ["2.2\n", "3 1 2\n2 0 2\n", "1 3\n2 - 2\n", "p?hashi/3/1/2g2"])
def test_rule_variants_precede_the_board(text: str) -> None:
    assert read(text) == Board(1, 3, {0: 2, 2: 2})
    other = "# somebody's\n# most 3\n# loops no\n" + text
    assert recognising_formats(other) == recognising_formats(text)
    assert read(other) == Board(1, 3, {0: 2, 2: 2}, most=3, loops=False)


@pytest.mark.parametrize("name", sorted(BY_NAME))
def test_an_excessive_number_of_bridges_is_refused(name: str) -> None:
    assert "line 1, column 8: bad hashi board: found at most 5 bridges" in complaint(name, "# most 5\n2.2")


# -- texts of other puzzles --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "p cnf 2 2\n1 2 0\n-1 -2 0\n",
        "c a\np cnf 1 1\n1 0\n",
        "R.G\n\nR G\n",
        "A.A\n",
        "ABC.\n.ABC\n",
        "3 2\nA..\n..A\n",
        "3 2\n1..\n..1\n",
        "3 2\n10 0 0\n0 0 10\n",
        "2 2\n1 1\n2 2\n",
        "1,,2\n,-1,\n2,,1\n",
        '"1"\n"1"\n',
        "p?numlin/5/5/1j2h3m1h2j3",
        "https://puzz.link/p?arukone/e/3/1/1g1",
        "5,0,1,1;0,1,2\n",
        "0123 2 1\n4567 0 0\n",
        "AABB bb\n",
        "0123:2A1B\n",
        "1234:2A1B\n",
        "0011 2\n",
        "0123\n",
        '{"symbols": "0123456789", "length": 4, "guesses": [["0123", 2, 1]]}',
        "1,1/1,1",
        "...",
        "board.txt",
        "some words of nobody\n",
    ],
)
def test_texts_of_other_puzzles_are_not_recognised(text: str) -> None:
    assert recognising_formats(text) == []
