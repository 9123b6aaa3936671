"""Texts of boards: the optional header, and errors with their place."""

from __future__ import annotations

import pytest

from satplay.errors import BadInput
from satplay.inputs.reading import find_source, recognise_subject, split_instances
from satplay.puzzles.mosaic import PUZZLE

GRID, LINE = PUZZLE.formats


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("", 1, 1),
        ("1.\n.x\n", 2, 2),
        ("1..\n\n..\n", 3, 3),
        ("1.\n...\n", 2, 3),
        ("  1.\n  ?.", 2, 3),
        ("mosaic\n1.\n.x\n", 3, 2),
        ("mosaic connected: 1./x.", 1, 22),
        ("mosaic conected\n1.\n", 1, 1),
        ("mosaic\n", 1, 1),
    ],
)
def test_a_bad_grid_is_refused_with_its_place(text: str, line: int, column: int) -> None:
    with pytest.raises(BadInput) as refused:
        GRID.read(text)
    assert (refused.value.line, refused.value.column) == (line, column)


def test_a_bad_line_is_refused_with_its_place() -> None:
    with pytest.raises(BadInput) as refused:
        LINE.read("1./.x")
    assert (refused.value.line, refused.value.column) == (1, 5)
    with pytest.raises(BadInput, match="all rows on one line"):
        LINE.read("1./..\n1./..")


def test_a_solution_has_the_size_of_its_puzzle() -> None:
    with pytest.raises(BadInput):
        PUZZLE.solutions[0].read(LINE.read("..."), "#-\n")


@pytest.mark.parametrize("variant", [False, True])
def test_the_variant_is_part_of_the_text(variant: bool) -> None:
    board = LINE.read("mosaic connected:1./.#" if variant else "1./.#")
    assert board.connected is variant
    assert GRID.read(GRID.write(board)) == LINE.read(LINE.write(board)) == board


def test_the_header_is_optional_when_the_subject_is_known() -> None:
    assert GRID.read("1.\n.#\n") == GRID.read("mosaic\n1.\n.#\n") == LINE.read("1./.#")


@pytest.mark.parametrize(
    "text", ["mosaic\n1.\n", "mosaic connected\r\n1.\r\n", "mosaic:1.", " mosaic connected : 1."]
)
def test_a_text_with_a_header_is_recognised(text: str) -> None:
    assert recognise_subject(find_source(text)) is PUZZLE


@pytest.mark.parametrize("text", ["1.\n.2\n", "..\n", "#-\n-#\n", "mosaics\n1.\n", "a mosaic\n1.\n"])
def test_a_text_without_a_header_is_not_recognised(text: str) -> None:
    assert not any(form.recognises(text) for form in PUZZLE.formats)


def test_a_file_of_lines_contains_several_boards() -> None:
    found = split_instances("mosaic:1.\n\nmosaic connected:.2/..\n")
    assert [part.line for part in found] == [1, 3]
