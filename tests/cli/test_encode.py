"""``satplay encode``: DIMACS on standard output or in a file."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import satplay
from satplay import puzzles
from satplay.cli import main
from satplay.logic import dimacs
from tests.verbs.lazy_puzzle import LAZY

BOARD = "2.\n.#\n"


def test_standard_output_and_a_file_get_the_same_text(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["encode", "mosaic", BOARD]) == 0
    printed = capfd.readouterr()
    assert printed.err == ""
    assert dimacs.read(printed.out) == satplay.encode(BOARD, "mosaic").formula
    assert main(["encode", "mosaic", BOARD, "-o", str(tmp_path / "b.cnf")]) == 0
    assert (tmp_path / "b.cnf").read_text() == printed.out
    assert capfd.readouterr().out == ""


def test_the_output_is_input_for_other_verbs() -> None:
    run = [sys.executable, "-m", "satplay"]
    encoded = subprocess.run([*run, "encode", "mosaic", BOARD], capture_output=True, check=True)
    counted = subprocess.run(
        [*run, "count", "cnf", "-"], input=encoded.stdout, capture_output=True, check=True
    )
    assert int(counted.stdout) == satplay.count(BOARD, "mosaic").number


@pytest.mark.parametrize("to_file", [False, True])
def test_json_is_one_document(tmp_path: Path, to_file: bool, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "b.json"
    assert main(["encode", "mosaic", BOARD, "--json", *(["-o", str(path)] if to_file else [])]) == 0
    printed = capfd.readouterr().out
    document = json.loads(path.read_text() if to_file else printed)
    assert document["names"]["1"] == "shaded A1" and len(document["cnf"]) == document["clauses"]
    assert (printed == "") == to_file


def test_missing_rules_are_reported(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(puzzles, "find", lambda name: LAZY)
    assert main(["encode", "mosaic", BOARD, "--encoding", "lazy"]) == 0
    printed = capfd.readouterr()
    remark = "some rules are stated by lazy clauses, which are missing here"
    assert printed.err == f"satplay: encoding lazy: {remark}\n"
    assert dimacs.read(printed.out).var_count == 4


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["encode", "mosaic", "2?\n"], "<argument>:1:2: bad board: found '?'"),
        (["encode", "mosaic", BOARD, "--encoding", "dirct"], "did you mean 'direct'?"),
        (["encode", "mosaic", BOARD, BOARD], "found 2 inputs"),
        (["encode", "mosaic", BOARD, "-o", "no/such/folder/b.cnf"], "bad output file"),
    ],
)
def test_bad_input_is_one_line_and_status_2(
    words: list[str], complaint: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    printed = capfd.readouterr()
    assert printed.out == "" and printed.err.count("\n") == 1 and complaint in printed.err
