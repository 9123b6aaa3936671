"""Folders are found by the record in them; listing them imports nothing."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from satplay import games, puzzles
from satplay.discovery import Shelf, Texts
from satplay.errors import NoSuchName


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shelf[str]:
    """Two folders with a record, a folder without one, and a module."""
    package = tmp_path / "toybox"
    for folder, text in {
        "": "",
        "two_words": "TOY = 'ship'",
        "ball": "TOY: str = 'ball'",
        "tools": "from os import path\n# no TOY here",
    }.items():
        (package / folder).mkdir()
        (package / folder / "__init__.py").write_text(text)
    (package / "loose.py").write_text("TOY = 'marble'")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield_names = [name for name in sys.modules if name.split(".")[0] == "toybox"]
    for name in yield_names:
        monkeypatch.delitem(sys.modules, name)
    return Shelf("toybox", "toy", "TOY")


def test_folders_with_a_record_are_listed(shelf: Shelf[str]) -> None:
    assert shelf.names() == ["ball", "two-words"]


def test_listing_imports_nothing_and_finding_imports_one(shelf: Shelf[str]) -> None:
    shelf.names()
    assert not [name for name in sys.modules if name.startswith("toybox.")]
    assert shelf.find("ball") == "ball"
    assert [name for name in sys.modules if name.startswith("toybox.")] == ["toybox.ball"]


def test_a_name_may_be_typed_as_its_folder_name(shelf: Shelf[str]) -> None:
    assert shelf.find("two-words") == shelf.find("two_words") == "ship"


@pytest.mark.parametrize("name", ["bal", "loose", "tools", "-blank", "", "ball.x", "../ball"])
def test_an_unknown_name_is_refused(shelf: Shelf[str], name: str) -> None:
    with pytest.raises(NoSuchName):
        shelf.find(name)


def test_the_nearest_name_is_suggested(shelf: Shelf[str]) -> None:
    with pytest.raises(NoSuchName, match="did you mean 'two-words'"):
        shelf.find("two-word")


def test_the_folders_to_copy_are_ordinary_members() -> None:
    assert "mosaic" in puzzles.names() and puzzles.find("mosaic").title == "Mosaic"
    assert "nim" in games.names() and games.find("nim").title == "Nim"


def test_texts_are_the_files_except_markdown(tmp_path: Path) -> None:
    (tmp_path / "b.txt").write_text("two")
    (tmp_path / "a.cnf").write_text("one")
    (tmp_path / "SOURCE.md").write_text("where from")
    assert dict(Texts(tmp_path)) == {"a": "one", "b": "two"}
    assert len(Texts(tmp_path / "missing")) == 0
