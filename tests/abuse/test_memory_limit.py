"""``--memory`` bounds the whole process, reading included; inputs have a maximum size."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from satplay.cli import main
from satplay.logic import compressed
from satplay.workers.limits import LEAST_MIB, is_out_of_memory
from tests.abuse.large_inputs import LargeInputs, write_all

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the kernel limits the memory on Linux only")

COMMANDS = {
    "solve, islands": (["solve", "hashi", "{islands.txt}"], 3),
    "solve, a board": (["solve", "flow", "{flow.csv}", "--json"], 3),
    "solve, clauses": (["solve", "cnf", "{clauses.cnf}"], 0),
    "solve, another engine": (["solve", "cnf", "{clauses.cnf}", "--engine", "minisat22"], 0),
    "solve, zeros": (["solve", "hashi", "/dev/zero"], 3),
    "solve, unpacking": (["solve", "hashi", "{zeros.gz}"], 3),
    "count": (["count", "hashi", "{islands.txt}"], 3),
    "enumerate": (["enumerate", "flow", "{flow.csv}"], 3),
    "backbone": (["backbone", "cnf", "{clauses.cnf}"], 3),
    "mus": (["mus", "cnf", "{clauses.cnf}"], 3),
    "check": (["check", "hashi", "{islands.txt}", "{islands.txt}"], 3),
    "check, a proof": (["check", "proof", "{clauses.cnf}", "/dev/zero"], 3),
    "hint": (["hint", "hashi", "{islands.txt}"], 3),
    "explain": (["explain", "flow", "{flow.csv}"], 3),
    "rate": (["rate", "flow", "{flow.csv}"], 3),
    "encode": (["encode", "flow", "{flow.csv}"], 3),
    "convert": (["convert", "hashi", "{islands.txt}", "--to", "has", "--memory", "40"], 3),
    "generate": (["generate", "cnf", "--vars", "4000000", "--seed", "1"], 3),
    "keep": (["keep", "@large", "hashi", "{islands.txt}", "--memory", "40"], 3),
    "audit": (["audit", "flow", "{flow.csv}"], 3),
    "trace": (["trace", "cnf", "{clauses.cnf}"], 3),
}
MEBIBYTES = 96

MEASURE = """
import resource, subprocess, sys
status = subprocess.run(sys.argv[2:]).returncode
with open(sys.argv[1], "w") as file:
    file.write(str(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss))
sys.exit(status)
"""
"""Runs a command and writes its peak memory in KiB.  A process of its own, because the memory of a process
that starts another counts for both."""


class Ended(NamedTuple):
    """A process that has ended: exit status, texts, and the most memory that it used."""

    status: int
    out: str
    err: str
    peak_mib: float


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> LargeInputs:
    return write_all(tmp_path_factory.mktemp("large"))


def run(words: list[str], folder: Path, large: LargeInputs | None = None) -> Ended:
    """Run a command, with the paths of large inputs for names in braces."""
    if large is not None:
        words = [large.file(word[1:-1]) if word.startswith("{") else word for word in words]
    environment = {**os.environ, "XDG_DATA_HOME": str(folder / "store")}
    command = [sys.executable, "-c", MEASURE, str(folder / "peak"), sys.executable, "-m", "satplay", *words]
    ended = subprocess.run(  # noqa: PLW1510 - the exit status is part of the result
        command, capture_output=True, text=True, cwd=folder, env=environment, timeout=120
    )
    peak = int((folder / "peak").read_text()) / 1024
    return Ended(ended.returncode, ended.stdout, ended.stderr, peak)


@pytest.mark.parametrize("case", COMMANDS)
def test_a_command_stays_within_its_memory(case: str, large: LargeInputs, tmp_path: Path) -> None:
    words, expected = COMMANDS[case]
    limit = [] if "--memory" in words else ["--memory", str(MEBIBYTES)]
    ended = run([*words, *limit, "--time", "60"], tmp_path, large)
    assert ended.status == expected, ended.err
    assert "out of memory" in ended.out + ended.err
    assert "Traceback" not in ended.err and ended.err.count("\n") <= 2
    assert ended.peak_mib <= MEBIBYTES + 8, "pages of files do not count"


@pytest.mark.parametrize("mebibytes", [1, 5, 20, 45])
def test_a_limit_below_the_size_of_the_program_leaves_some_memory(mebibytes: int, tmp_path: Path) -> None:
    ended = run(["solve", "hashi", "/dev/zero", "--memory", str(mebibytes)], tmp_path)
    assert ended.status == 3 and "out of memory" in ended.err
    assert ended.peak_mib < 64 + LEAST_MIB


def test_the_limit_ends_with_the_command(capsys: pytest.CaptureFixture[str], large: LargeInputs) -> None:
    assert main(["solve", "hashi", large.file("islands.txt"), "--memory", "20"]) == 3
    capsys.readouterr()
    assert len(bytes(100 << 20)) == 100 << 20


def test_enough_memory_changes_nothing(tmp_path: Path) -> None:
    ended = run(["solve", "hashi", "2.2", "--memory", "200"], tmp_path)
    assert ended[:3] == (0, "2═2\n", "")


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(),
        OSError(12, "Cannot allocate memory"),
        RuntimeError("can't start new thread"),
        ImportError("x.so: failed to map segment from shared object"),
        SystemError("error return without exception set"),
    ],
)
def test_failed_allocations_are_recognised(error: Exception) -> None:
    assert is_out_of_memory(error)


@pytest.mark.parametrize("error", [OSError(2, "No such file"), RuntimeError("other"), ValueError("out")])
def test_other_errors_are_not_failed_allocations(error: Exception) -> None:
    assert not is_out_of_memory(error)


# -- maximum sizes -------------------------------------------------------------------------------------


def test_an_endless_file_is_bad_input(tmp_path: Path) -> None:
    ended = run(["solve", "hashi", "/dev/zero"], tmp_path)
    assert (ended.status, ended.err) == (
        2,
        "satplay: /dev/zero: bad file: found more than 128 MiB, expected at most 128 MiB, unpacked\n",
    )


def test_a_text_that_is_too_large_after_unpacking_is_bad_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compressed, "LARGEST_TEXT", 1 << 20)
    path = tmp_path / "zeros.gz"
    path.write_bytes(gzip.compress(bytes(3 << 20)))
    assert main(["solve", "hashi", str(path)]) == 2
    assert "zeros.gz: bad file: found more than 1 MiB" in capsys.readouterr().err


def test_a_formula_that_is_too_large_is_bad_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compressed, "LARGEST_STREAM", 1 << 20)
    path = tmp_path / "comments.cnf.gz"
    path.write_bytes(gzip.compress(b"c a comment\n" * (1 << 18) + b"p cnf 1 1\n1 0\n"))
    assert main(["solve", "cnf", str(path)]) == 2
    assert "comments.cnf.gz: bad file: found more than 1 MiB" in capsys.readouterr().err


def test_an_endless_pipe_is_bad_input() -> None:
    script = (
        "import satplay.inputs.source as s; s.LARGEST_PIPE = 1 << 20; import satplay.cli; satplay.cli.start()"
    )
    with subprocess.Popen(["yes"], stdout=subprocess.PIPE) as endless:
        words = [sys.executable, "-c", script, "solve", "hashi", "-"]
        ended = subprocess.run(  # noqa: PLW1510 - the exit status is part of the result
            words, stdin=endless.stdout, capture_output=True, text=True, timeout=60
        )
        endless.kill()
    assert (ended.returncode, ended.stderr) == (
        2,
        "satplay: <stdin>: bad file: found more than 1 MiB, expected at most 1 MiB, unpacked\n",
    )
