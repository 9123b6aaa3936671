"""Running an experiment as a campaign: each job in a process of its own, each result stored when it arrives.

Whatever ends a run (Ctrl-C, a power cut, ``kill -9``) loses only the jobs that were running: the next run of
the same jobs resumes it.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from sqlalchemy import Engine

from satplay.campaign.executors import ChunkExecutor, LocalExecutor
from satplay.campaign.job import Task
from satplay.campaign.run import CampaignRun, OnProgress
from satplay.lab.experiments import find, measure
from satplay.lab.machine import machine
from satplay.lab.run_results import RunResults
from satplay.store import runs
from satplay.store.runs import StoredRun
from satplay.version import __version__
from satplay.workers.calls import name_of


def run(
    store: Engine,
    name: str,
    *,
    quick: bool,
    executor: Callable[[], ChunkExecutor] = LocalExecutor,
    options: str = "",
    again: bool = False,
    on_progress: OnProgress | None = None,
) -> StoredRun:
    """Run an experiment, or resume an interrupted run of it; ``again`` starts over in any case.

    ``executor``  starts the workers; one local process at a time by default
    ``options``   the options that chose them, for the command that is stored
    """
    # In the form in which the store returns them: a tuple is a list there.
    jobs = json.loads(json.dumps([dict(job) for job in find(name).plan(quick)]))
    plan = "quick" if quick else "full"
    found = None if again else runs.find_unfinished(store, name, plan, jobs, version=__version__)
    if found is None:
        command = " ".join(["satplay lab run", name, *(["--quick"] if quick else []), *options.split()])
        found = runs.begin(store, name, plan, jobs, command=command, version=__version__, machine=machine())
    results = RunResults(store, found)
    campaign = CampaignRun(
        task_of(name, quick=quick),
        results.planned(),
        executor(),
        results,
        total=len(jobs),
        on_progress=on_progress,
    )
    for _ in campaign.results():  # the report is made from the store
        pass
    return found


def task_of(name: str, *, quick: bool) -> Task:
    """What all jobs of an experiment have in common."""
    experiment = find(name)
    return Task(
        f"lab {name}",
        name_of(measure),
        {"experiment": name},
        {},
        cpu_seconds=experiment.seconds[0 if quick else 1],
        memory_mib=experiment.memory,
        fresh=True,
    )
