"""The native core under sanitizers, with random calls and independent checks (``native/fuzz``)."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SECONDS = os.environ.get("SATPLAY_FUZZ_SECONDS", "60")
CANNOT = 3  # exit status of build.py if compiler or sanitizers are missing

SABOTAGES = [
    "model", "core", "hint", "lemma", "deletion", "lost_line", "implied", "conflict", "overlooked", "unsat",
    "unknown", "counters", "twin", "memory", "idle_theory", "axiom", "protocol", "repeated_model",
    "lost_model", "disorder", "resumed", "member_more", "member_less", "count", "bound", "bound_less",
    "forced_more", "forced_less", "verdict", "function", "shown", "known", "halted", "decisions", "crash",
    "hang",
]  # fmt: skip
SUBJECTS = {
    "--groups": {"member_more", "member_less"},
    "--counting": {"count", "bound", "bound_less"},
    "--backbones": {"forced_more", "forced_less"},
    "--quantified": {"verdict", "function"},
    "--solver-calls": {"shown", "known", "halted", "decisions"},
}

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="the fuzzer uses fork"),
    pytest.mark.timeout(1800),  # the first test compiles the native core under sanitizers
]


@pytest.fixture(scope="module")
def fuzzer() -> Path:
    built = subprocess.run(
        [sys.executable, str(ROOT / "native" / "fuzz" / "build.py")],
        capture_output=True,
        text=True,
        check=False,
    )
    if built.returncode == CANNOT:
        pytest.skip(built.stderr.strip())
    assert built.returncode == 0, built.stderr
    return Path(built.stdout.strip())


def fuzz(program: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(program), *arguments], capture_output=True, text=True, check=False)


def test_random_calls_find_no_error_in_the_engine(fuzzer: Path) -> None:
    run = fuzz(fuzzer, "--seed", "1", "--seconds", SECONDS)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "never moved" not in run.stdout or float(SECONDS) < 60, f"something never happened: {run.stdout}"


@pytest.mark.parametrize(
    ("subject", "runs"),
    [
        ("--groups", 3000),
        ("--counting", 1500),
        ("--backbones", 800),
        ("--quantified", 3000),
        ("--solver-calls", 2000),
    ],
)
def test_random_calls_find_no_error_in_the_other_subjects(fuzzer: Path, subject: str, runs: int) -> None:
    run = fuzz(fuzzer, subject, "--seed", "1", "--runs", str(runs), "--patience", "30")
    assert run.returncode == 0, run.stdout + run.stderr
    seen = re.search(r"(\d+) models, (\d+) refutations, (\d+) stops", run.stdout)
    assert seen
    assert all(int(number) > 50 for number in seen.groups()), f"something never happened: {run.stdout}"


@pytest.mark.parametrize("kind", SABOTAGES)
def test_every_injected_fault_is_detected(fuzzer: Path, kind: str) -> None:
    what = [subject for subject, kinds in SUBJECTS.items() if kind in kinds]
    run = fuzz(
        fuzzer,
        "--seed",
        "1",
        "--runs",
        "500",
        "--patience",
        "10",
        "--shorten",
        "0",
        "--sabotage",
        kind,
        *what,
    )
    assert run.returncode == 1, f"{kind} was not detected: {run.stdout}"
    assert "FAILED" in run.stdout


def test_all_kinds_of_sabotage_are_tested() -> None:
    text = (ROOT / "native" / "fuzz" / "sabotage.hpp").read_text("utf-8")
    names = text.partition("sabotages{")[2].partition("}")[0]
    assert re.findall(r'"(\w+)"', names) == ["none", *SABOTAGES]


def test_a_failure_is_reported_with_its_seed_and_a_short_script(fuzzer: Path) -> None:
    run = fuzz(fuzzer, "--seed", "1", "--shorten", "30", "--sabotage", "model")
    script = run.stdout.partition("shortest script")[2].splitlines()[1:]
    assert script[0] == "Options options;"
    assert len(script) <= 8, run.stdout  # one clause and one solve call suffice
    again = re.search(r"--seed (\d+) --runs 1 --verbose", run.stdout)
    assert again
    once_more = fuzz(fuzzer, *again[0].split(), "--shorten", "0", "--sabotage", "model")
    assert once_more.returncode == 1
    assert "engine[0]->solve" in once_more.stdout


def test_the_same_seed_gives_the_same_run(fuzzer: Path) -> None:
    for seed in count(1):
        arguments = ("--seed", str(seed), "--runs", "1", "--verbose")
        first = fuzz(fuzzer, *arguments)
        # Time limits, interruptions and the number of models enumerated in a while are not deterministic.
        if not re.search(r"\.seconds|interrupted after|stopped by pulse|next_models", first.stdout):
            break
    assert first.stdout == fuzz(fuzzer, *arguments).stdout
