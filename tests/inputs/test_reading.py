"""A file may contain several instances: each is read separately, and errors name the line of the file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from satplay import puzzles
from satplay.cli import main
from satplay.contracts.puzzle import Puzzle
from satplay.errors import BadInput
from satplay.inputs.reading import read_board, split_instances
from satplay.puzzles.mosaic import PUZZLE

GRID, LINE = PUZZLE.formats
SEVERAL = "1/.\n\n.0/..\n"


def _split_lines(text: str) -> list[tuple[int, str]]:
    numbered = enumerate(text.split("\n"), start=1)
    return [(number, line) for number, line in numbered if line.strip()]


@pytest.fixture(autouse=True)
def lines_are_instances(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mosaic with a second format in which every line is a board."""
    several: Puzzle[Any, Any] = replace(PUZZLE, formats=(replace(LINE, split=_split_lines), GRID))
    monkeypatch.setattr(puzzles, "find", lambda name: several)


def test_every_instance_of_a_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "several.txt"
    file.write_text(SEVERAL)
    found = split_instances(file, "mosaic", "line")
    assert [(part.name, part.line) for part in found] == [(str(file), 1), (str(file), 3)]
    assert [read_board(part, "mosaic", "line")[1] for part in found] == list(map(LINE.read, SEVERAL.split()))


def test_an_error_names_the_line_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "several.txt"
    file.write_text(SEVERAL + "1/x\n")
    with pytest.raises(BadInput) as raised:
        read_board(split_instances(file, "mosaic", "line")[2], "mosaic", "line")
    assert str(raised.value).startswith(f"{file}:4:3: ")


def test_a_single_instance_stays_whole() -> None:
    (only,) = split_instances("mosaic:1/.", "mosaic", "line")
    assert (only.name, only.text()) == ("<argument>", "mosaic:1/.")


def test_a_format_without_split_is_one_instance() -> None:
    assert len(split_instances("1.\n.0\n", "mosaic", "grid")) == 1


def test_an_unreadable_file_is_reported_in_its_turn() -> None:
    assert len(split_instances(Path("there/is/no.such"), "mosaic", "line")) == 1
    assert len(split_instances("1/.", "mosaic", "no such format")) == 1


def test_every_instance_is_solved_and_the_status_is_combined(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "several.txt"
    file.write_text(SEVERAL)
    assert main(["solve", "mosaic", str(file), "--format", "line", "--json"]) == 0
    printed = capfd.readouterr().out.splitlines()
    assert len(printed) == 2 and all('"status": "sat"' in line for line in printed)


def test_the_others_are_solved_after_a_bad_one(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "several.txt"
    file.write_text("x\n1/.\n")
    assert main(["solve", "mosaic", str(file), "--format", "line", "--json"]) == 2
    output = capfd.readouterr()
    assert len(output.out.splitlines()) == 1
    assert f"{file}:1:1: bad board" in output.err
