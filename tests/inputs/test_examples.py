"""Packaged examples are inputs by name, in every command, for puzzles and games."""

from __future__ import annotations

from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

import satplay
from satplay import games, puzzles
from satplay.cli import main
from satplay.errors import BadInput, NoSuchName
from satplay.inputs.examples import (
    default_example,
    describe_examples,
    example_names,
    example_subjects,
    is_example,
)
from satplay.inputs.reading import find_source


def test_every_puzzle_and_game_has_examples_with_descriptions() -> None:
    assert example_subjects() == sorted({*puzzles.names(), *games.names()})
    for subject in example_subjects():
        assert all(describe_examples(subject).values()), subject
        for name in example_names(subject):
            assert find_source(name).text() and find_source(name).subject == subject


def test_an_example_is_the_text_of_its_file() -> None:
    for name in puzzles.names():
        for key, text in puzzles.find(name).examples.items():
            assert find_source(f"@examples/{name}/{key}").text() == text


def test_an_example_works_from_python() -> None:
    assert satplay.solve("@examples/mosaic/small", unique=True).unique is True
    assert satplay.ask("nim", "winner", "@examples/nim/bouton").exit_status == 0


def test_a_subject_without_a_name_stands_for_all_of_its_examples(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["count", "@examples/mosaic"]) == 1  # one of them has no solution
    assert len(capsys.readouterr().out.splitlines()) == len(example_names("mosaic"))
    with pytest.raises(BadInput, match="one of them, as @examples/mosaic/small"):
        find_source("@examples/mosaic")


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("@examples/flow/smal", "did you mean '@examples/flow/small'"),
        ("@examples/flw/small", "did you mean 'flow'"),
        ("@exampels/flow/small", "did you mean '@examples'"),
    ],
)
def test_a_wrong_name_suggests_the_nearest(name: str, near: str) -> None:
    with pytest.raises(NoSuchName, match=near):
        find_source(name)


def test_the_name_alone_is_explained() -> None:
    with pytest.raises(BadInput, match="'satplay list examples' lists all"):
        find_source("@examples")


def test_other_names_are_not_examples() -> None:
    assert not any(map(is_example, ("@mine/3", "@example", "examples/flow/small", "@.@", "@mine/a/b")))


@pytest.mark.parametrize(
    "words", [["keep", "@examples", "mosaic\n22.\n..."], ["keep", "@examples/a", "mosaic\n22."]]
)
def test_nothing_is_stored_under_the_reserved_name(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SATPLAY_DATA", str(tmp_path))
    assert main(words) == 2
    assert "@examples" in capsys.readouterr().err
    assert main(["play", "nim", "--record", "@examples"]) == 2
    assert main(["generate", "mosaic", "--keep", "@examples"]) == 2
    assert main(["keep"]) == 0
    assert "Nothing is stored yet" in capsys.readouterr().out


COMMANDS = [
    ["solve", "BOARD"], ["count", "BOARD"], ["enumerate", "BOARD", "--max", "1"], ["backbone", "BOARD"],
    ["hint", "BOARD"], ["explain", "BOARD"], ["convert", "BOARD"], ["encode", "BOARD"], ["play", "BOARD"],
    ["keep", "@mine", "BOARD"], ["keep", "BOARD"],
    ["audit", "mosaic", "BOARD", "--size", "1", "--random", "0"],
    ["check", "BOARD", "#--#\n##--\n##-#"], ["trace", "@examples/cnf/seed"], ["mus", "@examples/cnf/seed"],
    ["play", "@examples/nim/bouton"], ["ask", "nim", "winner", "@examples/nim/bouton"],
    ["encode", "chopsticks", "force-win", "@examples/chopsticks/start", "--within", "2"],
]  # fmt: skip


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: " ".join(words[:2]))
def test_every_command_reads_examples(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SATPLAY_DATA", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    if words[0] == "play":
        monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO()))
    board = default_example("mosaic")
    assert main([board if word == "BOARD" else word for word in words]) == 0, capsys.readouterr().err
