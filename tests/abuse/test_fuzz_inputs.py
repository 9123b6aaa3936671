"""Mutation fuzzing of all inputs: the corpus of earlier findings, and a short session for each group.

``SATPLAY_FUZZ_SEED`` is the random seed (1 if it is not set), ``SATPLAY_FUZZ_INPUT_SECONDS`` the length of
one session.  ``make fuzz-inputs`` runs longer sessions.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.abuse.fuzz.case import Case, read_corpus
from tests.abuse.fuzz.judging import judge
from tests.abuse.fuzz.targets import GROUPS, all_targets

ROOT = Path(__file__).resolve().parents[2]
SEED = os.environ.get("SATPLAY_FUZZ_SEED", "1")
SECONDS = os.environ.get("SATPLAY_FUZZ_INPUT_SECONDS", "15")

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the fuzzer uses timers of Unix")


@pytest.mark.parametrize("case", read_corpus().values(), ids=read_corpus())
def test_an_earlier_finding_stays_fixed(case: Case) -> None:
    target = all_targets()[case.target]
    outcome = judge(target.run, case.parts, seconds=target.seconds)
    assert outcome.finding is None, outcome.finding


@pytest.mark.parametrize("group", GROUPS)
def test_a_short_session_finds_nothing(group: str, tmp_path: Path) -> None:
    # Time and memory depend on the machine and its load; `make fuzz-inputs` reports these findings.
    words = [
        "--seconds",
        SECONDS,
        "--seed",
        SEED,
        "--findings",
        str(tmp_path),
        "--allow=slow",
        "--allow=memory",
    ]
    done = subprocess.run(
        [sys.executable, "-m", "tests.abuse.fuzz", *words, group],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    found = "\n".join(path.read_text("utf-8") for path in tmp_path.glob("*.json"))
    assert done.returncode == 0, f"{done.stderr}\n{found}"
