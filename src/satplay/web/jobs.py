"""JobQueue: the jobs of all clients, and the workers that run them.

Equal calls that are queued or running are one ``Work``; each request gets a ``Job`` of its own, its interest
in that work.  A work without jobs is cancelled.  The queue gives the pool only what it can start at once, so
that the order of priorities holds until the last moment and nothing cancelled is left in the pool.

All methods may be called from any thread.
"""

from __future__ import annotations

import hashlib
import logging
import math
import secrets
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from itertools import count
from threading import RLock
from typing import Any

from satplay.contracts.engine import Stopped
from satplay.errors import NoSuchName, cut
from satplay.web.answers import Refused, describe_error, error_answer, json_bytes, unknown
from satplay.web.job import BOARD, CANCELLED, DONE, FAILED, HINT, JOB, QUEUED, RUNNING, Job, Work
from satplay.web.job_process import Started, prepare, run_task
from satplay.web.settings import MIB, WebSettings
from satplay.workers.calls import (
    Batch,
    Cancelled,
    Crashed,
    NotStarted,
    Outcome,
    OutOfMemory,
    OutOfTime,
    Raised,
    Returned,
    name_of,
)
from satplay.workers.pool import WorkerPool

__all__ = ["BOARD", "HINT", "JOB", "Job", "JobQueue"]

NICENESS = 10

GRACE = 0.5
"""Seconds after its time limit until a job is stopped: most end by themselves, with an answer."""

RETRY = 2
"""Seconds after which a client may try again that was refused because the queue is full."""

AGAIN = {"Retry-After": str(RETRY)}

MOST_JOBS = 2_000
"""Jobs that have not ended, of all clients: many may share a work."""

MOST_ARGUMENT_BYTES = 256 * MIB
"""The arguments of all works together."""

log = logging.getLogger("satplay.web")


class NoSuchJob(NoSuchName):
    """An unknown job: the numbers of jobs are secrets, so that none is listed.

    >>> print(NoSuchJob("x"))
    no job is called 'x': it ended some minutes ago, or its result was delivered
    """

    def __init__(self, number: str) -> None:
        super().__init__("job", number, ())

    def __str__(self) -> str:
        return (
            f"no job is called {cut(repr(self.name))}: it ended some minutes ago, or its result was delivered"
        )


class JobQueue:
    """The jobs of all clients."""

    def __init__(self, settings: WebSettings, clock: Callable[[], float] = time.monotonic) -> None:
        self.settings = settings
        self._clock = clock
        # One worker takes nothing but hints: a verb may run for a minute, and is not interrupted for a hint.
        self._slots = max(2, settings.workers)
        self._pool = WorkerPool(self._slots, niceness=NICENESS)
        self._lock = RLock()
        self._numbers = count()
        self._works: dict[str, Work] = {}  # queued or running, by key
        self._queue: list[Work] = []
        self._running: set[Work] = set()
        self._jobs: dict[str, Job] = {}
        self._ended: dict[str, Job] = {}  # in the order in which they ended
        self._preparing = 0
        self._closed = False

    # -- the caller's side --------------------------------------------------------------------------

    def submit(
        self,
        task: Callable[..., Any],
        arguments: Mapping[str, Any],
        *,
        client: str,
        priority: int = JOB,
        seconds: float | None = None,
        key: str | None = None,
    ) -> Job:
        """Queue a call of a module's function with keyword arguments; raises ``Refused`` if that is too much.

        ``seconds``  time limit; the task should end by itself before
        ``key``      what equal calls have in common; by default the task and its arguments
        """
        name = name_of(task)
        seconds = self.limit_seconds(seconds)
        content = json_bytes([name, seconds, arguments if key is None else key])
        digest = hashlib.sha256(content).hexdigest()
        with self._lock:
            self.remove_expired()
            if self._closed:
                raise Refused(503, "Closing", "the server is being stopped", retry=RETRY)
            work = self._works.get(digest)
            if work is None:
                self._expect_room(client, priority, len(content))
                work = Work(next(self._numbers), digest, name, arguments, priority, seconds)
                work.size = len(content)
                self._works[digest] = work
                self._queue.append(work)
                work.add_event("queued", {"ahead": len(self._queue) - 1})
            elif len(self._jobs) - len(self._ended) >= MOST_JOBS:
                raise Refused(503, "QueueFull", "too many requests wait for an answer", retry=RETRY)
            job = Job(secrets.token_urlsafe(16), client, work, self._clock())
            work.jobs.add(job)
            self._jobs[job.number] = job
            self._start_next()
            return job

    def limit_seconds(self, seconds: float | None) -> float:
        """The time limit of a job: what a request asks for, if that is allowed."""
        if seconds is None or math.isnan(seconds):
            return self.settings.job_seconds
        return max(0.0, min(seconds, self.settings.longest_job_seconds))

    def find(self, number: str) -> Job:
        """The job; raises ``NoSuchName`` if it is unknown or not kept any more."""
        with self._lock:
            job = self._jobs.get(number)
            if job is None:
                raise NoSuchJob(number)
            if not job.listeners:
                job.left_at = self._clock()
            return job

    def listen(self, job: Job, listener: Callable[[], None]) -> None:
        """Call ``listener`` when something happens; as long as there are listeners, the job is wanted."""
        with self._lock:
            job.listeners.append(listener)

    def stop_listening(self, job: Job, listener: Callable[[], None]) -> None:
        """The listener is not called any more."""
        with self._lock, suppress(ValueError):
            job.listeners.remove(listener)
            job.left_at = self._clock()

    def cancel(self, job: Job) -> None:
        """The client does not want the job any more; its work ends if no other job needs it."""
        with self._lock:
            if job.has_ended:
                return
            job.is_cancelled = True
            self._note_ended(job)
            job.wake()
            work = job.work
            if any(not one.is_cancelled for one in work.jobs):
                return
            self._works.pop(work.key, None)
            work.end(CANCELLED)
            if work.future is None:
                self._queue.remove(work)
            else:
                work.future.cancel()

    def forget(self, job: Job) -> None:
        """Keep nothing of a job: its result was delivered."""
        with self._lock:
            self.cancel(job)
            self._jobs.pop(job.number, None)
            self._ended.pop(job.number, None)
            job.work.jobs.discard(job)

    def remove_expired(self) -> None:
        """Cancel the jobs without interest, and remove those that have ended long ago, or are too many."""
        with self._lock:
            now = self._clock()
            for job in [*self._jobs.values()]:
                if not job.has_ended and not job.listeners and now > job.left_at + self.settings.abandoned:
                    self.cancel(job)
            kept = sum(work.kept_bytes for work in {job.work for job in self._ended.values()})
            for job in [*self._ended.values()]:
                is_old = now > job.left_at + self.settings.kept_seconds
                too_many = len(self._ended) > self.settings.kept_jobs or kept > self.settings.kept_bytes
                if is_old or too_many:
                    self.forget(job)
                    if not job.work.jobs:
                        kept -= job.work.kept_bytes

    def prepare(self) -> None:
        """Start workers and let them import what hints need."""
        with self._lock:
            while not self._closed and self._preparing < min(2, self._slots):
                self._preparing += 1
                # After everything that clients wait for.
                batch = Batch(name_of(prepare), [{}], {}, seconds=60.0, priority=JOB + 1)
                self._pool.submit_batch(batch).add_done_callback(self._note_prepared)

    def close(self) -> None:
        """Cancel everything, and end the workers."""
        with self._lock:
            self._closed = True
            for job in [*self._jobs.values()]:
                self.cancel(job)
        self._pool.shutdown(cancel_futures=True)

    @property
    def waiting(self) -> int:
        """The number of works in the queue."""
        return len(self._queue)

    @property
    def busy(self) -> int:
        """The number of works that run."""
        return len(self._running)

    @property
    def pids(self) -> list[int]:
        """The process numbers of the workers."""
        return self._pool.pids()

    # -- limits -------------------------------------------------------------------------------------

    def _expect_room(self, client: str, priority: int, size: int) -> None:
        is_hint = priority == HINT
        waiting = sum((work.priority == HINT) == is_hint for work in self._queue)
        most = self.settings.hint_queue if is_hint else self.settings.queue
        if waiting >= most:
            raise Refused(503, "QueueFull", f"{waiting} jobs wait already: try again later", retry=RETRY)
        if size + sum(work.size for work in self._works.values()) > MOST_ARGUMENT_BYTES:
            raise Refused(503, "QueueFull", "the jobs that wait are too large: try again later", retry=RETRY)
        own = {
            job.work
            for work in self._works.values()
            for job in work.jobs
            if job.client == client and not job.has_ended and work.priority != HINT
        }
        if not is_hint and len(own) >= self.settings.jobs_per_client:
            message = f"{len(own)} jobs of this client have not ended: cancel one of them, or wait"
            raise Refused(429, "TooMany", message, retry=RETRY)

    # -- running ------------------------------------------------------------------------------------

    def _start_next(self) -> None:
        """Start what may run now, in the order of priorities."""
        while (work := self._next_work()) is not None:
            self._queue.remove(work)
            self._running.add(work)
            call = {"task": work.task, "arguments": work.arguments}
            batch = Batch(
                name_of(run_task), [call], {}, work.seconds + GRACE, memory_mib=self.settings.job_memory
            )
            work.future = self._pool.submit_batch(batch, on_event=partial(self._hear, work))
            work.future.add_done_callback(partial(self._end, work))

    def _next_work(self) -> Work | None:
        if self._closed or len(self._running) >= self._slots:
            return None
        others = sum(work.priority != HINT for work in self._running)
        possible = [one for one in self._queue if one.priority == HINT or others < self._slots - 1]
        return min(possible, key=lambda work: (work.priority, work.number), default=None)

    def _hear(self, work: Work, event: Any) -> None:
        """An event of a worker, in the thread of the pool."""
        with self._lock:
            if work.has_ended:
                return
            if isinstance(event, Started):
                work.state = RUNNING
                work.add_event("started")
                return
            with suppress(ValueError, TypeError):  # no JSON value
                work.add_event("progress", event)

    def _end(self, work: Work, future: Future[list[Outcome]]) -> None:
        """A call has ended, in the thread of the pool or of the one who cancelled it."""
        outcome = Cancelled() if future.cancelled() else future.result()[0]
        with self._lock:
            self._running.discard(work)
            if isinstance(outcome, Crashed) and work.state == QUEUED and work.tries <= self._slots:
                # Its worker had been killed while it was idle: the call has not begun.
                work.tries, work.future = work.tries + 1, None
                self._queue.append(work)
            else:
                self._conclude(work, outcome)
            self._start_next()
            if not isinstance(outcome, Returned | Raised):  # its worker is being replaced
                self.prepare()

    def _conclude(self, work: Work, outcome: Outcome) -> None:
        if self._works.get(work.key) is work:
            del self._works[work.key]
        if not work.has_ended:
            self._take(work, outcome)
            for job in [*work.jobs]:
                self._note_ended(job)

    def _take(self, work: Work, outcome: Outcome) -> None:
        match outcome:
            case Returned(value=value):
                work.end(DONE, result=value)
            case Raised(error=error, why=why, trace=trace):
                if error is None:
                    log.error("%s: %s\n%s", work.task, why, trace)
                answer = describe_error(error or Exception(why))
                if error is not None and answer.status == 500:
                    log.error("%s: %s", work.task, why)
                if answer.status == 200:
                    work.end(DONE, result=json_bytes(answer.value))
                else:
                    work.end(FAILED, failure=answer)
            case OutOfTime():
                work.end(DONE, result=json_bytes(unknown(Stopped.TIME.value).value))
            case OutOfMemory():
                work.end(DONE, result=json_bytes(unknown(Stopped.MEMORY.value).value))
            case Crashed(why=why):
                log.error("%s: a worker ended: %s", work.task, why)
                status = 503 if why == "Killed" else 500  # killed from outside, or by our own mistake
                message = (
                    f"the worker process of this job ended ({why}); another one takes its place: try again"
                )
                again = AGAIN if status == 503 else None
                work.end(FAILED, failure=error_answer(status, "WorkerEnded", message, headers=again))
            case NotStarted(why=why):
                log.error("no worker can be started: %s", why)
                message = "no worker process can be started: try again later"
                work.end(FAILED, failure=error_answer(503, "NoWorker", message, headers=AGAIN))
            case Cancelled():
                work.end(CANCELLED)

    def _note_ended(self, job: Job) -> None:
        if not job.is_cancelled or job.number not in self._ended:
            self._ended[job.number] = job
            job.left_at = self._clock()

    def _note_prepared(self, future: Future[list[Outcome]]) -> None:
        with self._lock:
            self._preparing -= 1
