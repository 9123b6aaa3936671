"""Running an experiment: each job in a child process, each result stored as soon as it arrives.

Whatever ends a run (Ctrl-C, a power cut, ``kill -9``) loses only the jobs that were running: the next run of
the same jobs resumes it.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import replace

from sqlalchemy import Engine

from satplay.lab.child_process import Child, Failed, OutOfTime, start_call, values
from satplay.lab.experiment import Experiment
from satplay.lab.experiments import find
from satplay.lab.machine import machine
from satplay.store import runs
from satplay.store.runs import Job, JobOutcome, StoredRun
from satplay.version import __version__

Progress = Callable[[int, int], None]
"""Called with the number of jobs that have ended and the number of all jobs."""

POLL_INTERVAL = 0.01
"""Seconds between two looks at the child processes."""


def run(
    store: Engine,
    name: str,
    *,
    quick: bool,
    workers: int = 1,
    again: bool = False,
    progress: Progress | None = None,
) -> StoredRun:
    """Run an experiment, or resume an interrupted run of it; ``again`` starts over in any case."""
    experiment = find(name)
    # In the form in which the store returns them: a tuple is a list there.
    jobs = json.loads(json.dumps([dict(job) for job in experiment.plan(quick)]))
    plan = "quick" if quick else "full"
    found = None if again else runs.find_unfinished(store, name, plan, jobs, version=__version__)
    if found is None:
        command = _command(name, quick, workers)
        found = runs.begin(store, name, plan, jobs, command=command, version=__version__, machine=machine())
    _run_jobs(store, found, name, experiment, workers, progress or (lambda ended, total: None))
    return found


def _command(name: str, quick: bool, workers: int) -> str:
    """The command that measures the same; the output folder does not affect the measurement."""
    options = (" --quick" if quick else "") + (f" --jobs {workers}" if workers > 1 else "")
    return f"satplay lab run {name}{options}"


def _run_jobs(
    store: Engine, run: StoredRun, name: str, experiment: Experiment, workers: int, progress: Progress
) -> None:
    jobs = runs.jobs_of(store, run)
    waiting = [job for job in jobs if job.outcome is None][::-1]
    running: list[tuple[Job, Child]] = []
    seconds = experiment.seconds[0 if run.plan == "quick" else 1]
    try:
        while waiting or running:
            progress(len(jobs) - len(waiting) - len(running), len(jobs))
            while waiting and len(running) < workers:
                job = waiting.pop()
                arguments = {"experiment": name, "parameters": dict(job.parameters)}
                child = start_call("satplay.lab.experiments:measure", arguments, seconds, experiment.memory)
                running.append((job, child))
            time.sleep(POLL_INTERVAL)
            for job, child in [*running]:
                if (ended := _poll_job(job, child)) is not None:
                    running.remove((job, child))
                    runs.finish(store, run, ended)
        progress(len(jobs), len(jobs))
    finally:
        for _, child in running:
            child.kill()


def _poll_job(job: Job, child: Child) -> Job | None:
    """The job with its outcome, or None while its child process is running."""
    outcome = child.poll()
    if outcome is None:
        return None
    ended = replace(job, seconds=child.elapsed)
    match values(outcome):
        case OutOfTime():
            return replace(ended, outcome=JobOutcome.OUT_OF_TIME)
        case Failed(why=why):
            return replace(ended, outcome=JobOutcome.FAILED, why=why)
        case found:
            return replace(ended, outcome=JobOutcome.DONE, values=found)
