"""Ten thousand boards on a Dask cluster that fails again and again: none is lost or doubled."""

from __future__ import annotations

import subprocess
from pathlib import Path
from random import Random

import pytest

from satplay.campaign.dask import DaskExecutor
from satplay.campaign.job import DONE, FAILED, Task
from tests.campaign.dask_cluster import DaskCluster, dask_cluster, wait_until
from tests.campaign.test_dask import numbers, run, satplay, start
from tests.interrupts import repeated_interrupts

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1500)]

COUNT = 10_000
GENERATE = ["generate", "hashi", "--count", str(COUNT), "--seed", "1", "--keep", "@boards"]

DEADLY = """
import os, time
def work(number):
    if number == 1: os.kill(os.getppid(), 9)
    time.sleep(0.3)
    return {"number": number}
"""


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The collection of a run with two local workers."""
    store = tmp_path_factory.mktemp("undisturbed")
    done = satplay(store, *GENERATE, "--jobs", "2")
    assert done.returncode == 0
    return collection(store)


def collection(store: Path) -> str:
    """All boards of the collection, in order, with their numbers."""
    listed = satplay(store, "keep", "@boards")
    assert listed.returncode == 0
    return listed.stdout


def finish(process: subprocess.Popen[str]) -> str:
    """Wait for the end of a command that succeeds; returns its stderr."""
    _, err = process.communicate(timeout=900)
    assert process.returncode == 0, err
    return err


def stored(store: Path) -> int:
    """The number of boards of the collection."""
    listed = satplay(store, "keep", "@boards")
    return listed.stdout.count("@") if listed.returncode == 0 else 0


def test_workers_are_killed_again_and_again(tmp_path: Path, undisturbed: str) -> None:
    random, store = Random(1), tmp_path / "store"
    with dask_cluster(tmp_path, 2) as cluster:

        def replace_a_worker() -> None:
            alive = [worker for worker in cluster.workers if worker.poll() is None]
            cluster.kill(random.choice(alive))
            cluster.start_worker()

        with (
            start(store, *GENERATE, "--cluster", cluster.address) as process,
            repeated_interrupts(replace_a_worker, 5),
        ):
            finish(process)
        assert len(cluster.workers) > 2
    assert collection(store) == undisturbed


def test_the_scheduler_starts_again_in_the_middle(tmp_path: Path, undisturbed: str) -> None:
    store = tmp_path / "store"
    with dask_cluster(tmp_path, 2) as cluster:
        with start(store, *GENERATE, "--cluster", cluster.address) as process:
            wait_until(lambda: stored(store) > 2000, "some boards are stored")
            restart(cluster)
            err = finish(process)
        assert "was lost: connecting again" in err and f"{cluster.address} again" in err
    assert collection(store) == undisturbed


def restart(cluster: DaskCluster) -> None:
    """The scheduler is killed, which ends its workers, and all are started again."""
    workers = [worker for worker in cluster.workers if worker.poll() is None]
    cluster.kill(cluster.scheduler)
    wait_until(lambda: all(worker.poll() is not None for worker in workers), "Dask ends its workers")
    cluster.start_scheduler()
    for _ in workers:
        cluster.start_worker()


def test_the_command_is_killed_and_repeated(tmp_path: Path, undisturbed: str) -> None:
    store = tmp_path / "store"
    with dask_cluster(tmp_path, 2) as cluster:
        for enough in (1000, 4000):
            with start(store, *GENERATE, "--cluster", cluster.address) as process:
                wait_until(lambda at=enough: stored(store) > at, "some boards are stored")
                process.kill()
        with start(store, *GENERATE, "--cluster", cluster.address) as process:
            finish(process)
    assert collection(store) == undisturbed


def test_a_job_that_ends_every_dask_worker_fails_alone(tmp_path: Path) -> None:
    """As one that uses all memory of its machine, so that the system ends the Dask worker."""
    (tmp_path / "deadly.py").write_text(DEADLY)
    with dask_cluster(tmp_path, environment={"PYTHONPATH": str(tmp_path)}) as cluster:
        for _ in range(2):
            cluster.start_worker("--nanny")
        found = run(DaskExecutor(cluster.address), Task("test", "deadly:work", {}, {}), numbers(6))
    assert [one.outcome for one in found] == [DONE, FAILED, *[DONE] * 4]
    assert found[1].why.startswith("its worker was lost: ")
