"""One job of a client, the work that equal jobs share, and the events of that work."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from itertools import dropwhile
from typing import Any

from satplay.fast_dataclass import dataclass
from satplay.web.answers import Answer, error_answer, json_bytes
from satplay.web.job_process import FileAnswer
from satplay.workers.pool import BatchFuture

HINT, BOARD, JOB = 0, 5, 10
"""Priorities: hints, checks and moves of engines; explanations, exports and new boards; all other verbs."""

QUEUED, RUNNING, DONE, FAILED, CANCELLED = "queued", "running", "done", "failed", "cancelled"
"""The states of a job."""

MOST_EVENTS = 5_000
MOST_EVENT_BYTES = 8 << 20
"""Events of one work that are kept; the first ones are dropped, except by those who listen already."""

CANCELLED_ERROR = error_answer(410, "Cancelled", "the job was cancelled")


@dataclass(frozen=True, slots=True)
class Event:
    """What happened to a job: "queued", "started", "progress", "result" or "error"; ``data`` is JSON."""

    id: int
    event: str
    data: bytes

    @property
    def is_last(self) -> bool:
        """Whether nothing can follow it."""
        return self.event in {"result", "error"}


class Work:
    """One call of a task, for all jobs that ask for the same.

    ``key``     what equal calls have in common; ``size`` bytes of its arguments
    ``result``  JSON or a file, when it is done; ``failure`` the error, if it failed
    ``tries``   workers that got it, because those before had been killed
    """

    def __init__(
        self, number: int, key: str, task: str, arguments: Mapping[str, Any], priority: int, seconds: float
    ) -> None:
        self.number, self.key, self.task, self.arguments = number, key, task, arguments
        self.priority, self.seconds = priority, seconds
        self.size = 0
        self.state = QUEUED
        self.events: deque[Event] = deque()
        self.result: bytes | FileAnswer | None = None
        self.failure: Answer | None = None
        self.future: BatchFuture | None = None
        self.tries = 1
        self.jobs: set[Job] = set()
        self._event_count = 0
        self._event_bytes = 0

    @property
    def has_ended(self) -> bool:
        """Whether it is neither queued nor running."""
        return self.state not in {QUEUED, RUNNING}

    @property
    def kept_bytes(self) -> int:
        """The memory of its result and its events."""
        content = self.result.content if isinstance(self.result, FileAnswer) else self.result
        return self._event_bytes + len(content or b"")

    def add_event(self, event: str, value: Any = None) -> None:
        """Something happened; those who wait for the work are woken."""
        data = value if isinstance(value, bytes) else json_bytes(value)
        self._event_count += 1
        self.events.append(Event(self._event_count, event, data))
        self._event_bytes += len(data)
        while len(self.events) > MOST_EVENTS or (
            self._event_bytes > MOST_EVENT_BYTES and len(self.events) > 1
        ):
            self._event_bytes -= len(self.events.popleft().data)
        for job in self.jobs:
            job.wake()

    def end(
        self, state: str, *, result: bytes | FileAnswer | None = None, failure: Answer | None = None
    ) -> None:
        """The end, which is the last event, too."""
        self.state, self.result, self.failure = state, result, failure
        if failure is not None:
            self.add_event("error", {"status": failure.status, **failure.value})
        elif isinstance(result, FileAnswer):
            self.add_event("result", {"file": result.name})
        elif result is not None:
            self.add_event("result", result)


class Job:
    """The interest of one client in a work; ``listeners`` are called in any thread when something changes."""

    def __init__(self, number: str, client: str, work: Work, now: float) -> None:
        self.number, self.client, self.work = number, client, work
        self.listeners: list[Callable[[], None]] = []
        self.left_at = now
        self.is_cancelled = False

    @property
    def state(self) -> str:
        """``queued``, ``running``, ``done``, ``failed`` or ``cancelled``."""
        return CANCELLED if self.is_cancelled else self.work.state

    @property
    def has_ended(self) -> bool:
        """Whether nothing more happens to it."""
        return self.is_cancelled or self.work.has_ended

    @property
    def result(self) -> bytes | FileAnswer | None:
        """The value of the task, as JSON or as a file."""
        return None if self.is_cancelled else self.work.result

    @property
    def failure(self) -> Answer | None:
        """The error."""
        return CANCELLED_ERROR if self.is_cancelled else self.work.failure

    @property
    def events(self) -> list[Event]:
        """All events so far that are kept."""
        return self.events_after(0)

    def events_after(self, number: int) -> list[Event]:
        """The events after one that the client has."""
        events = list(dropwhile(lambda event: event.id <= number, tuple(self.work.events)))
        if self.is_cancelled and not (events and events[-1].is_last):
            data = json_bytes({"status": CANCELLED_ERROR.status, **CANCELLED_ERROR.value})
            events = [*events, Event(max(number, events[-1].id if events else 0) + 1, "error", data)]
        return events

    def wake(self) -> None:
        """Something changed."""
        for listener in tuple(self.listeners):
            listener()
