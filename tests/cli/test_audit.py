"""``satplay audit`` on the command line."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from satplay import puzzles
from satplay.cli import main


def test_a_wrong_encoding_exits_with_status_1_and_a_picture(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "wrong.svg"
    words = ["audit", "flow", "..BA\n..BA", "--encoding", "source", "--size", "1", "--random", "0"]
    assert main([*words, "--svg", str(picture)]) == 1
    printed = capsys.readouterr().out.splitlines()
    assert printed[0].startswith("sound:    no") and "not sound: on the board" in printed
    assert printed[-1].startswith("LOOP does not hold: ")
    assert picture.read_text("utf-8").startswith("<svg")


def test_a_correct_encoding_exits_with_status_0_and_no_picture(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "none.svg"
    assert main(["audit", "flow", "--size", "3", "--random", "5", "--json", "--svg", str(picture)]) == 0
    captured = capsys.readouterr()
    document = json.loads(captured.out)
    assert all(document[kind]["holds"] for kind in ("sound", "complete", "exact"))
    assert "no picture" in captured.err and not picture.exists()


def test_all_encodings_are_audited_one_after_the_other(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["audit", "flow", "..BA\n..BA", "--encoding", "all", "--size", "1", "--random", "0"]
    assert main(words) == 1
    printed = capsys.readouterr().out.splitlines()
    assert [line for line in printed if line.startswith("-- ")] == ["-- edges", "-- direct", "-- source"]
    assert main([*words, "--json"]) == 1
    documents = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [document["sound"]["holds"] for document in documents] == [True, True, False]


def test_a_wrong_part_exits_with_status_1_and_is_checked_once(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["audit", "hashi", "--encoding", "source", "--size", "2", "--random", "0", "--json"]
    assert main(words) == 1
    parts = json.loads(capsys.readouterr().out)["parts"]
    assert not parts["degrees"]["sound"]["holds"] and parts["crossing"]["complete"]["holds"]


def test_a_limit_exits_with_status_3(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "flow", "--time", "0"]) == 3
    assert "a limit was reached" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["flow", "--encoding", "edge"], "edges"),
        (["flwo"], "flow"),
        (["flow", "--size", "0"], "a whole number from 1"),
        (["flow", "A.."], "two of every label"),
        (["flow", "--encoding", "all", "--svg", "all.svg"], "--svg or --png with one"),
    ],
    ids=["encoding", "subject", "size", "board", "one picture of many"],
)
def test_bad_input_is_one_line_and_status_2(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["audit", *words]) == 2
    captured = capsys.readouterr()
    assert complaint in captured.err and captured.err.count("\n") == 1 and not captured.out


def test_a_puzzle_without_audit_boards_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    unaudited = replace(puzzles.find("mosaic"), audit=None)
    monkeypatch.setattr(puzzles, "find", lambda name: unaudited)
    assert main(["audit", "mosaic"]) == 2
    printed = capsys.readouterr()
    assert "small boards" in printed.err and printed.err.count("\n") == 1 and not printed.out
