"""The scripts called by the Makefile."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PROGRESS = Path(__file__).parents[1] / "scripts" / "progress.py"


def run_with_progress(code: str) -> subprocess.CompletedProcess[str]:
    """Run Python code as a command with progress display."""
    words = [sys.executable, str(PROGRESS), "compiling", sys.executable, "-c", code]
    return subprocess.run(words, capture_output=True, text=True, check=False)


def test_output_of_a_command_that_succeeds_is_not_shown() -> None:
    run = run_with_progress("print('[1/2] a.cpp'); print('[2/2] b.cpp'); print('noise')")
    assert run.returncode == 0
    assert run.stdout == ""
    first, last = run.stderr.splitlines()
    assert first == "satplay: compiling ..."
    assert last.startswith("satplay: compiling done (")


def test_counted_steps_are_shown_every_ten_seconds() -> None:
    run = run_with_progress("import time; print('  [7/20] a.cpp', flush=True); time.sleep(11.5)")
    assert any(line.startswith("satplay: compiling 7/20 (1") for line in run.stderr.splitlines())


def test_a_failing_command_is_shown_in_full_and_keeps_its_status() -> None:
    run = run_with_progress("import sys; print('[1/2] a.cpp'); print('error: x'); sys.exit(5)")
    assert run.returncode == 5
    assert "satplay: compiling failed (" in run.stderr
    assert run.stderr.endswith("[1/2] a.cpp\nerror: x\n")
