"""Child processes: limits, results, failures, and that they end with their parent."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from satplay.lab.child_process import Failed, Finished, OutOfTime, call, run_program, start_call

TASKS = """
import os, sys, time
import satplay.lab.child_process as child_process

def add(a, b): return {"sum": a + b}
def number(): return 3
def shout(): print("poetry"); return {}
def spin():
    while True: pass
def spin_twice(seconds):
    for _ in range(2):
        child_process.restart_time_limit()
        start = child_process.cpu_seconds()
        while child_process.cpu_seconds() - start < seconds: pass
    return {"done": True}
def fill(): return {"size": len(bytearray(1 << 40))}
def give_up(): raise TimeoutError
def fail(): sys.exit("broken")
def crash(): os.abort()
def sleep(): print(os.getpid(), file=open("pid", "w")); time.sleep(600)
def path(): return {"path": sys.path, "limit": child_process._own_limit}
"""

PARENT = """
import sys, time
from satplay.lab.child_process import start_call
start_call("child_tasks:sleep", {}, 60)
print("here", flush=True)
time.sleep(600)
"""


@pytest.fixture(autouse=True)
def _tasks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Create a module of tasks that child processes can import."""
    (tmp_path / "tasks").mkdir()
    (tmp_path / "tasks" / "child_tasks.py").write_text(TASKS)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "tasks"))
    monkeypatch.chdir(tmp_path)


def test_a_function_is_called_with_json_and_returns_json() -> None:
    assert call("child_tasks:add", {"a": [1], "b": [2]}, 5) == {"sum": [1, 2]}


def test_a_result_that_is_not_an_object_is_a_failure() -> None:
    assert call("child_tasks:number", {}, 5) == Failed("printed '3\\n'")
    assert call("child_tasks:shout", {}, 5) == Failed("printed 'poetry\\n{}\\n'")


def test_time_and_memory_are_limited() -> None:
    assert call("child_tasks:spin", {}, -1.8) == OutOfTime()  # the start-up allowance is almost used up
    assert call("child_tasks:give_up", {}, 5) == OutOfTime()
    assert call("child_tasks:fill", {}, 5, memory=1024) == Failed("more than 1024 MiB of memory")


def test_each_sample_has_the_full_limit() -> None:
    assert call("child_tasks:spin_twice", {"seconds": 0.6}, -1.0) == {"done": True}
    assert call("child_tasks:spin_twice", {"seconds": 3.0}, -1.0) == OutOfTime()


def test_a_failure_has_the_last_line_of_stderr_or_the_signal() -> None:
    assert call("child_tasks:fail", {}, 5) == Failed("broken")
    assert call("child_tasks:crash", {}, 5) == Failed("Aborted")
    missing = call("child_tasks:missing", {}, 5)
    assert isinstance(missing, Failed) and "no attribute 'missing'" in missing.why


def test_modules_of_the_current_directory_are_not_imported(tmp_path: Path) -> None:
    (tmp_path / "json.py").write_text("raise SystemExit('imported from the current directory')")
    (tmp_path / "numpy.py").write_text("raise SystemExit('imported from the current directory')")
    found = call("child_tasks:path", {}, 5)
    assert isinstance(found, dict)
    assert "" not in found["path"] and str(tmp_path) not in found["path"]
    assert found["limit"] == [5.0]


def test_a_child_can_be_polled_and_killed(tmp_path: Path) -> None:
    child = start_call("child_tasks:add", {"a": 1, "b": 2}, 5)
    while (outcome := child.poll()) is None:
        time.sleep(0.01)
    assert isinstance(outcome, Finished) and outcome.printed == '{"sum": 3}\n'
    assert 0 < child.elapsed < 60
    sleeping = start_call("child_tasks:sleep", {}, 5)
    while not (tmp_path / "pid").exists() or not (tmp_path / "pid").read_text():
        assert sleeping.poll() is None
        time.sleep(0.01)
    sleeping.kill()
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)


@pytest.mark.skipif(sys.platform != "linux", reason="the system does not signal the end of a parent")
def test_a_child_ends_when_its_parent_is_killed(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None and parent.stdout.readline() == b"here\n"
        while not (tmp_path / "pid").exists() or not (tmp_path / "pid").read_text():
            time.sleep(0.01)
        parent.kill()
    child = int((tmp_path / "pid").read_text())
    for _ in range(500):
        state = Path(f"/proc/{child}/stat")
        if not state.exists() or state.read_text().rsplit(")", 1)[1].split()[0] == "Z":
            return
        time.sleep(0.01)
    pytest.fail("the child is still running")


def test_a_program_is_timed_and_limited_and_its_exit_is_explained() -> None:
    found = run_program(["sh", "-c", "echo printed"], 5)
    assert isinstance(found, Finished)
    assert found.printed == "printed\n"
    assert found.cpu >= 0
    assert run_program(["sh", "-c", "while :; do :; done"], -1.8) == OutOfTime()
    assert run_program(["sh", "-c", "echo broken >&2; exit 3"], 5) == Failed("broken")
    assert isinstance(run_program(["no-such-program-anywhere"], 5), Failed)


def test_exit_statuses_of_solvers_are_answers() -> None:
    answer = run_program(["sh", "-c", "echo s; exit 20"], 5.0, answers=(10, 20))
    assert isinstance(answer, Finished) and (answer.status, answer.printed) == (20, "s\n")
    assert run_program(["sh", "-c", "exit 20"], 5.0) == Failed("exit status 20")
