"""``satplay audit --jobs``: the verdict of one process, whatever happens to the workers."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from satplay.cli import main
from satplay.store.campaigns import all_campaigns, count_results
from satplay.store.opening import open_to_read

QUICK = ["--size", "4", "--random", "10", "--seed", "2"]


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SATPLAY_DATA", str(tmp_path / "data"))


def documents(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, list[dict[str, Any]]]:
    """The exit status and the verdicts, without times."""
    status = main(["audit", *words, "--json"])
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    return status, [without_times(one) for one in found]


def without_times(document: dict[str, Any]) -> dict[str, Any]:
    parts = {name: without_times(part) for name, part in document.get("parts", {}).items()}
    return {**document, "seconds": None, "parts": parts}


@pytest.mark.parametrize(
    "words",
    [
        ["flow", *QUICK],
        ["flow", "..BA\n..BA", "--encoding", "all", *QUICK],
        ["hashi", "--encoding", "source", *QUICK],
    ],
    ids=["right", "given board, all encodings", "wrong part"],
)
def test_two_workers_have_the_verdict_of_one_process(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    expected = documents(capsys, *words)
    assert documents(capsys, *words, "--jobs", "2") == expected
    assert documents(capsys, *words, "--jobs", "1") == expected  # from the store


def test_a_picture_shows_the_counterexample(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["audit", "flow", "..BA\n..BA", "--encoding", "source", "--size", "1", "--random", "0", "--svg"]
    assert main([*words, str(tmp_path / "one.svg")]) == 1
    assert main([*words, str(tmp_path / "jobs.svg"), "--jobs", "1"]) == 1
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "jobs.svg").read_bytes()
    capsys.readouterr()


@pytest.mark.slow
def test_at_the_time_limit_the_verdict_is_open_and_the_same_command_continues(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["flow", "--size", "8", "--encoding", "direct"]
    status, (found,) = documents(capsys, *words, "--jobs", "1", "--time", "2")
    assert status == 3 and found["stopped"]
    (campaign,) = all_campaigns(open_to_read())
    assert campaign.ended is None
    assert documents(capsys, *words, "--jobs", "2") == documents(capsys, *words)
    (campaign,) = all_campaigns(open_to_read())
    assert campaign.ended is not None


def test_jobs_that_are_out_of_memory_leave_the_verdict_open(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "flow", *QUICK, "--jobs", "2", "--job-memory", "1"]) == 3
    printed = capsys.readouterr()
    assert "boards 1 to 50: more than 1 MiB of memory" in printed.err
    assert "sound:    yes (0 boards)" in printed.out and "Traceback" not in printed.err


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["flow", "--encoding", "edge", "--jobs", "1"], "edges"),
        (["flow", "A..", "--jobs", "1"], "two of every label"),
        (["flow", "--job-time", "3"], "--jobs or --cluster with it"),
        (["flow", "--size", "0", "--jobs", "1"], "a whole number from 1"),
    ],
)
def test_bad_input_is_one_line(words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", *words]) == 2
    printed = capsys.readouterr()
    assert complaint in printed.err and printed.err.count("\n") == 1 and not printed.out


def stored_jobs(data: Path) -> int:
    if not data.exists() or not any(data.iterdir()):
        return 0
    store = open_to_read()
    return sum(count_results(store, campaign) for campaign in all_campaigns(store))


@pytest.mark.parametrize(("number", "status"), [(signal.SIGKILL, -9), (signal.SIGINT, 130)])
def test_an_audit_that_was_ended_is_continued(
    number: signal.Signals, status: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["flow", "--size", "7", "--jobs", "2"]
    command = [sys.executable, "-m", "satplay", "audit", *words]
    with subprocess.Popen(
        command, env={**os.environ}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        while not (before := stored_jobs(tmp_path / "data")):
            assert process.poll() is None
            time.sleep(0.02)
        process.send_signal(number)
        _, errors = process.communicate(timeout=20)
    if process.returncode == 0:
        pytest.skip("it had ended before the signal")
    assert process.returncode == status
    if number == signal.SIGINT:
        assert "jobs are stored: the same command continues" in errors
    assert stored_jobs(tmp_path / "data") >= before
    assert documents(capsys, *words) == documents(capsys, *words[:-2])
