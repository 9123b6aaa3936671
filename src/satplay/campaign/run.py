"""Running a campaign: jobs are sent in chunks, results are saved as they arrive and delivered in order.

Whatever ends a run (Ctrl-C, a power cut, ``kill -9``) loses only jobs that were running and results of the
last fraction of a second: the next run of the same campaign computes the rest.  The memory of this process
does not depend on the number of jobs.
"""

from __future__ import annotations

import math
import queue
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, Future
from functools import partial
from itertools import dropwhile, islice
from typing import Any, NamedTuple, TypeAlias

from satplay.campaign.executors import ChunkExecutor, LostChunk
from satplay.campaign.job import DONE, FAILED, OUT_OF_TIME, FinishedJob, Job, Task
from satplay.campaign.results import Results
from satplay.errors import BadInput, GaveUp, SatplayError
from satplay.workers.calls import (
    Cancelled,
    Crashed,
    NotStarted,
    Outcome,
    OutOfMemory,
    OutOfTime,
    Raised,
    Returned,
)

CHUNK_SECONDS = 1.0
"""The work of one chunk: a message costs about a millisecond, more on a cluster."""

MOST_CHUNKS_PER_SECOND = 300
"""With more workers than this chunks are longer: a scheduler handles about twice as many."""

LARGEST_CHUNK = 1000

SAVE_INTERVAL = 0.5
"""Seconds between two transactions: each waits for the disk."""

MOST_ATTEMPTS = 3
"""A job whose worker dies is tried again: something else may have ended the worker."""

DELIVERY = 1000
"""The number of results that are delivered at a time, at most."""

BLOCK = 500
"""The number of keys that are looked up at a time."""


class Progress(NamedTuple):
    """How far a campaign is.

    ``finished``  jobs that have a result, ``known`` of them before this run; ``total`` None if unknown
    ``rate``      jobs per second in this run
    """

    finished: int
    known: int
    total: int | None
    failed: int
    rate: float

    @property
    def seconds_left(self) -> float | None:
        """Seconds until the end at this rate."""
        if self.total is None or self.rate <= 0:
            return None
        return (self.total - self.finished) / self.rate


OnProgress: TypeAlias = Callable[[Progress], None]


class _Chunk(NamedTuple):
    jobs: Sequence[Job]
    done: list[bool]


class _Arrival(NamedTuple):
    """The outcome of the job ``number`` of a chunk; or the end of the chunk, if it is None."""

    chunk: _Chunk
    number: int | None
    outcome: Outcome | None = None
    error: BaseException | None = None


class CampaignRun:
    """One run of a campaign, from the first job without a result to the last.

    ``first``      the place of the first job whose result is delivered; those before it have one
    ``total``      the number of jobs, if it is known
    ``is_last``    whether a result, in the order of arrival, ends the campaign
    ``deadline``   the time of ``time.monotonic`` at which it ends, with the results that there are
    ``strict``     wrong input for one job ends the campaign with its error: all jobs have the same options
    """

    def __init__(
        self,
        task: Task,
        jobs: Iterable[Job],
        executor: ChunkExecutor,
        results: Results,
        *,
        first: int = 0,
        total: int | None = None,
        on_progress: OnProgress | None = None,
        is_last: Callable[[FinishedJob], bool] | None = None,
        deadline: float | None = None,
        strict: bool = False,
    ) -> None:
        self._task, self._executor, self._results = task, executor, results
        self._next_place = first
        self._is_last, self._strict = is_last, strict
        self._deadline = math.inf if deadline is None else deadline
        self._on_progress, self._total = on_progress, total
        self._finished = self._known = results.count(total)
        self._failed = self._arrived = 0
        self._open_jobs = self._without_results(iter(jobs))
        self._again: deque[Sequence[Job]] = deque()
        self._attempts: dict[str, int] = {}
        self._in_flight: dict[int, Future[Any]] = {}
        self._arrivals: queue.SimpleQueue[_Arrival] = queue.SimpleQueue()
        self._unsaved: list[FinishedJob] = []
        self._seconds_per_job: float | None = None
        self._begun = self._last_save = self._last_progress = time.monotonic()
        self._ended = self._is_closing = False
        self._next_job: Job | None = None

    def results(self) -> Generator[list[FinishedJob]]:
        """Run all jobs, and yield their results in order, some at a time; those of earlier runs, too.

        Any exception, Ctrl-C included, and closing this iterator cancel what is queued and running, and save
        what is finished.
        """
        try:
            yield from self._deliver()
            self._submit()
            self._report(force=True)
            while self._in_flight and not self._ended:
                if self._take(self._patience()):
                    yield from self._deliver()
                self._submit()
            self._executor.shutdown(cancel_futures=self._ended)
            yield from self._deliver()
        except BaseException:
            self._is_closing = True
            try:
                self._save()  # first: there may be little time left
            finally:
                self._executor.shutdown(cancel_futures=True)
            self._drain()
            self._save()
            self._report(force=True)
            raise
        self._report(force=True)

    @property
    def has_ended_early(self) -> bool:
        """Whether the run was ended by its last result or its deadline: jobs may have no result."""
        return self._ended

    # -- jobs --------------------------------------------------------------------------------------------

    def _without_results(self, jobs: Iterator[Job]) -> Iterator[Job]:
        jobs = dropwhile(lambda job: job.place < self._next_place, jobs)
        while block := list(islice(jobs, BLOCK)):
            finished = set(self._results.finished_among([job.key for job in block]))
            yield from (job for job in block if job.key not in finished)

    def _submit(self) -> None:
        """Send chunks until two for each slot are under way: a worker never waits for the next."""
        # The first question of an executor may start workers: not if there is nothing to do.
        while not self._ended and (not self._in_flight or len(self._in_flight) < 2 * self._executor.slots):
            jobs = self._again.popleft() if self._again else self._new_chunk()
            if not jobs:
                return
            chunk = _Chunk(jobs, [False] * len(jobs))
            future = self._executor.submit_chunk(self._task, jobs, partial(self._note_outcome, chunk))
            self._in_flight[id(chunk)] = future
            future.add_done_callback(partial(self._note_end, chunk))

    def _note_outcome(self, chunk: _Chunk, number: int, outcome: Outcome) -> None:
        self._arrivals.put(_Arrival(chunk, number, outcome))

    def _note_end(self, chunk: _Chunk, future: Future[Any]) -> None:
        error = CancelledError() if future.cancelled() else future.exception()
        self._arrivals.put(_Arrival(chunk, None, error=error))

    def _new_chunk(self) -> list[Job]:
        jobs: list[Job] = []
        size = self._chunk_size()
        while len(jobs) < size:
            job = self._next_job if self._next_job is not None else next(self._open_jobs, None)
            self._next_job = job
            if job is None or self._is_beyond_window(job):
                break
            self._next_job = None
            jobs.append(job)
        return jobs

    def _is_beyond_window(self, job: Job) -> bool:
        window = self._results.window
        return window is not None and job.place >= self._next_place + window

    def _chunk_size(self) -> int:
        """About a second of work, less towards the end, so that all workers end together."""
        if self._seconds_per_job is None:
            return 1
        slots = self._executor.slots
        seconds = max(CHUNK_SECONDS, slots / MOST_CHUNKS_PER_SECOND)
        size = int(seconds / max(self._seconds_per_job, seconds / LARGEST_CHUNK))
        if self._total is not None:
            size = min(size, (self._total - self._finished) // (4 * slots))
        return max(1, min(size, LARGEST_CHUNK))

    # -- results -----------------------------------------------------------------------------------------

    def _patience(self) -> float:
        until = min(self._last_save + SAVE_INTERVAL, self._deadline)
        return max(0.01, until - time.monotonic())

    def _take(self, patience: float) -> bool:
        """Take what has arrived, and save it if it is time; returns whether it was."""
        try:
            self._accept(self._arrivals.get(timeout=patience))
        except queue.Empty:
            pass
        else:
            self._drain()
        self._report()
        if time.monotonic() >= self._deadline:
            self._ended = True
        if time.monotonic() < self._last_save + SAVE_INTERVAL and self._in_flight and not self._ended:
            return False
        self._save()
        return True

    def _drain(self) -> None:
        while True:
            try:
                self._accept(self._arrivals.get_nowait())
            except queue.Empty:
                return

    def _accept(self, arrival: _Arrival) -> None:
        chunk, number, outcome, error = arrival
        if number is None:
            self._in_flight.pop(id(chunk), None)
            self._finish_chunk(chunk, error)
            return
        assert outcome is not None
        job = chunk.jobs[number]
        if isinstance(outcome, Cancelled) or chunk.done[number]:
            return
        if isinstance(outcome, Crashed) and self._may_try_again(job):
            return  # it has no result: the end of the chunk sends it again
        if isinstance(outcome, NotStarted):
            if self._is_closing:
                return
            raise GaveUp("worker process", outcome.why)
        chunk.done[number] = True
        self._attempts.pop(job.key, None)
        if self._strict and isinstance(outcome, Raised) and is_wrong_input(outcome.error):
            assert outcome.error is not None
            if self._is_closing:
                return  # another exception ends the run; the next run finds the error again
            raise outcome.error
        result = result_of(job, outcome)
        self._unsaved.append(result)
        self._finished += 1
        self._arrived += 1
        self._failed += result.outcome != DONE
        if result.outcome == DONE:
            self._learn_speed(result.seconds)
        if self._is_last is not None and self._is_last(result):
            self._ended = True

    def _finish_chunk(self, chunk: _Chunk, error: BaseException | None) -> None:
        """Send the jobs without a result again; after a loss in halves, so that one bad job stands alone."""
        if error is not None and not isinstance(error, LostChunk | CancelledError):
            if self._is_closing:
                return
            raise error
        left = [job for job, done in zip(chunk.jobs, chunk.done, strict=True) if not done]
        if self._ended or not left:
            return
        if error is not None and len(left) == 1 and not self._may_try_again(left[0]):
            self._accept(_Arrival(_Chunk(left, [False]), 0, Raised(f"its worker was lost: {error}")))
            return
        half = (len(left) + 1) // 2 if error is not None else len(left)
        self._again += [part for part in (left[:half], left[half:]) if part]

    def _may_try_again(self, job: Job) -> bool:
        self._attempts[job.key] = self._attempts.get(job.key, 0) + 1
        return self._attempts[job.key] < MOST_ATTEMPTS

    def _learn_speed(self, seconds: float) -> None:
        before = self._seconds_per_job
        self._seconds_per_job = seconds if before is None else 0.9 * before + 0.1 * seconds

    def _save(self) -> None:
        if self._unsaved:
            self._results.save(self._unsaved)
            self._unsaved = []  # not before: Ctrl-C may interrupt the transaction
        self._last_save = time.monotonic()

    def _deliver(self) -> Iterator[list[FinishedJob]]:
        results_in_order = self._results.from_place(self._next_place)
        if self._total is not None:  # an earlier run may have had more jobs
            results_in_order = islice(results_in_order, max(0, self._total - self._next_place))
        for results in batches(results_in_order, DELIVERY):
            self._next_place = results[-1].place + 1
            yield results

    def _report(self, *, force: bool = False) -> None:
        now = time.monotonic()
        if self._on_progress is None or (now < self._last_progress + 0.1 and not force):
            return
        self._last_progress = now
        rate = self._arrived / max(now - self._begun, 1e-9)
        self._on_progress(Progress(self._finished, self._known, self._total, self._failed, rate))


def is_wrong_input(error: SatplayError | None) -> bool:
    """Whether an error means that the command was wrong, and not that a job found no answer."""
    return error is not None and error.exit_status == BadInput.exit_status


def batches(results: Iterable[FinishedJob], size: int) -> Iterator[list[FinishedJob]]:
    """The results in lists of at most this size."""
    rest = iter(results)
    while batch := list(islice(rest, size)):
        yield batch


def result_of(job: Job, outcome: Outcome) -> FinishedJob:
    """The result that is stored for the outcome of a job."""
    match outcome:
        case Returned(value=values, seconds=seconds):
            return FinishedJob(job.key, job.place, DONE, values, "", seconds)
        case OutOfTime():
            return FinishedJob(job.key, job.place, OUT_OF_TIME, {})
        case OutOfMemory():
            values = {"exit_status": GaveUp.exit_status}
            return FinishedJob(job.key, job.place, FAILED, values, str(outcome))
        case Raised(why=why, error=error):
            values = {} if error is None else {"exit_status": error.exit_status}
            return FinishedJob(job.key, job.place, FAILED, values, why)
        case Crashed(why=why):
            return FinishedJob(
                job.key, job.place, FAILED, {}, f"its worker ended {MOST_ATTEMPTS} times: {why}"
            )
        case _:
            raise AssertionError("a cancelled job has no result")
