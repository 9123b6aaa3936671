"""Measurements of functions: each in a new process, with limits, and what became of it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from satplay.lab.calls import Failed, call
from satplay.workers.calls import OutOfTime

TASKS = """
import os, sys, time
from satplay.workers import limits

def add(a, b): return {"sum": a + b}
def number(): return 3
def shout(): print("poetry"); return {}
def process(): return {"process": os.getpid()}
def spin():
    while True: pass
def spin_twice(seconds):
    for _ in range(2):
        limits.restart_time_limit()
        start = limits.cpu_seconds()
        while limits.cpu_seconds() - start < seconds: pass
    return {"done": True}
def fill(): return {"size": len(bytearray(1 << 60))}
def give_up(): raise TimeoutError
def fail(): sys.exit("broken")
def crash(): os.abort()
def sleep(): print(os.getpid(), file=open("pid", "w")); time.sleep(600)
def path(): return {"path": sys.path, "limit": [*limits._own_limit]}
"""

PARENT = """
from satplay.lab.calls import call
print("here", flush=True)
call("child_tasks:sleep", {}, 60)
"""


@pytest.fixture(autouse=True)
def _tasks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Create a module of tasks that worker processes can import."""
    (tmp_path / "tasks").mkdir()
    (tmp_path / "tasks" / "child_tasks.py").write_text(TASKS)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "tasks"))
    monkeypatch.chdir(tmp_path)


def test_a_function_is_called_with_arguments_and_returns_a_dictionary() -> None:
    assert call("child_tasks:add", {"a": [1], "b": [2]}, 5) == {"sum": [1, 2]}


def test_what_a_measurement_prints_is_no_part_of_its_result() -> None:
    assert call("child_tasks:shout", {}, 5) == {}


def test_a_result_that_is_not_a_dictionary_is_a_failure() -> None:
    assert call("child_tasks:number", {}, 5) == Failed("returned 3")


def test_each_measurement_has_a_process_of_its_own() -> None:
    first, second = (call("child_tasks:process", {}, 5) for _ in range(2))
    assert isinstance(first, dict) and isinstance(second, dict)
    assert len({os.getpid(), first["process"], second["process"]}) == 3


def test_time_is_limited() -> None:
    assert call("child_tasks:spin", {}, -1.8) == OutOfTime()  # the start-up allowance is almost used up
    assert call("child_tasks:give_up", {}, 5) == OutOfTime()


def test_each_sample_has_the_full_limit() -> None:
    assert call("child_tasks:spin_twice", {"seconds": 0.6}, -1.0) == {"done": True}
    assert call("child_tasks:spin_twice", {"seconds": 3.0}, -1.0) == OutOfTime()


def test_a_failure_has_the_error_or_the_signal() -> None:
    assert call("child_tasks:fail", {}, 5) == Failed("broken")
    assert call("child_tasks:crash", {}, 5) == Failed("Aborted")
    assert call("child_tasks:fill", {}, 5) == Failed("out of memory")
    missing = call("child_tasks:missing", {}, 5)
    assert isinstance(missing, Failed) and "no attribute 'missing'" in missing.why


def test_modules_of_the_current_directory_are_not_imported(tmp_path: Path) -> None:
    (tmp_path / "json.py").write_text("raise SystemExit('imported from the current directory')")
    (tmp_path / "numpy.py").write_text("raise SystemExit('imported from the current directory')")
    found = call("child_tasks:path", {}, 5)
    assert isinstance(found, dict)
    assert "" not in found["path"] and str(tmp_path) not in found["path"]
    assert found["limit"] == [5.0]


def pid_in(folder: Path) -> int:
    while not (folder / "pid").exists() or not (folder / "pid").read_text():
        time.sleep(0.01)
    return int((folder / "pid").read_text())


def is_running(process: int) -> bool:
    state = Path(f"/proc/{process}/stat")
    return state.exists() and state.read_text().rsplit(")", 1)[1].split()[0] != "Z"


@pytest.mark.skipif(sys.platform != "linux", reason="reads states of processes in /proc")
@pytest.mark.parametrize("signal", ["kill", "interrupt"])
def test_a_measurement_ends_with_its_parent(signal: str, tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PARENT], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as parent:
        assert parent.stdout is not None and parent.stdout.readline() == b"here\n"
        measuring = pid_in(tmp_path)
        parent.send_signal(9 if signal == "kill" else 2)
    for _ in range(500):
        if not is_running(measuring):
            return
        time.sleep(0.01)
    pytest.fail("the measurement is still running")
