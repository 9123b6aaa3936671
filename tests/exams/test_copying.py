"""The folders to copy can be copied: under another name they are found, and pass the whole exam.

This follows the first steps of ``CONTRIBUTING.md`` for a new puzzle and a new game.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from satplay import games, puzzles
from tests.exams import game_exam, puzzle_candidate, puzzle_exam
from tests.exams.sabotage import copy_folder


@pytest.fixture(autouse=True)
def forget_modules() -> Iterator[None]:
    """Copies are imported for one test only."""
    yield
    for name in [name for name in sys.modules if "lanterns" in name or "pebbles" in name]:
        del sys.modules[name]


def copy_as(package: ModuleType, original: str, name: str, to: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Copy a folder of the package under another name, and replace the name in its files."""
    source = next(Path(place) / original for place in package.__path__ if (Path(place) / original).is_dir())
    folder = copy_folder(source, to).rename(to / name)
    for file in (file for file in folder.rglob("*") if file.suffix in {".py", ".md", ".txt"}):
        text = file.read_text(encoding="utf-8")
        text = text.replace(original, name).replace(original.title(), name.title())
        file.write_text(text, encoding="utf-8")
    monkeypatch.setattr(package, "__path__", [*package.__path__, str(to)])


def test_a_copy_of_mosaic_passes_the_puzzle_exam(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy_as(puzzles, "mosaic", "lanterns", tmp_path, monkeypatch)
    assert "lanterns" in puzzles.names() and puzzles.find("lanterns").title == "Lanterns"
    copy = puzzle_candidate.candidate("satplay.puzzles.lanterns", puzzles.find("lanterns"))
    assert copy.folder == tmp_path / "lanterns"
    for item in puzzle_exam.EXAM:
        item(copy)


def test_a_copy_of_nim_passes_the_game_exam(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy_as(games, "nim", "pebbles", tmp_path, monkeypatch)
    assert "pebbles" in games.names() and games.find("pebbles").title == "Pebbles"
    copy = game_exam.candidate("satplay.games.pebbles", games.find("pebbles"))
    assert copy.folder == tmp_path / "pebbles"
    for item in game_exam.EXAM:
        item(copy)
