"""Campaigns on a Dask cluster: a real scheduler and real workers, each a process."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from satplay.campaign.dask import DaskExecutor
from satplay.campaign.executors import ChunkExecutor
from satplay.campaign.job import DONE, FAILED, OUT_OF_TIME, FinishedJob, Task, list_jobs, number_jobs
from satplay.campaign.results import ResultsInMemory
from satplay.campaign.run import CampaignRun
from satplay.errors import BadInput
from satplay.workers.calls import Outcome
from tests.campaign.dask_cluster import DaskCluster, children_of, cpu_ticks, dask_cluster, wait_until
from tests.campaign.test_run import FUNCTIONS

SATPLAY = [sys.executable, "-P", "-m", "satplay"]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskCluster]:
    """A cluster of two workers that can import the functions of the tests."""
    folder = tmp_path_factory.mktemp("cluster")
    functions = folder / "functions"
    functions.mkdir()
    (functions / "job_functions.py").write_text(FUNCTIONS)
    with dask_cluster(folder, 2, {"PYTHONPATH": str(functions)}) as cluster:
        yield cluster


def task(function: str, common: dict[str, Any] | None = None, **limits: Any) -> Task:
    return Task("test", f"job_functions:{function}", common or {}, {}, **limits)


def run(
    executor: ChunkExecutor, task: Task, parameters: Sequence[dict[str, Any]], **options: Any
) -> list[FinishedJob]:
    found = CampaignRun(
        task, number_jobs(parameters), executor, ResultsInMemory(), total=len(parameters), **options
    ).results()
    return list(itertools.chain.from_iterable(found))


def numbers(count: int) -> list[dict[str, Any]]:
    return [{"number": number} for number in range(count)]


def satplay(store: Path, *words: str) -> subprocess.CompletedProcess[str]:
    with start(store, *words) as process:
        out, err = process.communicate(timeout=200)
    return subprocess.CompletedProcess(words, process.returncode, out, err)


def start(store: Path, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*SATPLAY, *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "SATPLAY_DATA": str(store)},
    )


# -- jobs --------------------------------------------------------------------------------------------


def test_results_are_those_of_a_plain_loop_in_its_order(cluster: DaskCluster) -> None:
    remarks: list[str] = []
    executor = DaskExecutor(cluster.address, remark=remarks.append)
    found = run(executor, task("square", {"offset": 3}), numbers(400))
    assert [one.values for one in found] == [{"square": n * n + 3} for n in range(400)]
    assert {one.outcome for one in found} == {DONE} and remarks == []
    with pytest.raises(RuntimeError):
        executor.submit_chunk(task("square"), [], lambda number, outcome: None)


def test_limits_and_crashes_concern_one_job_and_no_dask_worker(cluster: DaskCluster) -> None:
    executor = DaskExecutor(str(cluster.scheduler_file))
    assert executor.slots == 2
    found = run(executor, task("spin", seconds=0.3), numbers(3))
    assert [one.outcome for one in found] == [DONE, OUT_OF_TIME, DONE]
    sizes = [{"number": 10}, {"number": 2000}, {"number": 11}]
    found = run(DaskExecutor(cluster.address), task("fill", memory_mib=200), sizes)
    assert [one.outcome for one in found] == [DONE, FAILED, DONE]
    assert found[1].why == "more than 200 MiB of memory"
    executor = DaskExecutor(cluster.address)
    found = run(executor, task("crash_on", {"bad": 1}), numbers(3))
    assert [one.outcome for one in found] == [DONE, FAILED, DONE]


def test_long_arguments_that_are_common_to_all_jobs_reach_each_of_them(cluster: DaskCluster) -> None:
    executor = DaskExecutor(cluster.address)
    found = run(executor, task("measure", {"text": "x" * 1_000_000}), numbers(100))
    assert [one.values for one in found] == [{"number": n, "length": 1_000_000} for n in range(100)]


def test_wrong_input_ends_a_strict_campaign(cluster: DaskCluster) -> None:
    with pytest.raises(BadInput, match=r"found [01]"):
        run(DaskExecutor(cluster.address), task("refuse"), numbers(2), strict=True)


def test_a_last_result_stops_the_processes_of_all_other_jobs(cluster: DaskCluster) -> None:
    found = run(
        DaskExecutor(cluster.address),
        task("spin"),
        [{"number": 0}, {"number": 1}, {"number": 1}],
        is_last=lambda one: one.values == {},
    )
    assert [one.values for one in found] == [{}]
    wait_until(lambda: is_idle(cluster), "the processes stop")


def is_idle(cluster: DaskCluster) -> bool:
    """Whether the processes of the workers use no CPU time for a while."""
    children = set().union(*(children_of(worker.pid) for worker in cluster.workers))
    before = cpu_ticks(children)
    threading.Event().wait(0.3)
    return cpu_ticks(children) <= before + 2


def test_outcomes_of_a_slow_chunk_arrive_before_its_end(cluster: DaskCluster) -> None:
    executor = DaskExecutor(cluster.address)
    arrived: list[tuple[int, Outcome]] = []
    jobs = list_jobs([{"seconds": 0}, {"seconds": 600}])
    future = executor.submit_chunk(task("wait"), jobs, lambda *outcome: arrived.append(outcome))
    wait_until(lambda: arrived, "the first outcome arrives")
    assert arrived[0][0] == 0 and not future.done()
    executor.shutdown(cancel_futures=True)
    assert future.cancelled()


# -- commands ----------------------------------------------------------------------------------------


def test_generate_gives_the_same_on_a_cluster(cluster: DaskCluster, tmp_path: Path) -> None:
    words = ["generate", "hashi", "--size", "5x5", "--count", "30", "--seed", "7"]
    alone = satplay(tmp_path, *words)
    on_cluster = satplay(tmp_path, *words, "--cluster", cluster.address)
    assert (on_cluster.returncode, on_cluster.stdout, on_cluster.stderr) == (0, alone.stdout, "")


def test_a_local_cluster_gives_the_same_and_prints_nothing_else(tmp_path: Path) -> None:
    words = ["generate", "hashi", "--size", "5x5", "--count", "30", "--seed", "7"]
    local = satplay(tmp_path / "a", *words, "--cluster", "local", "--jobs", "2")
    assert (local.returncode, local.stderr) == (0, "")
    assert local.stdout == satplay(tmp_path / "b", *words).stdout


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL])
def test_workers_stop_when_the_command_ends(
    end: signal.Signals, cluster: DaskCluster, tmp_path: Path
) -> None:
    words = ["generate", "hashi", "--size", "25x25", "--count", "9000", "--seed", "1", "--keep", "@a"]
    with start(tmp_path, *words, "--cluster", cluster.address) as process:
        wait_until(lambda: not is_idle(cluster), "the workers generate")
        process.send_signal(end)
        _, err = process.communicate(timeout=60)
    wait_until(lambda: is_idle(cluster), "the processes stop", seconds=10)
    if end == signal.SIGINT:
        assert "Traceback" not in err and err.endswith("the same command continues\nsatplay: interrupted\n")
        assert process.returncode == 130


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("tcp://127.0.0.1:9", "tcp://127.0.0.1:9: connection refused"),
        ("127.0.0.1:9", "tcp://127.0.0.1:9: connection refused"),
        ("tcp://127.0.0.1", "found tcp://127.0.0.1, expected tcp://HOST:PORT"),
        ("missing.json", "missing.json: bad scheduler file"),
    ],
)
def test_a_wrong_address_is_one_line(address: str, why: str) -> None:
    with pytest.raises(BadInput) as raised:
        _ = DaskExecutor(address).slots
    assert why in str(raised.value)


def test_dask_is_named_if_it_is_missing_and_not_imported_without_need() -> None:
    main = "from satplay.cli import main"
    missing = f"import sys; sys.modules['distributed'] = None; {main}; sys.exit(main(sys.argv[1:]))"
    words = ["generate", "hashi", "--count", "2", "--cluster", "local"]
    command = [sys.executable, "-c", missing, *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    expected = "satplay: --cluster needs the package 'distributed': pip install 'satplay[cluster]'\n"
    assert (done.returncode, done.stderr) == (2, expected)
    unused = f"import sys; {main}; main(['generate', '--help']); sys.exit('distributed' in sys.modules)"
    command = [sys.executable, "-c", unused]
    assert subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode == 0


# -- the cluster changes -------------------------------------------------------------------------------


def environment(folder: Path, name: str, text: str) -> dict[str, str]:
    """An environment in which this text is executed at the start of Python."""
    (folder / name).mkdir()
    (folder / name / "sitecustomize.py").write_text(text)
    return {"PYTHONPATH": str(folder / name)}


def other_version(folder: Path) -> dict[str, str]:
    """An environment in which satplay has the version 0.0.9."""
    described = folder / "other" / "satplay-0.0.9.dist-info"
    described.mkdir(parents=True)
    (described / "METADATA").write_text("Metadata-Version: 2.1\nName: satplay\nVersion: 0.0.9\n")
    return {"PYTHONPATH": str(folder / "other")}


def test_a_campaign_waits_for_workers_and_uses_those_that_are_like_itself(tmp_path: Path) -> None:
    """Workers of three wrong kinds and a good one join, one after the other; then the good one is lost."""
    (tmp_path / "functions").mkdir()
    (tmp_path / "functions" / "job_functions.py").write_text(FUNCTIONS)
    without = "import sys; sys.modules['satplay'] = None"
    pure = "import sys; sys.modules['satplay._native'] = None"
    remarks: list[str] = []
    with dask_cluster(tmp_path) as cluster:
        executor = DaskExecutor(cluster.address, remark=remarks.append)
        future = executor.submit_chunk(task("square"), list_jobs(numbers(3)), lambda *outcome: None)
        wait_until(lambda: remarks, "it waits for workers")
        good = cluster.start_worker(environment={"PYTHONPATH": str(tmp_path / "functions")})
        future.result(timeout=60)
        waiting, *others = remarks
        assert (
            waiting == f"waiting for workers: the Dask cluster at {cluster.address} has none" and not others
        )
        cluster.start_worker(environment=environment(tmp_path, "without", without))
        cluster.start_worker(environment=environment(tmp_path, "pure", pure))
        cluster.start_worker(environment=other_version(tmp_path))
        wait_until(lambda: len(remarks) == 4, "three workers are refused")
        found = sorted(remark.partition("is not used: ")[2].partition(",")[0] for remark in remarks[1:])
        assert found == [
            "it has no satplay",
            "it has satplay 0.0.9",
            "it has satplay 0.1.0 without its native core",
        ]
        assert executor.slots == 1
        cluster.kill(good)
        future = executor.submit_chunk(task("square"), list_jobs(numbers(3)), lambda *outcome: None)
        with pytest.raises(BadInput, match=r"3 workers at .*, none of which can be used"):
            future.result(timeout=60)
        executor.shutdown(cancel_futures=True)


def test_chunks_survive_a_worker_and_the_scheduler(tmp_path: Path) -> None:
    (tmp_path / "job_functions.py").write_text(FUNCTIONS)
    remarks: list[str] = []
    with dask_cluster(tmp_path, 1, {"PYTHONPATH": str(tmp_path)}) as cluster:
        executor = DaskExecutor(cluster.address, remark=remarks.append)
        outcomes: list[tuple[int, Outcome]] = []
        jobs = list_jobs([{"seconds": 2}, {"seconds": 1}])
        future = executor.submit_chunk(task("wait"), jobs, lambda *outcome: outcomes.append(outcome))
        wait_until(lambda: children_of(cluster.workers[0].pid), "the worker starts")
        cluster.kill(cluster.workers[0])
        cluster.start_worker()
        wait_until(lambda: children_of(cluster.workers[1].pid), "the other worker starts")
        cluster.kill(cluster.scheduler)
        wait_until(lambda: cluster.workers[1].poll() is not None, "Dask ends its worker")
        cluster.start_scheduler()
        cluster.start_worker()
        future.result(timeout=60)
        assert {number for number, _ in outcomes} == {0, 1}
        lost, *_ = [remark for remark in remarks if "was lost" in remark]
        assert lost == f"the connection to the Dask scheduler at {cluster.address} was lost: connecting again"
        executor.shutdown(cancel_futures=True)
