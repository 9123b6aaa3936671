"""list: what there is, for people and as JSON."""

from __future__ import annotations

import json

import pytest

import satplay
from satplay import games, puzzles
from satplay.cli import main
from satplay.contracts.levels import LEVELS
from satplay.errors import NoSuchName
from satplay.inputs.examples import example_names, example_subjects


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["list", *words]) == 0
    return capsys.readouterr().out


def test_everything_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys)
    for name in (*puzzles.names(), *games.names()):
        assert f"\n  {name} " in text
    assert "    levels      beginner, easy, medium, hard, expert, extreme\n" in text
    assert "    questions   winner\n" in text and "    players     random, perfect\n" in text


def test_a_subject_is_listed_with_everything_about_it(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "flow")
    for title in (
        "Rules",
        "Input formats",
        "Levels",
        "Encodings",
        "Options of 'generate' and 'play'",
        "Examples",
        "Try",
    ):
        assert f"\n{title}" in text
    for name in (
        *puzzles.find("flow").encoders,
        *puzzles.find("flow").generator_options,
        *example_names("flow"),
    ):
        assert name in text
    game = printed(capsys, "chopsticks")
    assert "force-win" in game and "Seats" in game and "satplay play chopsticks" in game


@pytest.mark.parametrize("subject", [*puzzles.names(), *games.names()])
def test_the_commands_to_try_work(subject: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, _, commands = printed(capsys, subject).partition("\nTry:\n")
    tried = [line.split()[1:] for line in commands.splitlines() if " play " not in line]
    assert all(main(words) in (0, 10, 20) for words in tried)
    assert tried or subject in games.names()


def test_examples_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "examples")
    assert all(name in text for subject in example_subjects() for name in example_names(subject))
    assert "@examples/flow" not in printed(capsys, "examples", "nim")


def test_json_is_one_document(capsys: pytest.CaptureFixture[str]) -> None:
    everything = json.loads(printed(capsys, "--json"))
    assert [one["name"] for one in everything] == [*puzzles.names(), *games.names()]
    one = json.loads(printed(capsys, "mosaic", "--json"))
    assert one["levels"] == list(LEVELS) and one["kind"] == "puzzle"
    assert list(json.loads(printed(capsys, "examples", "nim", "--json"))) == example_names("nim")


def test_a_wrong_name_suggests_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "flw"]) == 2
    assert "did you mean 'flow'?" in capsys.readouterr().err
    assert main(["list", "flow", "hashi"]) == 2
    with pytest.raises(NoSuchName):
        satplay.list_examples("xyzzy")
    assert satplay.list_subjects("nim")[0].questions


@pytest.mark.parametrize("columns", ["40", "80"])
@pytest.mark.parametrize(
    "words", [["list"], ["list", "flow"], ["list", "nim"], ["--help"], ["solve", "--help"]]
)
def test_no_line_is_wider_than_the_terminal(
    words: list[str], columns: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert main(words) == 0
    lines = capsys.readouterr().out.splitlines()
    unbreakable = max(len(word) for line in lines for word in line.split())
    assert max(map(len, lines)) <= max(int(columns), unbreakable + 20)
    if columns == "80":
        assert max(map(len, lines)) < 80
