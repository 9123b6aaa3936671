"""``satplay campaigns``: what is stored, and the command that continues it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from satplay.cli import main
from tests.campaign.commands import Command, count, wait_until


@pytest.fixture(autouse=True)
def _own_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SATPLAY_DATA", str(tmp_path))


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(["campaigns", *words])
    out, err = capsys.readouterr()
    return status, out, err


def test_without_campaigns(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys)
    assert (status, err) == (0, "") and out.startswith("No campaign is stored")
    assert run(capsys, "--forget")[1] == "0 campaigns with 0 results deleted.\n"
    assert json.loads(run(capsys, "--json")[1]) == {"campaigns": []}


def test_an_ended_campaign_is_listed_and_can_be_deleted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rate", "@examples/hashi/small", "@examples/flow/small", "--jobs", "1"]) == 0
    capsys.readouterr()
    status, out, _ = run(capsys)
    assert status == 0 and out.startswith("1  rate  2 of 2 jobs  ended ") and out.count("\n") == 1
    (found,) = json.loads(run(capsys, "--json")[1])["campaigns"]
    assert (found["number"], found["finished"], found["failed"], found["collection"]) == (1, 2, 0, None)
    assert run(capsys, "--forget", "1")[1] == "1 campaign with 2 results deleted.\n"
    assert run(capsys)[1].startswith("No campaign")


def test_an_interrupted_campaign_has_the_command_that_continues_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ["generate", "hashi", "--size", "7x7", "--count", "2000", "--seed", "1", "--jobs", "2"]
    running = Command(tmp_path, *words, "--keep", "@mine")
    wait_until(lambda: count(tmp_path) > 10)
    assert running.interrupt()[0] == 130
    first, second = run(capsys)[1].splitlines()
    assert " of 2,000 jobs, in @mine" in first and "begun " in first
    assert second.split("continue: ")[1] == f"satplay {' '.join(words)} --keep @mine"
    assert run(capsys, "--forget")[1] == "0 campaigns with 0 results deleted.\n"
    assert run(capsys, "--forget", "1")[1].startswith("1 campaign with ")
    assert count(tmp_path) > 10  # the boards stay


def test_wrong_words(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["3"], ["--forget", "3"], ["--forget", "x"], ["--forget", "--json"], ["@mine"]):
        status, out, err = run(capsys, *words)
        assert (status, out) == (2, "") and err.count("\n") == 1
