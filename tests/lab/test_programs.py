"""Measurements of programs of other authors: their time, their answers and their failures."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from satplay.lab.calls import Failed
from satplay.lab.programs import Finished, run_program
from satplay.workers.calls import OutOfTime

PARENT = """
from satplay.lab.programs import run_program
run_program(["sh", "-c", "echo $$ > pid; exec sleep 600"], 60)
"""


def test_a_program_is_timed_and_its_exit_is_explained() -> None:
    found = run_program(["sh", "-c", "echo printed"], 5)
    assert isinstance(found, Finished)
    assert (found.printed, found.status) == ("printed\n", 0) and found.cpu >= 0
    assert run_program(["sh", "-c", "echo broken >&2; exit 3"], 5) == Failed("broken")
    assert run_program(["sh", "-c", "kill -ABRT $$"], 5) == Failed("Aborted")
    assert isinstance(run_program(["no-such-program-anywhere"], 5), Failed)


def test_the_cpu_time_of_a_program_is_limited() -> None:
    assert run_program(["sh", "-c", "while :; do :; done"], -1.8) == OutOfTime()


def test_exit_statuses_of_solvers_are_answers() -> None:
    answer = run_program(["sh", "-c", "echo s; exit 20"], 5.0, answers=(10, 20))
    assert isinstance(answer, Finished) and (answer.status, answer.printed) == (20, "s\n")
    assert run_program(["sh", "-c", "exit 20"], 5.0) == Failed("exit status 20")


@pytest.mark.skipif(sys.platform != "linux", reason="the system does not signal the end of a parent")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_a_program_ends_with_its_parent(number: signal.Signals, tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    with subprocess.Popen([sys.executable, "-c", PARENT], cwd=tmp_path, stderr=subprocess.DEVNULL) as parent:
        while not pid.exists() or not pid.read_text():
            time.sleep(0.01)
        parent.send_signal(number)
    program = int(pid.read_text())
    for _ in range(500):
        try:
            os.kill(program, 0)
        except ProcessLookupError:
            return
        if Path(f"/proc/{program}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z":
            return
        time.sleep(0.01)
    pytest.fail("the program is still running")
