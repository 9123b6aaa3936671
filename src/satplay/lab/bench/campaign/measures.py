"""What is measured of campaigns: boards, memory and stores; each sample in a process of its own.

``total`` is time by the clock, because several processes work at once; the CPU seconds of this process and of
its workers are stated beside it.
"""

from __future__ import annotations

import hashlib
import resource
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from satplay.campaign.executors import ChunkExecutor, LocalExecutor, OnOutcome
from satplay.campaign.job import FinishedJob, Job, Task, number_jobs
from satplay.campaign.stored import fill_collection
from satplay.campaign.tasks.generating import as_board, generating_boards
from satplay.inputs.board_details import board_details
from satplay.lab.bench.campaign.ways import LOCAL, LOOP
from satplay.store import collections
from satplay.store.location import Server
from satplay.store.opening import open_store
from satplay.verbs.generate import generate
from satplay.workers.calls import Batch, Returned
from satplay.workers.limits import cpu_seconds
from satplay.workers.pool import WorkerPool, values_of

if TYPE_CHECKING:
    from sqlalchemy import Engine

Figures = dict[str, Any]

SUBJECT = "hashi"
NAME = "bench"
"""The collection that is filled."""

AN_INSTANT = 0.005
"""Seconds that a job without work is said to take: chunks are as large as those of real jobs."""


@contextmanager
def measured() -> Iterator[Figures]:
    """The figures of a sample, with its times at the end of the block."""
    figures: Figures = {"status": "done"}
    begin = time.perf_counter()
    own, others = cpu_seconds(), cpu_seconds(resource.RUSAGE_CHILDREN)
    yield figures
    figures["times"] = [
        {
            "total": time.perf_counter() - begin,
            "parent": cpu_seconds() - own,
            "workers": cpu_seconds(resource.RUSAGE_CHILDREN) - others,
        }
    ]


def fill(way: str, workers: int, number: int, size: str, difficulty: str | None) -> Figures:
    """Generate boards: in a loop that keeps only their text, or as a campaign that fills a collection.

    All ways must give the same boards: ``agreed`` is a digest of them.  A campaign is measured from its first
    result on: starting the workers takes the same time for any number of boards.
    """
    request: dict[str, Any] = {"size": size, "options": {}, "engine": None}
    if way == LOOP:
        return _fill_nothing(workers, number, {**request, "difficulty": difficulty})
    with TemporaryDirectory(prefix="satplay-bench-") as folder:
        store = open_store(Path(folder))
        task, parameters = generating_boards(SUBJECT, range(1, number + 1), [difficulty], **request)
        executor = _executor(way, workers)
        _start(executor, task)
        with measured() as figures:
            jobs = number_jobs(parameters)
            fill_collection(store, NAME, SUBJECT, task, jobs, executor, _as_board, total=number)
        figures["figures"] = {"peak_mib": _peak_mib()}  # before all boards are read
        texts = _texts(store)
    return figures | {"agreed": _digest(texts)}


def _fill_nothing(processes: int, number: int, request: dict[str, Any]) -> Figures:
    """Generate boards in plain loops: what several processes can do at best on this machine."""
    step = -(-number // processes)
    parts = [{"seeds": [begin, min(begin + step, number + 1)]} for begin in range(1, number + 1, step)]
    with WorkerPool(processes) as pool:
        function = f"{__name__}:{generate_texts.__name__}"
        warm_up = [pool.submit_batch(Batch(function, [{"seeds": [0, 1]}], request)) for _ in parts]
        for future in warm_up:  # each process imports what it needs
            future.result()
        with measured() as figures:
            futures = [pool.submit_batch(Batch(function, [part], request)) for part in parts]
            found = [one for future in futures for one in values_of(future.result())[0]]
    seen: dict[str, str] = {}
    for text, form in found:  # each board once up to symmetry, as in a collection
        seen.setdefault(form, text)
    return figures | {"agreed": _digest(seen.values())}


def generate_texts(seeds: Sequence[int], **request: Any) -> list[tuple[str, str]]:
    """The boards of some seeds, each with the digest of its canonical form."""
    found = []
    for seed in range(*seeds):
        made = generate(SUBJECT, seed=seed, **request)
        found.append((made.text, board_details(made.puzzle, made.instance).canonical or made.text))
    return found


def fill_repeatedly(times: int, number: int, size: str) -> Figures:
    """A campaign of ``times`` as many boards; the figures have the most memory that the parent used."""
    figures = fill(LOCAL, 2, times * number, size, None)
    del figures["agreed"]  # another number of boards: they cannot agree
    return figures


def _executor(way: str, workers: int) -> ChunkExecutor:
    if way == LOCAL:
        return LocalExecutor(workers)
    from satplay.campaign.dask import DaskExecutor

    return DaskExecutor("local", workers)


def _start(executor: ChunkExecutor, task: Task) -> None:
    """Let each worker do a job, so that it has started and imported what it needs."""
    job = Job(0, {"seed": 0, "difficulty": None}, "")
    futures = [executor.submit_chunk(task, [job], lambda *_: None) for _ in range(2 * executor.slots)]
    for future in futures:
        future.result()


def store_boards(server: str | None, number: int) -> Figures:
    """Fill a collection, in a file or on the server at this address, by jobs that take no time."""
    with TemporaryDirectory(prefix="satplay-bench-") as folder:
        store = open_store(Path(folder) if server is None else Server("SATPLAY_STORE", server))
        name = f"bench-{time.time_ns()}"
        task, parameters = generating_boards(SUBJECT, range(number), [None], collection=name)
        with measured() as figures:
            jobs = number_jobs(parameters)
            fill_collection(store, name, SUBJECT, task, jobs, _Instantly(), _as_board, total=number)
        collections.forget(store, name)  # and with it the campaign
    return figures


class _Instantly:
    """An executor whose jobs have their results at once: boards of 7x9 cells."""

    slots = 2

    def submit_chunk(self, task: Task, jobs: Sequence[Job], on_outcome: OnOutcome) -> Future[None]:
        """Make a board of each job."""
        for number, job in enumerate(jobs):
            seed = f"{job.place:07}"
            values = {"text": f"{seed}\n" * 9, "level": "medium", "size": "7x9", "canonical": seed * 9}
            on_outcome(number, Returned(values, AN_INSTANT, AN_INSTANT))
        future: Future[None] = Future()
        future.set_result(None)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Nothing is running."""


def _texts(store: Engine) -> list[str]:
    found = collections.find(store, NAME)
    return [] if found is None else [board.text for board in found.boards]


def _as_board(result: FinishedJob) -> Any:
    return as_board(result.values)


def _digest(texts: Iterable[str]) -> str:
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]


def _peak_mib() -> float:
    """The most memory that this process has used, in MiB; 0 if the system does not tell."""
    status = Path("/proc/self/status")
    if not status.exists():
        return 0.0
    lines = dict(line.split(":", 1) for line in status.read_text(encoding="ascii").splitlines())
    return int(lines["VmHWM"].split()[0]) / 1024
