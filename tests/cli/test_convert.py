"""``satplay convert``: converted texts, or one error line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from satplay import puzzles
from satplay.cli import main
from tests.verbs.lazy_puzzle import LAZY


@pytest.fixture
def several(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """A file with three boards, of which the second is invalid."""
    monkeypatch.setattr(puzzles, "find", lambda name: LAZY)
    path = tmp_path / "several.txt"
    path.write_text("1./..\n\nx/.\n./#\n")
    return str(path)


def test_another_format_is_printed_or_written(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "mosaic", "1.\n.#\n", "--to", "line"]) == 0
    assert capfd.readouterr().out == "mosaic:1./.#\n"
    path = tmp_path / "b.txt"
    assert main(["convert", "mosaic", "1.\n.#\n", "--to", "line", "-o", str(path)]) == 0
    assert (path.read_text(), capfd.readouterr().out) == ("mosaic:1./.#\n", "")


def test_without_a_format_the_possible_formats_are_listed(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "mosaic", "1.\n"]) == 0
    assert capfd.readouterr().out == "grid line\n"
    assert main(["convert", "mosaic", "1.\n", "--json"]) == 0
    assert json.loads(capfd.readouterr().out) == {"subject": "mosaic", "formats": ["grid", "line"]}


def test_a_solution_is_converted(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "mosaic", "1.\n", "--solution", " #-\n", "--to", "grid"]) == 0
    assert capfd.readouterr().out == "#-\n"


def test_several_instances_are_converted_despite_a_bad_one(
    several: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["convert", "mosaic", several, "--format", "line", "--to", "line"]) == 2
    printed = capfd.readouterr()
    assert printed.out == "mosaic:1./..\nmosaic:./#\n"
    assert printed.err.count("\n") == 1 and f"{several}:3:1: bad board" in printed.err
    assert main(["convert", "mosaic", several, "--format", "line", "--to", "grid", "--json"]) == 2
    documents = map(json.loads, capfd.readouterr().out.splitlines())
    assert [document["text"] for document in documents] == ["mosaic\n1.\n..\n", "mosaic\n.\n#\n"]


def test_a_format_for_one_instance_gives_a_warning(several: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "mosaic", several, "--format", "line", "--to", "grid"]) == 2
    printed = capfd.readouterr()
    assert printed.out == "mosaic\n1.\n..\n\nmosaic\n.\n#\n"
    assert "the format 'grid' holds one instance" in printed.err


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["convert", "mosaic", "1?\n", "--to", "line"], "<argument>:1:2: bad board"),
        (["convert", "mosaic", "1.\n", "--to", "lines"], "did you mean 'line'?"),
        (["convert", "mosaic", "1.\n", "--solution", "#\n"], "bad solution"),
        (["convert", "mosaic", "1.\n", "2.\n", "--solution", "#-\n"], "one input with --solution"),
        (["convert", "mosaic", "1.\n", "--to", "line", "-o", "no/such/folder/b"], "bad output file"),
    ],
)
def test_bad_input_is_one_line_and_status_2(
    words: list[str], complaint: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    printed = capfd.readouterr()
    assert printed.out == "" and printed.err.count("\n") == 1 and complaint in printed.err
