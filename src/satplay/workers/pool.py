"""WorkerPool: runs calls in worker processes; it has the interface of ``concurrent.futures.Executor``.

One thread owns the workers.  It starts them when they are needed, gives them batches in the order of
priority, stops calls that are out of time or cancelled, and replaces workers that have died: the call that
such a worker ran has the outcome ``Crashed``, the calls after it in the batch run in another worker.
"""

from __future__ import annotations

import heapq
import itertools
import os
import signal
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Executor, Future
from contextlib import suppress
from dataclasses import replace
from multiprocessing.connection import Connection
from selectors import EVENT_READ, DefaultSelector
from typing import Any, TypeVar

from satplay.errors import EngineError, GaveUp
from satplay.workers.calls import (
    Batch,
    Cancelled,
    Crashed,
    NotStarted,
    OnEvent,
    OnOutcome,
    Outcome,
    OutOfMemory,
    OutOfTime,
    Raised,
    Returned,
    name_of,
)
from satplay.workers.process import WorkerProcess, receive
from satplay.workers.worker import DONE, EVENT, OUTCOME, READY

T = TypeVar("T")

MOST_FAILED_STARTS = 3
"""After this number of workers in a row that ended before they were ready, no more are started."""

LARGE_MIB = 512
"""A worker that holds more memory than this after a batch is replaced, unless batches may use more."""


class BatchFuture(Future[list[Outcome]]):
    """The outcomes of a batch.  ``cancel`` also stops a batch that is running.

    The result of a cancelled batch that was running has the outcomes so far, and ``Cancelled`` for the rest.
    """

    def __init__(self, stop: Callable[[BatchFuture], None]) -> None:
        super().__init__()
        self._stop = stop

    def cancel(self) -> bool:
        """Cancel the batch, or stop it; returns whether it had not ended."""
        if super().cancel():
            return True
        if self.done():
            return False
        self._stop(self)
        return True


class RunningBatch:
    """A batch in the queue or in a worker, with the outcomes so far."""

    def __init__(
        self, batch: Batch, future: BatchFuture, on_outcome: OnOutcome | None, on_event: OnEvent | None
    ) -> None:
        self.batch, self.future = batch, future
        self.on_outcome, self.on_event = on_outcome, on_event
        self.outcomes: list[Outcome] = []
        self.begin = 0  # the first item that the present worker was given

    def rest(self) -> Batch:
        """The items without an outcome, as a batch; one of them if each needs a new process."""
        self.begin = len(self.outcomes)
        end = self.begin + 1 if self.batch.fresh else None
        return replace(self.batch, items=self.batch.items[self.begin : end])

    def add(self, outcome: Outcome) -> None:
        """The outcome of the next item."""
        self.outcomes.append(outcome)
        if self.on_outcome is not None:
            self.on_outcome(len(self.outcomes) - 1, outcome)

    @property
    def is_complete(self) -> bool:
        """Whether every item has an outcome."""
        return len(self.outcomes) == len(self.batch.items)

    def fill(self, outcome: Outcome) -> None:
        """Give all other items this outcome."""
        while not self.is_complete:
            self.add(outcome)


class WorkerPool(Executor):
    """At most ``workers`` processes that run calls.

    ``niceness``  is added to that of the workers
    ``fresh``     each batch gets a new process, so that nothing left behind by an earlier one affects it
    """

    def __init__(self, workers: int = 1, *, niceness: int = 0, fresh: bool = False) -> None:
        self.workers = workers
        self._niceness, self._fresh = niceness, fresh
        self._lock = threading.Lock()
        self._queue: list[tuple[int, int, RunningBatch]] = []
        self._numbers = itertools.count()
        self._to_stop: list[BatchFuture] = []
        self._processes: list[WorkerProcess] = []
        self._failed_starts = 0
        self._closing: str | None = None  # "finish" the queue, or "kill"
        self._bell, self._button = (Connection(number) for number in os.pipe())
        self._selector = DefaultSelector()
        self._selector.register(self._bell, EVENT_READ)
        self._thread: threading.Thread | None = None

    # -- the caller's side --------------------------------------------------------------------------

    def submit(self, function: Callable[..., T], /, *args: Any, **arguments: Any) -> Future[T]:
        """Call a function of a module with keyword arguments; the future has its value or its error."""
        if args:
            raise TypeError("a worker takes keyword arguments")
        value: Future[T] = _ValueFuture()
        batch = self.submit_batch(Batch(name_of(function), [arguments], {}))
        assert isinstance(value, _ValueFuture)
        value.follow(batch)
        return value

    def submit_batch(
        self, batch: Batch, on_outcome: OnOutcome | None = None, on_event: OnEvent | None = None
    ) -> BatchFuture:
        """Queue a batch; ``on_outcome`` and ``on_event`` are called in the thread of the pool."""
        future = BatchFuture(self._stop)
        running = RunningBatch(batch, future, on_outcome, on_event)
        with self._lock:
            if self._closing is not None:
                raise RuntimeError("the pool is closed")
            heapq.heappush(self._queue, (batch.priority, next(self._numbers), running))
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="satplay workers", daemon=True)
                self._thread.start()
        self._wake()
        return future

    def call(
        self,
        function: str,
        arguments: dict[str, Any],
        *,
        seconds: float | None = None,
        cpu_seconds: float | None = None,
        memory_mib: int | None = None,
    ) -> Outcome:
        """Call one function and wait for its outcome; any exception here, Ctrl-C included, stops it."""
        batch = Batch(function, [arguments], {}, seconds, cpu_seconds, memory_mib)
        future = self.submit_batch(batch)
        try:
            return future.result()[0]
        except BaseException:
            future.cancel()
            raise

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Accept no more calls; with ``cancel_futures`` kill the workers, else let them finish the queue."""
        with self._lock:
            thread = self._thread
            if self._closing != "kill":
                self._closing = "kill" if cancel_futures else "finish"
        self._wake()
        if thread is not None and wait and thread is not threading.current_thread():
            thread.join()
        if thread is None:
            self._close_bell()

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        """Finish the queue; after an exception, Ctrl-C included, kill the workers."""
        self.shutdown(cancel_futures=kind is not None)

    def pids(self) -> list[int]:
        """The numbers of the worker processes that there are now."""
        return [process.pid for process in [*self._processes]]

    @property
    def queued(self) -> int:
        """The number of batches that wait for a worker."""
        return len(self._queue)

    @property
    def busy(self) -> int:
        """The number of batches that are running."""
        return sum(process.batch is not None for process in [*self._processes])

    def _stop(self, future: BatchFuture) -> None:
        with self._lock:
            self._to_stop.append(future)
        self._wake()

    def _wake(self) -> None:
        with suppress(OSError):  # the pool has ended
            os.write(self._button.fileno(), b"!")

    # -- the thread that owns the workers -------------------------------------------------------------

    def _run(self) -> None:
        try:
            while self._manage():
                for key, _ in self._selector.select(self._patience()):
                    if key.data is None:
                        os.read(self._bell.fileno(), 4096)
                    else:
                        self._hear(key.data)
        finally:
            self._end()

    def _manage(self) -> bool:
        """Do everything that is due; returns whether there is more to come."""
        with self._lock:
            closing = self._closing
            to_stop, self._to_stop = self._to_stop, []
        if closing == "kill":
            return False
        self._stop_queued(to_stop)
        now = time.monotonic()
        for process in [*self._processes]:
            if process.batch is not None and process.batch.future in to_stop:
                process.stop_call("cancel")
            elif process.deadline is not None and now >= process.deadline:
                self._expire(process)
        self._give_out()
        busy = any(process.batch is not None for process in self._processes)
        return closing is None or busy or bool(self._queue)

    def _stop_queued(self, futures: Sequence[BatchFuture]) -> None:
        """Cancel batches that have lost their worker and wait for another one."""
        if not futures:
            return
        with self._lock:
            stopped = [entry for entry in self._queue if entry[2].future in futures]
            self._queue = [entry for entry in self._queue if entry not in stopped]
            heapq.heapify(self._queue)
        for _, _, running in stopped:
            self._conclude(running, cancelled=True)

    def _expire(self, process: WorkerProcess) -> None:
        """The call of a worker is out of time, or it has not reacted to an interrupt."""
        if process.stopping is None:
            process.stop_call("time")
        else:
            self._bury(process)

    def _give_out(self) -> None:
        """Start batches in idle workers, and workers for the others."""
        while any(one.is_idle for one in self._processes):
            running = self._next_batch()
            if running is None:
                break
            idle = self._find_idle(running[2].batch)
            if idle is None:
                with self._lock:
                    heapq.heappush(self._queue, running)
                break
            try:
                idle.start(running[2])
            except OSError:  # it has just died
                idle.batch = None
                with self._lock:
                    heapq.heappush(self._queue, running)
                self._bury(idle)
        starting = sum(not one.is_ready for one in self._processes)
        missing = min(self.workers - len(self._processes), len(self._queue) - starting)
        for _ in range(missing):
            self._start_worker()

    def _find_idle(self, batch: Batch) -> WorkerProcess | None:
        """An idle worker that can run the batch; for one that needs a new process, make room."""
        idle = [one for one in self._processes if one.is_idle]
        if batch.fresh:
            for used in [one for one in idle if one.is_used]:
                idle.remove(used)
                self._remove(used)
                used.close()
        return next(iter(idle), None)

    def _next_batch(self) -> tuple[int, int, RunningBatch] | None:
        with self._lock:
            while self._queue:
                entry = heapq.heappop(self._queue)
                future = entry[2].future
                if future.running() or future.set_running_or_notify_cancel():
                    return entry
        return None

    def _start_worker(self) -> None:
        try:
            process = WorkerProcess(self._niceness)
        except OSError as error:
            if not self._processes:  # otherwise those that there are go on
                self._fail_queue(error.strerror or str(error))
        else:
            self._processes.append(process)
            self._selector.register(process.connection, EVENT_READ, process)

    def _remove(self, process: WorkerProcess) -> None:
        self._processes.remove(process)
        self._selector.unregister(process.connection)

    def _note_failed_start(self, why: str) -> None:
        self._failed_starts += 1
        if self._failed_starts < MOST_FAILED_STARTS:
            return
        self._failed_starts = 0
        self._fail_queue(why)

    def _fail_queue(self, why: str) -> None:
        """No worker can be started: give all batches that wait for one their outcome."""
        while (entry := self._next_batch()) is not None:
            entry[2].fill(NotStarted(why))
            entry[2].future.set_result(entry[2].outcomes)

    def _hear(self, process: WorkerProcess) -> None:
        """A message of a worker, or its end."""
        try:
            message = receive(process.connection)
        except Exception as error:  # a value that this process cannot unpickle
            message = (OUTCOME, None, Raised(f"{type(error).__name__}: {error}"))
        running = process.batch
        match message:
            case None:
                self._bury(process)
            case (kind,) if kind == READY:
                process.is_ready = True
                self._failed_starts = 0
            case (kind, event) if kind == EVENT and running is not None:
                if running.on_event is not None:
                    running.on_event(event)
            case (kind, _, outcome) if kind == OUTCOME and running is not None:
                self._take_outcome(process, running, outcome)
            case (kind, resident) if kind == DONE and running is not None:
                self._finish(process, running, resident)

    def _take_outcome(self, process: WorkerProcess, running: RunningBatch, outcome: Outcome) -> None:
        if isinstance(outcome, Cancelled) and process.stopping == "time":
            outcome = OutOfTime()
        running.add(outcome)
        if process.stopping is None and not running.is_complete:
            process.start_call()
        else:
            process.deadline = None

    def _finish(self, process: WorkerProcess, running: RunningBatch, resident_mib: int) -> None:
        """A worker has ended its batch; it is replaced if it may not be as good as new."""
        last = running.outcomes[-1] if running.outcomes else None
        stopping = process.stopping
        process.batch, process.deadline, process.stopping = None, None, None
        large = resident_mib > max(LARGE_MIB, running.batch.memory_mib or 0)
        # An interrupt may have left half an imported module behind, or still be on its way.
        fresh = self._fresh or running.batch.fresh or stopping is not None
        if fresh or large or isinstance(last, OutOfMemory):
            self._remove(process)
            process.close()
        self._conclude(running, cancelled=stopping == "cancel")

    def _bury(self, process: WorkerProcess) -> None:
        """A worker has died, or is killed: replace it, and go on with its batch."""
        self._remove(process)
        running, stopping = process.batch, process.stopping
        if stopping is not None:
            process.kill()
        why = process.close()
        if running is None:
            if not process.is_ready:
                self._note_failed_start(why)
            return
        process.batch = None
        if not running.is_complete:
            running.add(self._outcome_of_death(process, running, stopping, why))
        self._conclude(running, cancelled=stopping == "cancel")

    @staticmethod
    def _outcome_of_death(
        process: WorkerProcess, running: RunningBatch, stopping: str | None, why: str
    ) -> Outcome:
        if stopping is not None:
            return OutOfTime() if stopping == "time" else Cancelled()
        if process.killed_by == signal.SIGPROF and running.batch.cpu_seconds is not None:
            return OutOfTime()
        return Crashed(why)

    def _conclude(self, running: RunningBatch, *, cancelled: bool) -> None:
        """Set the result of a batch, or queue the items that have no outcome."""
        if cancelled:
            running.fill(Cancelled())
        if running.is_complete:
            running.future.set_result(running.outcomes)
            return
        with self._lock:
            heapq.heappush(self._queue, (running.batch.priority, next(self._numbers), running))

    def _patience(self) -> float | None:
        """Seconds until the next deadline."""
        deadlines = [one.deadline for one in self._processes if one.deadline is not None]
        return max(0.0, min(deadlines) - time.monotonic()) if deadlines else None

    def _end(self) -> None:
        """Kill all workers, and give every batch that has not ended its outcome."""
        for process in self._processes:
            process.kill()
        open_batches = [process.batch for process in self._processes if process.batch is not None]
        for process in self._processes:
            process.close()
        self._processes.clear()
        with self._lock:
            self._closing = "kill"
            queue, self._queue = self._queue, []
        for _, _, running in queue:
            if running.future.running() or running.future.set_running_or_notify_cancel():
                open_batches.append(running)
        for running in open_batches:
            running.fill(Cancelled())
            running.future.set_result(running.outcomes)
        self._close_bell()

    def _close_bell(self) -> None:
        with self._lock:
            self._selector.close()
            self._bell.close()
            self._button.close()


class _ValueFuture(Future[Any]):
    """The value of a batch of one call."""

    _batch: BatchFuture

    def follow(self, batch: BatchFuture) -> None:
        """Take the value of a batch when it ends."""
        self._batch = batch
        self.set_running_or_notify_cancel()
        batch.add_done_callback(self._take)

    def cancel(self) -> bool:
        """Stop the call."""
        return self._batch.cancel()

    def _take(self, batch: Future[list[Outcome]]) -> None:
        try:
            self.set_result(value_of(batch.result()[0]))
        except BaseException as error:
            self.set_exception(error)


def value_of(outcome: Outcome) -> Any:
    """The value of a call; any other outcome as an exception."""
    match outcome:
        case Returned(value=value):
            return value
        case Raised(error=error, why=why):
            raise EngineError(why) if error is None else error
        case OutOfTime():
            raise GaveUp("result", "out of time")
        case OutOfMemory():
            raise MemoryError(str(outcome))
        case Crashed(why=why):
            raise EngineError(f"a worker process ended: {why}")
        case NotStarted(why=why):
            raise EngineError(f"no worker process can be started: {why}")
        case Cancelled():
            raise CancelledError


def values_of(outcomes: Sequence[Outcome]) -> list[Any]:
    """The values of several calls; see :func:`value_of`."""
    return [value_of(outcome) for outcome in outcomes]
