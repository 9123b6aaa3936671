"""The part of a campaign that runs in a worker of a Dask cluster.

Jobs do not run in the Dask worker itself but in processes that it starts, as many as it has threads: limits
of time and memory hold for each job as on local workers, and a job that crashes does not end the Dask worker.

A task whose result is not needed any more (the campaign was cancelled, or its process has died) is known to
Dask as cancelled, but Dask does not stop its thread: the thread checks that, and stops its process.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import wait
from contextlib import contextmanager
from typing import TYPE_CHECKING

from satplay.campaign.messages import NumberedOutcome, read_chunk, write_outcomes
from satplay.workers.calls import Outcome
from satplay.workers.pool import WorkerPool

if TYPE_CHECKING:
    from dask.typing import Key
    from distributed import Worker

POLL = 0.1
"""Seconds after which a thread looks again whether its result is still wanted."""

PUBLISH_AFTER = 2.0
"""Seconds after which the outcomes of a chunk are sent before its end: one of its jobs is a long one."""

MOST_PUBLISHED = 1 << 16
"""Characters that are sent before the end of a chunk at a time: the scheduler keeps the last thousand."""

IDLE_SECONDS = 60.0
"""The processes of a Dask worker end after this time without a chunk."""

LABEL_QUANTITY = 1 << 20
"""How many chunks a label allows at a time; the threads of the worker are the real bound."""


def label(version: str, *, native: bool) -> str:
    """The label, a "resource" of Dask, of workers that can run the chunks of this version of satplay.

    >>> label("1.2", native=True)
    'satplay 1.2 with native core'
    """
    return f"satplay {version} with native core" if native else f"satplay {version}"


async def label_worker(dask_worker: Worker) -> bool:
    """Label this worker; returns whether it has the native core."""
    from satplay.version import __version__

    native = has_native_core()
    labels = {label(__version__, native=one): LABEL_QUANTITY for one in {False, native}}
    if any(name not in dask_worker.state.total_resources for name in labels):
        await dask_worker.set_resources(**labels)
    return native


def has_native_core() -> bool:
    """Whether satplay was installed here with its native core."""
    from satplay.engines import catalogue

    return catalogue.default() == "native"


def run_chunk(text: str, common: str) -> str:
    """Run the jobs of a chunk, and return the outcomes that were not published before."""
    from distributed import Reschedule, get_worker

    worker = get_worker()
    key = worker.get_current_task()
    batch, topic = read_chunk(text, common)
    outcomes = _Outcomes()
    with _pool(worker.state.nthreads) as pool:
        running = pool.submit_batch(batch, outcomes.add)
        publish_at = time.monotonic() + PUBLISH_AFTER
        while not wait([running], POLL).done:
            if not is_wanted(worker, key):
                running.cancel()
                wait([running])
                raise Reschedule  # matters only if the worker is closing
            if time.monotonic() >= publish_at:
                publish_at = time.monotonic() + PUBLISH_AFTER
                if published := outcomes.take_small():
                    worker.log_event(topic, [str(key), published])
    return outcomes.take()


def is_wanted(worker: Worker, key: Key) -> bool:
    """Whether the worker is running, and the result of its task is still wanted."""
    task = worker.state.tasks.get(key)
    is_cancelled = task is None or task.state not in ("executing", "long-running")
    return not is_cancelled and worker.status.name in ("running", "paused", "closing_gracefully")


class _Outcomes:
    """The outcomes of a chunk that were not sent yet."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: list[NumberedOutcome] = []

    def add(self, number: int, outcome: Outcome) -> None:
        with self._lock:
            self._waiting.append((number, outcome))

    def take(self) -> str:
        """All of them, as a text."""
        with self._lock:
            taken, self._waiting = self._waiting, []
        return write_outcomes(taken)

    def take_small(self) -> str:
        """All of them, unless the text would be long; those stay until the end of the chunk."""
        with self._lock:
            text = write_outcomes(self._waiting)
            if not self._waiting or len(text) > MOST_PUBLISHED:
                return ""
            self._waiting = []
        return text


# -- the processes of this worker ------------------------------------------------------------------------


class _SharedPool:
    """One pool for all threads of this process; it ends some time after the last chunk."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pool: WorkerPool | None = None
        self._users = 0
        self._timer: threading.Timer | None = None

    @contextmanager
    def use(self, processes: int) -> Iterator[WorkerPool]:
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
            if self._pool is None:
                self._pool = WorkerPool(processes)
            pool = self._pool
            pool.workers = max(pool.workers, processes)
            self._users += 1
        try:
            yield pool
        finally:
            with self._lock:
                self._users -= 1
                if self._users == 0:
                    self._timer = threading.Timer(IDLE_SECONDS, self._end_if_idle)
                    self._timer.daemon = True
                    self._timer.start()

    def _end_if_idle(self) -> None:
        with self._lock:
            if self._users or self._pool is None:
                return
            pool, self._pool = self._pool, None
        pool.shutdown(cancel_futures=True)


_pool = _SharedPool().use
