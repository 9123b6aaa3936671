"""``--time`` bounds everything that a command does: reading, encoding, searching, drawing and printing."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from satplay.cli import OutOfTime, main
from satplay.cli.app import COMMANDS
from satplay.cli.unanswered import Unanswered
from tests.abuse.large_inputs import LargeInputs, write_all

SECONDS = 0.6
TOLERANCE = 0.3
ATTEMPTS = 8
"""A busy machine delays a process now and then: one attempt in time is enough."""

CASES: dict[str, list[str]] = {
    "solve, reading islands": ["solve", "hashi", "{islands.txt}"],
    "solve, encoding a board": ["solve", "flow", "{flow.csv}", "--svg", "{picture.svg}"],
    "solve, JSON": ["solve", "flow", "{flow.csv}", "--json"],
    "solve, reading clauses": ["solve", "cnf", "{clauses.cnf}"],
    "split": ["split", "cnf", "{clauses.cnf}", "--cubes", "1000", "-o", "{cubes.icnf}"],
    "solve, cubes": ["solve", "cnf", "{clauses.cnf}", "--cubes", "1000"],
    "generate, workers": ["generate", "hashi", "--count", "100000", "--seed", "1", "--jobs", "2"],
    "solve, without a subject": ["solve", "{clauses.cnf}"],
    "solve, searching": ["solve", "cnf", "{hard.cnf}", "--proof", "{proof.drat}"],
    "solve, another engine": ["solve", "cnf", "{hard.cnf}", "--engine", "minisat22"],
    "solve, quantified": ["solve", "qbf", "{quantified.qdimacs}"],
    "solve, unpacking": ["solve", "hashi", "{zeros.gz}"],
    "count": ["count", "cnf", "{hard.cnf}"],
    "count, printing": ["count", "cnf", "{free.cnf}"],
    "count, a board": ["count", "hashi", "{islands.txt}"],
    "enumerate": ["enumerate", "flow", "{flow.csv}"],
    "backbone": ["backbone", "hashi", "{islands.txt}"],
    "mus": ["mus", "cnf", "{hard.cnf}"],
    "mus, all": ["mus", "cnf", "{hard.cnf}", "--all"],
    "check": ["check", "hashi", "{islands.txt}", "{islands.txt}"],
    "check, a proof": ["check", "proof", "{clauses.cnf}", "{islands.txt}"],
    "hint": ["hint", "hashi", "{islands.txt}", "--png", "{picture.png}"],
    "explain": ["explain", "hashi", "{islands.txt}", "--png", "{picture.png}"],
    "explain, a formula that takes long": ["explain", "flow", "{flow.csv}"],
    "explain, a page": ["explain", "hashi", "{islands.txt}", "--html", "{page.html}"],
    "rate": ["rate", "hashi", "{islands.txt}"],
    "encode": ["encode", "flow", "{flow.csv}", "-o", "{encoded.cnf}"],
    "encode, JSON": ["encode", "hashi", "{islands.txt}", "--json"],
    "convert": ["convert", "hashi", "{islands.txt}", "--to", "has"],
    "generate": ["generate", "flow", "--size", "40x40", "--seed", "1", "--count", "50"],
    "generate, a booklet": ["generate", "hashi", "--count", "5000", "--seed", "1", "--pdf", "{book.pdf}"],
    "generate, a formula": ["generate", "cnf", "--vars", "3000000", "--seed", "1"],
    "play, many games": ["play", "chopsticks", "--games", "1000000", "--seed", "1"],
    "keep": ["keep", "@large", "hashi", "{islands.txt}"],
    "ask": ["ask", "mastermind", "next", "0123456789 3 3", "--symbols", "10"],
    "audit": ["audit", "flow", "{flow.csv}"],
    "trace": ["trace", "cnf", "{hard.cnf}"],
    "lab": ["lab", "run", "cardinality", "--quick", "--out", "{report}"],
}
EXEMPT = {"engines", "bench", "list", "completion", "stats", "campaigns", "serve"}
"""Some only list or print; ``bench --time`` limits each measurement; ``serve`` runs until it is stopped."""


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> LargeInputs:
    return write_all(tmp_path_factory.mktemp("large"))


def run(words: list[str], folder: Path, *limits: str) -> tuple[float, subprocess.CompletedProcess[str]]:
    """A command in a folder of its own; its time and result."""
    environment = {**os.environ, "TMPDIR": str(folder), "XDG_DATA_HOME": str(folder / "store")}
    started = time.monotonic()
    ended = subprocess.run(  # noqa: PLW1510 - the exit status is part of the result
        [sys.executable, "-m", "satplay", *words, *limits],
        capture_output=True,
        text=True,
        env=environment,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        timeout=60,
    )
    return time.monotonic() - started, ended


def fill_in(words: list[str], large: LargeInputs, folder: Path) -> list[str]:
    """The words with the paths of input files, or of output files in the folder."""
    known = {path.name for path in large.folder.iterdir()}
    return [
        (large.file(word[1:-1]) if word[1:-1] in known else str(folder / word[1:-1]))
        if word.startswith("{")
        else word
        for word in words
    ]


def test_every_command_is_tried() -> None:
    assert {words[0] for words in CASES.values()} == set(COMMANDS) - EXEMPT


@pytest.mark.parametrize("case", CASES)
def test_a_command_ends_soon_after_its_time_limit(case: str, large: LargeInputs, tmp_path: Path) -> None:
    times = []
    for attempt in range(ATTEMPTS):
        folder = tmp_path / str(attempt)
        folder.mkdir()
        seconds, ended = run(fill_in(CASES[case], large, folder), folder, "--time", str(SECONDS))
        assert ended.returncode in (0, 1, 2, 3, 10), ended.stderr
        assert "Traceback" not in ended.stderr and ended.stderr.count("\n") <= 2, ended.stderr
        left = [path.name for path in folder.iterdir() if path.name not in ("store", "report")]
        assert not [name for name in left if name.startswith((".satplay", "tmp"))], left
        times.append(seconds)
        if seconds <= SECONDS + TOLERANCE:
            return
    pytest.fail(f"took {times} seconds with --time {SECONDS}")


def test_an_answer_in_the_convention_of_its_field_is_unknown(large: LargeInputs, tmp_path: Path) -> None:
    _, ended = run(["solve", "cnf", large.file("clauses.cnf")], tmp_path, "--time", "0.4")
    assert (ended.returncode, ended.stdout) == (0, "c no answer: out of time\ns UNKNOWN\n")
    _, ended = run(["solve", "hashi", large.file("islands.txt"), "--json"], tmp_path, "--time", "0.4")
    assert ended.returncode == 3
    assert ended.stdout.startswith('{"status": "unknown", "subject": "hashi", "solution": null')


def test_a_limit_that_is_reached_while_modules_are_imported_is_unknown_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def expire(unanswered: Unanswered) -> None:
        raise OutOfTime("out of time")

    monkeypatch.setattr(Unanswered, "_inform_watchdog", expire)
    assert main(["solve", "cnf", "p cnf 1 1\n1 0\n", "--time", "60"]) == 0
    assert capsys.readouterr().out == "c no answer: out of time\ns UNKNOWN\n"


def test_several_instances_share_the_time(tmp_path: Path, large: LargeInputs) -> None:
    seconds, ended = run(["solve", "cnf", *[large.file("hard.cnf")] * 4], tmp_path, "--time", "0.8")
    assert ended.stdout.count("s UNKNOWN") >= 1
    assert seconds < 2 * 0.8 + TOLERANCE


def test_a_time_limit_that_is_not_reached_changes_nothing(tmp_path: Path) -> None:
    _, ended = run(["solve", "hashi", "2.2"], tmp_path, "--time", "30")
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "2═2\n", "")
