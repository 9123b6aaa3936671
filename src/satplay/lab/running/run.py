"""Running an experiment: each job in a process of its own, each result in the store as soon as it is there.

Whatever ends a run, Ctrl-C, a power cut, ``kill -9``, loses the jobs that were under way and no more: the
next run of the same jobs goes on where this one ended.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import IO, Any

from sqlalchemy import Engine

from satplay.lab.experiment import Experiment
from satplay.lab.experiments import find
from satplay.lab.machine import machine
from satplay.lab.child_process import ALLOWANCE, PATIENCE, died
from satplay.store import runs
from satplay.store.runs import Job, Outcome, Run
from satplay.version import __version__

Progress = Callable[[int, int], None]
"""Told how many jobs have ended, of how many."""

GLANCE = 0.01
"""Seconds between two looks at the processes."""


def run(
    store: Engine,
    name: str,
    *,
    quick: bool,
    workers: int = 1,
    again: bool = False,
    progress: Progress | None = None,
) -> Run:
    """Run an experiment, or go on with a run of it that was ended; ``again`` begins anew in any case."""
    experiment = find(name)
    # As the store gives them back: a tuple is a list there.
    jobs = json.loads(json.dumps([dict(job) for job in experiment.plan(quick)]))
    plan = "quick" if quick else "full"
    found = None if again else runs.unfinished(store, name, plan, jobs, version=__version__)
    if found is None:
        command = _command(name, quick, workers)
        found = runs.begin(store, name, plan, jobs, command=command, version=__version__, machine=machine())
    _work(store, found, name, experiment, workers, progress or (lambda ended, of: None))
    return found


def _command(name: str, quick: bool, workers: int) -> str:
    """What one types to measure the same; where the report goes is nothing that matters to it."""
    options = (" --quick" if quick else "") + (f" --jobs {workers}" if workers > 1 else "")
    return f"satplay lab run {name}{options}"


def _work(
    store: Engine, run: Run, name: str, experiment: Experiment, workers: int, progress: Progress
) -> None:
    jobs = runs.jobs_of(store, run)
    waiting = [job for job in jobs if job.outcome is None][::-1]
    under_way: list[_Child] = []
    seconds = experiment.seconds[0 if run.plan == "quick" else 1]
    try:
        while waiting or under_way:
            progress(len(jobs) - len(waiting) - len(under_way), len(jobs))
            while waiting and len(under_way) < workers:
                under_way.append(_started(name, waiting.pop(), seconds, experiment.memory))
            time.sleep(GLANCE)
            for child in [*under_way]:
                if (ended := child.look()) is not None:
                    under_way.remove(child)
                    runs.finish(store, run, ended)
        progress(len(jobs), len(jobs))
    finally:
        for child in under_way:
            child.end()


@dataclass(slots=True)
class _Child:
    """A job under way."""

    job: Job
    process: subprocess.Popen[bytes]
    printed: IO[bytes]
    complaints: IO[bytes]
    begun: float
    limit: float

    def look(self) -> Job | None:
        """The job with its outcome, or None while there is none."""
        passed = time.monotonic() - self.begun
        expired = passed > PATIENCE * (self.limit + ALLOWANCE)  # a process that gets no CPU
        if expired:
            self.process.kill()
            self.process.wait()
        status = self.process.poll()
        if status is None:
            return None
        ended = replace(self.job, seconds=passed)
        if expired or status == -signal.SIGPROF:
            return self._closed(replace(ended, outcome=Outcome.OUT_OF_TIME))
        values = self._values() if status == 0 else None
        if values is not None:
            return self._closed(replace(ended, outcome=Outcome.DONE, values=values))
        self.complaints.seek(0)
        lines = self.complaints.read().decode(errors="replace").strip().splitlines()
        why = lines[-1] if lines else died(status)
        return self._closed(replace(ended, outcome=Outcome.FAILED, why=why))

    def _values(self) -> Mapping[str, Any] | None:
        self.printed.seek(0)
        with suppress(ValueError):
            found = json.loads(self.printed.read())
            return found if isinstance(found, dict) else None
        return None

    def _closed(self, job: Job) -> Job:
        self.printed.close()
        self.complaints.close()
        return job

    def end(self) -> None:
        """Kill it: nobody waits for it any more."""
        self.process.kill()
        self.process.wait()
        self.printed.close()
        self.complaints.close()


def _started(name: str, job: Job, seconds: float, memory: int) -> _Child:
    # A set of strings in somebody's library is no reason for two runs to differ, and no threads for linear
    # algebra are needed.
    environment = {**os.environ, "PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1"}
    told = [name, json.dumps(dict(job.parameters)), str(memory), str(seconds)]
    printed, complaints = tempfile.TemporaryFile(), tempfile.TemporaryFile()  # noqa: SIM115 - _Child closes
    process = subprocess.Popen(
        [sys.executable, "-m", "satplay.lab.running.job", *told],
        stdin=subprocess.DEVNULL,
        stdout=printed,
        stderr=complaints,
        env=environment,
    )
    return _Child(job, process, printed, complaints, time.monotonic(), seconds)
