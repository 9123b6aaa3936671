"""convert: a written text reads back as the same instance; otherwise the format is refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import satplay
from satplay import puzzles
from satplay.contracts.format import Format
from satplay.errors import BadInput, NoSuchName
from satplay.inputs.writing import find_separator, list_able_formats, write_in_format
from satplay.puzzles.mosaic import PUZZLE
from satplay.puzzles.mosaic.board import Board
from tests.verbs.lazy_puzzle import GRID, LINE, SEVERAL

rows = st.integers(1, 5).flatmap(
    lambda width: st.lists(st.text("0123#-.", min_size=width, max_size=width), min_size=1, max_size=5)
)


@given(rows)
def test_an_instance_survives_conversion_and_back(rows: list[str]) -> None:
    text = "".join(f"{row}\n" for row in rows)
    line = satplay.convert(text, "mosaic", to="line", format="grid")
    assert line.text == "mosaic:" + "/".join(rows)
    back = satplay.convert(f"{line.text}\n", "mosaic", to="grid", format="line")
    assert back.text == "mosaic\n" + text and back.instance == line.instance


def test_without_a_format_the_first_one_is_used() -> None:
    converted = satplay.convert("1/.\n", "mosaic")
    assert (converted.format, str(converted)) == ("grid", "mosaic\n1\n.")
    assert converted.formats() == ["grid", "line"]
    assert converted.as_json() == {"subject": "mosaic", "format": "grid", "text": "mosaic\n1\n.\n"}


def test_an_instance_a_path_and_a_text_are_the_same(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text("1.\n")
    board = GRID.read("1.")
    texts = {satplay.convert(given, "mosaic", to="line").text for given in (path, board, "1.")}
    assert texts == {"mosaic:1."}


def test_a_solution_is_converted_with_its_instance() -> None:
    converted = satplay.convert("1.", "mosaic", solution="#-", to="grid")
    assert (converted.text, converted.formats()) == ("#-\n", ["grid"])
    assert satplay.convert("1.", "mosaic", solution=frozenset({(0, 1)})).text == "-#\n"
    with pytest.raises(NoSuchName, match="format of solutions is called 'line'"):
        satplay.convert("1.", "mosaic", solution="#-", to="line")
    with pytest.raises(BadInput, match="bad solution"):
        satplay.convert("1.", "mosaic", solution="#", to="grid")


# -- formats that cannot express an instance -------------------------------------------------------------


def unable(board: Board) -> str:
    raise BadInput("board for the format 'unable'", found="a board", expected="none")


def forgetting(board: Board) -> str:
    return LINE.write(replace(board, marks={}))


UNABLE = Format("unable", read=LINE.read, write=unable, recognises=LINE.recognises)
FORGETFUL = replace(LINE, name="forgetful", write=forgetting)
UNREADABLE = replace(LINE, name="unreadable", write=lambda board: "?")


@pytest.fixture
def poor(monkeypatch: pytest.MonkeyPatch) -> None:
    forms = (UNABLE, FORGETFUL, UNREADABLE, GRID)
    monkeypatch.setattr(puzzles, "find", lambda name: replace(PUZZLE, formats=forms))


def test_only_formats_that_can_express_the_instance_are_listed(poor: None) -> None:
    assert satplay.convert("#.", "mosaic", format="grid").formats() == ["grid"]
    assert satplay.convert("1.", "mosaic", format="grid").formats() == ["forgetful", "grid"]


def test_the_first_format_that_can_express_the_instance_is_used(poor: None) -> None:
    assert satplay.convert("#.", "mosaic", format="grid").format == "grid"
    assert satplay.convert("1.", "mosaic", format="grid").format == "forgetful"


@pytest.mark.parametrize("to", ["unable", "forgetful", "unreadable"])
def test_a_format_that_cannot_express_the_instance_is_refused_by_name(poor: None, to: str) -> None:
    with pytest.raises(BadInput, match=f"<argument>:1: bad .* for the format '{to}'"):
        satplay.convert("#.", "mosaic", to=to, format="grid")


def test_if_no_format_can_express_the_instance_the_first_one_reports_the_error() -> None:
    with pytest.raises(BadInput, match="'unable'"):
        write_in_format([UNABLE, FORGETFUL], GRID.read("#."), kind="format")
    assert list_able_formats([UNABLE, FORGETFUL], GRID.read("#.")) == []


# -- several in one file -----------------------------------------------------------------------------------


def test_for_several_instances_a_format_for_several_is_preferred() -> None:
    board = GRID.read("1.")
    assert write_in_format([GRID, SEVERAL], board, kind="format")[0] is GRID
    assert write_in_format([GRID, SEVERAL], board, kind="format", several=True)[0] is SEVERAL
    single = replace(LINE, split=None)
    assert write_in_format([GRID, single], board, kind="format", several=True)[0] is GRID


def test_texts_are_separated_only_if_necessary() -> None:
    by_blank_lines: Format[Any] = replace(
        GRID, split=lambda text: [(1, part) for part in text.split("\n\n") if part.strip()]
    )
    assert find_separator(SEVERAL, "1/.\n", "./1\n") == ""
    assert find_separator(by_blank_lines, "1\n", ".\n") == "\n"
    assert find_separator(GRID, "1\n.\n", "1\n") == "\n"
