"""``satplay rate``: a table of many boards."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from satplay.cli import main

SEVERAL = "3.3\n...\n3.3\n"


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(["rate", *words])
    out, err = capsys.readouterr()
    return status, out, err


def test_one_board(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "@examples/hashi/small") == (
        0,
        "board                  level     dearest  total  steps  narrowest\n"
        "@examples/hashi/small  beginner        1     12     12          2\n",
        "",
    )


def test_several_files_of_several_boards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("one.txt").write_text("1.2\n...\n..1\n")
    Path("two.txt").write_text(SEVERAL)
    status, out, err = run(capsys, "hashi", "one.txt", "two.txt")
    assert (status, err) == (1, "")
    assert [line.split()[:3] for line in out.splitlines()[1:]] == [
        ["one.txt", "beginner", "1"],
        ["two.txt", "several", "solutions"],
    ]


def test_a_collection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SATPLAY_DATA", str(tmp_path))
    assert main(["keep", "@mine", "hashi", "@examples/hashi/small", "@examples/hashi/triple"]) == 0
    capsys.readouterr()
    status, out, _ = run(capsys, "@mine")
    assert status == 0 and len(out.splitlines()) == 3 and "@mine/2" in out
    status, out, _ = run(capsys, "@mine", "--json")
    documents = [json.loads(line) for line in out.splitlines()]
    assert [document["status"] for document in documents] == ["rated", "rated"]
    assert all({"level", "dearest", "total", "steps", "narrowest"} <= {*document} for document in documents)


def test_an_error_in_one_board_does_not_stop_the_others(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "hashi", "2.2", "x", "--json")
    assert status == 2 and json.loads(out)["status"] == "rated" and err.count("\n") == 1


def test_the_time_limit(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, _ = run(capsys, "@examples/hashi/large", "--time", "0")
    assert status == 3


def test_formulas_have_no_rating(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "cnf", "p cnf 1 1\n1 0\n")
    assert status == 2 and not out and "a puzzle that gives hints" in err
