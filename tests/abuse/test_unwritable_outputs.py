"""Output files that cannot be written are refused before any work."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from satplay.cli import main

FLOW = "AB\nAB\n"


@pytest.mark.parametrize("option", ["--svg", "--png", "--proof"])
@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("", "found ''"),
        (".", "Is a directory"),
        ("no/such/folder/x.drat", "No such file or directory"),
        ("file/x.drat", "Not a directory"),
        ("x" * 300 + ".drat", "File name too long"),
    ],
)
def test_they_are_refused_before_the_work(
    option: str,
    name: str,
    found: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").touch()
    monkeypatch.setattr("satplay.verbs.solve.solve", lambda *values, **options: pytest.fail("it was solved"))
    assert main(["solve", "flow", FLOW, option, name]) == 2
    error = capsys.readouterr().err
    assert "bad output file" in error and found in error and error.count("\n") == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file"]


def test_a_device_can_be_written() -> None:
    words = [sys.executable, "-m", "satplay", "solve", "flow", FLOW, "--svg", "/dev/stdout"]
    printed = subprocess.run(words, stdout=subprocess.PIPE, check=True, timeout=60).stdout
    assert b"<svg" in printed


def test_a_picture_is_not_discarded(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "flow", FLOW, "--svg", "/dev/null"]) == 2
    assert "'/dev/null', which discards what is written" in capsys.readouterr().err
    assert main(["generate", "flow", "--pdf", "/dev/null"]) == 2
    assert "'/dev/null', which discards what is written" in capsys.readouterr().err
    assert main(["encode", "flow", FLOW, "-o", "/dev/null"]) == 0, "to see whether it can be encoded"


def test_an_empty_folder_name_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["lab", "run", "cardinality", "--quick", "--out", ""]) == 2
    assert "bad output folder" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
