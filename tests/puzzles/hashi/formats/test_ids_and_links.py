"""Boards on one line: game IDs and links."""

from __future__ import annotations

import pytest

from satplay.puzzles.hashi.board import Board
from tests.puzzles.hashi.formats.reading import BY_NAME, complaint, read, recognising_formats

# -- game IDs ----------------------------------------------------------------------------------------


def test_the_game_id_of_the_source_page_is_read() -> None:
    text = "7x7m2:3a4b2d4b4e2c1c4a2a7a4g24b3c"
    assert recognising_formats(text) == ["tatham"]
    assert BY_NAME["grid"].write(read(text)).startswith("3.4..2.\n")
    assert BY_NAME["tatham"].write(read(text)) == text + "\n"


def test_a_game_id_may_omit_its_height_and_contain_generator_parameters() -> None:
    assert read("2:1b1") == read("2x2i30e10m2d1:1b1") == Board(2, 2, {0: 1, 3: 1})
    assert read("2x2i30e10m3Ld1:Ab1") == Board(2, 2, {0: 10, 3: 1}, most=3, loops=False)


def test_long_runs_continue_after_z() -> None:
    board = Board(10, 6, {0: 1, 54: 1})
    assert BY_NAME["tatham"].write(board) == "6x10m2:1zza1e\n"
    assert BY_NAME["tatham"].read("6x10m2:1zza1e\n") == board


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("3x2m2:2a2b", "column 11: bad hashi board: found the end after 5 cells, expected 6 cells"),
        ("3x2m2:2a2d", "column 10: bad hashi board: found a run up to cell 7"),
        ("3x2m2:2a2c1", "column 11: bad hashi board: found one island more"),
        ("3x2m2:2a9c", "column 9: bad hashi board: found an island with 9 bridges"),
        ("3x2m5:2a2c", "column 5: bad hashi board: found at most 5 bridges"),
        ("3x2m2:2a?c", "column 9: bad hashi board: found '?'"),
        ("3x9999:2a2c", "column 3: bad hashi board: found '9999', expected 1 to 2000"),
        ("3x0:2a2c", "found '0'"),
        ("3x2Lm2:2a2c", "found '3x2Lm2:2a2c', expected a game ID"),
        ("7x7m2#1234", "found '7x7m2#1234', expected a game ID"),
        ("3x1:2a2\n3x1:2a2", "line 2, column 1: bad hashi board: found a second line"),
        (
            "# most 3\n3x1:2a2",
            "line 2, column 1: bad hashi board: found a game ID after lines with rules",
        ),
    ],
)
def test_broken_game_ids_are_refused(text: str, found: str) -> None:
    assert found in complaint("tatham", text)


# -- puzz.link ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "front", ["", "?", "p?", "puzz.link/p?", "https://puzz.link/p?", "http://a.b/p.html?"]
)
@pytest.mark.parametrize("kind", ["hashi", "hashikake", "bridges"])
def test_the_link_of_the_source_page_is_read_with_any_host(front: str, kind: str) -> None:
    text = f"{front}{kind}/5/5/4g2i3h23k3g1g3g4g3"
    assert recognising_formats(text) == ["puzz-link"]
    assert read(text) == read("4.2../.3..2/3..../.3.1./3.4.3")
    assert BY_NAME["puzz-link"].write(read(text)) == "https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3\n"


def test_a_dot_is_an_island_without_a_number_and_a_minus_precedes_two_digits() -> None:
    assert read("p?hashi/3/1/.g-08").islands == {0: None, 2: 8}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("p?hashi/3/1/1g", "column 15: bad hashi board: found the end after 2 cells, expected 3 cells"),
        ("p?hashi/3/1/1g11", "column 16: bad hashi board: found one island more"),
        ("p?hashi/3/1/1z", "column 14: bad hashi board: found a run up to cell 21"),
        ("p?hashi/3/1/1g0", "column 15: bad hashi board: found an island with 0 bridges, expected 1 to 8"),
        ("p?hashi/3/1/1g-10", "column 15: bad hashi board: found an island with 16 bridges"),
        ("p?hashi/3/1/1g-x1", "column 15: bad hashi board: found '-x1'"),
        ("p?hashi/99999/1/1", "column 9: bad hashi board: found '99999'"),
        ("p?hashi/3", "column 9: bad hashi board: found '3', expected WIDTH/HEIGHT/BODY"),
        ("p?numlin/3/1/1g1", "expected a link, such as p?hashi/"),
    ],
)
def test_broken_links_are_refused(text: str, found: str) -> None:
    assert found in complaint("puzz-link", text)


# -- several boards ----------------------------------------------------------------------------------


@pytest.mark.parametrize("lines", [("3x1m2:2a2", "2x2:1b1"), ("p?hashi/3/1/2g2", "p?bridges/2/2/1h1")])
def test_game_ids_and_links_are_one_per_line(lines: tuple[str, str]) -> None:
    text = f"# first\n{lines[0]}\n\n# second\n{lines[1]}\r\n"
    [name] = recognising_formats(text)
    split = BY_NAME[name].split
    assert split is not None
    assert [line for line, _ in split(text)] == [1, 4]
    assert [read(part) for _, part in split(text)] == [Board(1, 3, {0: 2, 2: 2}), Board(2, 2, {0: 1, 3: 1})]
    assert list(split("")) == []
