"""What a message costs: chunks of jobs without work, sent to local workers or to a Dask cluster.

The cluster is started here: a scheduler and workers, each a process of its own, whose CPU time is counted.
"""

from __future__ import annotations

import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from satplay.campaign.executors import ChunkExecutor, LocalExecutor
from satplay.campaign.job import Task, list_jobs
from satplay.campaign.messages import write_chunk, write_common, write_outcomes
from satplay.errors import EngineError
from satplay.lab.bench.campaign.ways import LOCAL
from satplay.workers.calls import Returned

DASK = """
import os, threading, time

def watch(parent):
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)

threading.Thread(target=watch, args=(os.getppid(),), daemon=True).start()
from dask.__main__ import main
main()
"""
"""The command line of Dask; it ends when its parent has ended, however that ends."""

START_SECONDS = 60.0

FEW, MANY = 1, 100
"""Jobs in a chunk: the difference is the cost of a job, the rest the cost of the chunk."""


class MessageCosts(NamedTuple):
    """CPU milliseconds for each chunk, and for each job in it, of jobs without work.

    ``client``             the process that sends chunks; without storing results
    ``scheduler``          None with local workers
    ``worker``             all processes of the workers together
    ``chunks_per_second``  by the clock, chunks of one job
    ``chunk_bytes``        of a chunk with one job and of its outcome, as JSON; ``job_bytes`` of another job
    """

    workers: int
    client_chunk: float
    client_job: float
    scheduler_chunk: float | None
    scheduler_job: float | None
    worker_chunk: float
    worker_job: float
    chunks_per_second: float
    chunk_bytes: int
    job_bytes: int


class _Used(NamedTuple):
    """CPU seconds, and seconds by the clock."""

    client: float
    scheduler: float
    worker: float
    clock: float


def no_work(number: int) -> dict[str, int]:
    """A job whose whole cost is that of its message."""
    return {"number": number}


def local_costs(workers: int = 2, chunks: int = 300) -> MessageCosts:
    """Costs with processes of this machine, without Dask."""
    executor = LocalExecutor(workers)
    try:
        # The workers are children of this process: they have no process number of their own here.
        return _costs(executor, workers, chunks, None, [])
    finally:
        executor.shutdown(cancel_futures=True)


def cluster_costs(workers: int = 2, chunks: int = 300) -> MessageCosts:
    """Costs with a Dask cluster on this machine."""
    from satplay.campaign.dask import DaskExecutor

    with _cluster(workers) as (address, scheduler, pids):
        executor = DaskExecutor(address)
        try:
            while executor.slots < workers:
                time.sleep(0.1)
            return _costs(executor, workers, chunks, scheduler, pids)
        finally:
            executor.shutdown(cancel_futures=True)


def _costs(
    executor: ChunkExecutor, workers: int, chunks: int, scheduler: int | None, pids: list[int]
) -> MessageCosts:
    _send(executor, 4 * workers, FEW, scheduler, pids)  # the first chunks start the processes
    few = _send(executor, chunks, FEW, scheduler, pids)
    many = _send(executor, chunks, MANY, scheduler, pids)

    def split(less: float, more: float) -> tuple[float, float]:
        job = (more - less) / chunks / (MANY - FEW)
        return 1000 * (less / chunks - FEW * job), 1000 * job

    client_chunk, client_job = split(few.client, many.client)
    scheduler_chunk, scheduler_job = split(few.scheduler, many.scheduler)
    worker_chunk, worker_job = split(few.worker, many.worker)
    few_bytes, many_bytes = _bytes(FEW), _bytes(MANY)
    return MessageCosts(
        workers,
        client_chunk,
        client_job,
        None if scheduler is None else scheduler_chunk,
        None if scheduler is None else scheduler_job,
        worker_chunk,
        worker_job,
        chunks / few.clock,
        few_bytes,
        (many_bytes - few_bytes) // (MANY - FEW),
    )


def _send(executor: ChunkExecutor, chunks: int, jobs: int, scheduler: int | None, pids: list[int]) -> _Used:
    """Send chunks, two for each slot at a time, and wait for the last."""
    task = Task("messages", f"{__name__}:{no_work.__name__}", {}, {})
    places = threading.Semaphore(2 * executor.slots)
    before, begun = _cpu(scheduler, pids), time.perf_counter()
    futures = []
    for chunk in range(chunks):
        listed = list_jobs([{"number": chunk * jobs + number} for number in range(jobs)])
        places.acquire()
        future = executor.submit_chunk(task, listed, lambda number, outcome: None)
        future.add_done_callback(lambda _: places.release())
        futures.append(future)
    for future in futures:
        future.result()
    after = _cpu(scheduler, pids)
    client, of_scheduler, worker = (late - early for early, late in zip(before, after, strict=True))
    return _Used(client, of_scheduler, worker, time.perf_counter() - begun)


def _cpu(scheduler: int | None, pids: list[int]) -> tuple[float, float, float]:
    """CPU seconds of this process, the scheduler, and the workers with the processes below them."""
    import psutil

    def used(process: psutil.Process) -> float:
        times = process.cpu_times()
        return float(times.user + times.system)

    here = psutil.Process()
    roots = [psutil.Process(pid) for pid in pids]
    below = [one for root in roots or [here] for one in root.children(recursive=True)]
    of_scheduler = 0.0 if scheduler is None else used(psutil.Process(scheduler))
    return time.process_time(), of_scheduler, sum(map(used, [*roots, *below]))


def _bytes(jobs: int) -> int:
    task = Task("messages", f"{__name__}:{no_work.__name__}", {}, {})
    listed = list_jobs([{"number": number} for number in range(jobs)])
    there = write_chunk(task, listed, "satplay-Client-00000000-0000-11f0-0000-000000000000")
    outcomes = [(number, Returned(no_work(number), 1.2345678e-05, 1.2345e-05)) for number in range(jobs)]
    return len(there) + len(write_common(task)) + len(write_outcomes(outcomes))


@contextmanager
def _cluster(workers: int) -> Iterator[tuple[str, int, list[int]]]:
    """A scheduler and workers of one thread each: the address, and the numbers of their processes."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    common = ["--host", "127.0.0.1", "--no-dashboard"]
    with tempfile.TemporaryDirectory() as folder, ExitStack() as started:
        file = Path(folder) / "scheduler.json"
        words = ["scheduler", *common, "--port", str(port), "--scheduler-file", str(file)]
        scheduler = started.enter_context(_dask(words))
        until = time.monotonic() + START_SECONDS
        while not file.exists():
            if scheduler.poll() is not None or time.monotonic() > until:
                raise EngineError("the Dask scheduler does not start")
            time.sleep(0.05)
        options = [*common, "--nthreads", "1", "--no-nanny", "--local-directory", folder]
        pids = [started.enter_context(_dask(["worker", address, *options])).pid for _ in range(workers)]
        yield address, scheduler.pid, pids


@contextmanager
def _dask(words: list[str]) -> Iterator[subprocess.Popen[Any]]:
    """A command of Dask, which is ended at the end of the block."""
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", DASK, *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def sample(way: str, workers: int, chunks: int) -> dict[str, Any]:
    """One sample of ``satplay bench campaign``: the costs, and the time for one chunk by the clock."""
    costs = local_costs(workers, chunks) if way == LOCAL else cluster_costs(workers, chunks)
    times = {"total": 1 / costs.chunks_per_second, "parent": costs.client_chunk / 1000}
    return {"status": "done", "times": [times], "costs": costs._asdict()}
