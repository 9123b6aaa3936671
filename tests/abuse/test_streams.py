"""Standard streams that are closed or full: the exit status stays the answer, and errors are one line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from satplay.cli.app import COMMANDS

FLOW = "AB\nAB\n"
CNF = "p cnf 2 2\n1 2 0\n-1 0\n"
UNSATISFIABLE = "p cnf 1 2\n1 0\n-1 0\n"

RUNS: dict[str, tuple[list[str], int]] = {
    "solve": (["cnf", CNF], 10),
    "count": (["cnf", CNF], 0),
    "list": (["nim"], 0),
    "completion": (["bash"], 0),
    "enumerate": (["cnf", CNF], 0),
    "backbone": (["cnf", CNF], 0),
    "mus": (["cnf", UNSATISFIABLE], 0),
    "check": (["cnf", CNF, "2 -1 0"], 0),
    "hint": (["flow", FLOW], 0),
    "explain": (["flow", FLOW], 0),
    "rate": (["flow", FLOW], 0),
    "encode": (["flow", FLOW], 0),
    "convert": (["flow", FLOW, "--to", "csv"], 0),
    "generate": (["flow", "--size", "4x3", "--seed", "1"], 0),
    "play": (["nim", "--seed", "1"], 0),
    "keep": ([], 0),
    "stats": ([], 0),
    "split": (["cnf", CNF, "--cubes", "2"], 0),
    "campaigns": ([], 0),
    "ask": (["nim", "winner", "first: 1 2"], 0),
    "audit": (["cnf", "--size", "1"], 0),
    "trace": (["cnf", CNF], 0),
    "engines": ([], 0),
    "bench": ([], 0),
    "lab": ([], 0),
}
"""A quick run of every command, and its exit status."""

CLOSED = {"stdin": "<&-", "stdout": ">&-", "stderr": "2>&-", "all": "<&- >&- 2>&-"}


def run(command: str, redirections: str, data: Path) -> subprocess.CompletedProcess[str]:
    """The command in a shell that redirects its streams; the rest of them is captured."""
    words = [sys.executable, "-m", "satplay", command, *RUNS[command][0]]
    return subprocess.run(
        ["sh", "-c", f'exec "$@" {redirections}', "sh", *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "SATPLAY_DATA": str(data), "XDG_DATA_HOME": str(data)},
        timeout=60,
    )


def test_every_command_is_run() -> None:
    """All but ``serve``, which runs until it is stopped: ``tests/web/test_serve.py``."""
    assert set(RUNS) == set(COMMANDS) - {"serve"}


@pytest.mark.parametrize("command", RUNS)
def test_closed_streams_do_not_change_the_exit_status(command: str, tmp_path: Path) -> None:
    expected = RUNS[command][1]
    usual = run(command, "", tmp_path)
    assert usual.returncode == expected, usual.stderr
    for name, redirections in CLOSED.items():
        closed = run(command, redirections, tmp_path)
        assert closed.returncode == expected, f"{name}: {closed.stderr}"
        assert "Traceback" not in closed.stderr
        if name == "stderr":
            assert bool(closed.stdout) == bool(usual.stdout)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("command", RUNS)
def test_a_full_disk_is_one_line_and_status_2(command: str, tmp_path: Path) -> None:
    full = run(command, "> /dev/full", tmp_path)
    lines = [line for line in full.stderr.splitlines() if not line.startswith("satplay: seed ")]
    assert (full.returncode, lines) == (
        2,
        ["satplay: cannot read or write the output: No space left on device"],
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_remarks_that_cannot_be_written_are_lost(tmp_path: Path) -> None:
    assert run("play", "2> /dev/full", tmp_path).returncode == 0
    assert run("solve", "2> /dev/full", tmp_path).returncode == 10


def test_a_closed_standard_input_is_bad_input() -> None:
    words = [sys.executable, "-m", "satplay", "solve", "cnf", "-"]
    closed = subprocess.run(
        ["sh", "-c", 'exec "$@" <&-', "sh", *words], capture_output=True, text=True, check=False
    )
    assert closed.returncode == 2 and closed.stderr.count("\n") == 1
    assert "empty file" in closed.stderr
