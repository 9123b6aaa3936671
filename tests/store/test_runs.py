"""Runs in the store: no finished job is lost, and none is counted twice."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from satplay.errors import BadInput
from satplay.store import runs
from satplay.store.folder import FILE
from satplay.store.opening import open_store
from satplay.store.runs import Job, JobOutcome
from satplay.store.tables import METADATA
from tests.store.places import Place, environment

JOBS = [{"size": 1}, {"size": 2, "of": [1, 2]}]
NOTE = {"command": "satplay lab", "version": "1", "machine": {"cpus": 2}}


def test_the_migrations_create_the_tables(place: Place) -> None:
    with open_store(place).begin() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []


def test_a_run_is_open_until_its_last_job_has_ended(place: Place) -> None:
    store = open_store(place)
    run = runs.begin(store, "x", "quick", JOBS, **NOTE)
    assert runs.find_unfinished(store, "x", "quick", JOBS, version="1") == run
    assert runs.finish(store, run, Job(1, {}, JobOutcome.DONE, {"seconds": 0.5}))
    again = open_store(place)
    assert runs.find_unfinished(again, "x", "quick", JOBS, version="1") == run
    assert runs.jobs_of(again, run) == [
        Job(0, JOBS[0]),
        Job(1, JOBS[1], JobOutcome.DONE, {"seconds": 0.5}),
    ]
    assert runs.finish(again, run, Job(0, {}, JobOutcome.FAILED, why="no"))
    assert runs.find_unfinished(store, "x", "quick", JOBS, version="1") is None
    assert runs.all_runs(store, "x")[0].ended is not None and runs.all_runs(store, "y") == []


def test_a_finished_job_does_not_change(place: Place) -> None:
    store = open_store(place)
    run = runs.begin(store, "x", "full", JOBS, **NOTE)
    assert runs.finish(store, run, Job(0, {}, JobOutcome.DONE, {"a": 1}))
    assert not runs.finish(store, run, Job(0, {}, JobOutcome.DONE, {"a": 2}))
    assert runs.jobs_of(store, run)[0].values == {"a": 1}


@pytest.mark.parametrize(
    ("experiment", "plan", "jobs", "version"),
    [
        ("y", "quick", JOBS, "1"),
        ("x", "full", JOBS, "1"),
        ("x", "quick", JOBS[:1], "1"),
        ("x", "quick", JOBS, "2"),
    ],
)
def test_only_a_run_of_the_same_experiment_is_resumed(
    place: Place, experiment: str, plan: str, jobs: list[dict[str, object]], version: str
) -> None:
    store = open_store(place)
    runs.begin(store, "x", "quick", JOBS, **NOTE)
    assert runs.find_unfinished(store, experiment, plan, jobs, version=version) is None


WRITER = """
from satplay.store import runs
from satplay.store.opening import open_store
from satplay.store.runs import Job, JobOutcome
store = open_store()
jobs = [{"n": n} for n in range(3_000)]
run = runs.begin(store, "x", "full", jobs, command="", version="1", machine={})
for n in range(3_000):
    runs.finish(store, run, Job(n, {}, JobOutcome.DONE, {"n": n}))
    print(n, flush=True)
"""


def test_a_killed_writer_loses_no_reported_job(place: Place) -> None:
    for _ in range(2):
        words = [sys.executable, "-c", WRITER]
        process = subprocess.Popen(words, stdout=subprocess.PIPE, env=environment(place))
        assert process.stdout is not None
        reported = [int(process.stdout.readline()) for _ in range(5)]
        os.kill(process.pid, signal.SIGKILL)
        reported += [int(line) for line in process.stdout.read().split()]
        process.wait()
        process.stdout.close()
        store = open_store(place)
        done = [job for job in runs.jobs_of(store, runs.all_runs(store)[0]) if job.outcome is not None]
        assert [job.values["n"] for job in done] == list(range(len(done)))
        assert len(done) - len(reported) in (0, 1)


def test_a_file_that_is_not_a_store_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"no database at all" * 100)
    with pytest.raises(BadInput, match="a file that is not a database"):
        open_store(tmp_path)
    with pytest.raises(BadInput, match="a folder that can be created"):
        open_store(tmp_path / FILE / "below a file")
