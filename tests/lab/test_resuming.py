"""``lab run`` in a process of its own: interrupted, killed, and continued by the same command."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from satplay.store.opening import open_to_read
from satplay.store.runs import all_runs, jobs_of

COUNT = 8
HELD = "SLOW_SQUARES_HELD"
"""The variable with the name of a file; while it exists, the second half of the jobs does not end."""

SLOW = f"""'What are slow squares?'
import os, time
from satplay.lab.experiment import Experiment, ReportTable

def plan(quick):
    return [{{"n": n}} for n in range({COUNT})]

def measure(job):
    time.sleep(0.1)
    while job["n"] >= {COUNT // 2} and os.path.exists(os.environ["{HELD}"]):
        time.sleep(0.01)
    return {{"square": job["n"] ** 2}}

def report(jobs):
    rows = [(job.parameters["n"], job.values["square"]) for job in jobs]
    yield ReportTable("squares", "Squares", ["n", "square"], rows)

EXPERIMENT = Experiment("Slow", "for this test", plan, measure, report, (60.0, 60.0), 512)
"""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="lists child processes in /proc")


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """In which satplay and its workers know the experiment ``slow-squares``."""
    (tmp_path / "slow_squares.py").write_text(SLOW)
    (tmp_path / "sitecustomize.py").write_text(
        f"import satplay.lab.experiments as e; e.__path__.append({str(tmp_path)!r})"
    )
    monkeypatch.setenv("SATPLAY_DATA", str(tmp_path / "data"))
    return {**os.environ, "PYTHONPATH": str(tmp_path), HELD: str(tmp_path / "held")}


def start(environment: dict[str, str], out: Path, *options: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-P", "-m", "satplay", "lab", "run", "slow-squares", "-o", str(out), *options]
    return subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def finished_jobs() -> int:
    """The number of results in the store."""
    data = Path(os.environ["SATPLAY_DATA"])
    if not data.exists() or not any(data.iterdir()):
        return 0
    store = open_to_read()
    return sum(job.outcome is not None for run in all_runs(store) for job in jobs_of(store, run))


def children(process: int) -> list[int]:
    found = []
    for task in Path(f"/proc/{process}/task").iterdir():
        found += [int(number) for number in (task / "children").read_text().split()]
    return found


def is_running(process: int) -> bool:
    state = Path(f"/proc/{process}/stat")
    return state.exists() and state.read_text().rsplit(")", 1)[1].split()[0] != "Z"


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGKILL, -9), (signal.SIGINT, 130), (signal.SIGTERM, 143)]
)
def test_a_run_that_was_ended_is_continued(
    number: signal.Signals, status: int, environment: dict[str, str], tmp_path: Path
) -> None:
    Path(environment[HELD]).touch()
    with start(environment, tmp_path / "first", "--jobs", "2") as process:
        while finished_jobs() < 2:
            assert process.poll() is None
            time.sleep(0.05)
        workers = children(process.pid)
        process.send_signal(number)
        _, errors = process.communicate(timeout=20)
    assert process.returncode == status
    before = finished_jobs()
    assert 2 <= before < COUNT
    if number != signal.SIGKILL:
        assert f" of {COUNT} jobs are stored: the same command continues" in errors
    for _ in range(500):
        if not any(map(is_running, workers)):
            break
        time.sleep(0.01)
    assert not any(map(is_running, workers))
    Path(environment[HELD]).unlink()
    with start(environment, tmp_path / "second", "--jobs", "2") as process:
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 0, errors
    store = open_to_read()
    (run,) = all_runs(store)
    assert run.ended is not None and len(jobs_of(store, run)) == COUNT
    table = (tmp_path / "second" / "slow-squares" / "squares.csv").read_text().split()
    assert table == ["n,square", *(f"{n},{n * n}" for n in range(COUNT))]
