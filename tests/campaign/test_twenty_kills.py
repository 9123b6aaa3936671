"""Twenty kills of each kind, on both stores and both kinds of workers: the collection is always the same."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from satplay.store import collections
from satplay.store.opening import open_store
from tests.campaign.commands import children_of, command_line, kill_all, wait_until
from tests.campaign.dask_cluster import DaskCluster, dask_cluster
from tests.campaign.test_dask_failures import restart
from tests.store.places import Place, environment

pytestmark = [pytest.mark.slow, pytest.mark.timeout(3000)]

TIMES = 20
COUNT = 600


def start(place: Place, round: int, *where: str) -> subprocess.Popen[str]:
    """A campaign that fills the collection of this round."""
    size = ["--size", "9x9", "--count", str(COUNT), "--seed", "1"]
    words = ["generate", "hashi", *size, "--keep", f"@round{round}", *where]
    return subprocess.Popen(
        [sys.executable, "-m", "satplay", *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(place),
        start_new_session=True,
    )


def finish(process: subprocess.Popen[str]) -> None:
    _, err = process.communicate(timeout=300)
    assert process.returncode == 0, err


def boards(place: Place, round: int) -> list[tuple[Any, ...]]:
    """All that is stored about the boards, but the keys of their jobs, which depend on the collection."""
    found = collections.find(open_store(place), f"round{round}")
    assert found is not None
    return [(one.place, one.text, one.level, one.size, one.canonical) for one in found.boards]


def count(place: Place, round: int) -> int:
    return collections.count_boards(open_store(place), f"round{round}")


@pytest.fixture
def undisturbed(place: Place) -> list[tuple[Any, ...]]:
    with start(place, 1000, "--jobs", "2") as process:
        finish(process)
    return boards(place, 1000)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskCluster]:
    with dask_cluster(tmp_path_factory.mktemp("cluster"), 2) as cluster:
        yield cluster


def test_local_workers_are_killed(place: Place, undisturbed: list[tuple[Any, ...]]) -> None:
    random = Random(1)
    for round in range(TIMES):
        with start(place, round, "--jobs", "2") as process:
            killed = False
            while process.poll() is None and not killed:
                time.sleep(random.uniform(0.05, 0.3))
                workers = [one for one in children_of(process.pid) if "satplay.workers" in command_line(one)]
                killed = bool(workers) and count(place, round) > 0
                kill_all([random.choice(workers)] if killed else [])
            finish(process)
        assert boards(place, round) == undisturbed


def test_the_command_is_killed(place: Place, undisturbed: list[tuple[Any, ...]]) -> None:
    random = Random(2)
    for round in range(TIMES):
        with start(place, round, "--jobs", "2") as process:
            wait_until(lambda process=process, round=round: process.poll() == 0 or count(place, round) > 0)
            time.sleep(random.uniform(0, 0.5))
            process.kill()
        with start(place, round, "--jobs", "2") as process:
            finish(process)
        assert boards(place, round) == undisturbed


def test_workers_of_a_cluster_are_killed(
    place: Place, undisturbed: list[tuple[Any, ...]], cluster: DaskCluster
) -> None:
    random = Random(3)
    for round in range(TIMES):
        with start(place, round, "--cluster", cluster.address) as process:
            time.sleep(random.uniform(0.5, 2.0))
            alive = [worker for worker in cluster.workers if worker.poll() is None]
            cluster.kill(random.choice(alive))
            cluster.start_worker()
            finish(process)
        assert boards(place, round) == undisturbed


def test_the_command_on_a_cluster_is_killed(
    place: Place, undisturbed: list[tuple[Any, ...]], cluster: DaskCluster
) -> None:
    random = Random(4)
    for round in range(TIMES):
        with start(place, round, "--cluster", cluster.address) as process:
            time.sleep(random.uniform(0.5, 2.5))
            process.kill()
        with start(place, round, "--cluster", cluster.address) as process:
            finish(process)
        assert boards(place, round) == undisturbed


def test_the_scheduler_is_restarted(place: Place, undisturbed: list[tuple[Any, ...]], tmp_path: Path) -> None:
    random = Random(5)
    with dask_cluster(tmp_path, 2) as cluster:
        for round in range(TIMES):
            with start(place, round, "--cluster", cluster.address) as process:
                wait_until(lambda pid=process.pid: cluster.is_used_by(pid))
                time.sleep(random.uniform(0.1, 1.0))
                restart(cluster)
                finish(process)
            assert boards(place, round) == undisturbed
