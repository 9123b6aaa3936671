"""Where jobs run: the interface of executors, and the one of local processes.

An executor runs chunks: a few jobs that one worker does one after the other.  Others can be added without a
change to ``run.py``: ``dask.py`` is one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any, Protocol, TypeAlias

from satplay.campaign.job import Job, Task
from satplay.workers.calls import Batch, Outcome
from satplay.workers.pool import WorkerPool

OnOutcome: TypeAlias = Callable[[int, Outcome], None]
"""Called with the index of a job in its chunk and its outcome, in any thread."""


class LostChunk(Exception):
    """A chunk has no result because of the executor, not of its jobs: the jobs run again."""


class ChunkExecutor(Protocol):
    """Runs chunks of jobs; the shape of ``concurrent.futures.Executor``."""

    @property
    def slots(self) -> int:
        """The number of chunks that run at a time."""

    def submit_chunk(self, task: Task, jobs: Sequence[Job], on_outcome: OnOutcome) -> Future[Any]:
        """Run jobs one after the other.

        ``on_outcome`` is called for every job before the future is done.  The future raises ``LostChunk`` if
        jobs without an outcome have to run again.
        """

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Accept no more chunks; with ``cancel_futures`` also stop those that are running."""


class LocalExecutor:
    """Runs chunks in processes of this machine."""

    def __init__(self, workers: int = 1) -> None:
        self._pool = WorkerPool(workers)

    @property
    def slots(self) -> int:
        """The number of workers."""
        return self._pool.workers

    def submit_chunk(self, task: Task, jobs: Sequence[Job], on_outcome: OnOutcome) -> Future[Any]:
        """Queue the jobs as one batch of the pool."""
        return self._pool.submit_batch(as_batch(task, jobs), on_outcome)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the workers."""
        self._pool.shutdown(wait, cancel_futures=cancel_futures)


def as_batch(task: Task, jobs: Sequence[Job]) -> Batch:
    """Jobs as calls for a pool of workers."""
    items = [dict(job.parameters) for job in jobs]
    return Batch(
        task.function,
        items,
        task.common,
        task.seconds,
        task.cpu_seconds,
        task.memory_mib,
        fresh=task.fresh,
    )
